#include "tests/sweep/classes.h"

#include <algorithm>
#include <cmath>

#include "curves/transform.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"
#include "tests/sweep/subjects.h"

namespace limber {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double reached_part = 1e-6;  // of the drawing's size
constexpr double same_part = 1e-4;     // two places told apart by an eye
constexpr int frames_4 = 16;           // ticks of four frames

Point polar(double r, double angle) { return r * Point(std::cos(angle), std::sin(angle)); }

using Places = std::vector<Point>;

// Points of every curve, elsewhere than at its symmetries.
Places watch(const World& world) {
  Places out;
  world.bodies().each([&](CurveId, const Body& body) {
    for (const double part : {0.0, 0.17, 0.38, 0.62, 0.81, 1.0}) {
      Point x = Point::Zero();
      const double begin = t_begin(body.curve), end = t_end(body.curve);
      if (!point_at(body.curve, begin + (end - begin) * part, x)) x.setConstant(NAN);
      out.push_back(x);
    }
  });
  return out;
}

double farthest(const Places& from, const Places& to) {
  double most = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (const double way = (to[i] - from[i]).norm(); way > most) most = way;
  return most;
}

// A world, a hand that holds something of it, and where the hand is.
struct Held {
  World world;
  HandId hand;
  Point at = Point::Zero();
  Stepper stepper;

  Held(World w, CurveId curve, double t) : world(std::move(w)) {
    stepper.settle(world);
    hand = world.grab(curve, t);
    at = world.find(hand)->target;
  }
  const StepReport& pull(Point to) {
    if (to != at) world.pull(hand, to);
    at = to;
    return stepper.step(world);
  }
  void lead(Point to, int events) {
    const Point from = at;
    for (int k = 1; k <= events; ++k) pull(from + (to - from) * (static_cast<double>(k) / events));
  }
  void rest(int ticks) {
    for (int k = 0; k < ticks; ++k) pull(at);
  }
  Point held() const {
    Point p(NAN, NAN);
    (void)place_of(world, world.find(hand)->on, p);
    return p;
  }
  double lag() const { return (held() - at).norm(); }
};

std::string number(const char* name, int k) { return std::string(name) + " " + std::to_string(k); }

// ---- a: collapse

World rectangle(CurveId* lines) {
  World world;
  const Point corner[] = {Point(0, 0), Point(60, 0), Point(60, 40), Point(0, 40)};
  for (int i = 0; i < 4; ++i) {
    const Point a = corner[i], b = corner[(i + 1) % 4];
    lines[i] = add_curve(world, "line", {a.x(), a.y(), b.x(), b.y()});
  }
  for (int i = 0; i < 4; ++i) attach(world, lines[i], 1, lines[(i + 1) % 4], 0);
  for (int i = 0; i < 3; ++i)
    hold(world, "perpendicular",
         {world.add(measure_of(lines[i], "along")), world.add(measure_of(lines[i + 1], "along"))});
  nail(world, lines[0], 0);
  return world;
}

World unlocked(CurveId& last, int bars) {
  World world;
  Point at(0, 0);
  for (int i = 0; i < bars; ++i) {
    const Point to = at + Point(20, i % 2 == 0 ? 10 : -10);
    const CurveId bar = add_bar(world, at, to);
    world.set_locked(bar, 3, false);
    if (i == 0)
      nail(world, bar, 0);
    else
      attach(world, last, 1, bar, 0);
    last = bar;
    at = to;
  }
  return world;
}

// Led about at random for some seconds and back to where it was.
double lag_after_wandering(Held held, Random& random, double reach) {
  const Point start = held.at;
  for (int i = 0; i < 12; ++i) held.lead(start + random.point(reach), 60);
  held.lead(start, 60);
  held.rest(frames_4);
  return held.lag() / held.world.size();
}

Tally rectangles() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    Random random(seed);
    CurveId lines[4];
    World world = rectangle(lines);
    const double reach = seed % 3 == 0 ? 30 : seed % 3 == 1 ? 80 : 200;
    const double lag = lag_after_wandering(Held(std::move(world), lines[2], 0), random, reach);
    tally.add(!(lag < reached_part), lag, number("seed", static_cast<int>(seed)));
  }
  return tally;
}

Tally unlocked_bars() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    CurveId last;
    World world = unlocked(last, 1 + static_cast<int>(seed % 4));
    const double lag = lag_after_wandering(Held(std::move(world), last, 1), random, 80);
    tally.add(!(lag < reached_part), lag, number("seed", static_cast<int>(seed)));
  }
  return tally;
}

// An end dropped on the other end, let go, and pulled apart again by either end.
Tally dropped_ends() {
  Tally tally;
  for (const auto& type : every_curve_type()) {
    const Curve curve = default_curve(type);
    Point a, b;
    if (!point_at(curve, t_begin(curve), a) || !point_at(curve, t_end(curve), b)) continue;
    if (!((b - a).norm() > 0)) continue;
    // Three points on two places are no arc: which one it is, the way from end to end says, and it is 0.
    if (type->name == "arc_through") continue;
    for (int k = 0; k < 8; ++k)
      for (const int events : {1, 30}) {
        World world;
        const CurveId id = world.add(curve);
        for (int p = 0; p < curve.q.size(); ++p)
          if (parameter(*type, p).role == Role::length) world.set_locked(id, p, false);
        const double size = world.size();
        Held drop(std::move(world), id, t_end(curve));
        drop.lead(a, events);
        drop.rest(60);
        if (drop.lag() > reached_part * size) continue;  // it cannot be shut
        drop.world.release(drop.hand);
        drop.stepper.settle(drop.world, 60);
        Held open(std::move(drop.world), id, k % 2 == 0 ? t_end(curve) : t_begin(curve));
        open.lead(open.at + polar(0.5 * size, k * pi / 4), 30);
        open.rest(frames_4);
        const double lag = open.lag() / size;
        tally.add(!(lag < reached_part), lag, type->name + number("", k));
      }
  }
  return tally;
}

// ---- b: event count

struct Way {
  Point elbow, tip;            // where the arm begins
  std::vector<Point> corners;  // of the hand, out of reach; then back to the tip
};

Way random_way(Random& random) {
  Way way;
  const double angle = random.in(-3, 3);
  way.elbow = polar(1, angle);
  way.tip = way.elbow + polar(0.9, angle + random.in(0.3, 2.2) * (random.whole(0, 1) ? 1 : -1));
  const double out = std::atan2(way.tip.y(), way.tip.x()) + random.in(-0.6, 0.6);
  way.corners.push_back(polar(random.in(2, 4), out));
  if (random.whole(0, 2) > 0) way.corners.push_back(polar(random.in(2, 4), out + 1));
  way.corners.push_back(way.tip);
  return way;
}

Tally arms() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Way way = random_way(random);
    Places first;
    for (const int events : {1, 10, 100, 1000}) {
      Linkage arm = linkage({Point(0, 0), way.elbow, way.tip}, {{0, 1}, {1, 2}}, {0});
      Held held(std::move(arm.world), arm.bars[1], 1);
      double late = 0;
      for (const Point& corner : way.corners) {
        const Point from = held.at;
        for (int k = 1; k <= events; ++k) {
          held.pull(from + (corner - from) * (static_cast<double>(k) / events));
          const double r = held.at.norm();
          if (events >= 100 && r < 1.899 && r > 0.11) late = std::max(late, held.lag());
        }
      }
      held.stepper.settle(held.world);
      const Places end = watch(held.world);
      if (first.empty()) first = end;
      const double apart = std::max(farthest(first, end), late > 1e-3 ? late : 0.0);
      tally.add(!(apart < 1e-6), apart, number("seed", static_cast<int>(seed)) + number(" in", events));
    }
  }
  return tally;
}

// Longer chains with the tip led out of reach and back: the same ends in any number of events.
Tally chains_in_events() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const int bars = random.whole(3, 6);
    const std::vector<Point> corners = {polar(random.in(0.5, 1.6) * bars, random.in(-2, 2)),
                                        polar(random.in(0.5, 1.6) * bars, random.in(-2, 2))};
    Places first;
    for (const int events : {1, 10, 100, 1000}) {
      Chain scene = chain(bars);
      Held held(std::move(scene.world), scene.bars.back(), 1);
      const Point start = held.at;
      for (const Point& corner : corners) held.lead(corner, events);
      held.lead(start, events);
      held.stepper.settle(held.world);
      const Places end = watch(held.world);
      if (first.empty()) first = end;
      const double apart = farthest(first, end) / bars;
      tally.add(!(apart < 1e-4), apart, number("seed", static_cast<int>(seed)) + number(" in", events));
    }
  }
  return tally;
}

// ---- c: mode

// How far the coupler is from lying parallel to the ground: 0 of a parallelogram.
double crossed(const FourBar& scene, const World& world, double width) {
  return (place(world, scene.rocker, 1) - place(world, scene.crank, 1) - Point(width, 0)).norm();
}

Tally crossed_parallelograms() {
  Tally tally;
  const double width = 60, arm = 30;
  for (std::uint32_t seed = 1; seed <= 80; ++seed) {
    Random random(seed);
    const double angle = random.in(0.4, 2.7) * (random.whole(0, 1) ? 1 : -1);
    FourBar scene = four_bar(width, arm, width, arm, angle, angle > 0 ? -1 : 1);
    if (crossed(scene, scene.world, width) < 1e-3) scene = four_bar(width, arm, width, arm, angle, angle > 0 ? 1 : -1);
    Held held(scene.world, scene.coupler, random.in(0, 1));
    const Point start = held.at;
    for (int i = 0; i < 3; ++i) held.lead(start + random.point(60), 40);
    held.lead(start, 40);
    held.stepper.settle(held.world, 240);
    const double off = crossed(scene, held.world, width);
    tally.add(off < 1e-3, off, number("seed", static_cast<int>(seed)));
  }
  return tally;
}

// Let go exactly at the change point, and taken again by the other bar.
Tally change_points() {
  Tally tally;
  const double width = 60, arm = 30;
  for (const double from : {0.5, -0.5, 2.0, -2.0})
    for (const int events : {10, 40})
      for (const double by : {0.4, 1.2}) {
        FourBar scene = parallelogram(width, arm, from);
        Held held(scene.world, scene.crank, 1);
        const double flat = std::abs(from) < 1.57 ? 0 : (from > 0 ? pi : -pi);
        for (int k = 1; k <= events; ++k) held.pull(polar(arm, from + (flat - from) * k / events));
        held.rest(2);
        held.world.release(held.hand);
        held.stepper.settle(held.world);
        Held other(std::move(held.world), scene.rocker, 1);
        for (int k = 1; k <= events; ++k)
          other.pull(Point(width, 0) + polar(arm, flat + (flat - from > 0 ? by : -by) * k / events));
        const double off = crossed(scene, other.world, width) / width;
        tally.add(!(off < 1e-6), off, number("from", static_cast<int>(from * 10)));
      }
  return tally;
}

Tally peaucelliers() {
  Tally tally;
  for (const double far : {1.5, 3.0, 10.0})
    for (int direction = 0; direction < 16; ++direction)
      for (const int events : {10, 60}) {
        Peaucellier scene = peaucellier();
        Held held(std::move(scene.world), scene.pen_bar, 1);
        const double size = held.world.size();
        const Places before = watch(held.world);
        const Point start = held.at;
        held.lead(start + polar(far * size, direction * pi / 8), events);
        held.lead(start, events);
        held.stepper.settle(held.world, 600);
        const double off = farthest(before, watch(held.world)) / size;
        tally.add(!(off < 1e-6), off, number("direction", direction) + number(" events", events) + number(" far", static_cast<int>(far)));
      }
  return tally;
}

// ---- e: lag

Tally circled_chains() {
  Tally tally;
  for (const int bars : {80, 200})
    for (const double turn : {0.1, 0.5})
      for (const double out : {0.4, 0.8}) {
        Chain scene = chain(bars);
        Held held(std::move(scene.world), scene.bars.back(), 1);
        for (int k = 1; k <= 60; ++k) held.pull(polar(0.8 * bars, turn * k) + Point(out * bars, 0));
        held.rest(frames_4);
        const Places at_4 = watch(held.world);
        const int more = held.stepper.settle(held.world, 2400);
        const double moved = farthest(at_4, watch(held.world)) / bars;
        const double beyond = std::max(0.0, held.at.norm() - bars);
        const bool reached = held.lag() < beyond + 1e-6 * bars;
        tally.add(!(reached && moved < 1e-3), reached ? moved : 1e3, number("bars", bars) + number(" then", more));
      }
  return tally;
}

// ---- f: flash

Tally through_the_middle() {
  Tally tally;
  for (const auto& type : every_curve_type()) {
    const Curve curve = default_curve(type);
    for (int k = 0; k < 8; ++k)
      for (const int events : {10, 40}) {
        World world;
        const CurveId id = world.add(curve);
        const double size = world.size();
        const double t = t_begin(curve) + 0.37 * (t_end(curve) - t_begin(curve));
        Held held(std::move(world), id, t);
        Places before = watch(held.world);
        const Point start = held.at, way = polar(size, k * pi / 4);
        double worst = 0;
        for (int i = 1; i <= 2 * events + frames_4; ++i) {
          const Point was = held.at;
          const double lag = held.lag();
          const double part = std::min(i, 2 * events) / static_cast<double>(events);
          held.pull(start + way * (part <= 1 ? part : 2 - part));
          const Places now = watch(held.world);
          const double hand = (held.at - was).norm() + lag;
          const double moved = farthest(before, now);
          if (moved > 1e-9 * size) worst = std::max(worst, moved / std::max(hand, 1e-9 * size));
          before = now;
        }
        tally.add(worst > 8, worst, type->name + number("", k));
      }
  }
  return tally;
}

// ---- h: precision

World moved(const World& world, const Similarity& S) {
  World copy = world;
  world.bodies().each([&](CurveId id, const Body& body) { copy.set_q(id, transformed(S, body.curve).q); });
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      if (constraint.on[i].connector) continue;
      const Input& input = constraint.kind->inputs[i];
      const Point value(constraint.on[i].number[0], constraint.on[i].number[1]);
      if (input.shape == Shape::point) copy.set_number(id, static_cast<int>(i), S(value));
      if (input.shape == Shape::number && input.role == Role::length)
        copy.set_number(id, static_cast<int>(i), S.scale * value.x());
    }
  });
  return copy;
}

Places dragged(World world, CurveId curve, double t, const std::vector<Point>& way, const Similarity& S) {
  Held held(std::move(world), curve, t);
  const Similarity turn{.angle = S.angle, .scale = S.scale};
  const Point from = held.at;
  for (const Point& to : way) held.pull(from + turn(to));
  held.stepper.settle(held.world, 600);
  Places out = watch(held.world);
  for (Point& x : out) x = S.inverse()(x);
  return out;
}

std::vector<Point> random_walk(Random& random, double reach) {
  std::vector<Point> way;
  Point at(0, 0);
  for (int i = 0; i < 3; ++i) {
    const Point to = random.point(reach);
    for (int k = 1; k <= 30; ++k) way.push_back(at + (to - at) * (k / 30.0));
    at = to;
  }
  return way;
}

Tally doubled_jansen() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Jansen leg = jansen();
    World doubled = leg.world;
    leg.world.constraints().each(
        [&](ConstraintId, const Constraint& constraint) { doubled.add(Constraint(constraint)); });
    const CurveId bar = seed % 2 ? leg.foot_bar : leg.crank;
    const std::vector<Point> way = random_walk(random, seed % 2 ? 20 : 12);
    const double apart =
        farthest(dragged(leg.world, bar, 1, way, {}), dragged(doubled, bar, 1, way, {})) /
        leg.world.size();
    tally.add(!(apart < 1e-9), apart, number("seed", static_cast<int>(seed)));
  }
  return tally;
}

// Its coordinates are then known to 1e-16 * 1e6 / (size / 1000) of the drawing, and no better.
Tally far_and_small() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Jansen leg = jansen();
    FourBar bar = four_bar(80, 30, 70, 60, 1.2);
    const bool first = seed % 2;
    const World& world = first ? leg.world : bar.world;
    const CurveId curve = first ? leg.foot_bar : bar.coupler;
    const std::vector<Point> way = random_walk(random, 15);
    const Places near = dragged(world, curve, 1, way, {});
    for (const Similarity& S : {Similarity{.move = Point(1e6, -1e6)}, Similarity{.scale = 1e-3},
                                Similarity{.move = Point(1e3, 1e3), .scale = 1e-3}}) {
      const double apart = farthest(near, dragged(moved(world, S), curve, 1, way, S)) / world.size();
      const double rounding = 1e-16 * S.move.norm() / (S.scale * world.size());
      tally.add(!(apart < 1e-9 + 100 * rounding), apart, number("seed", static_cast<int>(seed)));
    }
  }
  return tally;
}

Tally pentagons() {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    std::vector<Point> points;
    std::vector<std::pair<int, int>> sides;
    const int corners = random.whole(5, 7);
    for (int i = 0; i < corners; ++i) {
      points.push_back(polar(30, 2 * pi * i / corners));
      sides.push_back({i, (i + 1) % corners});
    }
    Linkage scene = linkage(points, sides, {0});
    Held held(std::move(scene.world), scene.bars[2], 0);
    const double size = held.world.size();
    const Places before = watch(held.world);
    const Point start = held.at;
    held.lead(start + polar(random.in(8, 20), random.in(-3, 3)), 60);
    held.lead(start, 60);
    held.stepper.settle(held.world);
    const double off = farthest(before, watch(held.world)) / size;
    tally.add(!(off < same_part), off, number("seed", static_cast<int>(seed)));
  }
  return tally;
}

// ---- i: endless

constexpr int most_work = 20000;  // evaluations in a tick

Tally endless() {
  Tally tally;
  const auto drag = [&](const Curve& curve, double far, const std::string& name) {
    World world;
    const CurveId id = world.add(curve);
    Held held(std::move(world), id, t_begin(curve) + 0.1 * (t_end(curve) - t_begin(curve)));
    const double size = held.world.size();
    int most = 0;
    bool finite = true;
    for (int k = 1; k <= 30; ++k) {
      for (const IslandReport& island :
           held.pull(held.at + far * size * Point(std::sin(0.2 * k), std::cos(0.2 * k)) / 30).islands)
        most = std::max(most, island.iterations);
      finite = finite && held.world.find(id)->q.allFinite();
    }
    held.rest(frames_4);
    const double reach = std::max(size, held.at.norm());
    const bool late = far < 10 && held.lag() > reached_part * reach;
    tally.add(most > most_work || !finite || late, most, name);
  };
  for (const auto& type : every_curve_type())
    for (const int whole : {1, 2, 3, 4, 8, 16, 32}) {
      Curve curve = default_curve(type);
      bool counts = false;
      for (int i = 0; i < curve.q.size(); ++i) {
        const Parameter& p = parameter(*type, i);
        if (p.role != Role::number || whole < p.minimum || whole > p.maximum) continue;
        curve.q[i] = whole;
        counts = true;
      }
      if (counts || whole == 1) {
        drag(curve, 0.5, type->name + number(" of", whole));
        drag(curve, 1e12, type->name + number(" pulled 1e12, of", whole));
      }
      if (whole > 1) continue;
      for (int i = 0; i < curve.q.size(); ++i)
        if (parameter(*type, i).role == Role::angle) {
          Curve turned = default_curve(type);
          turned.q[i] = 1e12;
          drag(turned, 0.5, type->name + " turned 1e12");
        }
    }
  return tally;
}

// A point driven fast: met at every tick, or the run says that it is not.
Tally driven_fast() {
  Tally tally;
  for (const double reach : {10.0, 100.0, 1000.0, 1e5}) {
    World world;
    const CurveId point = add_curve(world, "point", {0, 0});
    add_bar(world, Point(0, 0), Point(10, 0));
    const ConstraintId driven = nail(world, point, 0, Point(0, 0));
    Stepper stepper;
    for (int k = 1; k <= 60; ++k) {
      const Point to(reach * std::sin(k / 10.0), 0);
      world.set_number(driven, 1, to);
      bool told = false;
      for (const IslandReport& island : stepper.step(world).islands)
        told = told || !island.not_met.empty();
      const double off = (place(world, point, 0) - to).norm();
      tally.add(off > 1e-8 * world.size() && !told, off, number("reach", static_cast<int>(reach)));
    }
  }
  return tally;
}

}  // namespace

void Tally::add(bool find, double measure, const std::string& name) {
  ++drags;
  if (std::isnan(measure) || measure > worst) worst = measure;
  if (!find) return;
  if (++finds <= 6) where += (where.empty() ? "" : ", ") + name;
}

const std::vector<DragClass>& drag_classes() {
  static const std::vector<DragClass> all = {
      {"a rectangle of lines", "lag", rectangles},
      {"a unlocked bars", "lag", unlocked_bars},
      {"a ends dropped on each other", "lag", dropped_ends},
      {"b arm out of reach", "apart", arms},
      {"b chain out of reach", "apart", chains_in_events},
      {"c crossed parallelogram", "off", crossed_parallelograms},
      {"c change point", "off", change_points},
      {"c Peaucellier", "off", peaucelliers},
      {"e chain circled", "moved", circled_chains},
      {"f through the middle", "ratio", through_the_middle},
      {"h doubled Jansen leg", "apart", doubled_jansen},
      {"h far and small", "apart", far_and_small},
      {"h pentagon out and back", "off", pentagons},
      {"i endless", "work", endless},
      {"i driven fast", "off", driven_fast},
  };
  return all;
}

}  // namespace limber
