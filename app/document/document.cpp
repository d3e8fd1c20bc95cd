#include "app/document/document.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace limber {

namespace {

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
  if (const Connector* connector = document.world->find(argument.connector))
    return describe(document, *connector);
  if (input.shape == Shape::number) return short_number(argument.number[0]);
  return short_place(argument.number[0], argument.number[1]);
}


std::string words(const Document& document, const Constraint& constraint) {
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

std::string words(const Document& document, const Force& force) {
  const Connector* on = document.world->find(force.on);
  return "Force " + short_place(force.value.x(), force.value.y()) +
         (on ? ": " + describe(document, *on) : "");
}

std::string words(const Document& document, const Link& link) {
  std::string text = "Welded:";
  for (const CurveId member : link.members)
    text += (member == link.members.front() ? " " : ", ") + document.name(member);
  return text;
}

template <class Things>
void each_id(const Things& things, const std::function<void(ThingId)>& visit) {
  things.each([&](auto id, const auto&) { visit(ThingId(id)); });
}

}  // namespace

const Attributes& Document::of(ThingId id) const {
  return (*attributes)[static_cast<std::size_t>(id.kind)][id.index];
}

namespace {
// The link of a welded curve.
LinkId link_of(const Document& document, ThingId id) {
  const Body* body = document.world->body(id.as<Body>());
  return body ? body->link : LinkId{};
}

const Style* own_style(const Document& document, ThingId id) {
  const Attributes& its = document.of(id);
  if (its.style_name.empty()) return its.style.get();
  for (const NamedStyle& named : *document.styles)
    if (named.name == its.style_name) return &named.style;
  return its.style.get();
}
}  // namespace

Document::Styled Document::styled(ThingId id) const {
  if (const Style* own = own_style(*this, id)) return {own, id};
  if (const LinkId link = link_of(*this, id))
    if (const Styled found = styled(link); found.style) return found;
  const Attributes& its = of(id);
  if (its.group)
    if (const Styled found = styled(its.group); found.style) return found;
  if (its.layer)
    if (const Style* found = own_style(*this, its.layer)) return {found, its.layer};
  return {};
}

const Style& Document::style(ThingId id) const {
  static const Style plain;
  const Styled found = styled(id);
  return found.style ? *found.style : plain;
}

bool fills_area(const Document& document, GroupId group) {
  const Style* style = own_style(document, group);
  return style && style->fill.kind != Paint::Kind::none;
}

bool fills_itself(const Document& document, CurveId curve) {
  const Document::Styled found = document.styled(curve);
  return found.style && found.style->fill.kind != Paint::Kind::none &&
         found.by.kind != ThingKind::group;
}

GroupId area_of(const Document& document, CurveId curve) {
  GroupId group = document.of(curve).group;
  while (group && !fills_area(document, group)) group = document.of(group).group;
  return group;
}

bool Document::has(ThingId id) const {
  switch (id.kind) {
    case ThingKind::layer:
      return layers->find(id.as<Layer>());
    case ThingKind::group:
      return groups->find(id.as<Group>());
    case ThingKind::curve:
      return world->find(id.as<Body>());
    case ThingKind::connector:
      return world->find(id.as<Connector>());
    case ThingKind::constraint:
      return world->find(id.as<Constraint>());
    case ThingKind::link:
      return world->find(id.as<Link>());
    case ThingKind::motor:
      return world->find(id.as<Motor>());
    case ThingKind::force:
      return world->find(id.as<Force>());
    case ThingKind::text:
      return texts->find(id.as<Text>());
    case ThingKind::picture:
      return pictures->find(id.as<Picture>());
    case ThingKind::dimension:
      return dimensions->find(id.as<DimensionMark>());
    case ThingKind::trace:
      return traces->find(id.as<Trace>());
    case ThingKind::plot:
      return plots->find(id.as<Plot>());
    case ThingKind::guide:
      return guides->find(id.as<Guide>());
  }
  return false;
}

void each_thing(const Document& document, ThingKind kind,
                const std::function<void(ThingId)>& visit) {
  switch (kind) {
    case ThingKind::layer:
      return each_id(*document.layers, visit);
    case ThingKind::group:
      return each_id(*document.groups, visit);
    case ThingKind::curve:
      return each_id(document.world->bodies(), visit);
    case ThingKind::connector:
      return each_id(document.world->connectors(), visit);
    case ThingKind::constraint:
      return each_id(document.world->constraints(), visit);
    case ThingKind::link:
      return each_id(document.world->links(), visit);
    case ThingKind::motor:
      return each_id(document.world->motors(), visit);
    case ThingKind::force:
      return each_id(document.world->forces(), visit);
    case ThingKind::text:
      return each_id(*document.texts, visit);
    case ThingKind::picture:
      return each_id(*document.pictures, visit);
    case ThingKind::dimension:
      return each_id(*document.dimensions, visit);
    case ThingKind::trace:
      return each_id(*document.traces, visit);
    case ThingKind::plot:
      return each_id(*document.plots, visit);
    case ThingKind::guide:
      return each_id(*document.guides, visit);
  }
}

void each_thing(const Document& document, const std::function<void(ThingId)>& visit) {
  for (std::size_t kind = 0; kind < thing_kinds; ++kind)
    each_thing(document, static_cast<ThingKind>(kind), visit);
}

DrawingPlace drawing_place(const Document& document, ThingId id) {
  const Attributes& its = document.of(id);
  return {its.layer ? document.of(its.layer).rank : -1, its.rank, id};
}

namespace {
enum class Layers { count, ignored };
std::vector<ThingId> ordered(const Document& document, Level level, Layers layers) {
  std::vector<DrawingPlace> places;
  for (const ThingKind kind : kinds_on(level))
    each_thing(document, kind, [&](ThingId id) {
      places.push_back(drawing_place(document, id));
      if (layers == Layers::ignored) places.back().layer = -1;
    });
  std::sort(places.begin(), places.end());
  std::vector<ThingId> order;
  for (const DrawingPlace& place : places) order.push_back(place.id);
  return order;
}
}  // namespace

std::vector<ThingId> drawing_order(const Document& document, Level level) {
  return ordered(document, level, Layers::count);
}
std::vector<ThingId> rank_order(const Document& document, Level level) {
  return ordered(document, level, Layers::ignored);
}

std::vector<ThingId> layer_order(const Document& document) {
  std::vector<ThingId> layers;
  each_thing(document, ThingKind::layer, [&](ThingId id) { layers.push_back(id); });
  std::ranges::sort(layers, {}, [&](ThingId id) { return document.of(id).rank; });
  return layers;
}

namespace {
// Of the thing, its layer, its link and its groups, outwards.
bool any_of(const Document& document, ThingId id, bool Attributes::*flag) {
  const Attributes& its = document.of(id);
  if (its.*flag || (its.layer && document.of(its.layer).*flag)) return true;
  if (const LinkId link = link_of(document, id); link && any_of(document, link, flag)) return true;
  return its.group && any_of(document, its.group, flag);
}
}  // namespace

bool is_hidden(const Document& document, ThingId id) {
  return any_of(document, id, &Attributes::hidden);
}
bool is_protected(const Document& document, ThingId id) {
  return any_of(document, id, &Attributes::locked);
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
      const Curve* c = document.world->find(connector.curve);
      if (c && at.t == t_begin(*c)) return "start of " + curve;
      if (c && at.t == t_end(*c)) return "end of " + curve;
      return "point of " + curve;
    }
    std::string operator()(const SlidingAt&) const { return "sliding on " + curve; }
    std::string operator()(const Measured& m) const { return m.name + " of " + curve; }
    std::string operator()(const ParameterOf& p) const {
      const Curve* c = document.world->find(connector.curve);
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

std::string describe(const Document& document, ThingId id) {
  if (!document.has(id)) return {};
  if (const Constraint* constraint = document.world->find(id.as<Constraint>()))
    return words(document, *constraint);
  if (const Force* force = document.world->find(id.as<Force>())) return words(document, *force);
  if (const Link* link = document.world->find(id.as<Link>())) return words(document, *link);
  if (const Curve* curve = document.world->find(id.as<Body>()))
    return curve->type->title + " " + document.name(id);
  if (const Text* text = document.texts->find(id.as<Text>())) return "Text: " + text->text;
  return std::string(name_of(id.kind)) + " " + document.name(id);
}

}  // namespace limber
