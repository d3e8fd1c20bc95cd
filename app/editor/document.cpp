#include "app/editor/document.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/editor/numbers.h"

namespace limber {

namespace {

template <class Thing>
void forget_gone(std::map<Id<Thing>, std::string>& names, const SlotMap<Thing>& things) {
  std::erase_if(names, [&](const auto& entry) { return !things.find(entry.first); });
}

class FreshNames {
 public:
  explicit FreshNames(const Names& names) {
    const auto take = [&](const auto& map) {
      for (const auto& [id, name] : map) used_.insert(name);
    };
    take(names.curves);
    take(names.connectors);
    take(names.constraints);
    take(names.links);
    take(names.motors);
    take(names.forces);
  }
  std::string after(const std::string& stem) {
    for (int& n = next_[stem];;) {
      std::string name = stem + std::to_string(++n);
      if (used_.insert(name).second) return name;
    }
  }

 private:
  std::set<std::string> used_;
  std::map<std::string, int> next_;
};

template <class Thing, class Stem>
void name_new(std::map<Id<Thing>, std::string>& names, const SlotMap<Thing>& things,
              FreshNames& fresh, Stem stem) {
  things.each([&](Id<Thing> id, const Thing& thing) {
    if (!names.contains(id)) names[id] = fresh.after(stem(thing));
  });
}

// Three decimals are enough for a list; the inspector shows all.
std::string short_number(double value) {
  if (!std::isfinite(value)) return "?";
  char buffer[64];
  const double rounded = std::round(value * 1000) / 1000;
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, rounded == 0 ? 0.0 : rounded).ptr;
  return {buffer, end};
}

std::string short_place(double x, double y) {
  return "(" + short_number(x) + ", " + short_number(y) + ")";
}

std::string describe(const Document& document, const Argument& argument, const Input& input) {
  if (const Connector* connector = document.world.find(argument.connector))
    return describe(document, *connector);
  if (input.shape == Shape::number) return short_number(argument.number[0]);
  return short_place(argument.number[0], argument.number[1]);
}

}  // namespace

Look Document::look(CurveId id) const {
  const auto found = looks.find(id);
  return found == looks.end() ? Look{} : found->second;
}

const std::string& Document::name(CurveId id) const {
  static const std::string none;
  const auto found = names.curves.find(id);
  return found == names.curves.end() ? none : found->second;
}

Result<Document> empty_document() {
  Result<ConstraintLibrary> kinds = ConstraintLibrary::load();
  if (!kinds) return kinds.error();
  Document document;
  document.library = CurveLibrary::with_builtin_types();
  document.kinds = *std::move(kinds);
  return document;
}

void tidy(Document& document) {
  const World& world = document.world;
  Names& names = document.names;
  forget_gone(names.curves, world.bodies());
  forget_gone(names.connectors, world.connectors());
  forget_gone(names.constraints, world.constraints());
  forget_gone(names.links, world.links());
  forget_gone(names.motors, world.motors());
  forget_gone(names.forces, world.forces());
  std::erase_if(document.follows, [&](const auto& f) { return !exists(world, f.first); });
  std::erase_if(document.looks, [&](const auto& l) { return !world.find(l.first); });
  std::erase_if(document.selection.curves, [&](CurveId id) { return !world.find(id); });
  std::erase_if(document.selection.notes,
                [&](std::size_t note) { return note >= document.notes.size(); });
  std::erase_if(document.selection.marks, [&](MarkId id) { return !exists(world, id); });

  FreshNames fresh(names);
  name_new(names.curves, world.bodies(), fresh,
           [](const Body& body) { return body.curve.type->name; });
  name_new(names.connectors, world.connectors(), fresh, [](const Connector&) { return "p"; });
  name_new(names.constraints, world.constraints(), fresh, [](const Constraint& constraint) {
    return is_nail(constraint)         ? std::string("nail")
           : is_attachment(constraint) ? std::string("joint")
                                       : constraint.kind->name;
  });
  name_new(names.links, world.links(), fresh, [](const Link&) { return "link"; });
  name_new(names.motors, world.motors(), fresh, [](const Motor&) { return "motor"; });
  name_new(names.forces, world.forces(), fresh, [](const Force&) { return "force"; });
}

bool is_nail(const Constraint& constraint) {
  return constraint.kind->name == coincident_kind && constraint.on.size() == 2 &&
         static_cast<bool>(constraint.on[0].connector) !=
             static_cast<bool>(constraint.on[1].connector);
}

bool is_attachment(const Constraint& constraint) {
  return constraint.kind->name == coincident_kind && constraint.on.size() == 2 &&
         constraint.on[0].connector && constraint.on[1].connector;
}

bool rides_on(const World& world, const Constraint& constraint, const std::set<CurveId>& curves) {
  return std::any_of(constraint.on.begin(), constraint.on.end(), [&](const Argument& argument) {
    const Connector* connector = world.find(argument.connector);
    return connector && curves.contains(connector->curve);
  });
}

bool exists(const World& world, MarkId id) {
  return std::visit([&](auto one) { return world.find(one) != nullptr; }, id);
}

void remove(World& world, MarkId id) {
  std::set<ConnectorId> spare;
  if (const auto* which = std::get_if<ConstraintId>(&id)) {
    const Constraint* constraint = world.find(*which);
    if (!constraint) return;
    for (const Argument& argument : constraint->on)
      if (argument.connector) spare.insert(argument.connector);
  } else if (const Force* force = world.find(std::get<ForceId>(id))) {
    spare.insert(force->on);
  }
  std::visit([&](auto one) { world.remove(one); }, id);
  world.constraints().each([&](ConstraintId, const Constraint& other) {
    for (const Argument& argument : other.on) spare.erase(argument.connector);
  });
  world.forces().each([&](ForceId, const Force& force) { spare.erase(force.on); });
  world.connectors().each([&](ConnectorId, const Connector& other) {
    if (const auto* measured = std::get_if<Measured>(&other.what)) spare.erase(measured->at);
  });
  for (const ConnectorId connector : spare) world.remove(connector);
}

bool place_of(const World& world, const Constraint& constraint, Point& out) {
  for (std::size_t i = 0; i < constraint.on.size(); ++i) {
    if (constraint.kind->inputs[i].shape != Shape::point) continue;
    const Connector* connector = world.find(constraint.on[i].connector);
    if (connector && place_of(world, *connector, out)) return true;
  }
  return false;
}

std::string describe(const Document& document, const Connector& connector) {
  const std::string& curve = document.name(connector.curve);
  struct Words {
    const Document& document;
    const Connector& connector;
    const std::string& curve;
    std::string operator()(const PointAt& at) const {
      const Curve* c = document.world.find(connector.curve);
      if (c && at.t == t_begin(*c)) return "start of " + curve;
      if (c && at.t == t_end(*c)) return "end of " + curve;
      return "point of " + curve;
    }
    std::string operator()(const SlidingAt&) const { return "sliding on " + curve; }
    std::string operator()(const Measured& m) const { return m.name + " of " + curve; }
    std::string operator()(const ParameterOf& p) const {
      const Curve* c = document.world.find(connector.curve);
      const auto index = static_cast<std::size_t>(p.index);
      if (c && index < c->type->parameters.size())
        return c->type->parameters[index].label + " of " + curve;
      return "number of " + curve;
    }
    std::string operator()(const OnPaper& p) const {
      return "paper at " + short_place(p.place.x(), p.place.y());
    }
  };
  return std::visit(Words{document, connector, curve}, connector.what);
}

std::string describe(const Document& document, const Constraint& constraint) {
  std::string text = is_nail(constraint)         ? "Nail"
                     : is_attachment(constraint) ? "Attached"
                                                 : constraint.kind->title;
  for (std::size_t i = 0; i < constraint.on.size(); ++i) {
    if (is_nail(constraint) && !constraint.on[i].connector) continue;
    text += i == 0 || is_nail(constraint) ? ": " : ", ";
    text += describe(document, constraint.on[i], constraint.kind->inputs[i]);
  }
  return text;
}

std::string describe(const Document& document, const Force& force) {
  const Connector* on = document.world.find(force.on);
  return "Force " + short_place(force.value.x(), force.value.y()) +
         (on ? ": " + describe(document, *on) : "");
}

std::string describe(const Document& document, MarkId id) {
  const auto words = [&](auto one) {
    const auto* found = document.world.find(one);
    return found ? describe(document, *found) : std::string();
  };
  return std::visit(words, id);
}

}  // namespace limber
