#include "app/drawing/tessellation.h"

#include <cmath>

namespace limber {

namespace {

// An eighth of a point cannot be seen. Tolerances are powers of two, so that most zooming keeps
// what there is.
double tolerance_for(double scale) { return std::exp2(std::floor(std::log2(0.125 / scale))); }

SkPoint local(const Point& p, const Point& origin) {
  return {static_cast<float>(p.x() - origin.x()), static_cast<float>(p.y() - origin.y())};
}

}  // namespace

SkPath path_of(const Polyline& line, const Point& origin) {
  SkPath path;
  for (int k = 0; k < line.run_count(); ++k) {
    const auto begin = static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k)]);
    const auto end = static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k) + 1]);
    for (std::size_t i = begin; i < end; ++i) {
      if (i == begin)
        path.moveTo(local(line.points[i], origin));
      else
        path.lineTo(local(line.points[i], origin));
    }
    // A point is a line of no length: with round ends it shows as a dot.
    if (end == begin + 1) path.lineTo(local(line.points[begin], origin));
  }
  if (line.closed) path.close();
  return path;
}

void Tessellation::update(const World& world, double scale) {
  const double tolerance = tolerance_for(scale);
  renewed_ = 0;
  std::erase_if(curves_, [&](const auto& entry) {
    if (world.find(entry.first)) return false;
    index_.remove(static_cast<int>(entry.first.index));
    return true;
  });
  world.bodies().each([&](CurveId id, const Body& body) {
    DrawnCurve& drawn = curves_[id];
    const CurveType*& type = types_[id];
    if (type == body.curve.type.get() && drawn.tolerance == tolerance &&
        drawn.q.size() == body.curve.q.size() && drawn.q == body.curve.q)
      return;
    type = body.curve.type.get();
    drawn.q = body.curve.q;
    drawn.tolerance = tolerance;
    tessellator_(body.curve, tolerance, drawn.line);
    index_.set(static_cast<int>(id.index), &drawn.line);
    drawn.box = drawn.line.box();
    drawn.origin = drawn.box.isEmpty() ? Point(0, 0) : Point(drawn.box.center());
    drawn.path = path_of(drawn.line, drawn.origin);
    ++renewed_;
  });
  if (types_.size() > curves_.size())
    std::erase_if(types_, [&](const auto& entry) { return !curves_.contains(entry.first); });
}

const DrawnCurve* Tessellation::find(CurveId id) const {
  const auto found = curves_.find(id);
  return found == curves_.end() ? nullptr : &found->second;
}

Box Tessellation::box() const {
  Box box;
  for (const auto& [id, drawn] : curves_)
    if (!drawn.box.isEmpty()) box.extend(drawn.box);
  return box;
}

}  // namespace limber
