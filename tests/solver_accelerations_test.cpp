// Exact velocities and accelerations: of what a connector reads, and of driven mechanisms.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "solver/islands.h"
#include "solver/readings.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// Everything a connector can read of a curve: points, fixed and sliding, measures, a parameter.
std::vector<ConnectorId> every_connector(World& world, CurveId id, double t) {
  const ConnectorId sliding = world.add(sliding_at(id, t));
  std::vector<ConnectorId> all = {sliding, world.add(point_at(id, t)),
                                  world.add(parameter_of(id, 0))};
  MeasureReading reading;
  for (const auto& measure : world.find(id)->type->measures) {
    if (!measure_at(*world.find(id), measure, t, reading)) continue;  // a direction of a point
    all.push_back(world.add(measure.along ? measure_of(id, measure.name, sliding)
                                          : measure_of(id, measure.name)));
  }
  return all;
}

// Ties the sliding point to the curve's island: it is state only where something holds it.
void hold_loosely(World& world, const std::vector<ConnectorId>& connectors) {
  hold(world, "coincident", {connectors.front(), Point(0, 0)}, 1);
}

void check_bends(const World& world, const std::vector<ConnectorId>& connectors, Random& random) {
  const Islands islands = find_islands(world);
  REQUIRE(islands.all.size() == 1);
  Readings readings;
  readings.build(world, islands.all.front());
  std::vector<int> read;
  for (const ConnectorId id : connectors) read.push_back(readings.add(world, id));
  readings.finish();
  const int columns = readings.columns.size();
  Eigen::VectorXd q(columns), dq(columns), last_motion(columns);
  readings.columns.read(world, q, last_motion);
  for (double& one : dq) one = random.in(-0.3, 0.3);
  const auto rate = [&](int r, double s) {
    REQUIRE(readings.evaluate(q + s * dq));
    REQUIRE(readings.differentiate());
    Eigen::VectorXd out(readings[r].n);
    readings.rate(r, dq, out.data());
    return out;
  };
  for (std::size_t k = 0; k < read.size(); ++k) {
    const int r = read[k];
    if (readings[r].measure) CAPTURE(readings[r].measure->name);
    CAPTURE(k);
    const bool integrals = readings[r].measure && !readings[r].measure->integrals.empty();
    const double h = integrals ? 1e-3 : 1e-4;
    const Eigen::VectorXd wanted =
        (8 * (rate(r, h) - rate(r, -h)) - (rate(r, 2 * h) - rate(r, -2 * h))) / (12 * h);
    const Eigen::VectorXd here = rate(r, 0);
    Eigen::VectorXd bent(readings[r].n);
    REQUIRE(readings.bend(r, q, dq, bent.data()));
    CHECK((bent - wanted).norm() < 1e-6 * (1 + wanted.norm() + here.norm()));
  }
}

// The acceleration of a point by differences of where the mechanism is, one step before and behind;
// the velocity likewise.
void check_motion(const World& start, CurveId curve, double t) {
  Stepper stepper;
  const double h = 1e-3;
  World world = start, middle;
  std::vector<Point> places;
  for (int k = 0; k < 5; ++k) {
    if (k == 2) middle = world;
    places.push_back(place(world, curve, t));
    for (const IslandReport& island : stepper.step(world, h, Run::play).islands)
      REQUIRE(island.not_met.empty());
  }
  Point v, a;
  REQUIRE(stepper.motion_of(middle, point_at(curve, t), v, a));
  const Point by_steps = (8 * (places[3] - places[1]) - (places[4] - places[0])) / (12 * h);
  const Point twice =
      (16 * (places[3] + places[1]) - (places[4] + places[0]) - 30 * places[2]) / (12 * h * h);
  REQUIRE(a.norm() > 0.1);
  CHECK((v - by_steps).norm() < 1e-7 * (1 + v.norm()));
  CHECK((a - twice).norm() < 1e-5 * a.norm());
}

// A crank about the origin, driven, and a curve whose first node it carries. What else the curve
// may do the caller takes from it.
struct Carried {
  World world;
  CurveId curve;
};
Carried carried(const char* type, const std::vector<double>& q) {
  Carried scene;
  const CurveId crank = add_bar(scene.world, Point(0, 0), Point(q[0], q[1]));
  scene.curve = add_curve(scene.world, type, q);
  nail(scene.world, crank, 0);
  attach(scene.world, crank, 1, scene.curve, 0);
  drive(scene.world, crank, 2);
  return scene;
}

double measured(const World& world, CurveId curve, const char* name, double t = 0) {
  MeasureReading reading;
  REQUIRE(measure_at(*world.find(curve), *world.find(curve)->type->find(name), t, reading));
  return reading.value[0];
}

}  // namespace

TEST_CASE("what a connector reads bends as its rate changes, for every type and measure") {
  for (auto& [type, random] : every_curve_type(2024))
    for (int trial = 0; trial < 2; ++trial) {
      CAPTURE(type->name);
      CAPTURE(trial);
      World world;
      const Curve curve = random.curve(type);
      const CurveId id = world.add(curve);
      const std::vector<ConnectorId> connectors = every_connector(world, id, random.t(curve));
      hold_loosely(world, connectors);
      check_bends(world, connectors, random);
    }
}

TEST_CASE("what a connector reads of a welded curve bends as its rate changes, for every type") {
  for (auto& [type, random] : every_curve_type(2025))
    for (const bool scales : {false, true}) {
      CAPTURE(type->name);
      CAPTURE(scales);
      World world;
      const Curve curve = random.curve(type);
      const CurveId id = world.add(curve);
      world.weld({id, add_curve(world, "circle", {1, 2, 3})}, scales);
      const std::vector<ConnectorId> connectors = every_connector(world, id, random.t(curve));
      hold_loosely(world, connectors);
      check_bends(world, connectors, random);
    }
}

TEST_CASE("exact velocities and accelerations agree with the motion itself") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  drive(scene.world, scene.crank, 2);
  check_motion(scene.world, scene.coupler, 0.6);
}

TEST_CASE("the acceleration of a point of a spline that keeps its length is exact") {
  // the last node is nailed, the middle one slides on an upright line
  Carried scene = carried("spline", {1, 0.5, 3, 2, 6, 0});
  World& world = scene.world;
  nail(world, scene.curve, 2);
  const CurveId line = add_curve(world, "line", {3, -9, 3, 9});
  for (int i = 0; i < 4; ++i) world.set_locked(line, i, true);
  hold(world, "coincident",
       {world.add(point_at(scene.curve, 1)), world.add(sliding_at(line, 11.0 / 18))});
  const ConnectorId length = world.add(measure_of(scene.curve, "length"));
  hold(world, "fixed_length", {length, measured(world, scene.curve, "length")});
  for (const double t : {0.3, 1.0, 1.6}) check_motion(world, scene.curve, t);
}

TEST_CASE("the acceleration of a point of a closed curve of nodes that keeps its area is exact") {
  for (const char* type : {"closed_polyline", "closed_spline"}) {
    CAPTURE(type);
    Carried scene = carried(type, {1, 0.5, 5, 0, 3, 4});
    World& world = scene.world;
    nail(world, scene.curve, 1);
    const CurveId line = add_curve(world, "line", {3, -9, 3, 9});
    for (int i = 0; i < 4; ++i) world.set_locked(line, i, true);
    hold(world, "coincident",
         {world.add(point_at(scene.curve, 2)), world.add(sliding_at(line, 13.0 / 18))});
    const ConnectorId area = world.add(measure_of(scene.curve, "area"));
    hold(world, "fixed_area", {area, measured(world, scene.curve, "area")});
    for (const double t : {0.4, 1.7, 2.5}) check_motion(world, scene.curve, t);
  }
}

TEST_CASE("the acceleration of a point drawn along a spline at a steady pace is exact") {
  // a motor drives the length from the begin of the spline up to the slider
  World world;
  const CurveId spline = add_curve(world, "spline", {0, 0, 3, 2, 6, 0, 9, 1});
  for (int i = 0; i < 8; ++i) world.set_locked(spline, i, true);
  const double t = 0.8;
  const CurveId pen = add_curve(world, "point", {0, 0});
  world.set_q(pen, place(world, spline, t));
  const ConnectorId slider = world.add(sliding_at(spline, t));
  hold(world, "coincident", {world.add(point_at(pen, 0)), slider});
  const ConnectorId travelled = world.add(measure_of(spline, "travelled", slider));
  const double gone = measured(world, spline, "travelled", t);
  world.add(Motor{hold(world, "fixed_length", {travelled, gone}), 1, 2});
  check_motion(world, pen, 0);
}
