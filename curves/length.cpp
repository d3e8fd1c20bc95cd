#include "curves/length.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "curves/root.h"

namespace limber {
namespace {

// Integrals of functions of x, x_t along [a, b], piece by piece.
class Walk {
 public:
  Walk(const Curve& curve, double tolerance) : curve_(curve), tolerance_(tolerance) {
    breaks(curve, breaks_);
  }
  const std::vector<double>& joints() const { return breaks_; }

  template <class F>
  std::optional<double> integrate(double a, double b, F&& of) {
    double sum = 0;
    bool found = a == b;
    for (std::size_t k = 0; k + 1 < breaks_.size(); ++k) {
      const double from = std::max(a, breaks_[k]), to = std::min(b, breaks_[k + 1]);
      if (!(to > from)) continue;
      locate_span(curve_, span_of(curve_, 0.5 * (from + to)), locale_);
      const auto sample = [&](const double* t, int count, double* out, int stride) {
        course_.resize(static_cast<std::size_t>(6 * count));
        along(curve_.type->shape, locale_, t, count, course_.data(), count);
        for (int i = 0; i < count; ++i) {
          const auto value = [&](int j) {
            return course_[static_cast<std::size_t>(j * count + i)];
          };
          out[i] = of(Point(value(0), value(1)), Point(value(2), value(3)));
        }
        (void)stride;
      };
      found |= quadrature_.run(sample, from, to, 1, 1, {{0, 0, 0}}, tolerance_, &sum);
    }
    if (!found) return std::nullopt;
    return sum;
  }
  std::optional<double> length(double a, double b) {
    return integrate(a, b, [](const Point&, const Point& x_t) { return x_t.norm(); });
  }

 private:
  const Curve& curve_;
  double tolerance_;
  std::vector<double> breaks_, course_;
  Locale locale_;
  Quadrature quadrature_;
};

// Lengths up to each of a few t along the curve: where to look for a given length.
struct Milestones {
  std::vector<double> t, length;
};

std::optional<Milestones> measure_milestones(const Curve& curve, Walk& walk) {
  constexpr int per_piece = 8;
  Milestones m;
  m.t.push_back(t_begin(curve));
  m.length.push_back(0);
  for (std::size_t k = 0; k + 1 < walk.joints().size(); ++k)
    for (int i = 1; i <= per_piece; ++i) {
      const double a = walk.joints()[k], b = walk.joints()[k + 1];
      const double t = i == per_piece ? b : a + (b - a) * i / per_piece;
      const std::optional<double> step = walk.length(m.t.back(), t);
      if (!step) return std::nullopt;
      m.t.push_back(t);
      m.length.push_back(m.length.back() + *step);
    }
  return m;
}

double find_length(const Curve& curve, Walk& walk, const Milestones& m, double wanted) {
  const auto after = std::lower_bound(m.length.begin(), m.length.end(), wanted);
  if (after == m.length.begin()) return m.t.front();
  if (after == m.length.end()) return m.t.back();
  const std::size_t k = static_cast<std::size_t>(after - m.length.begin()) - 1;
  const auto excess = [&](double t, double& value, double& slope) {
    Course c;
    const std::optional<double> rest = walk.length(m.t[k], t);
    if (!rest || !course_at(curve, t, c)) return false;
    value = m.length[k] + *rest - wanted;
    slope = c.x_t.norm();
    return true;
  };
  double t = m.t[k];
  return find_root(excess, m.t[k], m.t[k + 1], t) ? t : m.t[k + 1];
}

}  // namespace

std::optional<double> length(const Curve& curve, double a, double b, double tolerance) {
  assert(tolerance > 0);
  if (a > b) std::swap(a, b);
  return Walk(curve, tolerance).length(a, b);
}

std::optional<double> length(const Curve& curve, double tolerance) {
  return length(curve, t_begin(curve), t_end(curve), tolerance);
}

// Measured from the begin of the curve, so that the chord that closes an open one adds nothing.
std::optional<double> enclosed_area(const Curve& curve, double tolerance) {
  Point origin;
  if (!point_at(curve, t_begin(curve), origin)) return std::nullopt;
  const auto swept = [&](const Point& x, const Point& x_t) {
    const Point r = x - origin;
    return 0.5 * (r.x() * x_t.y() - r.y() * x_t.x());
  };
  return Walk(curve, tolerance).integrate(t_begin(curve), t_end(curve), swept);
}

std::optional<double> t_at_length(const Curve& curve, double length, double tolerance) {
  Walk walk(curve, tolerance);
  const std::optional<Milestones> m = measure_milestones(curve, walk);
  if (!m) return std::nullopt;
  return find_length(curve, walk, *m, length);
}

std::vector<double> stations(const Curve& curve, int count, double tolerance) {
  assert(count >= 2);
  Walk walk(curve, tolerance);
  const std::optional<Milestones> m = measure_milestones(curve, walk);
  std::vector<double> t;
  if (!m) return t;
  for (int k = 0; k < count; ++k)
    t.push_back(k + 1 == count ? t_end(curve)
                               : find_length(curve, walk, *m, m->length.back() * k / (count - 1)));
  return t;
}

}  // namespace limber
