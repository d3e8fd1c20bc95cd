// What curves cost: the figures the toolbox is held to, and the same job done by the method anyone
// would write first, in one run, so that the ratio means something on any machine.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "codegen/machine_code.h"
#include "curves/bounds.h"
#include "curves/drag_matrix.h"
#include "curves/library.h"
#include "curves/nearest.h"
#include "curves/pick_index.h"
#include "curves/tessellate.h"
#include "curves/trace.h"
#include "curves/transform.h"
#include "tests/bench/rows.h"

namespace limber {
namespace {

using Clock = std::chrono::steady_clock;

// The best of several rounds, in milliseconds: what the code costs when nobody else is at the
// machine.
template <class F>
double best_of(int rounds, F&& f) {
  double best = INFINITY;
  for (int k = 0; k < rounds; ++k) {
    const auto start = Clock::now();
    f(k);
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return best;
}

void tell(const char* what, double ms, double limit) {
  std::printf("%-58s %9.3f ms   asked for %6.2f ms   %s\n", what, ms, limit,
              ms <= limit ? "yes" : "NO");
  bench_row(what, ms, "ms");
}

// 1,000 curves, all types in turn, over a view of 1920 by 1080 pixels; 40 to 120 pixels big.
std::vector<Curve> mixed_curves(int count) {
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  const std::vector<std::string> names = library.names();
  std::vector<Curve> curves;
  for (int k = 0; k < count; ++k) {
    const Curve usual =
        default_curve(library.find(names[static_cast<std::size_t>(k) % names.size()]));
    Similarity s;
    s.scale = (40 + 80.0 * (k % 17) / 16) / std::max(rough_size(usual), 1.0);
    s.angle = 0.1 * k;
    s.move = Point(1920.0 * ((k * 37) % 101) / 101, 1080.0 * ((k * 53) % 97) / 97);
    curves.push_back(transformed(s, usual));
  }
  return curves;
}

void nudge(std::vector<Curve>& curves, double by) {
  for (Curve& curve : curves)
    for (Eigen::Index i = 0; i < curve.q.size(); ++i)
      if (parameter(*curve.type, static_cast<int>(i)).role == Role::x) curve.q[i] += by;
}

// Halving each segment until its middle is near the chord, one point at a time.
void halve(const Curve& curve, double a, const Point& x, double b, const Point& y, double tolerance,
           int depth, std::vector<Point>& out) {
  Point m;
  const double t = 0.5 * (a + b);
  if (!point_at(curve, t, m)) return;
  if (depth > 3 && (depth > 14 || distance_to_segment(m, x, y) <= tolerance))
    return out.push_back(y);
  halve(curve, a, x, t, m, tolerance, depth + 1, out);
  halve(curve, t, m, b, y, tolerance, depth + 1, out);
}

void measure_tessellation() {
  std::vector<Curve> curves = mixed_curves(1000);
  std::vector<Polyline> polylines(curves.size());
  Tessellator tessellate;
  const double ours = best_of(30, [&](int k) {
    nudge(curves, k % 2 ? 0.5 : -0.5);
    for (std::size_t i = 0; i < curves.size(); ++i) tessellate(curves[i], 0.25, polylines[i]);
  });
  std::size_t points = 0;
  for (const Polyline& p : polylines) points += p.points.size();
  tell("1,000 mixed curves tessellated at 0.25 px", ours, 4);
  std::vector<Point> out;
  std::size_t halved_points = 0;
  const double plain = best_of(5, [&](int) {
    halved_points = 0;
    for (const Curve& curve : curves) {
      out.clear();
      Point x, y;
      if (point_at(curve, t_begin(curve), x) && point_at(curve, t_end(curve), y))
        halve(curve, t_begin(curve), x, t_end(curve), y, 0.25, 0, out);
      halved_points += out.size();
    }
  });
  std::printf("  %zu points; plain halving takes %.3f ms (%.1f times as long) for %zu points\n",
              points, plain, plain / ours, halved_points);
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  std::printf("  dearest types, microseconds each:");
  std::vector<std::pair<double, std::string>> costs;
  for (const Curve& curve : mixed_curves(static_cast<int>(library.names().size()))) {
    Polyline p;
    costs.emplace_back(best_of(20, [&](int) { tessellate(curve, 0.25, p); }), curve.type->name);
  }
  std::sort(costs.rbegin(), costs.rend());
  for (std::size_t i = 0; i < 6; ++i)
    std::printf(" %s %.1f", costs[i].second.c_str(), 1000 * costs[i].first);
  std::printf("\n");
}

constexpr double pointer_radius = 12;  // pixels

void measure_picking() {
  const std::vector<Curve> curves = mixed_curves(1000);
  std::vector<Polyline> polylines;
  for (const Curve& curve : curves) polylines.push_back(tessellate(curve, 0.25));
  PickIndex index;
  const double build = best_of(5, [&](int) {
    for (int k = 0; k < 1000; ++k) index.set(k, &polylines[static_cast<std::size_t>(k)]);
  });
  constexpr int queries = 1000;
  double sum = 0;
  const double pick =
      best_of(5,
              [&](int) {
                for (int k = 0; k < queries; ++k) {
                  const Point p(1920.0 * ((k * 29) % 211) / 211, 1080.0 * ((k * 31) % 199) / 199);
                  for (const Pick& found : index.within(p, pointer_radius)) sum += found.distance;
                }
              }) /
      queries;
  tell("what is under the pointer, of 1,000 curves", pick, 0.2);
  const double all = best_of(2, [&](int) {
    const Point p(960, 540);
    double least = INFINITY;
    for (const Polyline& line : polylines)
      line.for_each_segment([&](int i) {
        const std::size_t s = static_cast<std::size_t>(i);
        least = std::min(least, distance_to_segment(p, line.points[s], line.points[s + 1]));
      });
    sum += least;
  });
  std::printf(
      "  indexing all: %.3f ms; looking at every segment: %.3f ms (%.0f times as long) %s\n", build,
      all, all / pick, sum > 0 ? "" : "?");
}

void measure_drag() {
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  std::vector<Curve> curves;
  for (int k = 0; k < 1000; ++k) {
    Curve bar = default_curve(library.find("bar"));
    bar.q << k, 2 * k, 0.01 * k, 10 + k % 7;
    curves.push_back(bar);
  }
  for (int k = 0; k < 100; ++k) {
    Curve spline = default_curve(library.find("bspline"));
    spline.q.resize(16);
    for (int i = 0; i < 8; ++i)
      spline.q.segment<2>(2 * i) << 10 * i + k, 15 * std::sin(1.0 + i + 0.1 * k);
    curves.push_back(spline);
  }
  std::vector<DragMatrix> drags(curves.size());
  std::vector<std::vector<int>> free;
  for (const Curve& curve : curves) {
    free.emplace_back();
    for (int i = 0; i < curve.q.size(); ++i)
      if (!parameter(*curve.type, i).locked) free.back().push_back(i);
  }
  bool fine = true;
  const auto all = [&](std::size_t from, std::size_t to) {
    return best_of(30, [&](int k) {
      for (std::size_t i = from; i < to; ++i) {
        curves[i].q[0] += k % 2 ? 0.125 : -0.125;
        fine = drag_matrix(curves[i], free[i], 0.01, drags[i]) && fine;
      }
    });
  };
  tell("M and its factor, 1,000 bars and 100 eight-point splines", all(0, curves.size()), 1);
  std::printf("  bars %.3f ms, splines %.3f ms%s\n", all(0, 1000), all(1000, 1100),
              fine ? "" : " (failed)");
  const double again = best_of(10, [&](int) {
    for (std::size_t i = 0; i < curves.size(); ++i)
      fine = drag_matrix(curves[i], free[i], 0.01, drags[i]) && fine;
  });
  std::printf("  when none moved: %.3f ms\n", again);
}

void measure_nearest() {
  const std::vector<Curve> curves = mixed_curves(200);
  double sum = 0;
  const double ms = best_of(5, [&](int k) {
    for (const Curve& curve : curves) sum += nearest(curve, Point(960 + k, 540), 1e-6)->distance;
  });
  std::printf(
      "nearest point of one curve, within 1e-6, nothing prepared: %.1f microseconds on average "
      "%s\n",
      1000 * ms / 200, sum > 0 ? "" : "?");
  bench_row("nearest point of one curve, within 1e-6", 1000 * ms / 200, "us");
}

// Four leaves, (x^2 + y^2)^3 = 4 a^2 x^2 y^2, from edge to edge of a view of 1920 by 1080 pixels.
void measure_tracing() {
  CurveLibrary library;
  const Result<SharedCurveType> type = library.add(
      "curve clover\n  place c = (960, 540)\n  length a = 540, a > 0\n  angle phi = 0\n"
      "  (x^2 + y^2)^3 = 4a^2*x^2*y^2 + 0.001a^6 about c turned phi\n  within 1.8a\n",
      Tier::machine_code);
  if (!type) return;
  finish_compiling();
  Curve curve = default_curve(*type);
  Eigen::Index numbers = 0;
  tell("an equation of degree 6 over a whole view, traced anew", best_of(30, [&](int k) {
         curve.q[3] = 1e-3 * k;
         numbers += traced(curve).q.size();
       }),
       2);
  curve = traced(curve);
  Tessellator tessellator;
  Polyline line;
  tell("the same, tessellated at 0.25 px", best_of(30, [&](int k) {
         curve.q[3] = 0.029 + 1e-6 * k;
         tessellator(curve, 0.25, line);
       }),
       2);
  std::printf("  %zu points%s\n", line.points.size(), numbers > 0 ? "" : "?");
}

}  // namespace
}  // namespace limber

int main() {
  limber::measure_tessellation();
  limber::measure_picking();
  limber::measure_drag();
  limber::measure_nearest();
  limber::measure_tracing();
}
