// Figures with mass through the library alone: each line says what was measured and what closed forms say of it.
#include <limber/limber.h>

#include <cmath>
#include <cstdio>

namespace {
int wrong = 0;
void check(const char* what, double measured, double wanted, double within) {
  const bool good = std::fabs(measured - wanted) <= within;
  wrong += !good;
  std::printf("%s: %s\n", what, good ? "right" : "WRONG");
  if (!good) std::printf("  %.12g instead of %.12g\n", measured, wanted);
}
const double g = 9810;
}  // namespace

// A rod that falls from level about its end: 3 g (1 - sin ...) / l.
static void pendulum() {
  limber::Drawing drawing;
  const auto rod = drawing.add_curve("bar", {{"l", 120}});
  const auto end = drawing.point(rod, 1);
  const auto nail = drawing.hold("coincident", {drawing.point(rod, 0), limber::place(0, 0)});
  check("no energy without physics", std::isnan(drawing.energy()), 1, 0);
  drawing.set_physics(true);
  drawing.set_density(2e-4);
  check("mass by density", drawing.mass(rod), 0.024, 1e-12);
  drawing.weigh(rod, 0.012);
  check("mass", drawing.mass(rod), 0.012, 0);
  for (int i = 0; i < 30; ++i) drawing.step(true);
  const double m = 0.012, l = 120, phi = drawing.value(rod, "phi"), c = std::cos(phi), s = std::sin(phi);
  const double square = -3 * g / l * s, turn = -1.5 * g / l * c;
  const limber::DrawingBalance all = drawing.balance();
  check("energy", all.energy, 0, 1e-6 * m * g * l);
  check("kinetic", all.kinetic, m * l * l / 6 * square, 1e-5 * m * g * l);
  check("angular momentum", all.angular_momentum, -m * l * l / 3 * std::sqrt(square), 1e-5 * m * l * std::sqrt(g * l));
  check("momentum", all.momentum_x, m * l / 2 * std::sqrt(square) * s, 1e-5 * m * std::sqrt(g * l));
  const auto force = drawing.force(nail);
  check("force in the nail, x", force.size() == 2 ? force[0] : 0, m * l / 2 * (-square * c - turn * s), 1e-6 * m * g);
  check("force in the nail, y", force.size() == 2 ? force[1] : 0, m * (l / 2 * (-square * s + turn * c) + g), 1e-6 * m * g);
  check("velocity", drawing.velocity(end).y, -l * std::sqrt(square) * c, 1e-4 * std::sqrt(g * l));
  check("acceleration", drawing.acceleration(end).x, l * (-square * c - turn * s), 1e-5 * g);
  const limber::Drawing then = drawing;
  for (int i = 0; i < 30; ++i) drawing.step(true);
  limber::Drawing again = then;
  for (int i = 0; i < 30; ++i) again.step(true);
  check("a copy swings with the same bits", again.hash() == drawing.hash(), 1, 0);
}

static void driven() {
  limber::Drawing drawing;
  drawing.set_physics(true, 0, 0);
  const auto wheel = drawing.add_curve("bar", {{"l", 60}});
  drawing.weigh(wheel, 0.006);
  drawing.hold("coincident", {drawing.point(wheel, 0), limber::place(0, 0)});
  const auto angle = drawing.parameter(wheel, "phi");
  const double moment = 0.006 * 60 * 60 / 3;
  const auto torque = drawing.push(angle, 4 * moment);
  for (int i = 0; i < 120; ++i) drawing.step(true);
  check("a torque turns", drawing.value(wheel, "phi"), 0.5, 1e-6);
  drawing.set_force(torque, -4 * moment);
  for (int i = 0; i < 120; ++i) drawing.step(true);
  check("and turns back", drawing.balance().kinetic, 0, 1e-6 * moment);
  drawing.remove(torque);
  const auto turn = drawing.hold("fixed_angle", {angle, drawing.value(wheel, "phi")});
  const auto motor = drawing.drive(turn, "phi", 20);
  drawing.set_motor(motor, 20, 8 * moment);
  for (int i = 0; i < 240; ++i) drawing.step(true);
  check("a motor at its limit", std::sqrt(2 * drawing.balance().kinetic / moment), 8, 1e-2);
  check("its force", drawing.motor_force(motor), 8 * moment, 1e-3 * moment);
  check("its work", drawing.balance().work, drawing.balance().kinetic, 1e-3 * moment);
  drawing.set_motor(motor, 3);
  for (int i = 0; i < 240; ++i) drawing.step(true);
  check("without a limit it has its speed", std::sqrt(2 * drawing.balance().kinetic / moment), 3, 1e-6);
  const double begin = drawing.value(wheel, "phi");
  for (int i = 0; i < 240; ++i) drawing.step(true);
  check("and turns by it", drawing.value(wheel, "phi") - begin, 3, 1e-9);
  check("its power when nothing resists", drawing.motor_power(motor), 0, 1e-6 * moment);
  drawing.remove(motor);
}

static void damped() {
  limber::Drawing drawing;
  drawing.set_physics(true);
  const auto bob = drawing.add_curve("point");
  drawing.weigh(bob, 0.05);
  const auto spring = drawing.hold("distance", {limber::place(0, 60), drawing.point(bob, 0), 60.0}, 20);
  check("only springs are damped", drawing.damp({}, 1), 0, 0);
  drawing.damp(spring, 2);
  for (int i = 0; i < 960; ++i) drawing.step(true);
  check("a damped spring hangs where it balances", drawing.at(bob, 0).y, -0.05 * g / 20, 1e-6);
  check("what was lost", drawing.balance().lost, 0.5 * std::pow(0.05 * g, 2) / 20, 1e-3);
  drawing.set_air(1e-3);
  const auto ring = drawing.add_curve("circle", {{"r", 50}});
  drawing.bend(ring, "r", 20);
  drawing.launch(ring, 100, 0);
  for (int i = 0; i < 120; ++i) drawing.step(true);
  check("air slows what flies", drawing.balance().momentum_x < 0.99 * 100 * drawing.mass(ring), 1, 0);
  drawing.stiffen(ring, "r");
  check("a circle is not bent by its middle", drawing.bend(ring, "nobody"), 0, 0);
}

int main() {
  pendulum();
  driven();
  damped();
  return wrong;
}
