// What must not matter: where a drawing lies, how it is turned, in which unit it is drawn, in which
// order its parts were made, that a constraint is there twice, how often the pointer was looked at.
//
// Every world here is dragged once as it is and once changed; the two ends are compared, and the
// difference is measured in parts of the drawing.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "curves/transform.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// A world with something to hold and a way to go.
struct Scene {
  std::string name;
  World world;
  CurveId held;
  double t = 1;
  std::vector<Point> way;  // of the hand, from where it grabbed
};

std::vector<Point> straight(Point end, int events) {
  std::vector<Point> way;
  for (int k = 1; k <= events; ++k) way.push_back(end * k / events);
  return way;
}

// A framework that is rigid but for one bar: one freedom.
Scene loose_framework(unsigned seed) {
  Random random(seed);
  Framework rigid = random.rigid_framework(4 + random.whole(0, 3));
  rigid.bars.pop_back();
  Linkage scene = linkage(rigid.points, rigid.bars, {0, 1});
  return {"framework " + std::to_string(seed), std::move(scene.world), scene.bars.back(), 1,
          straight(random.point(0.8), 12)};
}

std::vector<Scene> scenes(int frameworks) {
  std::vector<Scene> all;
  FourBar four = four_bar(4, 1.5, 3.5, 3, 1);
  all.push_back({"four-bar", four.world, four.coupler, 0.4, straight(Point(-0.8, -0.4), 15)});
  Chain bars = chain(7);
  all.push_back({"chain", bars.world, bars.bars.back(), 1, straight(Point(-2.2, 1.4), 20)});
  Grid braced = grid(2);
  all.push_back({"grid", braced.world, braced.far_bar, 1, straight(Point(-1, 0.5), 12)});
  Peaucellier cell = peaucellier();
  all.push_back({"Peaucellier", cell.world, cell.crank, 1, straight(Point(0.1, -0.8), 12)});
  SliderCrank slider = slider_crank(1, 3, 0.5);
  all.push_back({"slider-crank", slider.world, slider.crank, 1, straight(Point(-0.9, 0.4), 12)});
  Trammel rails = trammel(2, 0.7);
  all.push_back({"trammel", rails.world, rails.bar, 0.5, straight(Point(-0.4, 0.3), 12)});
  Circles touching = tangent_circles(3);
  all.push_back({"circles", touching.world, touching.circles[2], 0.3, straight(Point(-1, 1), 12)});
  World welded = chain(3).world;
  const CurveId disc = add_curve(welded, "wheel", {2, 1, 0.3, 0.4});
  const CurveId last = welded.bodies().at_slot(2);
  welded.weld({last, disc});
  all.push_back({"welded", welded, disc, 0.2, straight(Point(-0.8, 0.9), 12)});
  for (int i = 1; i <= frameworks; ++i) all.push_back(loose_framework(static_cast<unsigned>(i)));
  for (Scene& scene : all) {
    Stepper stepper;
    stepper.settle(scene.world);
  }
  return all;
}

void drag(World& world, CurveId held, double t, const std::vector<Point>& way, double scale = 1,
          double turn = 0) {
  Stepper stepper;
  stepper.settle(world);
  const Point from = place(world, held, t);
  const HandId hand = world.grab(held, t);
  const Similarity S{.angle = turn, .scale = scale};
  for (const Point& to : way) {
    world.pull(hand, from + S(to));
    stepper.step(world);
  }
  stepper.settle(world);
  world.release(hand);
}

// Where everything is, undone by S: five places of every curve, in the order of `ids`.
std::vector<Point> places(const World& world, const std::vector<CurveId>& ids,
                          const Similarity& S) {
  std::vector<Point> all;
  const Similarity back = S.inverse();
  for (const CurveId id : ids)
    for (int i = 0; i <= 4; ++i) {
      const Curve& curve = *world.find(id);
      all.push_back(
          back(place(world, id, t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / 4)));
    }
  return all;
}

double difference(const std::vector<Point>& a, const std::vector<Point>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

std::vector<CurveId> every_curve(const World& world) {
  std::vector<CurveId> ids;
  world.bodies().each([&](CurveId id, const Body&) { ids.push_back(id); });
  return ids;
}

World moved(const World& world, const Similarity& S) {
  World copy = world;
  for (const CurveId id : every_curve(world)) copy.set_q(id, transformed(S, *world.find(id)).q);
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      if (constraint.on[i].connector) continue;
      const Input& input = constraint.kind->inputs[i];
      const Point number(constraint.on[i].number[0], constraint.on[i].number[1]);
      if (input.shape == Shape::point) copy.set_number(id, static_cast<int>(i), S(number));
      if (input.shape == Shape::number && input.role == Role::length)
        copy.set_number(id, static_cast<int>(i), S.scale * number.x());
    }
  });
  return copy;
}

// The same world, made in another order.
World reordered(const World& world, std::map<CurveId, CurveId>& curve, Random& random) {
  const auto shuffled = [&](auto ids) {
    for (std::size_t i = ids.size(); i > 1; --i)
      std::swap(ids[i - 1],
                ids[static_cast<std::size_t>(random.whole(0, static_cast<int>(i) - 1))]);
    return ids;
  };
  World copy;
  for (const CurveId id : shuffled(every_curve(world))) {
    const Body& body = *world.body(id);
    curve[id] = copy.add(body.curve);
    for (std::size_t i = 0; i < body.locked.size(); ++i)
      copy.set_locked(curve[id], static_cast<int>(i), body.locked[i]);
  }
  std::vector<ConnectorId> plain, reading;
  world.connectors().each([&](ConnectorId id, const Connector& connector) {
    const Measured* measured = std::get_if<Measured>(&connector.what);
    (measured && measured->at ? reading : plain).push_back(id);
  });
  std::map<ConnectorId, ConnectorId> connector;
  for (const auto& ids : {shuffled(plain), shuffled(reading)})
    for (const ConnectorId id : ids) {
      Connector one = *world.find(id);
      one.curve = curve[one.curve];
      if (Measured* measured = std::get_if<Measured>(&one.what))
        if (measured->at) measured->at = connector[measured->at];
      connector[id] = copy.add(one);
    }
  std::vector<ConstraintId> constraints;
  world.constraints().each([&](ConstraintId id, const Constraint&) { constraints.push_back(id); });
  for (const ConstraintId id : shuffled(constraints)) {
    Constraint one = *world.find(id);
    for (Argument& argument : one.on)
      if (argument.connector) argument.connector = connector[argument.connector];
    copy.add(one);
  }
  world.links().each([&](LinkId, const Link& link) {
    std::vector<CurveId> members;
    for (const CurveId id : link.members) members.push_back(curve[id]);
    copy.weld(members, link.scales);
  });
  return copy;
}

constexpr double nothing = 1e-9;  // of the drawing
// A hand out of reach holds its point at the nearest place. The distance is flat there: whoever
// looks for the least of it knows the place to the root of rounding only.
constexpr double nothing_out_of_reach = 1e-7;

double allowed(const World& world, const Scene& scene, Point from) {
  const double lag = (place(world, scene.held, scene.t) - from - scene.way.back()).norm();
  return (lag < 1e-9 * world.size() ? nothing : nothing_out_of_reach) * world.size();
}

}  // namespace

TEST_CASE("the unit of a drawing, its turn and its place change nothing") {
  for (const Scene& scene : scenes(12)) {
    CAPTURE(scene.name);
    const std::vector<CurveId> ids = every_curve(scene.world);
    const double size = scene.world.size();
    World plain = scene.world;
    drag(plain, scene.held, scene.t, scene.way);
    const double same = allowed(plain, scene, place(scene.world, scene.held, scene.t));
    const std::vector<Point> known = places(plain, ids, {});
    for (const Similarity& S :
         {Similarity{.scale = 1e-9}, Similarity{.scale = 3e-5}, Similarity{.scale = 1e9},
          Similarity{.angle = 1.1}, Similarity{.angle = -2.6, .scale = 7.3}}) {
      CAPTURE(S.scale);
      CAPTURE(S.angle);
      const bool turns = std::all_of(ids.begin(), ids.end(), [&](CurveId id) {
        return follows(*scene.world.find(id), S, 1e-9 * size * S.scale);
      });
      if (!turns) continue;  // a circle has no turn: its t stays where it is
      World other = moved(scene.world, S);
      drag(other, scene.held, scene.t, scene.way, S.scale, S.angle);
      CHECK(difference(places(other, ids, S), known) < same);
    }
    // a million units away a double knows a place to 1e-10: that is all that is lost
    const Similarity far{.move = Point(1e6, -1e6)};
    World other = moved(scene.world, far);
    drag(other, scene.held, scene.t, scene.way);
    CHECK(difference(places(other, ids, far), known) < 10 * same + 1e-6);
  }
}

TEST_CASE("the order in which things were made changes nothing") {
  for (const Scene& scene : scenes(30)) {
    CAPTURE(scene.name);
    Random random(1990);
    std::vector<CurveId> ids = every_curve(scene.world);
    World plain = scene.world;
    drag(plain, scene.held, scene.t, scene.way);
    const double same = allowed(plain, scene, place(scene.world, scene.held, scene.t));
    const std::vector<Point> known = places(plain, ids, {});
    for (int trial = 0; trial < 3; ++trial) {
      std::map<CurveId, CurveId> curve;
      World other = reordered(scene.world, curve, random);
      drag(other, curve[scene.held], scene.t, scene.way);
      std::vector<CurveId> others;
      for (const CurveId id : ids) others.push_back(curve[id]);
      CHECK(difference(places(other, others, {}), known) < same);
    }
  }
}

TEST_CASE("hard constraints that are there twice, or three times, change nothing") {
  for (const Scene& scene : scenes(30))
    for (const int times : {1, 2}) {
      CAPTURE(scene.name);
      const std::vector<CurveId> ids = every_curve(scene.world);
      World plain = scene.world, doubled = scene.world;
      for (int k = 0; k < times; ++k)
        scene.world.constraints().each([&](ConstraintId, const Constraint& constraint) {
          doubled.add(Constraint(constraint));
        });
      drag(plain, scene.held, scene.t, scene.way);
      drag(doubled, scene.held, scene.t, scene.way);
      CHECK(difference(places(doubled, ids, {}), places(plain, ids, {})) <
            allowed(plain, scene, place(scene.world, scene.held, scene.t)));
    }
}

TEST_CASE("a drag cut into 1, 10, 100 or 1,000 events ends in the same place, in every scene") {
  for (const Scene& scene : scenes(10)) {
    CAPTURE(scene.name);
    const std::vector<CurveId> ids = every_curve(scene.world);
    std::vector<Point> known;
    for (const int events : {1, 10, 100, 1000}) {
      CAPTURE(events);
      World world = scene.world;
      drag(world, scene.held, scene.t, straight(scene.way.back(), events));
      const std::vector<Point> end = places(world, ids, {});
      if (known.empty()) known = end;
      CHECK(difference(end, known) < 1e-6 * scene.world.size());
    }
  }
}
