#include "app/edits/resolve.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "app/document/nearest_word.h"
#include "app/document/numbers.h"
#include "app/document/quantity.h"
#include "curves/trace.h"

namespace limber {

namespace {

std::string meant(std::string_view typed, const std::vector<std::string>& names) {
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string near = nearest_word(typed, words);
  return near.empty() ? "" : fmt::format("did you mean {}?", near);
}

std::optional<double> whole_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// "(3,4)".
std::optional<Point> place_written(std::string_view text) {
  if (!text.starts_with('(') || !text.ends_with(')')) return {};
  text = text.substr(1, text.size() - 2);
  const std::size_t comma = text.find(',');
  if (comma == text.npos) return {};
  const auto x = read_quantity(text.substr(0, comma), Dimension::length);
  const auto y = read_quantity(text.substr(comma + 1), Dimension::length);
  if (!x || !y) return {};
  return Point(*x, *y);
}

Result<double> t_of(const Curve& curve, std::string_view name, std::string_view text) {
  const std::optional<double> t = whole_number(text);
  if (!t) return refused(fmt::format("'{}' is not a t of {}", text, name), "write crank@0.5");
  if (*t < t_begin(curve) || *t > t_end(curve))
    return refused(fmt::format("{} runs from t={} to t={}", name, t_begin(curve), t_end(curve)));
  return *t;
}

// What follows the name of a curve: @t, ~t, .measure, .measure@t, .measure~connector, .parameter.
Result<Geometry> part_of_curve(const Document& document, CurveId id, std::string_view part) {
  const Curve& curve = *document.world->find(id);
  const CurveType& type = *curve.type;
  const std::string& name = document.name(id);
  if (part.empty())
    return refused(fmt::format("{} is a curve: which point of it?", name),
                   fmt::format("write {0}@{1}, or a name its type gives", name,
                               shortest(0.5 * (t_begin(curve) + t_end(curve)))));
  const char sign = part[0];
  part.remove_prefix(1);
  if (sign == '@' || sign == '~') {
    const Result<double> t = t_of(curve, name, part);
    if (!t) return t.error();
    return Geometry(sign == '@' ? point_at(id, *t) : sliding_at(id, *t));
  }
  if (const Result<int> index = parameter_in(document, id, part))
    return Geometry(parameter_of(id, *index));
  const std::size_t end = part.find_first_of("@~");
  const std::string measure(part.substr(0, end));
  const auto* found = type.find(measure);
  if (!found) {
    std::vector<std::string> names;
    for (const Parameter& parameter : type.parameters) names.push_back(parameter.name);
    for (const auto& one : type.measures) names.push_back(one.name);
    return refused(fmt::format("{} has no {}", name, measure), meant(measure, names));
  }
  Measured what{measure, 0, {}};
  if (end != part.npos && part[end] == '~') {
    const ConnectorId at = document.find(part.substr(end + 1)).as<Connector>();
    const Connector* where = document.world->find(at);
    if (!where || where->curve != id || !std::holds_alternative<SlidingAt>(where->what))
      return refused(fmt::format("{} is not a point that slides along {}", part.substr(end + 1), name));
    what.at = at;
  } else if (end != part.npos) {
    const Result<double> t = t_of(curve, name, part.substr(end + 1));
    if (!t) return t.error();
    what.t = *t;
  } else if (found->along) {
    return refused(fmt::format("{}.{} is different at every place along the curve", name, measure),
                   fmt::format("say where: {}.{}@{}", name, measure,
                               shortest(0.5 * (t_begin(curve) + t_end(curve)))));
  }
  return Geometry(Connector{id, what});
}

}  // namespace

bool is_on_paper(const Point& place) {
  return place.allFinite() && place.cwiseAbs().maxCoeff() <= largest_number;
}

Result<bool> good_text_size(double size) {
  constexpr double largest = 1e4;  // drawing units
  if (size > 0 && size <= largest) return true;
  return refused("the letters of a text are higher than 0 and at most 10000");
}

double measured_size(const World& world) {
  World measured = world;
  measured.measure_again();
  return measured.size();
}

Error refused(std::string message, std::string suggestion) {
  return {std::move(message), 0, 0, 1, std::move(suggestion), {}};
}

Result<ThingId> find_thing(const Document& document, std::string_view name) {
  if (const ThingId id = document.find(name)) return id;
  std::vector<std::string> names;
  each_thing(document, [&](ThingId id) { names.push_back(document.name(id)); });
  return refused(fmt::format("nothing in the drawing is called '{}'", name), meant(name, names));
}

Result<std::vector<ThingId>> find_things(const Document& document,
                                         const std::vector<std::string>& names) {
  std::vector<ThingId> ids;
  std::set<ThingId> seen;
  for (const std::string& name : names) {
    const Result<ThingId> id = find_thing(document, name);
    if (!id) return id.error();
    if (seen.insert(*id).second) ids.push_back(*id);
  }
  return ids;
}

namespace {
// What is in each group and layer, in order of age.
std::map<ThingId, std::vector<ThingId>> members_by_group(const Document& document) {
  std::map<ThingId, std::vector<ThingId>> members;
  each_thing(document, [&](ThingId one) {
    const Attributes& its = document.of(one);
    if (its.group) members[its.group].push_back(one);
    if (its.layer) members[its.layer].push_back(one);
  });
  return members;
}

}  // namespace

Result<std::vector<ThingId>> things_with_parts(const Document& document,
                                               const Strings& names) {
  Result<std::vector<ThingId>> things = find_things(document, names);
  if (!things) return things;
  std::vector<ThingId> out;
  std::set<ThingId> seen;
  std::optional<std::map<ThingId, std::vector<ThingId>>> members;  // looked up when needed, once
  for (std::size_t i = 0; i < things->size(); ++i) {
    const ThingId id = (*things)[i];
    if (!seen.insert(id).second) continue;
    out.push_back(id);
    if (const Link* link = document.world->find(id.as<Link>()))
      things->insert(things->end(), link->members.begin(), link->members.end());
    if (id.kind != ThingKind::group && id.kind != ThingKind::layer) continue;
    if (!members) members = members_by_group(document);
    if (const auto found = members->find(id); found != members->end())
      things->insert(things->end(), found->second.begin(), found->second.end());
  }
  return out;
}

Result<int> parameter_in(const Document& document, CurveId id, std::string_view name) {
  const Curve& curve = *document.world->find(id);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < curve.type->parameters.size(); ++i) {
    if (curve.type->parameters[i].name == name) return static_cast<int>(i);
    names.push_back(curve.type->parameters[i].name);
  }
  int index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error == std::errc() && end == name.data() + name.size() && index >= 0 &&
      index < curve.q.size())
    return index;
  return refused(fmt::format("{} has no number called {}", document.name(id), name),
                 meant(name, names));
}

std::string written_parameter(const CurveType& type, int index) {
  if (index < static_cast<int>(type.parameters.size()))
    return type.parameters[static_cast<std::size_t>(index)].name;
  return std::to_string(index);
}

// The longest beginning that names a thing counts: names may have dots in them.
Result<Geometry> geometry_in(const Document& document, std::string_view text) {
  if (const std::optional<Point> place = place_written(text)) return Geometry(on_paper(*place));
  for (std::size_t end = text.size(); end > 0; --end) {
    if (end < text.size() && text[end] != '.' && text[end] != '@' && text[end] != '~') continue;
    const ThingId id = document.find(text.substr(0, end));
    if (const ConnectorId connector = id.as<Connector>(); connector && end == text.size())
      return Geometry(connector);
    if (const CurveId curve = id.as<Body>()) return part_of_curve(document, curve, text.substr(end));
  }
  const Result<ThingId> unknown = find_thing(document, text.substr(0, text.find_first_of(".@~")));
  if (!unknown) return unknown.error();
  return refused(fmt::format("'{}' is not a point or number of a curve", text));
}

std::string text_of(const std::string& curve, const CurveType& type, const Connector& connector) {
  struct Words {
    const std::string& curve;
    const CurveType& type;
    std::string operator()(const PointAt& at) const { return curve + "@" + shortest(at.t); }
    std::string operator()(const SlidingAt& at) const { return curve + "~" + shortest(at.t); }
    std::string operator()(const Measured& m) const {
      const auto* measure = type.find(m.name);
      return curve + "." + m.name + (measure && measure->along ? "@" + shortest(m.t) : "");
    }
    std::string operator()(const ParameterOf& p) const {
      return curve + "." + written_parameter(type, p.index);
    }
    std::string operator()(const OnPaper& p) const {
      return "(" + shortest(p.place.x()) + "," + shortest(p.place.y()) + ")";
    }
  };
  return std::visit(Words{curve, type}, connector.what);
}

std::string text_of(const Document& document, const Connector& connector) {
  static const CurveType none;
  const auto* measured = std::get_if<Measured>(&connector.what);
  if (measured && measured->at)
    return document.name(connector.curve) + "." + measured->name + "~" + document.name(measured->at);
  const Curve* curve = document.world->find(connector.curve);
  return text_of(document.name(connector.curve), curve ? *curve->type : none, connector);
}

static bool same_numbers(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() && a == b;
}

edit::Draw draw_edit(const Curve& curve, const std::string& name) {
  edit::Draw edit{curve.type->name, name, {}, {}};
  const auto shared = static_cast<Eigen::Index>(curve.type->parameters.size());
  for (Eigen::Index i = 0; i < shared; ++i)
    edit.q.emplace_back(curve.type->parameters[static_cast<std::size_t>(i)].name, curve.q[i]);
  const auto size = static_cast<Eigen::Index>(curve.type->family.node.size());
  // The pieces of a traced curve follow from its parameters, unless they were pulled since.
  if (curve.type->is_family && !(curve.type->is_traced && same_numbers(traced(curve).q, curve.q)))
    for (Eigen::Index i = shared; i < curve.q.size(); i += size)
      edit.nodes.emplace_back(curve.q.begin() + i, curve.q.begin() + i + size);
  return edit;
}

Result<ConnectorId> connector_for(Change& change, std::string_view text) {
  const Result<Geometry> geometry = geometry_in(change.document(), text);
  if (!geometry) return geometry.error();
  if (const auto* id = std::get_if<ConnectorId>(&*geometry)) return *id;
  return change.add(std::get<Connector>(*geometry));
}

Shape shape_of(const Document& document, const Geometry& geometry) {
  const auto* id = std::get_if<ConnectorId>(&geometry);
  const Connector& connector = id ? *document.world->find(*id) : std::get<Connector>(geometry);
  const Curve* curve = document.world->find(connector.curve);
  return shape_of(connector, curve ? curve->type.get() : nullptr);
}

Result<Point> place_in(const Document& document, std::string_view text) {
  const Result<Geometry> geometry = geometry_in(document, text);
  if (!geometry) return geometry.error();
  const auto* id = std::get_if<ConnectorId>(&*geometry);
  Point place;
  if (shape_of(document, *geometry) != Shape::point ||
      !place_of(document.world, id ? *document.world->find(*id) : std::get<Connector>(*geometry),
                place))
    return refused(fmt::format("{} is not a point, or has no place now", text));
  return place;
}

}  // namespace limber
