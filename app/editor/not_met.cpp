#include "app/editor/not_met.h"

#include <algorithm>

#include "app/document/document.h"
#include "solver/diagnose.h"

namespace limber {

namespace {

// An error that can be seen, of the drawing's size: a file written by hand may be less exact than
// the solver, and nothing is solved when it is opened.
constexpr double visible_error = 1e-6;

// The tolerance follows the size of the drawing, some constraints the clock. A size within this
// factor shows the same errors.
constexpr double like_size = 2;
bool judged_alike(const World& before, const World& now) {
  const double ratio = now.size() / before.size();
  return ratio < like_size && ratio * like_size > 1 && before.time == now.time;
}

// What is to be judged again: constraints that are new or other than they were, and those on a curve
// or a connector that is.
std::vector<ConstraintId> touched(const World& before, const World& now) {
  std::vector<char> curves(static_cast<std::size_t>(now.bodies().slots()), 0);
  std::vector<char> constraints(static_cast<std::size_t>(now.constraints().slots()), 0);
  bool any_change = false;
  now.bodies().each_unshared(before.bodies(), [&](CurveId id, const Body* here, const Body*) {
    if (here) curves[id.index] = 1, any_change = true;
  });
  now.connectors().each_unshared(
      before.connectors(), [&](ConnectorId, const Connector* here, const Connector*) {
        if (here && now.find(here->curve)) curves[here->curve.index] = 1, any_change = true;
      });
  now.constraints().each_unshared(
      before.constraints(), [&](ConstraintId id, const Constraint* here, const Constraint*) {
        if (here) constraints[id.index] = 1, any_change = true;
      });
  std::vector<ConstraintId> found;
  if (!any_change) return found;
  now.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    bool any = constraints[id.index];
    for (const Argument& argument : constraint.on) {
      const Connector* connector = now.find(argument.connector);
      any = any || (connector && now.find(connector->curve) && curves[connector->curve.index]);
    }
    if (any) found.push_back(id);
  });
  return found;
}

}  // namespace

void NotMet::look(const World& world) {
  if (world.sleeps()) return judge(world);
  std::erase_if(all_, [&](ConstraintId id) { return !world.find(id); });
}

void NotMet::judge(const World& world) {
  if (last_ && !judged_alike(last_->world, world)) last_.reset();
  std::vector<ConstraintId> unmet;
  if (last_) {
    const std::vector<ConstraintId> again = touched(last_->world, world);
    unmet = find_unmet(world, visible_error, again);
    std::erase_if(last_->unmet, [&](ConstraintId id) {
      return !world.find(id) || std::binary_search(again.begin(), again.end(), id);
    });
    last_->unmet.insert(unmet.begin(), unmet.end());
    last_->world = world;
  } else {
    unmet = find_unmet(world, visible_error);
    last_ = Judged{world, {unmet.begin(), unmet.end()}};
  }
  all_ = last_->unmet;
}

void NotMet::tick(const World& world, const StepReport& report, bool playing) {
  for (const IslandReport& island : report.islands) {
    if (!all_.empty()) {
      const std::set<CurveId> curves(island.curves.begin(), island.curves.end());
      const std::set<ConstraintId> still(island.not_met.begin(), island.not_met.end());
      std::erase_if(all_, [&](ConstraintId id) {
        const Constraint* constraint = world.find(id);
        return !constraint || (rides_on(world, *constraint, curves) && !still.contains(id));
      });
    }
    if (island.rests || playing) all_.insert(island.not_met.begin(), island.not_met.end());
  }
}

}  // namespace limber
