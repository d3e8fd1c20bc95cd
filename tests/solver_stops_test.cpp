// Stops under fast pulls: ranges of parameters, ends of open curves, and the kinds that say at
// least or at most. However far the hand leaps, in one event or in a thousand, nothing is passed
// and nothing trembles at rest, and what came to a stop comes back.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// A figure with a stop: what is held, which way leads into it, and how much room is left.
struct Stopped {
  std::string name;
  World world;
  CurveId held;
  double t = 0;
  Point way = Point(1, 0);                   // of length 1
  std::function<double(const World&)> room;  // to the stop, drawing units; 0 there
};

Stopped at_most_radius() {
  Stopped s{.name = "radius at most", .world = {}, .held = {}, .room = {}};
  s.held = add_circle(s.world, Point(0, 0), 2);
  hold(s.world, "coincident", {s.world.add(measure_of(s.held, "center")), Point(0, 0)});
  hold(s.world, "at_most", {s.world.add(parameter_of(s.held, 2)), 3.0});
  s.room = [id = s.held](const World& world) { return 3 - world.find(id)->q[2]; };
  return s;
}

Stopped at_least_radius() {
  Stopped s{.name = "radius at least", .world = {}, .held = {}, .way = Point(-1, 0), .room = {}};
  s.held = add_circle(s.world, Point(0, 0), 2);
  hold(s.world, "coincident", {s.world.add(measure_of(s.held, "center")), Point(0, 0)});
  hold(s.world, "at_least", {s.world.add(parameter_of(s.held, 2)), 0.5});
  s.room = [id = s.held](const World& world) { return world.find(id)->q[2] - 0.5; };
  return s;
}

Stopped range_of_radius() {
  Stopped s{.name = "radius above zero", .world = {}, .held = {}, .way = Point(-1, 0), .room = {}};
  s.held = add_circle(s.world, Point(0, 0), 2);
  hold(s.world, "coincident", {s.world.add(measure_of(s.held, "center")), Point(0, 0)});
  s.room = [id = s.held](const World& world) { return world.find(id)->q[2] - 1e-6 * world.size(); };
  return s;
}

Stopped angle_stop(bool most) {
  Stopped s{.name = most ? "angle at most" : "angle at least",
            .world = {},
            .held = {},
            .t = 1,
            .way = Point(-0.6, most ? 0.8 : -0.8),
            .room = {}};
  s.held = add_bar(s.world, Point(0, 0), Point(3, 0));
  nail(s.world, s.held, 0);
  const double limit = most ? 1.0 : -1.0;
  hold(s.world, most ? "angle_at_most" : "angle_at_least",
       {s.world.add(parameter_of(s.held, 2)), limit});
  s.room = [id = s.held, limit](const World& world) {
    return 3 * std::copysign(1.0, limit) * (limit - world.find(id)->q[2]);
  };
  return s;
}

Stopped rope() {
  Stopped s{.name = "rope", .world = {}, .held = {}, .way = Point(0.8, 0.6), .room = {}};
  const CurveId post = add_curve(s.world, "point", {0, 0});
  s.held = add_curve(s.world, "point", {1, 0});
  add_bar(s.world, Point(-2, -2), Point(2, -2));
  nail(s.world, post, 0);
  hold(s.world, "rope", {s.world.add(point_at(post, 0)), s.world.add(point_at(s.held, 0)), 2.0});
  s.room = [id = s.held](const World& world) { return 2 - place(world, id, 0).norm(); };
  return s;
}

// A bead on a line through the middle of what keeps it away: it can only stop.
Stopped keep_apart() {
  Stopped s{.name = "keep apart", .world = {}, .held = {}, .way = Point(-1, 0), .room = {}};
  s.held = add_curve(s.world, "point", {4, 0});
  const ConnectorId bead = s.world.add(point_at(s.held, 0));
  add_bar(s.world, Point(-4, -4), Point(4, -4));
  hold(s.world, "horizontal", {bead, Argument(Point(0, 0))});
  hold(s.world, "stop", {bead, Argument(Point(0, 0)), 1.0});
  s.room = [id = s.held](const World& world) { return place(world, id, 0).x() - 1; };
  return s;
}

Stopped end_of(const char* type, std::vector<double> q, Point way) {
  Stopped s{.name = std::string("end of ") + type, .world = {}, .held = {}, .way = way, .room = {}};
  const CurveId rail = add_curve(s.world, type, q);
  for (int i = 0; i < static_cast<int>(q.size()); ++i) s.world.set_locked(rail, i, true);
  const Curve curve = *s.world.find(rail);
  const double middle = 0.5 * (t_begin(curve) + t_end(curve));
  const Point at = place(s.world, rail, middle);
  s.held = add_curve(s.world, "point", {at.x(), at.y()});
  const ConnectorId slider = s.world.add(sliding_at(rail, middle));
  hold(s.world, "coincident", {s.world.add(point_at(s.held, 0)), slider});
  s.room = [curve, slider](const World& world) {
    const double t = std::get<SlidingAt>(world.find(slider)->what).t;
    return std::min(t_end(curve) - t, t - t_begin(curve)) / (t_end(curve) - t_begin(curve)) *
           world.size();
  };
  return s;
}

std::vector<Stopped> every_stop() {
  std::vector<Stopped> all = {at_most_radius(), at_least_radius(), range_of_radius(),
                              angle_stop(true), angle_stop(false), rope(),
                              keep_apart()};
  all.push_back(end_of("line", {0, 0, 4, 1}, Point(0.8, 0.6)));
  all.push_back(end_of("arc", {0, 0, 3, 0, 2}, Point(1, -1).normalized()));
  all.push_back(end_of("parabola", {0, 0, 1, 3, 0}, Point(-1, 0.5).normalized()));
  all.push_back(end_of("polyline", {0, 0, 2, 1, 4, 0, 6, 2}, Point(1, 0)));
  return all;
}

std::vector<double> state(const World& world) {
  std::vector<double> all;
  world.bodies().each([&](CurveId, const Body& body) {
    all.insert(all.end(), body.curve.q.data(), body.curve.q.data() + body.curve.q.size());
  });
  return all;
}

}  // namespace

TEST_CASE("however far and fast a pull, nothing passes a stop, and nothing trembles at it") {
  for (const double sizes : {10.0, 300.0})
    for (const int events : {1, 1000})
      for (Stopped& s : every_stop()) {
        CAPTURE(s.name);
        CAPTURE(sizes);
        CAPTURE(events);
        World& world = s.world;
        Stepper stepper;
        stepper.settle(world);
        const double size = world.size(), room = s.room(world);
        REQUIRE(room > 0.1);
        const HandId hand = world.grab(s.held, s.t);
        const Point from = world.find(hand)->target;
        for (int k = 1; k <= events; ++k) {
          world.pull(hand, from + sizes * size * s.way * k / events);
          stepper.step(world);
          REQUIRE(s.room(world) >= -hard_tolerance * size);
        }
        const int ticks = stepper.settle(world, 600);
        CHECK(ticks < 600);
        CHECK(s.room(world) >= -hard_tolerance * size);
        CHECK(s.room(world) < 1e-4 * size);  // it has come to the stop
        // At rest it stands, however often it is asked.
        const std::vector<double> rest = state(world);
        for (int k = 0; k < 20; ++k) {
          world.pull(hand, world.find(hand)->target);
          stepper.step(world);
          const std::vector<double> now = state(world);
          REQUIRE(now.size() == rest.size());
          for (std::size_t i = 0; i < rest.size(); ++i)
            CHECK(std::abs(now[i] - rest[i]) <= 1e-6 * size);
        }
        // and it comes back
        world.pull(hand, from);
        stepper.settle(world, 600);
        CHECK((place(world, s.held, s.t) - from).norm() < 1e-6 * size);
      }
}
