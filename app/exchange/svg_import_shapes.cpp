// Shapes of an SVG: their outlines, what they are painted with, their markers.
#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "app/document/numbers.h"
#include "app/exchange/svg_importer.h"

namespace limber {

namespace {

constexpr double even_scale = 1e-3;      // sides of a map that differ by less scale strokes evenly
constexpr double smallest_width = 1e-6;  // of a stroke, mm
constexpr double widest_stroke = 1000;   // of a style
constexpr double longest_dash = 1000;    // likewise, in widths

std::string too_many_segments() {
  return fmt::format("more than {} segments: left out", import_limits::segments);
}

int count_of_cubics(const Piece& piece) {
  const ArcPiece* arc = std::get_if<ArcPiece>(&piece);
  return arc ? 1 + static_cast<int>(std::abs(arc->sweep) / (M_PI / 4)) : 1;
}

// How much the map scales lengths; nothing when not evenly.
std::optional<double> scale_of(const Eigen::Affine2d& map) {
  const Eigen::JacobiSVD<Eigen::Matrix2d> svd(map.linear());
  const auto sizes = svd.singularValues();
  if (sizes[0] - sizes[1] > even_scale * sizes[0]) return {};
  return std::sqrt(sizes[0] * sizes[1]);
}

// Where in its dashes a curve begins that is a later part of an outline, or runs against it.
// Against it the dashes come in the opposite order.
void set_dashes(Style& style, double along, bool backwards, double whole) {
  if (style.dash.empty()) return;
  std::vector<double> dash = style.dash;
  if (dash.size() % 2) dash.insert(dash.end(), style.dash.begin(), style.dash.end());
  double period = 0;
  for (const double one : dash) period += one;
  double offset = style.dash_offset + along / style.width;
  if (backwards) {
    std::reverse(dash.begin(), dash.end() - 1);
    const double phase = offset + whole / style.width;
    offset = period - dash.back() - phase;
  }
  style.dash = dash;
  style.dash_offset = std::fmod(std::fmod(offset, period) + period, period);
}

}  // namespace

Strings SvgImporter::draw_shape(int element, const Place& place) {
  if (segments_ > import_limits::segments) return note(element, too_many_segments()), Strings();
  SvgGeometry geometry = geometry_of(tree_[element], place.frame);
  if (!geometry.trouble.empty()) note(element, geometry.trouble);
  if (geometry.outlines.empty() || !place.around.inherited.visible) return {};
  for (const Outline& outline : geometry.outlines)
    for (const Piece& piece : outline.pieces) segments_ += count_of_cubics(piece);
  if (segments_ > import_limits::segments) return note(element, too_many_segments()), Strings();
  const SvgInherited& its = place.around.inherited;
  const Box object = box_of(geometry.outlines);
  const PlacedPaint fill = paint_of(element, its.fill, its.fill_opacity, object, place, "fill");
  PlacedPaint stroke = paint_of(element, its.stroke, its.stroke_opacity, object, place, "stroke");
  if (!(its.stroke_width > 0)) stroke = {};
  if (!has_markers(element, its))
    return paint_shape(element, place, geometry.outlines, fill, stroke);
  Place whole = place;
  whole.around.own.opacity = 1;
  whole.context_fill = fill, whole.context_stroke = stroke;
  Strings things = paint_shape(element, whole, geometry.outlines, fill, stroke);
  draw_markers(element, whole, geometry.outlines, things);
  if (things.empty() || (things.size() == 1 && place.around.own.opacity == 1)) return things;
  const std::string group = writer_.group(things, name_for(element));
  if (place.around.own.opacity < 1) fade(group, place.around.own.opacity);
  return {group};
}

// ---- markers

int SvgImporter::marker_of(const std::string& id) const {
  const int marker = id.empty() ? -1 : tree_.find(id);
  return marker >= 0 && tree_[marker].name == "marker" ? marker : -1;
}
bool SvgImporter::has_markers(int element, const SvgInherited& its) const {
  return can_have_markers(tree_[element].name) &&
         (marker_of(its.marker_start) >= 0 || marker_of(its.marker_mid) >= 0 ||
          marker_of(its.marker_end) >= 0);
}

void SvgImporter::draw_markers(int element, const Place& place,
                               const std::vector<Outline>& outlines, Strings& things) {
  const SvgInherited& its = place.around.inherited;
  for (const MarkerPlace& one : marker_places(outlines)) {
    if (elements_ > import_limits::elements || told_reading_) return;
    const int marker = marker_of(one.where == MarkerPlace::Where::start ? its.marker_start
                                 : one.where == MarkerPlace::Where::end ? its.marker_end
                                                                        : its.marker_mid);
    if (marker < 0 || std::ranges::find(used_, marker) != used_.end()) continue;
    if (place.reuse >= import_limits::reuse)
      return note(element, "markers are used in markers too deep: left out");
    used_.push_back(marker);
    for (std::string& made : draw_marker(marker, one, place)) things.push_back(std::move(made));
    used_.pop_back();
  }
}

Strings SvgImporter::draw_marker(int marker, const MarkerPlace& at, const Place& shape) {
  for (int around = marker; around >= 0; around = tree_[around].parent)
    if (!may_read(around)) return {};
  const auto view =
      marker_view(tree_[marker], at, shape.around.inherited.stroke_width, shape.frame);
  if (!view) return {};
  Place place = shape;
  ++place.depth, ++place.reuse;
  place.to_paper = shape.to_paper * view->map;
  place.around = properties_of(tree_, marker, sheet_,
                               properties_around(tree_, marker, sheet_, shape.frame), shape.frame);
  place.frame.width = view->view.sizes().x(), place.frame.height = view->view.sizes().y();
  place.frame.font_size = place.around.inherited.font_size;
  if (place.around.own.clips_content) cut_off(marker, place, view->view);
  return gathered(marker, draw_children(marker, place), place.around.own.opacity);
}

void SvgImporter::cut_off(int element, Place& place, const Box& box) {
  const Point corners[] = {box.min(), Point(box.max().x(), box.min().y()), box.max(),
                           Point(box.min().x(), box.max().y())};
  Outline frame;
  for (int k = 0; k < 4; ++k) frame.pieces.push_back(LinePiece{corners[k], corners[(k + 1) % 4]});
  frame.closed = true;
  if (!place.clip.intersect(skia_path(transformed(place.to_paper, {frame})), work_))
    note(element, "its viewport cuts nothing off here");
}

PlacedPaint SvgImporter::paint_of(int element, const SvgPaint& paint, double opacity,
                                  const Box& object, const Place& place, std::string_view which) {
  const auto simple = [&](SvgPaint::Kind kind) {
    if (kind == SvgPaint::Kind::none) return Paint{};
    if (kind == SvgPaint::Kind::context_fill) return place.context_fill;
    if (kind == SvgPaint::Kind::context_stroke) return place.context_stroke;
    const Rgba colour =
        kind == SvgPaint::Kind::current ? place.around.inherited.color : paint.colour;
    return plain(colour_of(colour, opacity));
  };
  if (paint.kind != SvgPaint::Kind::reference) return simple(paint.kind);
  const int server = tree_.find(paint.id);
  if (server >= 0 && is_gradient(tree_[server])) {
    const GradientUse use{object, place.to_paper, place.frame, opacity};
    const SvgGradients::Found found = gradients_.paint_of(server, use);
    if (!found.trouble.empty())
      note(element, fmt::format("{} of the gradient of its {}", found.trouble, which));
    if (found.paint) return *found.paint;
  } else if (server >= 0 && tree_[server].name == "pattern") {
    note(element, fmt::format("the pattern of its {} is left out", which));
  } else if (!paint.has_fallback) {
    note(element, fmt::format("what its {} refers to is not in the file", which));
  }
  return paint.has_fallback ? simple(paint.fallback) : Paint{};
}

Strings SvgImporter::paint_shape(int element, const Place& place,
                                 const std::vector<Outline>& outlines, const PlacedPaint& fill,
                                 const PlacedPaint& stroke) {
  if (fill.kind == Paint::Kind::none && stroke.kind == Paint::Kind::none) return {};
  const bool strokes = stroke.kind != Paint::Kind::none;
  const std::optional<double> scale = scale_of(place.to_paper);
  const std::vector<Outline> on_paper = transformed(place.to_paper, outlines);
  Box reach = box_of(on_paper);
  if (!(reach.min().allFinite() && reach.max().allFinite() &&
        reach.min().minCoeff() > -largest_number && reach.max().maxCoeff() < largest_number))
    return note(element, "it is too far away: left out"), Strings();
  const double width =
      place.around.inherited.stroke_width *
      (scale ? *scale : std::sqrt(std::abs(place.to_paper.linear().determinant())));
  if (strokes) {
    const double margin = width * std::max(1.0, place.around.inherited.miter_limit) / 2 + width;
    reach = Box(Point(reach.min().array() - margin), Point(reach.max().array() + margin));
  }
  if (place.clip.misses(reach)) return {};
  const bool cut = !place.clip.covers(reach);
  const bool uneven = strokes && !scale;
  const bool own_outline = uneven || (strokes && width > widest_stroke);
  if (cut || own_outline) {
    if (const auto things = draw_cut(element, place, outlines, fill, stroke)) {
      if (own_outline)
        note(element, "its stroke is an outline of its own here: no curve has one like it");
      if (cut)
        note(element, "it is cut off by a clip path or viewport: an outline of what is left");
      return *things;
    }
    note_end(told_cuts_, element,
             "clip paths, viewports and uneven strokes have too many parts: from here on shapes "
             "are drawn without");
  }
  return draw_curves(element, place, on_paper, fill, stroke, std::min(width, widest_stroke));
}

Style SvgImporter::stroke_style(int element, const SvgInherited& its, double width) {
  Style style;
  style.width = std::max(width, smallest_width);
  style.width_in_mm = true;
  style.cap = its.cap, style.join = its.join;
  style.miter_limit = std::clamp(its.miter_limit, 1.0, 100.0);
  const double unit = its.stroke_width;
  double longest = 0;
  for (const double dash : its.dash) longest = std::max(longest, dash / unit);
  if (longest > longest_dash || its.dash.size() > 32) {
    note(element, "its dashes are too long or too many: a solid line");
  } else {
    for (const double dash : its.dash) style.dash.push_back(dash / unit);
    style.dash_offset = its.dash.empty() ? 0 : its.dash_offset / unit;
  }
  return style;
}

Strings SvgImporter::draw_curves(int element, const Place& place,
                                 const std::vector<Outline>& outlines, const PlacedPaint& fill,
                                 const PlacedPaint& stroke, double width) {
  const SvgInherited& its = place.around.inherited;
  const bool dashed = !its.dash.empty() && stroke.kind != Paint::Kind::none;
  const bool by_winding =
      outlines.size() > 1 && fill.kind != Paint::Kind::none && its.fill_rule == FillRule::winding;
  const Keep keep = by_winding ? Keep::direction : dashed ? Keep::start : Keep::shape;
  struct Part {
    SimplestCurve curve;
    const Box* box;  // of its outline,
    double whole;    // and its length, where dashes need it
  };
  std::vector<Box> boxes(outlines.size());
  std::vector<Part> parts;
  std::vector<Point> dots;
  for (std::size_t k = 0; k < outlines.size(); ++k) {
    boxes[k] = box_of(outlines[k]);
    double whole = 0;
    if (dashed)
      for (const Piece& piece : outlines[k].pieces) whole += limber::length_of(piece);
    std::vector<SimplestCurve> made = simplest_curves(outlines[k], keep);
    if (made.empty()) dots.push_back(begin_of(outlines[k].pieces.front()));
    if (made.size() > 1 && made.front().is_part)
      note(element,
           fmt::format("a curve has at most {} pieces: it becomes several", longest_curve));
    for (SimplestCurve& one : made) parts.push_back({std::move(one), &boxes[k], whole});
  }
  if (writer_.curves() + parts.size() + dots.size() > import_limits::curves) {
    note_end(told_curves_, element,
             fmt::format("more than {} curves: the rest is left out", import_limits::curves));
    return {};
  }
  Style line;
  if (stroke.kind != Paint::Kind::none) line = stroke_style(element, its, width);
  Strings things;
  const bool one_curve = parts.size() == 1;
  const std::string name = name_for(element);
  for (const auto& [curve, box, whole] : parts) {
    Style style = line;
    style.stroke = in_box(stroke, *box);
    if (dashed) set_dashes(style, curve.along, curve.backwards, whole);
    if (one_curve) {
      style.fill = in_box(fill, *box);
      style.rule = its.fill_rule;
      style.opacity = place.around.own.opacity;
    }
    // The name is the group's where there is one.
    things.push_back(
        writer_.draw(curve.draw, one_curve ? name : fmt::format("{}-{}", name, things.size() + 1)));
    writer_.style(things.back(), style);
  }
  draw_dots(dots, place, stroke, width, name, things);
  if (things.size() < 2) return things;
  const std::string group = writer_.group(things, name);
  Style style;
  style.stroke = {};
  style.fill = one_curve ? Paint{} : in_box(fill, box_of(outlines));
  style.rule = its.fill_rule;
  style.opacity = one_curve ? 1 : place.around.own.opacity;
  if (style.fill.kind != Paint::Kind::none || style.opacity < 1) writer_.style(group, style);
  return {group};
}

// An outline without extent shows its caps alone.
void SvgImporter::draw_dots(const std::vector<Point>& dots, const Place& place,
                            const PlacedPaint& stroke, double width, const std::string& name,
                            Strings& things) {
  const Cap cap = place.around.inherited.cap;
  if (cap == Cap::butt || stroke.kind == Paint::Kind::none) return;
  for (const Point& at : dots) {
    edit::Draw draw;
    draw.type = cap == Cap::round ? "circle" : "rectangle";
    draw.q = {{"c.x", at.x()}, {"c.y", at.y()}};
    const double turn = std::atan2(place.to_paper.linear()(1, 0), place.to_paper.linear()(0, 0));
    if (cap == Cap::round)
      draw.q.push_back({"r", width / 2});
    else
      draw.q.insert(draw.q.end(), {{"w", width}, {"h", width}, {"phi", turn}});
    const Point half(width / 2, width / 2);
    Style style;
    style.stroke = {};
    style.fill = in_box(stroke, Box(Point(at - half), Point(at + half)));
    style.opacity = place.around.own.opacity;
    things.push_back(writer_.draw(draw, name));
    writer_.style(things.back(), style);
  }
}

// What is left of fill and stroke inside of the clip, each as an area. Nothing: it is too much.
std::optional<Strings> SvgImporter::draw_cut(int element, const Place& place,
                                             const std::vector<Outline>& outlines,
                                             const PlacedPaint& fill, const PlacedPaint& stroke) {
  if (told_cuts_ || ++cuts_ > import_limits::cuts) return {};
  std::vector<std::pair<SkPath, const PlacedPaint*>> areas;
  if (fill.kind != Paint::Kind::none) {
    SkPath path = skia_path(transformed(place.to_paper, outlines));
    const FillRule rule = place.around.inherited.fill_rule;
    path.setFillType(rule == FillRule::even_odd ? SkPathFillType::kEvenOdd
                                                : SkPathFillType::kWinding);
    areas.emplace_back(path, &fill);
  }
  if (stroke.kind != Paint::Kind::none) {
    const auto path = stroke_outline(outlines, place.around.inherited, place.to_paper, work_);
    if (!path) return {};
    areas.emplace_back(*path, &stroke);
  }
  std::vector<std::vector<Outline>> left;
  for (const auto& [path, paint] : areas) {
    const auto cut = place.clip.cut(path, work_);
    if (!cut) return {};
    left.push_back(outlines_of(*cut));
  }
  Strings things;
  for (std::size_t k = 0; k < areas.size(); ++k)
    if (const std::string area = draw_area(element, left[k], *areas[k].second); !area.empty())
      things.push_back(area);
  if (things.empty() || (things.size() == 1 && place.around.own.opacity == 1)) return things;
  const std::string group = writer_.group(things, name_for(element));
  if (place.around.own.opacity < 1) fade(group, place.around.own.opacity);
  return Strings{group};
}

// Outlines without overlaps, filled. Empty: there is nothing of it.
std::string SvgImporter::draw_area(int element, const std::vector<Outline>& outlines,
                                   const PlacedPaint& paint) {
  std::vector<SimplestCurve> curves;
  for (const Outline& outline : outlines)
    for (SimplestCurve& one : simplest_curves(outline)) curves.push_back(std::move(one));
  if (curves.empty()) return {};
  if (writer_.curves() + curves.size() > import_limits::curves) {
    note_end(told_curves_, element,
             fmt::format("more than {} curves: the rest is left out", import_limits::curves));
    return {};
  }
  Strings made;
  Style style, plain_line;
  plain_line.stroke = style.stroke = {};
  for (const SimplestCurve& one : curves) {
    made.push_back(
        writer_.draw(one.draw, fmt::format("{}-{}", name_for(element), made.size() + 1)));
    writer_.style(made.back(), plain_line);
  }
  style.fill = in_box(paint, box_of(outlines));
  style.rule = FillRule::even_odd;
  const std::string area = writer_.group(made, name_for(element));
  writer_.style(area, style);
  return area;
}

}  // namespace limber
