// Physics: what a drawing has when its curves have mass.
//
// A drawing is first order (force = drag x speed) until physics is on; then time that plays moves
// it with mass (energy_momentum.h), and editing is first order as before. In units of the drawing:
// with millimetres, seconds and kilograms forces are in mN and energies in uJ.
#pragma once

#include <Eigen/Core>
#include <string>

#include "curves/inertia.h"
#include "solver/id.h"

namespace limber {

class World;
struct Body;
struct Connector;

struct Physics {
  bool on = false;
  Eigen::Vector2d gravity = Eigen::Vector2d(0, -9810);  // mm/s^2
  double density = 1e-4;  // of curves that say nothing: kg for each mm, a rod of 4 mm steel
  double air = 0;         // drag: force for each unit of length and of speed, kg/(mm s)
  // The balance of energy since it was switched on: what hands, motors, the clock and constraints
  // that were not met have put in; what damping, air and impacts have taken out.
  double work = 0, lost = 0;
  bool operator==(const Physics&) const = default;
};

// How the mass of a curve is spread: by its own mass or density, or by that of the drawing. A curve
// without length is a point and weighs as much as length_a_point_weighs of the drawing's density.
// drag: the same for a density of 1, of which air drag is a multiple. False when its formula has no
// finite value along the whole curve.
[[nodiscard]] bool weigh(const World& world, CurveId id, InertiaMemory& memory, Inertia& mass,
                         Inertia& drag);

double density_of(const World& world, const Body& body, double length);

// Why a parameter of a curve cannot bend, as a sentence; empty: it can. Whole numbers, angles, vectors.
std::string why_rigid(const CurveType& type, int parameter);

// How fast a point of a curve that bends moves, for the velocity the curve has.
[[nodiscard]] bool velocity_of_bent(const World& world, const Connector& point, Point& out);

// Curves that were welded while they moved move as one link: momentum and angular momentum stay. The
// energy that takes.
double join_velocities(World& world, LinkId id);
// And back: each member gets the velocity it has with its link.
void part_velocities(World& world, LinkId id);

}  // namespace limber
