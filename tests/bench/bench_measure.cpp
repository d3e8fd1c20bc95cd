// Curves and Skia, in one run.
//
// The length of cubic Beziers, by the measure of the curve type, which also gives how it changes with
// every parameter, and by Skia's own path measuring. Skia measures the polyline it flattens the path
// into, in single precision; its resScale sets how fine. So the errors stand beside the times.
//
// Every type of the toolbox drawn, as the lines of its polyline and as the strokes the window draws.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "curves/bounds.h"
#include "curves/library.h"
#include "curves/strokes.h"
#include "curves/transform.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkPaint.h"
#include "include/core/SkPath.h"
#include "include/core/SkPathMeasure.h"
#include "include/core/SkSurface.h"
#include "tests/bench/rows.h"

using namespace limber;

namespace {

using Clock = std::chrono::steady_clock;

template <class F>
double best_microseconds(std::size_t count, F&& f) {
  double best = INFINITY;
  for (int round = 0; round < 20; ++round) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) f(k);
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return best / static_cast<double>(count);
}

std::vector<Curve> cubics(int count) {
  const SharedCurveType type = CurveLibrary::with_builtin_types().find("cubic");
  std::vector<Curve> curves;
  for (int k = 0; k < count; ++k) {
    Eigen::VectorXd q(8);
    for (int i = 0; i < 8; ++i) q[i] = 100 * std::sin(12.9898 * (8 * k + i) + 78.233);
    curves.push_back({type, q});
  }
  return curves;
}

SkPath path_of(const Curve& c) {
  const auto p = [&](int i) {
    return SkPoint::Make(static_cast<float>(c.q[2 * i]), static_cast<float>(c.q[2 * i + 1]));
  };
  SkPath path;
  path.moveTo(p(0));
  path.cubicTo(p(1), p(2), p(3));
  return path;
}

// By Simpson's rule, much finer than any of the two.
double exact_length(const Curve& curve) {
  constexpr int parts = 1 << 14;
  const auto speed = [&](int i) {
    Course c;
    return course_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / parts, c) ? c.x_t.norm() : NAN;
  };
  double sum = speed(0) + speed(parts);
  for (int i = 1; i < parts; ++i) sum += (i % 2 ? 4 : 2) * speed(i);
  return sum * (t_end(curve) - t_begin(curve)) / (3 * parts);
}

double worst_error(const std::vector<double>& found, const std::vector<double>& exact) {
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k)
    worst = std::max(worst, std::abs(found[k] - exact[k]) / exact[k]);
  return worst;
}

struct Pen {
  SkPath path;
  static SkPoint at(const Point& p) {
    return {static_cast<float>(p.x()), static_cast<float>(p.y())};
  }
  void move(const Point& p) { path.moveTo(at(p)); }
  void line(const Point& p) { path.lineTo(at(p)); }
  void cubic(const Point& a, const Point& b, const Point& p) { path.cubicTo(at(a), at(b), at(p)); }
  void close() { path.close(); }
};

void measure_drawing() {
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  constexpr double tolerance = 0.125;  // pixels
  std::vector<SkPath> lines, strokes;
  int k = 0;
  for (const std::string& name : library.names()) {
    const Curve usual = default_curve(library.find(name));
    Similarity s;
    s.scale = 180 / std::max(rough_size(usual), 1.0);
    s.move = Point(120 + 200 * (k % 9), 110 + 200 * (k / 9));
    ++k;
    const Polyline line = tessellate(transformed(s, usual), tolerance);
    Pen as_lines, as_strokes;
    for (int run = 0; run < line.run_count(); ++run)
      for (int i = line.runs[static_cast<std::size_t>(run)];
           i < line.runs[static_cast<std::size_t>(run) + 1]; ++i) {
        const Point& p = line.points[static_cast<std::size_t>(i)];
        if (i == line.runs[static_cast<std::size_t>(run)]) as_lines.move(p);
        as_lines.line(p);
      }
    if (line.closed) as_lines.close();
    trace(line, tolerance, as_strokes);
    lines.push_back(as_lines.path);
    strokes.push_back(as_strokes.path);
  }
  const sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(1920, 1080));
  std::printf("every type of the toolbox drawn   lines      strokes    (microseconds each)\n");
  for (const float width : {1.0f, 1.75f, 4.0f}) {
    SkPaint paint;
    paint.setAntiAlias(true);
    paint.setStyle(SkPaint::kStroke_Style);
    paint.setStrokeCap(SkPaint::kRound_Cap);
    paint.setStrokeJoin(SkPaint::kRound_Join);
    paint.setStrokeWidth(width);
    const auto draw = [&](const std::vector<SkPath>& paths) {
      return best_microseconds(paths.size(), [&](std::size_t i) {
        surface->getCanvas()->drawPath(paths[i], paint);
      });
    };
    const double slow = draw(lines), fast = draw(strokes);
    std::printf("  %4g wide                     %9.2f  %9.2f   %.2f of the time\n", width, slow, fast,
                fast / slow);
    bench_row("a curve drawn as strokes, width " + std::to_string(width).substr(0, 4), fast, "us");
  }
}

}  // namespace

int main() {
  measure_drawing();
  const std::vector<Curve> curves = cubics(1000);
  std::vector<SkPath> paths;
  std::vector<double> exact, found(curves.size());
  for (const Curve& curve : curves) {
    paths.push_back(path_of(curve));
    exact.push_back(exact_length(curve));
  }
  std::printf("length of a cubic Bezier        microseconds   worst relative error\n");
  for (const float scale : {1.0f, 16.0f, 256.0f}) {
    const double time = best_microseconds(curves.size(), [&](std::size_t k) {
      found[k] = SkPathMeasure(paths[k], false, scale).getLength();
    });
    std::printf("  Skia, resScale %-4g           %9.2f          %.1e\n", scale, time,
                worst_error(found, exact));
    bench_row("length of a cubic, Skia, scale " + std::to_string(static_cast<int>(scale)), time, "us");
  }
  const Measure<Kernel>& length = *curves.front().type->find("length");
  MeasureReading reading;
  const double time = best_microseconds(curves.size(), [&](std::size_t k) {
    found[k] = measure_at(curves[k], length, 0, reading) ? reading.value[0] : NAN;
  });
  std::printf("  Limber, with its gradient     %9.2f          %.1e\n", time, worst_error(found, exact));
  bench_row("length of a cubic, Limber, with its gradient", time, "us");
}
