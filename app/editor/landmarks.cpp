#include "app/editor/landmarks.h"

#include "app/drawing/draw.h"

namespace limber {

namespace {

Box around(const Point& p, double radius) {
  return {Point(p.array() - radius), Point(p.array() + radius)};
}

// Where the pointer is on a mark: all round it, as far as its ring.
Box extent_of(const Mark& mark, double scale) {
  return around(scale * mark.place + Point(mark.aside, 0), mark.driven ? motor_radius : 0);
}

}  // namespace

std::vector<Connector> special_points(CurveId id, const Curve& curve) {
  std::vector<Connector> points;
  const CurveType& type = *curve.type;
  if (!type.closed && !type.is_traced) {
    points.push_back(point_at(id, t_begin(curve)));
    points.push_back(point_at(id, t_end(curve)));
  }
  for (const auto& measure : type.measures)
    if (measure.shape == Shape::point && !measure.along)
      points.push_back(measure_of(id, measure.name));
  for (const double t : type.corners) points.push_back(point_at(id, t));
  if (has_nodes(type))  // where pieces meet; a closed one has no ends, so its begin too
    for (double t = type.closed ? 0 : 1; t < t_end(curve); ++t) points.push_back(point_at(id, t));
  return points;
}

template <class Thing>
bool Landmarks::Kept<Thing>::begin(double at_scale) {
  if (known && scale == at_scale) return false;
  known = true;
  scale = at_scale;
  all.clear();
  in_grid = false;
  return true;
}

template <class Thing>
bool Landmarks::Kept<Thing>::begin_grid() {
  if (in_grid) return false;
  grid.clear();
  return in_grid = true;
}

template <class Thing>
std::vector<Thing> Landmarks::Kept<Thing>::near(const Box& box) const {
  std::vector<Thing> found;
  for (const int number : grid.touching(box)) found.push_back(all[static_cast<std::size_t>(number)]);
  return found;
}

void Landmarks::find_marks(const Document& document, double scale) const {
  if (!marks_.begin(scale)) return;
  marks_.all = marks_of(document, scale);
}

const std::vector<Mark>& Landmarks::marks(const Document& document, double scale) const {
  find_marks(document, scale);
  return marks_.all;
}

std::vector<Mark> Landmarks::marks_near(const Document& document, double scale,
                                        const Point& paper) const {
  find_marks(document, scale);
  if (marks_.begin_grid())
    for (std::size_t k = 0; k < marks_.all.size(); ++k)
      marks_.grid.set(static_cast<int>(k), extent_of(marks_.all[k], scale), 2 * reach);
  return marks_.near(around(scale * paper, reach));
}

std::vector<TextId> Landmarks::texts_near(const Document& document, const Point& paper) const {
  if (texts_.begin(1) && texts_.begin_grid())
    document.texts->each([&](TextId id, const Text& text) {
      texts_.grid.set(static_cast<int>(texts_.all.size()), limber::extent_of(text));
      texts_.all.push_back(id);
    });
  return texts_.near(Box(paper, paper));
}

std::vector<SpecialPoint> Landmarks::points_near(const Document& document, double scale,
                                                 const Point& paper) const {
  if (points_.begin(scale) && points_.begin_grid()) {
    const World& world = document.world;
    world.bodies().each([&](CurveId id, const Body& body) {
      if (is_hidden(document, id)) return;
      for (const Connector& connector : special_points(id, body.curve)) {
        SpecialPoint point{connector};
        if (!place_of(world, connector, point.at)) continue;
        points_.grid.set(static_cast<int>(points_.all.size()), Box(point.at, point.at),
                         2 * reach / scale);
        points_.all.push_back(point);
      }
    });
  }
  return points_.near(around(paper, reach / scale));
}

}  // namespace limber
