#include "app/drawing/tessellation.h"

#include <cmath>
#include <utility>

#include "curves/strokes.h"

namespace limber {

namespace {

// An eighth of a point cannot be seen, nor the quarter by which strokes may be off (curves/strokes.h).
// Tolerances are powers of two, so that most zooming keeps what there is.
double tolerance_for(double scale) { return std::exp2(std::floor(std::log2(0.125 / scale))); }

// About how far around the pointer is looked for a curve, in tolerances.
constexpr double pointing = 64;

SkPoint local(const Point& p, const Point& origin) {
  return {static_cast<float>(p.x() - origin.x()), static_cast<float>(p.y() - origin.y())};
}

}  // namespace

SkPath path_of(const Polyline& line, const Point& origin, double tolerance) {
  struct Pen {
    SkPath path;
    Point origin;
    void move(const Point& p) { path.moveTo(local(p, origin)); }
    void line(const Point& p) { path.lineTo(local(p, origin)); }
    void cubic(const Point& a, const Point& b, const Point& p) {
      path.cubicTo(local(a, origin), local(b, origin), local(p, origin));
    }
    void close() { path.close(); }
  } pen{{}, origin};
  trace(line, tolerance, pen);
  return std::move(pen.path);
}

void Tessellation::update(const World& world, double scale) {
  const double tolerance = tolerance_for(scale);
  renewed_ = 0;
  if (std::exchange(tolerance_, tolerance) != tolerance) {  // all are made anew
    std::vector<CurveId> gone;
    for (const auto& [id, drawn] : curves_)
      if (!world.find(id)) gone.push_back(id);
    for (const CurveId id : gone) forget(id);
    seen_ = {};
  }
  world.bodies().each_unshared(seen_, [&](CurveId id, const Body* now, const Body*) {
    if (now)
      renew(id, *now, tolerance);
    else
      forget(id);
  });
  seen_ = world.bodies();
}

void Tessellation::renew(CurveId id, const Body& body, double tolerance) {
  DrawnCurve& drawn = curves_[id];
  const CurveType*& type = types_[id];
  if (type == body.curve.type.get() && drawn.tolerance == tolerance &&
      drawn.q.size() == body.curve.q.size() && drawn.q == body.curve.q)
    return;
  type = body.curve.type.get();
  drawn.q = body.curve.q;
  drawn.tolerance = tolerance;
  tessellator_(body.curve, tolerance, drawn.line);
  index_.set(static_cast<int>(id.index), &drawn.line, pointing * tolerance);
  drawn.box = drawn.line.box();
  const Box frame = drawn.line.frame();
  drawn.origin = frame.isEmpty() ? Point(0, 0) : Point(frame.center());
  drawn.path = path_of(drawn.line, drawn.origin, tolerance);
  drawn.version = ++version_;
  ++renewed_;
}

void Tessellation::forget(CurveId id) {
  if (curves_.erase(id) == 0) return;
  types_.erase(id);
  index_.remove(static_cast<int>(id.index));
  ++version_;
}

const DrawnCurve* Tessellation::find(CurveId id) const {
  const auto found = curves_.find(id);
  return found == curves_.end() ? nullptr : &found->second;
}

Box Tessellation::frame() const {
  Box all;
  for (const auto& [id, drawn] : curves_)
    if (const Box frame = drawn.line.frame(); !frame.isEmpty()) all.extend(frame);
  return all;
}

}  // namespace limber
