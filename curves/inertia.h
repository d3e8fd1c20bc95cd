// Inertia: how the mass of a curve is spread, for a curve that keeps its shape.
//
//   mass   = integral of dm              centre = integral of x dm / mass
//   moment = integral of |x - centre|^2 dm
//   dm     = |x_t| dt                    a density of 1 along the length
//
// The true integrals, within 1e-12. The drag matrix, lumped on purpose, would make the period of a
// rod 22 % too long.
//
// Laws
//  - They belong to the shape: another t for the same shape, moving and turning it change neither
//    mass nor moment.
//  - The inertia of several curves together is the sum about the common centre (Steiner).
//  - A curve without length has mass 0: the mass of a point is for the caller to say.
#pragma once

#include <vector>

#include "curves/curve.h"

namespace limber {

struct Inertia {
  double mass = 0;
  Point centre = Point::Zero();
  double moment = 0;  // about the centre

  // Both as one rigid body. The centre of nothing is nowhere.
  void add(const Inertia& other);
  void scale(double factor);  // another density
};

// What the next integral reuses; leaves no trace in the numbers.
struct InertiaMemory {
  std::vector<double> breaks, course;
  Locale locale;
  Quadrature quadrature;
  std::vector<Quadrature::Watched> watched;
};

// False when the formula has no finite value along the whole curve.
[[nodiscard]] bool inertia_of(const Curve& curve, InertiaMemory& memory, Inertia& out);

}  // namespace limber
