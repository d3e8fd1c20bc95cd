#include "app/drawing/dimension.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/document/reading.h"
#include "app/drawing/fonts.h"
#include "app/drawing/glyphs.h"

namespace limber {

namespace {

// Window points.
constexpr float letter = 13;        // height of the number's letters
constexpr double beyond = 6;        // an extension line goes on past the dimension line
constexpr double begins = 4;        // and begins so far from its point
constexpr float arrow_length = 9, arrow_width = 3.2f;
constexpr double room_beside = 5;   // around the number, that no line crosses
constexpr double alike = 1e-6;      // of a length: two of them are the same one

constexpr double degrees = 180 / std::numbers::pi;

Point turned_left(const Point& p) { return {-p.y(), p.x()}; }
double angle_of(const Point& p) { return std::atan2(p.y(), p.x()); }

struct Subject {
  const Constraint* constraint = nullptr;
  int number = -1;             // of its inputs
  Role role = Role::number;
  double value = 0;            // written down
  std::vector<Point> points;   // of its point inputs
  std::vector<std::pair<Point, Point>> sides;  // of its directions: a place and the direction
  CurveId curve;               // the first that a number input reads
  double reading = 0;          // and what it reads
};

// Where a direction is seen: at its t, or in the middle of its curve.
Point place_of_direction(const World& world, const Connector& connector) {
  Point at = Point::Zero();
  const Curve* curve = world.find(connector.curve);
  if (!curve) return at;
  const double middle = (t_begin(*curve) + t_end(*curve)) / 2;
  (void)point_at(*curve, t_of(world, connector).value_or(middle), at);
  return at;
}

std::optional<Subject> measured(const World& world, ConstraintId id) {
  Subject m;
  m.constraint = world.find(id);
  if (!m.constraint) return {};
  for (std::size_t i = 0; i < m.constraint->on.size(); ++i) {
    const Input& input = m.constraint->kind->inputs[i];
    const Argument& argument = m.constraint->on[i];
    const Connector* connector = world.find(argument.connector);
    Point value;
    if (!reading_of(world, argument, value)) continue;
    if (input.shape == Shape::point) m.points.push_back(value);
    if (input.shape == Shape::direction && connector)
      m.sides.emplace_back(place_of_direction(world, *connector), value);
    if (input.shape != Shape::number) continue;
    if (connector && !m.curve) m.curve = connector->curve, m.reading = value.x();
    if (!connector && m.number < 0)
      m.number = static_cast<int>(i), m.role = input.role, m.value = value.x();
  }
  return m.number < 0 ? std::nullopt : std::optional(m);
}

std::string number_words(const Subject& m, double now, const char* before) {
  const double value = m.constraint->enabled ? m.value : now;
  const std::string number = m.role == Role::angle ? fmt::format("{:.4g}°", value * degrees)
                                                   : fmt::format("{}{:.5g}", before, value);
  return m.constraint->enabled ? number : "(" + number + ")";
}

void add_span(const Point& a, const Point& b, double scale, DimensionShape& shape) {
  const Point along = (b - a).normalized(), across = turned_left(along);
  const double aside = across.dot(shape.at - a);
  const double sign = aside < 0 ? -1 : 1;
  const Point from = a + aside * across, to = b + aside * across;
  if (std::abs(aside) * scale > begins) {
    shape.lines.emplace_back(a + sign * begins / scale * across, from + sign * beyond / scale * across);
    shape.lines.emplace_back(b + sign * begins / scale * across, to + sign * beyond / scale * across);
  }
  shape.lines.emplace_back(from, to);
  shape.arrows = {{from, -along}, {to, along}};
  // The number stands on the line, or beside it where it was put.
  const double place = along.dot(shape.at - a), length = (b - a).norm();
  shape.at = from + place * along;
  if (place < 0) shape.lines.emplace_back(shape.at, from);
  if (place > length) shape.lines.emplace_back(to, shape.at);
}

bool chord_of(const World& world, const Subject& m, Point& a, Point& b) {
  const Curve* curve = world.find(m.curve);
  if (!curve || curve->type->closed) return false;
  if (!point_at(*curve, t_begin(*curve), a) || !point_at(*curve, t_end(*curve), b)) return false;
  return std::abs((b - a).norm() - m.reading) <= alike * m.reading;
}

bool centre_of(const World& world, CurveId id, Point& out) {
  const Curve* curve = world.find(id);
  if (!curve) return false;
  for (const auto& measure : curve->type->measures)
    if (measure.shape == Shape::point && !measure.along)
      return place_of(world, measure_of(id, measure.name), out);
  return false;
}

// From the centre to the line of the curve, and on to the number.
bool add_radius(const World& world, const Subject& m, DimensionShape& shape) {
  Point centre, rim;
  const Curve* curve = world.find(m.curve);
  if (!curve || !centre_of(world, m.curve, centre) || (shape.at - centre).norm() == 0) return false;
  if (!point_at(*curve, t_begin(*curve), rim)) return false;
  if (std::abs((rim - centre).norm() - m.reading) > alike * m.reading) return false;
  const Point along = (shape.at - centre).normalized();
  const Point tip = centre + m.reading * along;
  const bool outside = (shape.at - centre).norm() > m.reading;
  shape.lines.emplace_back(centre, outside ? shape.at : tip);
  shape.arrows = {{tip, along}};
  return true;
}

bool crossing_of(const std::pair<Point, Point>& a, const std::pair<Point, Point>& b, Point& out) {
  const double cross = a.second.x() * b.second.y() - a.second.y() * b.second.x();
  if (std::abs(cross) < 1e-9) return false;
  const Point way = b.first - a.first;
  out = a.first + (way.x() * b.second.y() - way.y() * b.second.x()) / cross * a.second;
  return true;
}

// Between two directions from where their lines cross; of one curve from level, at its begin.
bool add_angle(const World& world, const Subject& m, DimensionShape& shape) {
  DimensionShape::Arc arc;
  if (m.sides.size() == 2) {
    if (!crossing_of(m.sides[0], m.sides[1], arc.centre)) return false;
    arc.from = angle_of(m.sides[0].second);
    arc.sweep = std::remainder(angle_of(m.sides[1].second) - arc.from, 2 * std::numbers::pi);
  } else {
    const Curve* curve = world.find(m.curve);
    if (!curve || !point_at(*curve, t_begin(*curve), arc.centre)) return false;
    arc.sweep = std::remainder(m.reading, 2 * std::numbers::pi);
  }
  arc.radius = (shape.at - arc.centre).norm();
  if (!(arc.radius > 0)) return false;
  const auto side = [&](double angle) { return Point(std::cos(angle), std::sin(angle)); };
  const double sign = arc.sweep < 0 ? -1 : 1;
  const Point begin = side(arc.from), end = side(arc.from + arc.sweep);
  shape.arrows = {{arc.centre + arc.radius * begin, -sign * turned_left(begin)},
                  {arc.centre + arc.radius * end, sign * turned_left(end)}};
  shape.lines = {{arc.centre, arc.centre + 1.08 * arc.radius * begin},
                 {arc.centre, arc.centre + 1.08 * arc.radius * end}};
  shape.arc = arc;
  return true;
}

float width_of(const std::string& text) {
  return font(Face::regular, letter).measureText(text.data(), text.size(), SkTextEncoding::kUTF8);
}

Box grown(Box box, double by) {
  return {Point(box.min().array() - by), Point(box.max().array() + by)};
}

}  // namespace

Box DimensionShape::number_box(double scale) const {
  const Point half(static_cast<double>(width_of(text)) / 2 + room_beside,
                   static_cast<double>(letter) / 2 + room_beside);
  return {Point(at - half / scale), Point(at + half / scale)};
}

Box DimensionShape::box(double scale) const {
  Box all = number_box(scale);
  for (const auto& [a, b] : lines) all.extend(a), all.extend(b);
  if (arc) {
    const Point half(arc->radius, arc->radius);
    all.extend(Box(Point(arc->centre - half), Point(arc->centre + half)));
  }
  return grown(all, static_cast<double>(arrow_length) / scale);
}

std::optional<DimensionShape> shape_of(const Document& document, const DimensionMark& mark,
                                       double scale) {
  const World& world = document.world;
  const std::optional<Subject> m = measured(world, mark.of);
  if (!m) return {};
  DimensionShape shape;
  shape.at = mark.at;
  Point a, b;
  if (m->role == Role::angle && add_angle(world, *m, shape)) {
    shape.text = number_words(*m, shape.arc->sweep, "");
  } else if (m->points.size() == 2 && m->points[0] != m->points[1]) {
    add_span(m->points[0], m->points[1], scale, shape);
    shape.text = number_words(*m, (m->points[1] - m->points[0]).norm(), "");
  } else if (chord_of(world, *m, a, b) && a != b) {
    add_span(a, b, scale, shape);
    shape.text = number_words(*m, m->reading, "");
  } else if (add_radius(world, *m, shape)) {
    shape.text = number_words(*m, m->reading, "R ");
  } else {
    Point stand;
    const bool stands = place_of(world, *m->constraint, stand) || centre_of(world, m->curve, stand);
    if (stands) shape.lines.emplace_back(stand, shape.at);
    shape.text = number_words(*m, m->curve ? m->reading : m->value, "");
  }
  return shape;
}

void draw_dimension(SkCanvas& canvas, const DimensionShape& shape, const Camera& camera,
                    const Theme& theme, SkColor colour) {
  const auto window = [&](const Point& paper) { return to_skia(camera.to_window(paper)); };
  const SkPaint line = stroke(colour, 1);
  for (const auto& [a, b] : shape.lines) canvas.drawLine(window(a), window(b), line);
  if (shape.arc) {
    const auto r = static_cast<float>(shape.arc->radius * camera.scale());
    const SkPoint c = window(shape.arc->centre);
    canvas.drawArc(SkRect::MakeLTRB(c.x() - r, c.y() - r, c.x() + r, c.y() + r),
                   static_cast<float>(-shape.arc->from * degrees),
                   static_cast<float>(-shape.arc->sweep * degrees), false, line);
  }
  SkPaint solid;
  solid.setAntiAlias(true);
  solid.setColor(colour);
  for (const auto& arrow : shape.arrows) {
    const SkPoint tip = window(arrow.tip);
    const SkVector along{static_cast<float>(arrow.along.x()), static_cast<float>(-arrow.along.y())};
    const SkVector across{-along.y(), along.x()};
    SkPath head;
    head.moveTo(tip);
    head.lineTo(tip - along * arrow_length + across * arrow_width);
    head.lineTo(tip - along * arrow_length - across * arrow_width);
    head.close();
    canvas.drawPath(head, solid);
  }
  const SkPoint at = window(shape.at);
  const float half = width_of(shape.text) / 2 + static_cast<float>(room_beside);
  solid.setColor(theme.paper);
  canvas.drawRect(SkRect::MakeLTRB(at.x() - half, at.y() - letter / 2 - 3, at.x() + half,
                                   at.y() + letter / 2 + 3), solid);
  draw_text(canvas, shape.text, {at.x(), at.y() + letter * 0.36f}, font(Face::regular, letter), colour,
            Align::center);
}

}  // namespace limber
