// The curves of a drawing as polylines and Skia paths, kept until their curve moves or the zoom
// asks for finer ones.
#pragma once

#include <cstdint>
#include <map>

#include "curves/pick_index.h"
#include "curves/tessellate.h"
#include "include/core/SkPath.h"
#include "solver/world.h"

namespace limber {

// A curve ready to be drawn. The path is in drawing units around `origin`, so that the single
// precision of Skia is enough far from the middle of the paper too.
struct DrawnCurve {
  Eigen::VectorXd q;     // of the curve when this was made
  double tolerance = 0;  // drawing units
  Polyline line;
  Box box;
  Point origin = Point::Zero();
  SkPath path;
  std::uint64_t version = 0;  // another one each time it is made
};

class Tessellation {
 public:
  // Brings everything up to date for this many window points to the unit.
  void update(const World& world, double scale);

  const DrawnCurve* find(CurveId id) const;  // null when there is no such curve
  const std::map<CurveId, DrawnCurve>& all() const { return curves_; }
  const PickIndex& index() const { return index_; }  // its numbers are the slots of the curves
  Box frame() const;  // what shows everything, of branches to infinity what is near; perhaps empty
  int renewed() const { return renewed_; }           // how many curves the last update made anew
  std::uint64_t version() const { return version_; }  // another one whenever anything changed

 private:
  void renew(CurveId id, const Body& body, double tolerance);
  void forget(CurveId id);

  std::map<CurveId, DrawnCurve> curves_;
  std::map<CurveId, const CurveType*> types_;
  SlotMap<Body> seen_;    // the curves of the last update: what is shared with them did not change
  double tolerance_ = 0;  // of that update
  Tessellator tessellator_;
  PickIndex index_;
  int renewed_ = 0;
  std::uint64_t version_ = 0;
};

// Few cubics and lines within twice the tolerance of the curve, `origin` at (0, 0).
SkPath path_of(const Polyline& line, const Point& origin, double tolerance);

}  // namespace limber
