#include "app/exchange/cycle.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "curves/tessellate.h"
#include "solver/tolerances.h"

namespace limber {

namespace {

constexpr int most_turns = 24;         // until everything is back: ratios of gears and belts
constexpr int most_common = 120;       // turns of the slowest motor until all motors are back
constexpr double longest_cycle = 120;  // seconds
constexpr double same_turn = 1e-6;     // of a turn: a whole number of them
constexpr double same_place = 1e-5;    // of the drawing's size: less than is seen
constexpr int places = 5;              // looked at on each curve

using Pose = std::vector<Point>;

Pose pose_of(const World& world) {
  Pose pose;
  world.bodies().each([&](CurveId, const Body& body) {
    for (int k = 0; k < places; ++k) {
      const double from = t_begin(body.curve), to = t_end(body.curve);
      Point x;
      if (point_at(body.curve, from + (to - from) * k / (places - 1), x)) pose.push_back(x);
    }
  });
  return pose;
}

bool same(const Pose& a, const Pose& b) {
  if (a.size() != b.size()) return false;
  Box box;
  for (const Point& p : a) box.extend(p);
  double apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) apart = std::max(apart, (a[i] - b[i]).norm());
  return !a.empty() && apart <= same_place * box.diagonal().norm();
}

// The shortest time in which every motor makes a whole number of turns.
std::optional<double> common_turn(const World& world) {
  std::vector<double> turns;
  world.motors().each([&](MotorId, const Motor& motor) {
    if (motor.running && motor.speed != 0) turns.push_back(2 * M_PI / std::abs(motor.speed));
  });
  if (turns.empty()) return {};
  const double slowest = *std::max_element(turns.begin(), turns.end());
  for (int k = 1; k <= most_common; ++k) {
    const double time = k * slowest;
    const bool all_back = std::all_of(turns.begin(), turns.end(), [&](double turn) {
      return std::abs(std::remainder(time / turn, 1.0)) < same_turn;
    });
    if (all_back) return time;
  }
  return {};
}

}  // namespace

void run_for(Live& live, double seconds) {
  const int steps = static_cast<int>(std::ceil(seconds / tick - 1e-9));
  for (int i = 0; i < steps; ++i) live.step(seconds / steps, Run::play);
}

std::optional<Cycle> find_cycle(const Document& document) {
  const std::optional<double> turn = common_turn(document.world);
  if (!turn || !(*turn <= longest_cycle)) return {};
  const int turns = std::clamp(static_cast<int>(longest_cycle / *turn), 1, most_turns);
  Live live(document);
  live.wake();
  double before = 0;
  for (const bool settled : {false, true}) {  // springs may need the first round to settle
    const Pose start = pose_of(live.world());
    bool moved = false;
    for (int k = 1; k <= turns; ++k) {
      run_for(live, *turn / 2);
      moved = moved || !same(start, pose_of(live.world()));
      run_for(live, *turn / 2);
      if (same(start, pose_of(live.world())))
        return moved ? std::optional<Cycle>({before, k * *turn}) : std::nullopt;
    }
    if (!settled) before = turns * *turn;
  }
  return {};
}

}  // namespace limber
