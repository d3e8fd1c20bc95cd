#include "curves/gesture.h"

#include <cmath>

#include "curves/bounds.h"
#include "curves/handles.h"
#include "curves/range.h"
#include "curves/trace.h"
#include "curves/transform.h"

namespace limber {
namespace {

// The default curve, its begin at press and its end at release (a closed one: the farthest corner
// of its box), by a similarity.
Curve stretched(Curve curve, const Point& press, const Point& release) {
  Point from, to;
  const bool ends = point_at(curve, t_begin(curve), from) && point_at(curve, t_end(curve), to);
  const Box box = bounds(curve, 1e-3 * rough_size(curve));
  if (!ends || (to - from).norm() < 0.1 * box.diagonal().norm()) {
    from = box.min();
    to = box.max();
  }
  const Point have = to - from, want = release - press;
  if (!(have.norm() > 0)) return curve;
  const double angle = std::atan2(want.y(), want.x()) - std::atan2(have.y(), have.x());
  Similarity s = about(from, angle, want.norm() / have.norm());
  s.move += press - from;
  Curve turned = transformed(s, curve);
  return turned;
}

}  // namespace

bool is_drawn_by_clicks(const CurveType& type) { return has_nodes(type); }

bool is_valid(const Curve& curve) {
  for (int i = 0; i < curve.q.size(); ++i)
    if (!is_within(parameter(*curve.type, i), curve.q[i])) return false;
  return true;
}

std::optional<Curve> draw(std::shared_ptr<const CurveType> type, const Point& press,
                          const Point& release) {
  if (has_nodes(*type)) return draw(std::move(type), std::vector<Point>{press, release});
  Curve curve = default_curve(type);
  if (type->gesture) {
    const double in[4] = {press.x(), press.y(), release.x(), release.y()};
    if (!type->gesture(in, curve.q.data())) return std::nullopt;
  } else {
    curve = stretched(std::move(curve), press, release);
  }
  if (!is_valid(curve)) return std::nullopt;
  return traced(curve);
}

std::optional<Curve> draw(std::shared_ptr<const CurveType> type, const std::vector<Point>& clicks) {
  if (clicks.empty()) return std::nullopt;
  if (!has_nodes(*type)) return draw(std::move(type), clicks.front(), clicks.back());
  const Family& family = type->family;
  if (static_cast<int>(clicks.size()) < family.minimum_nodes) return std::nullopt;

  Curve curve = default_curve(type);
  const Eigen::Index shared = static_cast<Eigen::Index>(type->parameters.size());
  const Eigen::Index size = static_cast<Eigen::Index>(family.node.size());
  Eigen::VectorXd q(shared + size * static_cast<Eigen::Index>(clicks.size()));
  q.head(shared) = curve.q.head(shared);
  for (std::size_t k = 0; k < clicks.size(); ++k)
    for (Eigen::Index i = 0; i < size; ++i) {
      const Parameter& p = family.node[static_cast<std::size_t>(i)];
      double& value = q[shared + static_cast<Eigen::Index>(k) * size + i];
      value = p.role == Role::x   ? clicks[k].x()
              : p.role == Role::y ? clicks[k].y()
              : is_vector(p.role) ? 0
                                  : p.value;
    }
  curve.q = std::move(q);
  if (!is_valid(curve)) return std::nullopt;
  return curve;
}

std::optional<Curve> draw(std::shared_ptr<const CurveType> type,
                          const std::vector<PenPlace>& places) {
  std::vector<Point> clicks;
  for (const PenPlace& place : places) clicks.push_back(place.at);
  std::optional<Curve> curve = draw(type, clicks);
  if (!curve || !has_handles(*type)) return curve;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PenPlace& place = places[k];
    const bool drawn_out = place.handle != Point::Zero();
    set_handles(*curve, static_cast<int>(k),
                {place.at, place.handle, place.broken ? Point(Point::Zero()) : Point(-place.handle),
                 drawn_out && !place.broken});
  }
  if (!is_valid(*curve)) return std::nullopt;
  return curve;
}

}  // namespace limber
