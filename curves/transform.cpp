#include "curves/transform.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "codegen/compile.h"

namespace limber {
namespace {

constexpr int follow_samples = 33;

Eigen::Matrix2d rotation(double angle) { return Eigen::Rotation2Dd(angle).toRotationMatrix(); }

// Calls f(role, i) for every parameter of q; for a place or a vector once, with the i of its x.
template <class F>
void for_each_parameter(const CurveType& type, Eigen::Index size, F&& f) {
  for (int i = 0; i < size; ++i) {
    const Role role = parameter(type, i).role;
    if (!is_second(role)) f(role, i);
  }
}

// How a parameter of this role follows a link; null for a number, which stays as it is.
const ConstraintDefinition<Kernel>* map_of(Role role) {
  static const ConstraintDefinition<Kernel>&place = builtin_map("linked_place"),
               &vector = builtin_map("linked_vector"), &length = builtin_map("linked_length"), &angle = builtin_map("linked_angle");
  if (role == Role::x) return &place;
  if (role == Role::dx) return &vector;
  if (role == Role::length) return &length;
  return role == Role::angle ? &angle : nullptr;
}

constexpr int link_size = 4, largest_rows = 2;

}  // namespace

Point Similarity::operator()(const Point& p) const {
  const Point q = mirror ? Point(p.x(), -p.y()) : p;
  return scale * (rotation(angle) * q) + move;
}

Similarity Similarity::inverse() const {
  assert(scale > 0);
  Similarity s;
  s.mirror = mirror;
  s.scale = 1 / scale;
  s.angle = mirror ? angle : -angle;  // a mirrored turn is its own inverse
  s.move = -s(move);
  return s;
}

Similarity about(const Point& center, double angle, double scale) {
  Similarity s{Point::Zero(), angle, scale, false};
  s.move = center - s(center);
  return s;
}

Similarity mirrored(const Point& on_line, const Point& direction) {
  Similarity s{Point::Zero(), 2 * std::atan2(direction.y(), direction.x()), 1, true};
  s.move = on_line - s(on_line);
  return s;
}

void transform(const Similarity& s, const CurveType& type, Eigen::VectorXd& q) {
  for_each_parameter(type, q.size(), [&](Role role, int i) {
    if (role == Role::x) q.segment<2>(i) = s(q.segment<2>(i));
    if (role == Role::dx) q.segment<2>(i) = s(q.segment<2>(i)) - s.move;
    if (role == Role::length) q[i] *= s.scale;
    if (role == Role::angle) q[i] = s.angle + (s.mirror ? -q[i] : q[i]);
  });
}

Curve transformed(const Similarity& s, const Curve& curve) {
  Curve result = curve;
  transform(s, *curve.type, result.q);
  return result;
}

// A map sees the link's place, then rows() numbers of the reference, then the time, and gives its
// rows, their derivatives in time and in each of those numbers.
void follow_link(const CurveType& type, const Eigen::VectorXd& reference, const LinkPlace& place,
                 Eigen::VectorXd& q, Eigen::Matrix<double, Eigen::Dynamic, 4>& q_place) {
  q = reference;
  q_place.setZero(q.size(), link_size);
  double in[link_size + largest_rows + 1] = {place[0], place[1], place[2], place[3]};
  double out[largest_rows * (2 + link_size + largest_rows)];
  for_each_parameter(type, q.size(), [&](Role role, int i) {
    const ConstraintDefinition<Kernel>* map = map_of(role);
    if (!map) return;
    const int rows = map->rows;
    std::copy_n(&reference[i], rows, in + link_size);
    in[link_size + rows] = 0;
    (void)map->evaluate(in, out);  // what is not finite shows in the readings
    for (int r = 0; r < rows; ++r) {
      q[i + r] = out[r];
      for (int j = 0; j < link_size; ++j) q_place(i + r, j) = out[rows * (2 + j) + r];
    }
  });
}

void bend_with_link(const CurveType& type, const Eigen::VectorXd& reference, const LinkPlace& place,
                    const LinkPlace& rate, Eigen::VectorXd& out) {
  out.setZero(reference.size());
  for_each_parameter(type, reference.size(), [&](Role role, int i) {
    const ConstraintDefinition<Kernel>* map = map_of(role);
    if (!map) return;
    const int inputs = link_size + map->rows + 1;
    double in[2 * (link_size + largest_rows + 1)] = {};
    std::copy_n(place.data(), link_size, in);
    std::copy_n(&reference[i], map->rows, in + link_size);
    std::copy_n(rate.data(), link_size, in + inputs);
    (void)map->bend(in, &out[i]);
  });
}

bool follows(const Curve& curve, const Similarity& s, double tolerance) {
  const Curve other = transformed(s, curve);
  const double begin = t_begin(curve), end = t_end(curve);
  for (int k = 0; k < follow_samples; ++k) {
    const double t = begin + (end - begin) * k / (follow_samples - 1);
    Point x, y;
    if (!point_at(curve, t, x)) continue;
    if (!point_at(other, t, y) || (s(x) - y).norm() > tolerance) return false;
  }
  return true;
}

}  // namespace limber
