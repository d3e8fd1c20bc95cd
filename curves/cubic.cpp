#include "curves/cubic.h"

#include "curves/library.h"

namespace limber {
namespace {

const CurveType& type() {
  static const SharedCurveType made = CurveLibrary::with_builtin_types().find("cubic");
  return *made;
}

struct Inputs {
  double in[9];
  Inputs(const ControlPoints& p, double u) {
    for (std::size_t k = 0; k < 4; ++k) {
      in[2 * k] = p[k].x();
      in[2 * k + 1] = p[k].y();
    }
    in[8] = u;
  }
};

}  // namespace

// A polynomial: it always has a value, finite as long as its control points are.
Point cubic_at(const ControlPoints& p, double u) {
  const Inputs inputs(p, u);
  Point out;
  type().point.code().one(type().point.code().self, inputs.in, out.data());
  return out;
}

Course cubic_course(const ControlPoints& p, double u) {
  const Inputs inputs(p, u);
  double out[6];
  type().shape.code().one(type().shape.code().self, inputs.in, out);
  return {Point(out[0], out[1]), Point(out[2], out[3]), Point(out[4], out[5])};
}

std::array<double, 4> cubic_shares(const ControlPoints& p, double u) {
  const Inputs inputs(p, u);
  double out[20];  // x, x_t, then x_q, column by column: of each control point its x and its y
  type().motion.code().one(type().motion.code().self, inputs.in, out);
  return {out[4], out[8], out[12], out[16]};
}

}  // namespace limber
