#include "app/document/readout.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "app/document/variables.h"
#include "app/document/nearest_word.h"
#include "app/document/quantity.h"
#include "app/document/reading.h"

namespace limber {
namespace {

Error no(std::string message, std::string suggestion = {}) {
  return {std::move(message), 0, 0, 1, std::move(suggestion), {}};
}

std::string meant(std::string_view typed, const std::vector<std::string>& names) {
  std::vector<std::string_view> words(names.begin(), names.end());
  const std::string near = nearest_word(typed, words);
  if (!near.empty()) return fmt::format("did you mean {}?", near);
  words.resize(std::min<std::size_t>(words.size(), 12));
  return words.empty() ? "" : fmt::format("there are: {}", fmt::join(words, ", "));
}

std::vector<std::string> all_names(const Document& document) {
  std::vector<std::string> out;
  for (const Variable& variable : *document.variables) out.push_back(variable.name);
  for (const ThingKind kind : {ThingKind::curve, ThingKind::connector, ThingKind::constraint,
                               ThingKind::motor, ThingKind::force})
    each_thing(document, kind, [&](ThingId id) { out.push_back(document.name(id)); });
  return out;
}

// "vx" -> velocity, first component. Nothing when it is no component of a point.
struct Component {
  int derivative = 0, component = 0;  // -1: the size of both
};
std::optional<Component> component_of(std::string_view text, Shape shape) {
  if (shape == Shape::number)
    return text.empty() ? std::optional<Component>(Component{}) : std::nullopt;
  Component out;
  if (shape == Shape::point && text == "speed") return Component{1, -1};
  if (shape == Shape::point && text == "acceleration") return Component{2, -1};
  if (shape == Shape::point && text.starts_with('v')) out.derivative = 1;
  if (shape == Shape::point && text.starts_with('a')) out.derivative = 2;
  if (out.derivative > 0) text.remove_prefix(1);
  if (text != "x" && text != "y") return {};
  out.component = text == "x" ? 0 : 1;
  return out;
}

// Cuts the text at its first dot: "middle.x" -> "middle", leaving "x". A number keeps its dot.
std::string_view take_part(std::string_view& text) {
  const std::size_t dot = text.find('.');
  const std::string_view part = text.substr(0, dot);
  text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  return part;
}

// "@0.25" at the front of the text: the t, and what follows it and its dot.
std::optional<double> take_t(std::string_view& text) {
  double t = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), t);
  if (error != std::errc() || !std::isfinite(t)) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with('.')) text.remove_prefix(1);
  return t;
}

// Of all that has mass. A thing of such a name comes first.
constexpr std::pair<std::string_view, Readout::Balance> balance_names[] = {
    {"energy", Readout::Balance::energy},
    {"kinetic", Readout::Balance::kinetic},
    {"potential", Readout::Balance::potential},
    {"momentum.x", Readout::Balance::momentum_x},
    {"momentum.y", Readout::Balance::momentum_y},
    {"angular_momentum", Readout::Balance::angular_momentum},
    {"work", Readout::Balance::work},
    {"lost", Readout::Balance::lost}};

// Of how far two places are from the origin: nearer to each other no direction can be told.
constexpr double same_place = 1e-12;

class Finder {
 public:
  Finder(const Document& document, std::string_view name) : document_(document), name_(name) {}

  Result<Readout> find();

 private:
  Result<Readout> of_curve(CurveId id, std::string_view part);
  Result<Readout> of_connector(ConnectorId id, std::string_view part);
  Result<Readout> of_constraint(ConstraintId id, std::string_view part);
  Result<Readout> of_motor(MotorId id, std::string_view part);
  Result<Readout> of_force(ForceId id, std::string_view part);
  Result<Readout> geometry(const Connector& connector, std::string_view part, Role role);
  Result<Readout> distance(std::string_view one, std::string_view other);
  Result<Readout> transmission(ConstraintId joint);
  Result<Readout> advantage(std::variant<Readout::Turning, Readout::Place> output);
  Readout::Turning turning(CurveId id, bool acceleration) const;

  template <class What>
  Readout made(What what, Role role = Role::number) const {
    return {std::string(name_), role, what};
  }
  Error unknown(std::string_view part, std::string_view thing,
                const std::vector<std::string>& parts) const {
    if (part.empty())
      return no(fmt::format("'{}' is not a number yet: which part of it?", name_),
                meant("", parts));
    return no(fmt::format("{} has no '{}'", thing, part), meant(part, parts));
  }

  const Document& document_;
  std::string_view name_;
};

Result<Readout> Finder::geometry(const Connector& connector, std::string_view part, Role role) {
  const Curve* curve = document_.world->find(connector.curve);
  const Shape shape = shape_of(connector, curve ? curve->type.get() : nullptr);
  const std::optional<Component> component = component_of(part, shape);
  if (component)
    return made(Readout::Geometry{connector, component->component, component->derivative, {}},
                role);
  if (shape == Shape::number)
    return no(fmt::format("'{}': a number has no part '{}'", name_, part));
  if (shape == Shape::point && part == "advantage") return advantage(Readout::Place{connector, {}});
  std::vector<std::string> parts{"x", "y"};
  if (shape == Shape::point)
    parts.insert(parts.end(), {"vx", "vy", "ax", "ay", "speed", "acceleration"});
  return unknown(part, name_.substr(0, name_.size() - part.size() - !part.empty()), parts);
}

Result<Readout> Finder::of_curve(CurveId id, std::string_view part) {
  const Curve& curve = *document_.world->find(id);
  const CurveType& type = *curve.type;
  if (part.starts_with('@')) {
    const std::optional<double> t = take_t(part);
    if (!t) return no(fmt::format("'{}': a number must follow @", name_), "write coupler@0.25.x");
    return geometry(point_at(id, *t), part, Role::length);
  }
  // Parameters may have dots of their own: the ends of a line are a.x, a.y, b.x, b.y.
  for (std::size_t i = 0; i < type.parameters.size(); ++i)
    if (type.parameters[i].name == part)
      return made(Readout::Parameter{id, static_cast<int>(i)}, type.parameters[i].role);
  int index = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (error == std::errc() && end == part.data() + part.size() && index >= 0 &&
      index < curve.q.size())
    return made(Readout::Parameter{id, index}, Role::number);

  const std::string_view whole = part;
  std::string_view measure = take_part(part);
  std::optional<double> t;
  if (const std::size_t at = measure.find('@'); at != std::string_view::npos) {
    part = whole.substr(at);
    measure = whole.substr(0, at);
    t = take_t(part);
    if (!t)
      return no(fmt::format("'{}': a number must follow @", name_), "write coupler.tangent@0.25.x");
  }
  if (const auto* found = type.find(std::string(measure))) {
    if (found->along && !t)
      return no(fmt::format("'{}' is different at every place along the curve", name_),
                fmt::format("say where: {}@{}", measure,
                            shortest(0.5 * (t_begin(curve) + t_end(curve)))));
    Connector connector{id, Measured{std::string(measure), t.value_or(0), {}}};
    return geometry(connector, part, found->shape == Shape::number ? found->role : Role::length);
  }
  if (whole == "mass") return made(Readout::Mass{id});
  if (whole == "angular_speed" || whole == "angular_acceleration")
    return made(turning(id, whole == "angular_acceleration"));
  if (whole == "advantage") return advantage(turning(id, false));
  std::vector<std::string> parts;
  for (const Parameter& parameter : type.parameters) parts.push_back(parameter.name);
  for (const auto& one : type.measures) parts.push_back(one.name);
  parts.insert(parts.end(), {"angular_speed", "angular_acceleration"});
  return unknown(whole, document_.name(id), parts);
}

Result<Readout> Finder::of_connector(ConnectorId id, std::string_view part) {
  const Connector& connector = *document_.world->find(id);
  if (part == "t" && std::holds_alternative<SlidingAt>(connector.what))
    return made(Readout::Along{id});
  Result<Readout> out = geometry(connector, part, Role::length);
  if (!out) return out;
  if (auto* one = std::get_if<Readout::Geometry>(&out->what)) one->of = id;
  if (auto* one = std::get_if<Readout::Advantage>(&out->what))
    std::get<Readout::Place>(one->output).of = id;
  return out;
}

Result<Readout> Finder::of_constraint(ConstraintId id, std::string_view part) {
  const Constraint& constraint = *document_.world->find(id);
  if (part == "force") return made(Readout::Force{id});
  if (constraint.kind->rows == 2 && (part == "force.x" || part == "force.y"))
    return made(Readout::Force{id, part == "force.y"});
  if (part == "stiffness" && constraint.compliance > 0) return made(Number(StiffnessOf{id}));
  std::vector<std::string> parts{"force"};
  for (std::size_t i = 0; i < constraint.kind->inputs.size(); ++i) {
    const Input& input = constraint.kind->inputs[i];
    if (constraint.on[i].connector) continue;
    std::string_view rest = part;
    if (take_part(rest) == input.name)
      if (const std::optional<Component> c = component_of(rest, input.shape);
          c && c->derivative == 0)
        return made(Number(InputOf{id, static_cast<int>(i), c->component}), input.role);
    if (input.shape == Shape::number)
      parts.push_back(input.name);
    else
      parts.insert(parts.end(), {input.name + ".x", input.name + ".y"});
  }
  if (part == "transmission") return transmission(id);
  return unknown(part, document_.name(id), parts);
}

bool is_joint(const Constraint& constraint) { return is_nail(constraint) || is_attachment(constraint); }

// Where the oldest other joint of this curve is, one that stands elsewhere.
std::optional<Readout::Place> other_joint(const World& world, ConstraintId joint, CurveId curve,
                                          const Point& place) {
  std::optional<Readout::Place> found;
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    if (found || id == joint || !is_joint(constraint)) return;
    for (const Argument& argument : constraint.on) {
      const Connector* connector = world.find(argument.connector);
      Point there;
      if (!found && connector && connector->curve == curve && reading_of(world, *connector, there) &&
          (there - place).norm() > same_place * (there.norm() + place.norm()))
        found = Readout::Place{*connector, argument.connector};
    }
  });
  return found;
}

Result<Readout> Finder::transmission(ConstraintId id) {
  const World& world = document_.world;
  const Constraint& joint = *world.find(id);
  if (!is_attachment(joint))
    return no(fmt::format("'{}' joins no two curves at a point", document_.name(id)),
              "name the attachment between coupler and follower");
  std::vector<Readout::Place> ends;
  Readout::Place at;
  for (const Argument& argument : joint.on) {
    at = {*world.find(argument.connector), argument.connector};
    Point place;
    if (!reading_of(world, at.connector, place)) continue;
    const std::optional<Readout::Place> end = other_joint(world, id, at.connector.curve, place);
    if (!end)
      return no(fmt::format("'{}' has no other joint than '{}'", document_.name(at.connector.curve),
                            document_.name(id)),
                "nail or attach its other end");
    ends.push_back(*end);
  }
  if (ends.size() != 2) return no(fmt::format("'{}' has no place now", document_.name(id)));
  return made(Readout::Transmission{at, ends[0], ends[1]}, Role::angle);
}

Result<Readout> Finder::advantage(std::variant<Readout::Turning, Readout::Place> output) {
  MotorId first;
  document_.world->motors().each([&](MotorId id, const limber::Motor&) {
    if (!first) first = id;
  });
  if (!first) return no(fmt::format("'{}': the drawing has no motor", name_), "drive a curve first");
  return made(Readout::Advantage{first, std::move(output)});
}

// From the beginning to the end, or half way where that is the same place.
Readout::Turning Finder::turning(CurveId id, bool acceleration) const {
  const Curve& curve = *document_.world->find(id);
  const double begin = t_begin(curve), end = t_end(curve), middle = 0.5 * (begin + end);
  Point a, b;
  const bool known = limber::point_at(curve, begin, a) && limber::point_at(curve, end, b);
  const bool returns =
      curve.type->closed || (known && !((b - a).norm() > same_place * (a.norm() + b.norm())));
  return {{point_at(id, begin), {}}, {point_at(id, returns ? middle : end), {}}, acceleration};
}

Result<Readout> Finder::of_motor(MotorId id, std::string_view part) {
  const limber::Motor& motor = *document_.world->find(id);
  if (const auto number = number_called(document_.world, id, part)) return made(*number);
  if (part == "phase") return made(Number(InputOf{motor.constraint, motor.input, 0}), Role::angle);
  if (part == "force" || part == "power") return made(Readout::Motor{id, part == "power"});
  return unknown(part, document_.name(id), {"speed", "limit", "phase", "force", "power"});
}

Result<Readout> Finder::of_force(ForceId id, std::string_view part) {
  if (const auto number = number_called(document_.world, id, part)) return made(*number);
  return unknown(part, document_.name(id), {"x", "y"});
}

// "coupler.middle", "rod@0.5", "P": a point, not a number of it yet.
std::optional<Readout::Place> find_place(const Document& document, std::string_view name) {
  const Result<Readout> x = find_readout(document, std::string(name) + ".x");
  const auto* geometry = x ? std::get_if<Readout::Geometry>(&x->what) : nullptr;
  if (!geometry) return {};
  const Curve* curve = document.world->find(geometry->connector.curve);
  if (shape_of(geometry->connector, curve ? curve->type.get() : nullptr) != Shape::point) return {};
  return Readout::Place{geometry->connector, geometry->of};
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Result<Readout> Finder::distance(std::string_view one, std::string_view other) {
  return made(Readout::Distance{*find_place(document_, one), *find_place(document_, other)},
              Role::length);
}

Result<Readout> Finder::find() {
  if (name_ == "time") return made(Readout::Clock{});
  if (name_.starts_with('|') && name_.ends_with('|')) {
    if (const auto ends = ends_of_distance(document_, name_)) return distance(ends->first, ends->second);
    return no(fmt::format("'{}' is no distance between two points of the drawing", name_),
              "write |P-rod.end|, with points on both sides");
  }
  if (const Variable* variable = find_variable(document_, name_))
    return made(Readout::Variable{variable->name});
  // The longest beginning that names a thing; it ends at a dot, at an @ or at the end.
  for (std::size_t end = name_.size(); end > 0; --end) {
    if (end < name_.size() && name_[end] != '.' && name_[end] != '@') continue;
    const std::string_view thing = name_.substr(0, end);
    std::string_view part = name_.substr(end);
    if (part.starts_with('.')) part.remove_prefix(1);
    const ThingId id = document_.find(thing);
    if (const CurveId curve = id.as<Body>()) return of_curve(curve, part);
    if (const ConnectorId connector = id.as<Connector>()) return of_connector(connector, part);
    if (const ConstraintId constraint = id.as<Constraint>()) return of_constraint(constraint, part);
    if (const MotorId motor = id.as<Motor>()) return of_motor(motor, part);
    if (const ForceId force = id.as<Force>()) return of_force(force, part);
  }
  for (const auto& [word, what] : balance_names)
    if (name_ == word) return made(what);
  std::string_view rest = name_;
  const std::string_view thing = take_part(rest);
  return no(fmt::format("nothing in the drawing is called '{}'", thing),
            meant(thing, all_names(document_)));
}

}  // namespace

Result<Readout> find_readout(const Document& document, std::string_view name) {
  return Finder(document, name).find();
}

// Names may have a minus in them: the first that leaves a point on both sides is the one.
std::optional<std::pair<std::string, std::string>> ends_of_distance(const Document& document,
                                                                    std::string_view name) {
  if (name.size() < 5 || !name.starts_with('|') || !name.ends_with('|')) return {};
  const std::string_view inside = name.substr(1, name.size() - 2);
  for (std::size_t at = inside.find('-'); at != inside.npos; at = inside.find('-', at + 1)) {
    const std::string_view one = trimmed(inside.substr(0, at)), other = trimmed(inside.substr(at + 1));
    if (find_place(document, one) && find_place(document, other))
      return std::pair(std::string(one), std::string(other));
  }
  return {};
}

namespace {
std::vector<std::string> names_of(const Document& document, ThingKind kind) {
  std::vector<std::string> names;
  each_thing(document, kind, [&](ThingId id) { names.push_back(document.name(id)); });
  return names;
}
}  // namespace

Result<CurveId> find_curve(const Document& document, std::string_view name) {
  if (const CurveId id = document.find(name).as<Body>()) return id;
  return no(fmt::format("no curve of the drawing is called '{}'", name),
            meant(name, names_of(document, ThingKind::curve)));
}

Result<MotorId> find_motor(const Document& document, std::string_view name) {
  if (const MotorId id = document.find(name).as<Motor>()) return id;
  const World& world = document.world;
  std::vector<MotorId> found;
  world.motors().each([&](MotorId id, const Motor& motor) {
    const Constraint* driven = world.find(motor.constraint);
    if (!driven) return;
    bool matches = document.name(motor.constraint) == name;
    for (const Argument& argument : driven->on)
      if (const Connector* connector = world.find(argument.connector))
        matches = matches || (connector->curve && document.name(connector->curve) == name);
    if (matches) found.push_back(id);
  });
  if (found.size() == 1) return found[0];
  const std::vector<std::string> names = names_of(document, ThingKind::motor);
  if (found.size() > 1) return no(fmt::format("'{}' has several motors", name), meant("", names));
  return no(
      names.empty() ? "the drawing has no motor" : fmt::format("no motor is called '{}'", name),
      meant(name, names));
}

}  // namespace limber
