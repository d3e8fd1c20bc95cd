#include "app/drawing/scene.h"

#include <algorithm>
#include <limits>
#include <map>

#include "app/drawing/dimension.h"
#include "app/drawing/draw_guide.h"
#include "app/drawing/draw_picture.h"
#include "app/drawing/draw_plot.h"
#include "app/drawing/force_arrow.h"
#include "app/drawing/glyphs.h"
#include "app/drawing/look_hash.h"
#include "app/drawing/style_paint.h"

namespace limber {

namespace {

// Window points that things reach beyond the places they are drawn at.
constexpr double mark_reach = 20;   // of a nail with its ground, a motor's ring
constexpr double warning_reach = 28;
constexpr double arrow_head_reach = 8;  // of the tip of a force
constexpr double tie_reach = 8;     // of a coil between two points
constexpr double text_reach = 8;    // of the frame behind a chosen text
constexpr double arrow_reach = 6;   // in widths of the stroke
constexpr double frame_reach = 2;   // of a chosen picture
constexpr double guide_reach = 3;   // to both sides of a guide

Box grown(const Box& box, double by) {
  if (box.isEmpty()) return box;
  return {Point(box.min().array() - by), Point(box.max().array() + by)};
}

void add(LookHash& hash, const Point& p) { hash.add(p.x()), hash.add(p.y()); }

void add(LookHash& hash, const Colour& colour) {
  hash.add(colour.swatch), hash.add(std::uint64_t{colour.rgb}), hash.add(colour.opacity);
}

void add(LookHash& hash, const Paint& paint) {
  hash.add(static_cast<int>(paint.kind));
  add(hash, paint.colour), add(hash, paint.from), add(hash, paint.to);
  hash.add(paint.side.has_value()), add(hash, paint.side.value_or(Point(0, 0)));
  hash.add(paint.focus.has_value());
  if (paint.focus) add(hash, paint.focus->at), hash.add(paint.focus->radius);
  hash.add(static_cast<int>(paint.spread));
  hash.add(std::uint64_t{paint.stops.size()});
  for (const GradientStop& stop : paint.stops) hash.add(stop.at), add(hash, stop.colour);
}

void add(LookHash& hash, const Style& style) {
  add(hash, style.stroke), add(hash, style.fill);
  hash.add(style.width), hash.add(style.width_in_mm), hash.add(style.dash_offset);
  hash.add(std::uint64_t{style.dash.size()});
  for (const double dash : style.dash) hash.add(dash);
  hash.add(static_cast<int>(style.cap)), hash.add(static_cast<int>(style.join));
  hash.add(style.miter_limit), hash.add(static_cast<int>(style.rule));
  hash.add(static_cast<int>(style.start)), hash.add(static_cast<int>(style.end));
  hash.add(style.construction);
}

// Chosen, pointed at: said by a colour.
void add_emphasis(LookHash& hash, const Scene& scene, ThingId id) {
  hash.add(scene.marks.selected && scene.marks.selected->contains(id));
  hash.add(scene.marks.hovered == id);
}

double margin_of(const Style& style, const Camera& camera) {
  const auto width = static_cast<double>(stroke_width_of(style, camera));
  const bool arrows = style.start != Arrow::none || style.end != Arrow::none;
  const double join = style.join == Join::miter ? style.miter_limit / 2 : 1;
  return width * std::max(join, arrows ? arrow_reach : 1.0) + static_cast<double>(halo_width) + 3;
}

// Many things have the same style: it is looked at once for those in a row.
struct StyleLook {
  const Style* style = nullptr;
  std::uint64_t look = 0;
  std::uint64_t of(const Style& one) {
    if (style == &one) return look;
    LookHash hash;
    add(hash, one);
    style = &one;
    return look = hash.value;
  }
};

SceneItem curve_item(const Scene& scene, CurveId id, const DrawnCurve& curve, const Style& style,
                     std::uint64_t style_look) {
  SceneItem item;
  item.id = id;
  item.margin = margin_of(style, scene.camera) / scene.camera.scale();
  item.box = grown(curve.box, item.margin);
  item.line = !fills_itself(*scene.document, id);
  LookHash hash;
  hash.add(curve.version);
  hash.add(style_look), hash.add(item.line);
  add_emphasis(hash, scene, id);
  item.look = hash.value;
  return item;
}

// The area that the fill of a group covers.
SceneItem area_item(const Scene& scene, GroupId id, std::vector<CurveId> outlines, const Style& style) {
  SceneItem item;
  item.id = id;
  LookHash hash;
  add(hash, style.fill), hash.add(static_cast<int>(style.rule));
  for (const CurveId outline : outlines) {
    const DrawnCurve& curve = *scene.drawn->find(outline);
    item.box.extend(curve.box);
    hash.add(std::uint64_t{outline.index}), hash.add(curve.version);
  }
  item.box = grown(item.box, 1 / scene.camera.scale());
  item.look = hash.value;
  item.outlines = std::move(outlines);
  return item;
}

void add_style(LookHash& hash, const Scene& scene, ThingId id) {
  const Style* style = scene.document->styled(id).style;
  hash.add(style != nullptr);
  if (style) add(hash, *style);
}

SceneItem text_item(const Scene& scene, TextId id, const Text& text) {
  SceneItem item;
  item.id = id;
  // Letters may stand out of their line by some of its height.
  item.box = grown(extent_of(text), 0.3 * text.size + text_reach / scene.camera.scale());
  LookHash hash;
  hash.add(text.text), add(hash, text.at), hash.add(text.size);
  add_style(hash, scene, id);
  add_emphasis(hash, scene, id);
  item.look = hash.value;
  return item;
}

SceneItem picture_item(const Scene& scene, PictureId id, const Picture& picture) {
  SceneItem item;
  item.id = id;
  const Style* style = scene.document->styled(id).style;
  const double frame = style ? margin_of(*style, scene.camera) : frame_reach;
  item.box = grown(extent_of(picture), frame / scene.camera.scale());
  const ShownImage* shown = scene.images->find(id);
  LookHash hash;
  add(hash, picture.at), add(hash, picture.size), hash.add(picture.opacity);
  hash.add(shown ? shown->version : 0);
  add_style(hash, scene, id);
  add_emphasis(hash, scene, id);
  item.look = hash.value;
  return item;
}

SceneItem trace_item(const Scene& scene, TraceId id, const Trace& trace) {
  SceneItem item;
  item.id = id;
  item.line = true;
  const Style* style = scene.document->styled(id).style;
  const Trail* trail = scene.samples ? scene.samples->find(id) : nullptr;
  if (trail) item.trail = drawn_trail(*trail);
  item.margin =
      margin_of(style ? *style : usual_trace_style(), scene.camera) / scene.camera.scale();
  if (item.trail) item.box.extend(item.trail->curve.box);
  LookHash hash;
  hash.add(item.trail ? item.trail->curve.version : 0);
  if (const std::optional<Point> pen = pen_of(scene.document->world, trace)) {
    item.box.extend(*pen);
    add(hash, *pen);
  }
  item.box = grown(item.box, item.margin + pen_radius / scene.camera.scale());
  add_style(hash, scene, id);
  add_emphasis(hash, scene, id);
  item.look = hash.value;
  return item;
}

SceneItem plot_item(const Scene& scene, PlotId id, const Plot& plot) {
  SceneItem item;
  item.id = id;
  const Style* style = scene.document->styled(id).style;
  const double frame = style ? margin_of(*style, scene.camera) : frame_reach;
  item.box = grown(extent_of(plot), frame / scene.camera.scale());
  const Series* series = scene.samples ? scene.samples->find(id) : nullptr;
  LookHash hash;
  add(hash, plot.at), add(hash, plot.size), hash.add(plot.seconds), hash.add(plot.over);
  for (const std::string& name : plot.quantities) hash.add(name);
  hash.add(series ? series->version : 0);
  add_style(hash, scene, id);
  add_emphasis(hash, scene, id);
  item.look = hash.value;
  return item;
}

SceneItem guide_item(const Scene& scene, GuideId id, const Guide& guide) {
  constexpr double end = std::numeric_limits<double>::infinity();
  SceneItem item;
  item.id = id;
  item.box = Box(Point(-end, -end), Point(end, end));
  item.margin = guide_reach / scene.camera.scale();
  LookHash hash;
  add(hash, guide.at), hash.add(guide.angle);
  add_style(hash, scene, id);
  add_emphasis(hash, scene, id);
  item.look = hash.value;
  return item;
}

void add_constraint(const Scene& scene, ConstraintId id, SceneItem& item, LookHash& hash) {
  const World& world = scene.document->world;
  const Constraint& constraint = *world.find(id);
  hash.add(constraint.kind->name), hash.add(constraint.enabled), hash.add(constraint.compliance > 0);
  hash.add(scene.marks.not_met.contains(id));
  for (const Argument& argument : constraint.on)
    if (const Connector* connector = world.find(argument.connector)) {
      hash.add(std::uint64_t{connector->curve.index});
      hash.add(std::uint64_t{connector->what.index()});
    }
  for (const Point& p : points_of(world, constraint)) {
    add(hash, p);
    item.box.extend(grown(Box(p, p), tie_reach / scene.camera.scale()));
  }
}

SceneItem mark_item(const Scene& scene, int number) {
  const Mark& mark = (*scene.places)[static_cast<std::size_t>(number)];
  SceneItem item;
  item.id = mark.of;
  item.mark = number;
  const Point at = mark.place + Point(mark.aside / scene.camera.scale(), 0);
  const double far = scene.marks.not_met.contains(mark.of.as<Constraint>()) ? warning_reach
                                                                              : mark_reach;
  item.box = grown(Box(at, at), far / scene.camera.scale());
  LookHash hash;
  add(hash, mark.place);
  hash.add(mark.aside), hash.add(mark.pin), hash.add(mark.driven);
  add_style(hash, scene, mark.styled);
  add_emphasis(hash, scene, mark.of);
  if (const Force* force = scene.document->world->find(mark.of.as<Force>())) {
    add(hash, Point(force->value));
    const Point arrow = arrow_of(force->value) / scene.camera.scale();
    const Point tip = at + Point(arrow.x(), -arrow.y());
    item.box.extend(grown(Box(tip, tip), arrow_head_reach / scene.camera.scale()));
  } else {
    add_constraint(scene, mark.of.as<Constraint>(), item, hash);
  }
  item.look = hash.value;
  return item;
}

// The outlines of each area that is seen.
std::map<GroupId, std::vector<CurveId>> areas_of(const Scene& scene) {
  const Document& document = *scene.document;
  bool any = false;
  document.groups->each([&](GroupId id, const Group&) { any = any || fills_area(document, id); });
  std::map<GroupId, std::vector<CurveId>> areas;
  if (!any) return areas;
  document.world->bodies().each([&](CurveId id, const Body&) {
    const DrawnCurve* curve = scene.drawn->find(id);
    const GroupId area = area_of(document, id);
    if (area && curve && !curve->box.isEmpty() && !is_hidden(document, id)) areas[area].push_back(id);
  });
  return areas;
}

// The opacity of a style counts where the style is: on a thing, or on the group or layer it is part
// of. That of a link is each of its curves'.
std::vector<Fade> fades_around(const Document& document, ThingId id) {
  std::vector<Fade> fades;
  const auto look_at = [&](ThingId one, const Document::Styled& styled, ThingId by) {
    if (styled.style && styled.by == by && styled.style->opacity < 1)
      fades.push_back({one, styled.style->opacity});
  };
  if (id.kind != ThingKind::group) {
    const Document::Styled styled = document.styled(id);
    const bool apart = styled.by.kind != ThingKind::group && styled.by.kind != ThingKind::layer;
    if (apart) look_at(id, styled, styled.by);
  }
  const GroupId first = id.kind == ThingKind::group ? id.as<Group>() : document.of(id).group;
  for (GroupId group = first; group; group = document.of(group).group)
    look_at(group, document.styled(group), group);
  if (const LayerId layer = document.of(id).layer) look_at(layer, document.styled(layer), layer);
  std::ranges::reverse(fades);
  return fades;
}

void add_fades(const Document& document, SceneItem& item) {
  item.fades = fades_around(document, item.id);
  // The area of a group lies in the layer of its outlines.
  if (!item.outlines.empty()) {
    const std::vector<Fade> outline = fades_around(document, item.outlines.front());
    if (!outline.empty() && outline.front().of.kind == ThingKind::layer)
      item.fades.insert(item.fades.begin(), outline.front());
  }
  if (item.fades.empty()) return;
  LookHash hash;
  hash.add(item.look);
  for (const Fade& fade : item.fades)
    hash.add(static_cast<int>(fade.of.kind)), hash.add(std::uint64_t{fade.of.index}),
        hash.add(fade.opacity);
  item.look = hash.value;
}

// What lies on the paper: an area under the lowest of its outlines.
void add_paper(const Scene& scene, std::vector<SceneItem>& items) {
  const Document& document = *scene.document;
  std::map<GroupId, std::vector<CurveId>> areas = areas_of(scene);
  StyleLook looks;
  for (const ThingId id : drawing_order(document, Level::paper)) {
    if (is_hidden(document, id)) continue;
    const CurveId curve_id = id.as<Body>();
    const DrawnCurve* curve = scene.drawn->find(curve_id);
    if (curve && !areas.empty())
      if (const auto area = areas.find(area_of(document, curve_id)); area != areas.end()) {
        const Style& style = document.style(area->first);
        if (scene.marks.construction || !style.construction)
          items.push_back(area_item(scene, area->first, std::move(area->second), style));
        areas.erase(area);
      }
    const Style& style = document.style(id);
    if (style.construction && !scene.marks.construction) continue;
    if (const Text* text = document.texts->find(id.as<Text>()))
      items.push_back(text_item(scene, id.as<Text>(), *text));
    if (const Picture* picture = document.pictures->find(id.as<Picture>()))
      items.push_back(picture_item(scene, id.as<Picture>(), *picture));
    if (const Trace* trace = document.traces->find(id.as<Trace>()))
      items.push_back(trace_item(scene, id.as<Trace>(), *trace));
    if (const Plot* plot = document.plots->find(id.as<Plot>()))
      items.push_back(plot_item(scene, id.as<Plot>(), *plot));
    if (curve && !curve->box.isEmpty())
      items.push_back(curve_item(scene, curve_id, *curve, style, looks.of(style)));
  }
  for (SceneItem& item : items) add_fades(document, item);
}

SceneItem dimension_item(const Scene& scene, DimensionId id, const DimensionMark& mark,
                         const DimensionShape& shape) {
  SceneItem item;
  item.id = id;
  item.box = shape.box(scene.camera.scale());
  LookHash hash;
  hash.add(shape.text), add(hash, shape.at);
  for (const auto& [a, b] : shape.lines) add(hash, a), add(hash, b);
  for (const auto& arrow : shape.arrows) add(hash, arrow.tip), add(hash, arrow.along);
  hash.add(scene.marks.not_met.contains(mark.of));
  add_emphasis(hash, scene, id), add_emphasis(hash, scene, mark.of);
  item.look = hash.value;
  return item;
}

void add_dimensions(const Scene& scene, std::vector<SceneItem>& items) {
  const Document& document = *scene.document;
  document.dimensions->each([&](DimensionId id, const DimensionMark& mark) {
    if (is_hidden(document, id) || is_hidden(document, mark.of)) return;
    if (const auto shape = shape_of(document, mark, scene.camera.scale()))
      items.push_back(dimension_item(scene, id, mark, *shape));
  });
}

bool trace_touches(const Scene& scene, const SceneItem& item, const Trace& trace, const Box& paper) {
  const Box near = grown(paper, item.margin + pen_radius / scene.camera.scale());
  const std::optional<Point> pen = pen_of(scene.document->world, trace);
  if (pen && near.contains(*pen)) return true;
  return item.trail && std::ranges::any_of(item.trail->pieces,
                                           [&](const Box& piece) { return near.intersects(piece); });
}

}  // namespace

std::vector<SceneItem> items_of(const Scene& scene) {
  const Document& document = *scene.document;
  std::vector<SceneItem> items;
  add_paper(scene, items);
  if (scene.marks.construction)
    for (const ThingId id : drawing_order(document, Level::guides))
      if (!is_hidden(document, id))
        items.push_back(guide_item(scene, id.as<Guide>(), *document.guides->find(id.as<Guide>())));
  if (scene.marks.constraints) add_dimensions(scene, items);
  if (scene.marks.constraints)
    for (std::size_t k = 0; k < scene.places->size(); ++k)
      items.push_back(mark_item(scene, static_cast<int>(k)));
  return items;
}

bool touches(const Scene& scene, const SceneItem& item, const Box& paper) {
  if (!item.box.intersects(paper)) return false;
  if (const Guide* guide = scene.document->guides->find(item.id.as<Guide>()))
    return distance_to(*guide, paper.center()) <= paper.sizes().norm() / 2 + item.margin;
  if (!item.line) return true;
  if (const Trace* trace = scene.document->traces->find(item.id.as<Trace>()))
    return trace_touches(scene, item, *trace, paper);
  // A curve of no extent is a dot: its box is all there is to it.
  const DrawnCurve& curve = *scene.drawn->find(item.id.as<Body>());
  if (curve.box.sizes().maxCoeff() * scene.camera.scale() < 0.5) return true;
  return scene.drawn->index().touches(static_cast<int>(item.id.index), grown(paper, item.margin));
}

}  // namespace limber
