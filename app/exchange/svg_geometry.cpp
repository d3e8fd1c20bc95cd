#include "app/exchange/svg_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

Outline polygon(const std::vector<Point>& points, bool closed) {
  Outline out;
  for (std::size_t k = 1; k < points.size(); ++k)
    out.pieces.push_back(LinePiece{points[k - 1], points[k]});
  if (closed && points.size() > 1 && points.back() != points.front())
    out.pieces.push_back(LinePiece{points.back(), points.front()});
  out.closed = closed;
  return out;
}

Outline whole_ellipse(const Point& center, const Point& radii) {
  Outline out;
  out.pieces.push_back(ArcPiece{center, radii.x(), radii.y(), 0, 0, 2 * M_PI});
  out.closed = true;
  return out;
}

// From the upper left corner to the right, and round.
Outline rounded(const Box& box, const Point& r) {
  const Point low = box.min(), high = box.max();
  Outline out;
  out.closed = true;
  const auto line = [&](double x0, double y0, double x1, double y1) {
    if (x0 != x1 || y0 != y1) out.pieces.push_back(LinePiece{Point(x0, y0), Point(x1, y1)});
  };
  const auto corner = [&](double x, double y, double from) {
    out.pieces.push_back(ArcPiece{Point(x, y), r.x(), r.y(), 0, from, M_PI / 2});
  };
  line(low.x() + r.x(), low.y(), high.x() - r.x(), low.y());
  corner(high.x() - r.x(), low.y() + r.y(), -M_PI / 2);
  line(high.x(), low.y() + r.y(), high.x(), high.y() - r.y());
  corner(high.x() - r.x(), high.y() - r.y(), 0);
  line(high.x() - r.x(), high.y(), low.x() + r.x(), high.y());
  corner(low.x() + r.x(), high.y() - r.y(), M_PI / 2);
  line(low.x(), high.y() - r.y(), low.x(), low.y() + r.y());
  corner(low.x() + r.x(), low.y() + r.y(), M_PI);
  return out;
}

// A radius that is not said, or cannot be, is the other one's.
std::optional<double> radius(const SvgElement& element, const char* key, Axis axis,
                             const LengthFrame& frame) {
  const auto read = read_length(element.attribute(key));
  if (!read) return {};
  const double value = in_user_units(*read, axis, frame);
  return value >= 0 ? std::optional(value) : std::nullopt;
}

std::vector<Outline> rectangle(const SvgElement& element, const LengthFrame& frame) {
  const Point at(length_of(element, "x", Axis::x, frame), length_of(element, "y", Axis::y, frame));
  const Point size(length_of(element, "width", Axis::x, frame),
                   length_of(element, "height", Axis::y, frame));
  if (!(size.minCoeff() > 0)) return {};
  const auto rx = radius(element, "rx", Axis::x, frame), ry = radius(element, "ry", Axis::y, frame);
  Point r(rx.value_or(ry.value_or(0)), ry.value_or(rx.value_or(0)));
  r = r.cwiseMin(size / 2);
  const Box box(at, Point(at + size));
  if (!(r.minCoeff() > 0))
    return {polygon({at, at + Point(size.x(), 0), at + size, at + Point(0, size.y())}, true)};
  return {rounded(box, r)};
}

std::vector<Outline> ellipse(const SvgElement& element, const LengthFrame& frame) {
  const Point at(length_of(element, "cx", Axis::x, frame), length_of(element, "cy", Axis::y, frame));
  const auto rx = radius(element, "rx", Axis::x, frame), ry = radius(element, "ry", Axis::y, frame);
  const Point r(rx.value_or(ry.value_or(0)), ry.value_or(rx.value_or(0)));
  if (!(r.minCoeff() > 0)) return {};
  return {whole_ellipse(at, r)};
}

}  // namespace

bool is_shape(std::string_view name) {
  return name == "rect" || name == "circle" || name == "ellipse" || name == "line" ||
         name == "polyline" || name == "polygon" || name == "path";
}

double length_of(const SvgElement& element, const char* key, Axis axis, const LengthFrame& frame,
                 std::string_view otherwise) {
  auto read = read_length(element.attribute(key));
  if (!read) read = read_length(otherwise);
  return read ? in_user_units(*read, axis, frame) : 0;
}

namespace {
// The first of its lengths that is none.
std::string wrong_length(const SvgElement& element) {
  for (const char* key : {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"})
    if (const std::string_view text = element.attribute(key);
        !text.empty() && text != "auto" && !read_length(text))
      return fmt::format("its {} '{}' is not understood", key, text.substr(0, 40));
  return "";
}
}  // namespace

SvgGeometry geometry_of(const SvgElement& element, const LengthFrame& frame) {
  SvgGeometry out;
  if (element.name != "path") out.trouble = wrong_length(element);
  const auto x = [&](const char* key) { return length_of(element, key, Axis::x, frame); };
  const auto y = [&](const char* key) { return length_of(element, key, Axis::y, frame); };
  if (element.name == "rect") {
    out.outlines = rectangle(element, frame);
  } else if (element.name == "circle") {
    const double r = length_of(element, "r", Axis::both, frame);
    if (r > 0) out.outlines = {whole_ellipse(Point(x("cx"), y("cy")), Point(r, r))};
  } else if (element.name == "ellipse") {
    out.outlines = ellipse(element, frame);
  } else if (element.name == "line") {
    out.outlines = {polygon({Point(x("x1"), y("y1")), Point(x("x2"), y("y2"))}, false)};
  } else if (element.name == "path") {
    PathData data = read_path_data(element.attribute("d"));
    out.outlines = std::move(data.outlines);
    if (data.too_long) out.trouble = "its path is too long: the end of it is left out";
    else if (!data.whole) out.trouble = "its path is not understood to the end";
  } else {
    bool whole = true;
    const std::vector<Point> points = read_points(element.attribute("points"), whole);
    if (points.size() > 1) out.outlines = {polygon(points, element.name == "polygon")};
    if (!whole) out.trouble = "its points are not understood to the end";
  }
  return out;
}

std::optional<Box> view_box_of(const SvgElement& element) {
  double n[4];
  NumberScanner scanner(trimmed(element.attribute("viewBox")));
  for (double& one : n) {
    const auto read = scanner.number();
    if (!read) return {};
    one = *read;
    scanner.skip_comma();
  }
  if (!scanner.done() || !(n[2] > 0 && n[3] > 0)) return {};
  return Box(Point(n[0], n[1]), Point(n[0] + n[2], n[1] + n[3]));
}

Eigen::Affine2d view_transform(const Box& view, std::string_view preserve, const Point& size) {
  Point scale = size.cwiseQuotient(view.sizes());
  Point share(0.5, 0.5);  // of the room that is left, before it
  if (preserve.find("xMin") != preserve.npos) share.x() = 0;
  if (preserve.find("xMax") != preserve.npos) share.x() = 1;
  if (preserve.find("YMin") != preserve.npos) share.y() = 0;
  if (preserve.find("YMax") != preserve.npos) share.y() = 1;
  if (preserve.find("none") == preserve.npos) {
    const double one = preserve.find("slice") != preserve.npos ? scale.maxCoeff() : scale.minCoeff();
    scale = Point(one, one);
  }
  const Point room = size - view.sizes().cwiseProduct(scale);
  Eigen::Affine2d out = Eigen::Affine2d::Identity();
  return out.translate(room.cwiseProduct(share)).scale(scale).translate(Point(-view.min()));
}

}  // namespace limber
