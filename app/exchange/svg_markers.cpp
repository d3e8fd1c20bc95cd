#include "app/exchange/svg_markers.h"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "app/exchange/svg_geometry.h"

namespace limber {

namespace {

// Where a piece goes as it begins and as it ends, of any length. Handles that lie on their end say nothing.
Point direction(const Piece& piece, bool at_end) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece)) return line->to - line->from;
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) {
    const double u = arc->from + (at_end ? arc->sweep : 0);
    const Point along(-arc->a * std::sin(u), arc->b * std::cos(u));
    return Eigen::Rotation2Dd(arc->turn) * Point(arc->sweep < 0 ? Point(-along) : along);
  }
  const ControlPoints& p = std::get<CubicPiece>(piece).p;
  for (const std::size_t k : {1u, 2u, 3u}) {
    const Point way = at_end ? Point(p[3] - p[3 - k]) : Point(p[k] - p[0]);
    if (way != Point(0, 0)) return way;
  }
  return Point(0, 0);
}

double angle_of(const Point& way) { return way == Point(0, 0) ? 0 : std::atan2(way.y(), way.x()); }

// Halfway from one direction to the other, the shorter way round.
double between(const Point& from, const Point& to) {
  if (from == Point(0, 0)) return angle_of(to);
  if (to == Point(0, 0)) return angle_of(from);
  return angle_of(from) + std::remainder(angle_of(to) - angle_of(from), 2 * M_PI) / 2;
}

}  // namespace

std::vector<MarkerPlace> marker_places(const std::vector<Outline>& outlines) {
  std::vector<MarkerPlace> out;
  for (const Outline& outline : outlines) {
    const auto& pieces = outline.pieces;
    out.push_back({.at = begin_of(pieces.front()), .angle = angle_of(direction(pieces.front(), false))});
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const Point in = direction(pieces[k], true);
      const Point on = k + 1 < pieces.size() ? direction(pieces[k + 1], false) : Point(0, 0);
      out.push_back({.at = end_of(pieces[k]), .angle = between(in, on)});
    }
  }
  if (out.empty()) return out;
  out.front().where = MarkerPlace::Where::start;
  out.back().where = MarkerPlace::Where::end;
  return out;
}

bool can_have_markers(std::string_view shape) {
  return shape == "path" || shape == "line" || shape == "polyline" || shape == "polygon";
}

std::optional<MarkerView> marker_view(const SvgElement& marker, const MarkerPlace& place, double stroke_width,
                                      const LengthFrame& frame) {
  const bool in_widths = marker.attribute("markerUnits") != "userSpaceOnUse";
  const double unit = in_widths ? stroke_width : 1;
  MarkerView out;
  out.size = Point(length_of(marker, "markerWidth", Axis::x, frame, "3"),
                   length_of(marker, "markerHeight", Axis::y, frame, "3"));
  if (!(out.size.minCoeff() > 0 && unit > 0)) return {};
  Eigen::Affine2d view = Eigen::Affine2d::Identity();
  if (marker.has("viewBox")) {
    const auto box = view_box_of(marker);
    if (!box || !(box->sizes().minCoeff() > 0)) return {};
    view = view_transform(*box, marker.attribute("preserveAspectRatio"), out.size);
  }
  out.view = Box(Point(view.inverse() * Point(0, 0)), Point(view.inverse() * out.size));
  const Point reference(length_of(marker, "refX", Axis::x, frame), length_of(marker, "refY", Axis::y, frame));
  const std::string_view orient = trimmed(marker.attribute("orient"));
  NumberScanner scanner(orient);
  double angle = scanner.number().value_or(0) * M_PI / 180;
  if (orient.ends_with("rad") && !orient.ends_with("grad")) angle *= 180 / M_PI;
  if (orient.starts_with("auto")) angle = place.angle;
  if (orient == "auto-start-reverse" && place.where == MarkerPlace::Where::start) angle += M_PI;
  out.map.translate(place.at).rotate(angle).scale(unit);
  out.map = out.map * Eigen::Translation2d(-(view * reference)) * view;
  return out;
}

SvgProperties properties_around(const SvgTree& tree, int element, StyleSheet& sheet, const LengthFrame& frame) {
  std::vector<int> chain;
  for (int around = tree[element].parent; around >= 0; around = tree[around].parent) chain.push_back(around);
  SvgProperties out;
  for (const int one : std::views::reverse(chain)) out = properties_of(tree, one, sheet, out, frame);
  return out;
}

}  // namespace limber
