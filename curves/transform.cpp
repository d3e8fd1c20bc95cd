#include "curves/transform.h"

#include <Eigen/Geometry>

#include <cassert>
#include <cmath>

namespace limber {
namespace {

constexpr int follow_samples = 33;

Eigen::Matrix2d rotation(double angle) { return Eigen::Rotation2Dd(angle).toRotationMatrix(); }

// Calls f(role, i) for every parameter of q; for a place once, with the i of its x.
template <class F>
void for_each_parameter(const CurveType& type, Eigen::Index size, F&& f) {
  for (int i = 0; i < size; ++i) {
    const Role role = parameter(type, i).role;
    if (role != Role::y) f(role, i);
  }
}

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

Similarity operator*(const Similarity& outer, const Similarity& inner) {
  Similarity s;
  s.mirror = outer.mirror != inner.mirror;
  s.scale = outer.scale * inner.scale;
  s.angle = outer.angle + (outer.mirror ? -inner.angle : inner.angle);
  s.move = outer(inner.move);
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
    if (role == Role::length) q[i] *= s.scale;
    if (role == Role::angle) q[i] = s.angle + (s.mirror ? -q[i] : q[i]);
  });
}

Curve transformed(const Similarity& s, const Curve& curve) {
  Curve result = curve;
  transform(s, *curve.type, result.q);
  return result;
}

void similarity_columns(const CurveType& type, const Eigen::VectorXd& q,
                        Eigen::Matrix<double, Eigen::Dynamic, 4>& out) {
  out.setZero(q.size(), 4);
  for_each_parameter(type, q.size(), [&](Role role, int i) {
    if (role == Role::x) {
      out.block<2, 2>(i, 0).setIdentity();
      out.block<2, 1>(i, 2) = Point(-q[i + 1], q[i]);
      out.block<2, 1>(i, 3) = q.segment<2>(i);
    }
    if (role == Role::length) out(i, 3) = q[i];
    if (role == Role::angle) out(i, 2) = 1;
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
