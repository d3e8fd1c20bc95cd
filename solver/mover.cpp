#include "solver/mover.h"

#include <algorithm>

#include "solver/tolerances.h"

namespace limber {

void Mover::build(const World& world, const Island& island, std::uint64_t structure) {
  passage_.island = island;
  passage_.structure = structure;
  passage_.figure.build(world, island);
  passage_.trials.build(passage_.figure);
  hand_path_.build(passage_.figure);
  flow_.build(passage_.figure);
}

void Mover::step(World& world, double h, Run run, Path path, IslandReport& report) {
  passage_.end(true);
  passage_.refused = passage_.dead_point = false;
  passage_.moved = dragged_.time = 0;
  // Where its formula has no value there is nothing to do until it is edited.
  if (!start(world, run, path)) {
    passage_.refuse(Reason::no_value);
    return finish(world, run, report);
  }
  passage_.begin = passage_.figure.assembly.q;
  flow_.forces.setZero();
  if (flows(run) || passage_.island.hands.size() > 1)
    flow_.run(world, passage_, hand_path_, h, run);
  else if (!passage_.island.hands.empty())
    drag(world, h);
  if (!passage_.figure.evaluate_if_new(passage_.figure.q)) {
    passage_.refuse(Reason::no_value);
    passage_.figure.q = passage_.begin;
    passage_.figure.counts.substeps = 0;
  }
  if (passage_.refused && passage_.figure.counts.substeps == 0) passage_.moved = 0;
  finish(world, run, report);
}

bool Mover::start(World& world, Run run, Path path) {
  Figure& figure = passage_.figure;
  figure.read(world, path);
  passage_.trials.last_motion = figure.assembly.last_motion;
  if (passage_.island.hands.size() == 1)
    hand_path_.return_to_cut(passage_, *StateAccess::hands(world).find(passage_.island.hands.front()));
  figure.assembly.begin_ranges(figure.q);
  figure.choose_rows(run == Run::play);
  if (hand_path_.grip().holds(figure)) {
    figure.assembly.p = hand_path_.grip().held();
    passage_.trials.was_met = true;
    return true;
  }
  const auto has_value = [&] {
    return figure.evaluate_if_new(figure.q) && (!figure.has_stops() || figure.weigh_if_new());
  };
  // A curve shrunk to nothing may have no value there, but has one within its ranges.
  if (!has_value()) {
    figure.assembly.close_ranges();
    if (!figure.assembly.into_ranges(figure.q) || !has_value()) return false;
  }
  passage_.trials.was_met = figure.all_met();
  return true;
}

// Motors or the clock move it.
bool Mover::driven(Run run) const {
  const Assembly& assembly = passage_.figure.assembly;
  return run == Run::play && (assembly.has_time || !assembly.motors.empty());
}

bool Mover::flows(Run run) const {
  const Figure& figure = passage_.figure;
  if (!passage_.trials.was_met || !passage_.island.forces.empty()) return true;
  for (int r = 0; r < figure.rows(); ++r)
    if (!figure.hard(r) && (!figure.stop(r) || figure.assembly.c[r] < 0)) return true;
  return driven(run);
}

void Mover::drag(World& world, double h) {
  Figure& figure = passage_.figure;
  Hand& hand = *StateAccess::hands(world).find(passage_.island.hands.front());
  hand_path_.follow(passage_, hand);
  dragged_.way = figure.q - passage_.begin;
  if (dragged_.way.squaredNorm() > 0) passage_.moved = figure.assembly.metric.farthest(dragged_.way);
  if (!figure.evaluate_if_new(figure.q)) return;
  dragged_.time = h;
  dragged_.away = hand.target - Point(figure.assembly.p);
}

const Eigen::VectorXd& Mover::forces() {
  if (dragged_.time > 0) find_hand_forces(passage_, dragged_, flow_.forces);
  dragged_.time = 0;
  return flow_.forces;
}

// ---- the end

void Mover::finish(World& world, Run run, IslandReport& report) {
  Figure& figure = passage_.figure;
  Assembly& assembly = figure.assembly;
  if (run == Run::edit && !assembly.motors.empty())
    for (int k = 0; k < phase_iterations && !passage_.refused; ++k) {
      if (figure.differentiate()) Motors::follow_figure(figure);
      if (!figure.evaluate(figure.q)) passage_.refuse(Reason::no_value);
    }
  assembly.q = figure.q;
  assembly.last_motion = passage_.trials.last_motion;
  // Of a tick that was refused, what it had accepted before stays.
  const bool kept = !passage_.refused || figure.counts.substeps > 0;
  if (kept) assembly.write(world);
  if (passage_.island.hands.size() == 1 && kept)
    HandPath::leave(passage_, *StateAccess::hands(world).find(passage_.island.hands.front()));

  report.objects = assembly.objects();
  report.columns = assembly.columns();
  report.rows = figure.rows();
  report.path = figure.factor.path;
  report.rank = figure.factor.rank;
  report.substeps = figure.counts.substeps;
  report.iterations = figure.counts.iterations;
  report.factorisations = figure.counts.factorisations;
  report.moved = passage_.moved;
  report.refused = passage_.refused;
  report.dead_point = passage_.dead_point;
  report.why = passage_.why;
  report.cuts = figure.counts.cuts;
  report.curves.assign(passage_.island.all_curves.begin(), passage_.island.all_curves.end());
  // How much is seen of the rows matters only where one of them is off.
  if (figure.deviation() > hard_tolerance * assembly.size) (void)figure.weigh_if_new();
  report_rows(run, report);
  report.lag = 0;
  for (std::size_t i = 0; i < passage_.island.hands.size(); ++i) {
    const Hand& hand = *world.find(passage_.island.hands[i]);
    const Point held = assembly.p.segment<2>(2 * static_cast<Eigen::Index>(i));
    report.lag = std::max(report.lag, (hand.target - held).norm());
  }
  report.stalled.clear();
  for (std::size_t m = 0; m < assembly.motors.size(); ++m)
    if (flow_.motors().stalled(m) && run == Run::play)
      report.stalled.push_back(assembly.motors[m].id);
  report.rests = passage_.settled && !driven(run);
}

// Which rows are not met, and which limits are touched.
void Mover::report_rows(Run run, IslandReport& report) const {
  const Assembly& assembly = passage_.figure.assembly;
  const double tolerance = hard_tolerance * assembly.size;
  report.residual = 0;
  report.not_met.clear();
  report.limits.clear();
  for (int r = 0; r < passage_.figure.rows(); ++r) {
    const Row& row = assembly.rows[static_cast<std::size_t>(r)];
    if (row.motor >= 0 && run == Run::edit) continue;
    const double off = row.unmet(assembly.c[r]);
    report.residual = std::max(report.residual, off);
    if (off > tolerance && row.constraint &&
        (report.not_met.empty() || report.not_met.back() != row.constraint))
      report.not_met.push_back(row.constraint);
    if (!row.constraint && assembly.c[r] <= tolerance) report.limits.push_back(row.limit);
  }
}

}  // namespace limber
