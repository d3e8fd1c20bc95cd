#include "curves/inertia.h"

#include <cmath>

namespace limber {
namespace {

// Relative. A period is known to half of it; ten times smaller and quadrature halves panels for
// rounding, ten times larger and a pendulum of 2000 s is seen to be late.
constexpr double inertia_tolerance = 1e-12;

constexpr int outputs = 4;  // |x_t|, and times x, y, |x|^2, x from a point of the curve

}  // namespace

void Inertia::add(const Inertia& other) {
  const double sum = mass + other.mass;
  if (sum > 0) {
    moment += other.moment + mass * other.mass / sum * (centre - other.centre).squaredNorm();
    centre = (mass * centre + other.mass * other.centre) / sum;
  }
  mass = sum;
}

void Inertia::scale(double factor) {
  mass *= factor;
  moment *= factor;
}

bool inertia_of(const Curve& curve, InertiaMemory& memory, Inertia& out) {
  if (memory.watched.empty())
    memory.watched = {{0, 0, 0}, {1, 0, 3}, {2, 0, 3}, {3, 3, 3}};  // |x dm|^2 <= mass |x|^2 dm
  breaks(curve, memory.breaks);
  // From the middle of the curve: far from the origin the moment would be a difference of large
  // numbers.
  Point from = Point::Zero();
  const double begin = t_begin(curve), end = t_end(curve);
  if (!point_at(curve, 0.5 * (begin + end), from) && !point_at(curve, begin, from)) return false;
  double sums[outputs] = {};
  bool found = false;
  for (std::size_t k = 0; k + 1 < memory.breaks.size(); ++k) {
    const double a = memory.breaks[k], b = memory.breaks[k + 1];
    locate_span(curve, span_of(curve, 0.5 * (a + b)), memory.locale);
    const auto sample = [&](const double* t, int count, double* f, int stride) {
      memory.course.resize(static_cast<std::size_t>(curve.type->shape.outputs() * count));
      const double* course = memory.course.data();
      along(curve.type->shape, memory.locale, t, count, memory.course.data(), count);
      for (int i = 0; i < count; ++i) {
        const double x = course[i] - from.x(), y = course[count + i] - from.y();
        const double dm = std::hypot(course[2 * count + i], course[3 * count + i]);
        f[i] = dm;
        f[stride + i] = x * dm;
        f[2 * stride + i] = y * dm;
        f[3 * stride + i] = (x * x + y * y) * dm;
      }
    };
    found |= memory.quadrature.run(sample, a, b, 1, outputs, memory.watched, inertia_tolerance,
                                   sums);
  }
  if (!found) return false;
  out = {};
  out.mass = sums[0];
  out.centre = from;
  if (!(out.mass > 0)) return true;
  const Point way = Point(sums[1], sums[2]) / out.mass;
  out.centre += way;
  out.moment = std::max(0.0, sums[3] - out.mass * way.squaredNorm());
  return true;
}

}  // namespace limber
