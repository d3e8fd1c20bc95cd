#include "solver/mover.h"

#include <algorithm>
#include <cmath>

#include "solver/integrate.h"

namespace limber {
namespace {

// Of the drawing's size: a step longer than this is the sense of a motion.
constexpr double worth_remembering = 1e-6;
constexpr double largest_correction = 0.3;    // of the step, for any object;
constexpr double harmless_correction = 0.04;  //   or of the object's own length

}  // namespace

void Mover::build(const World& world, const Island& island) {
  island_ = island;
  figure_.build(world, island);
  projector_.resize(figure_);
  secants_.resize(figure_.assembly.columns(), figure_.rows() + 2);
  residual_.setZero(figure_.rows() + 2);
  predicted_.setZero(figure_.assembly.columns());
  on_.resize(static_cast<std::size_t>(figure_.rows()));
  lambda_.setZero(figure_.rows());
  phases_.resize(figure_.assembly.motors.size());
  stalled_.assign(figure_.assembly.motors.size(), 0);
  throttle_.assign(figure_.assembly.motors.size(), 1.0);
}

void Mover::step(World& world, double h, Run run, Path path, IslandReport& report) {
  settled_ = true;
  refused_ = dead_point_ = false;
  moved_ = way_time_ = 0;
  if (!start(world, run, path)) {
    refused_ = true;  // it stands where its formula has no value; nothing to do until it is edited
    return finish(world, run, report);
  }
  begin_ = figure_.assembly.q;
  lambda_.setZero();
  const bool flowing = flows(run) || island_.hands.size() > 1;
  const bool dragging = !flowing && island_.hands.size() == 1;
  if (flowing) flow(world, h, run);
  if (dragging) drag(world);
  if (!flowing) moved_ = way_gone();
  if (refused_) moved_ = 0;
  if (!figure_.evaluate_if_new(figure_.q)) refused_ = true;
  if (dragging) {
    way_ = figure_.q - begin_;
    way_time_ = h;
    away_ = world.find(island_.hands.front())->target - Point(figure_.assembly.p);
  }
  finish(world, run, report);
}

// How far the figure is from where it began.
double Mover::way_gone() {
  predicted_ = figure_.q - begin_;
  return predicted_.squaredNorm() > 0 ? figure_.assembly.farthest(predicted_) : 0;
}

bool Mover::start(World& world, Run run, Path path) {
  figure_.read(world, path);
  sense_ = figure_.assembly.sense;
  if (island_.hands.size() == 1) return_to_cut(*world.find(island_.hands.front()));
  figure_.assembly.begin_ranges(figure_.q);
  choose_rows(run);
  if (holds_grip()) {
    figure_.assembly.p = held_;
    was_met_ = true;
    return true;
  }
  const auto has_value = [&] {
    return figure_.evaluate_if_new(figure_.q) && (!figure_.has_stops() || figure_.weigh_if_new());
  };
  // A curve shrunk to nothing may have no value there, but has one within its ranges.
  if (!has_value()) {
    figure_.assembly.close_ranges();
    if (!figure_.assembly.into_ranges(figure_.q) || !has_value()) return false;
  }
  was_met_ = all_met();
  return true;
}

// A motor that stands still in an edited drawing holds nothing.
void Mover::choose_rows(Run run) {
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = figure_.assembly.rows[static_cast<std::size_t>(r)];
    on_[static_cast<std::size_t>(r)] = !row.stop && (row.motor < 0 || run == Run::play);
    figure_.wanted[r] = 0;
  }
  figure_.assembly.system.on = on_;
  figure_.assembly.system.Q.setZero();
  figure_.assembly.system.b.setZero();
  figure_.assembly.system.A.setZero();
}

bool Mover::all_met() const {
  return figure_.deviation() <= hard_tolerance * figure_.assembly.size;
}

bool Mover::flows(Run run) const {
  if (!was_met_ || !island_.forces.empty()) return true;
  for (int r = 0; r < figure_.rows(); ++r)
    if (!figure_.hard(r) && (!figure_.stop(r) || figure_.assembly.c[r] < 0)) return true;
  return run == Run::play && (figure_.assembly.has_time || !figure_.assembly.motors.empty());
}

double Mover::energy() const {
  double sum = figure_.assembly.potential;
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = figure_.assembly.rows[static_cast<std::size_t>(r)];
    const double c = figure_.assembly.c[r];
    if (row.compliance > 0 && !(row.stop && c > 0)) sum += c * c / (2 * row.compliance);
  }
  return sum;
}

// ---- a try

// From figure_.q by dq and back onto the constraints; the end is in next_, evaluated there.
// A predicted place that deviates by more than `most` is not projected.
Mover::Outcome Mover::try_dq(const Eigen::VectorXd& dq, double most) {
  return integrate(figure_.q, dq, predicted_) ? project(dq, most) : Outcome::not_finite;
}

// The same from predicted_, which is near q + dq.
Mover::Outcome Mover::project(const Eigen::VectorXd& dq, double most) {
  compromised_ = false;
  figure_.implied = direction_.implied;
  acting_ = figure_.assembly.system.on;
  Projection projection = projector_.run(figure_, predicted_, most, next_);
  deviation_ = projection.deviation;
  if (projection.end == Projected::too_far) return Outcome::too_far;
  if (projection.end == Projected::not_met) {
    if (was_met_) return Outcome::too_far;
    // The stops that a projection in vain came upon do not act.
    figure_.assembly.system.on = acting_;
    projection = projector_.compromise(figure_, predicted_, next_);
    // Rows that disagree must not disagree more: rather without the rest of the step.
    if (projection.end != Projected::not_finite && projection.squared > squared_0_) {
      figure_.assembly.system.on = acting_;
      projection = projector_.compromise(figure_, figure_.q, next_);
    }
    compromised_ = true;
  }
  if (projection.end == Projected::not_finite) return Outcome::not_finite;
  if (compromised_) return Outcome::good;  // its steps were short by themselves
  if (strays(dq)) return Outcome::too_far;
  return figure_.differentiate() ? Outcome::good : Outcome::not_finite;
}

// Whether next_ is elsewhere than dq leads to: perhaps on another branch.
bool Mover::strays(const Eigen::VectorXd& dq) {
  const Assembly& assembly = figure_.assembly;
  predicted_ = figure_.q + dq;  // as it is rounded: what is too small to be stored is no correction
  correction_ = next_ - predicted_;
  for (int k = 0; k < assembly.objects(); ++k) {
    const double correction = assembly.displacement(k, correction_);
    if (correction > harmless_correction * assembly.length(k) &&
        correction > largest_correction * assembly.displacement(k, dq))
      return true;
  }
  return false;
}

// Goes to next_, and says how far that was. A step worth the name is the sense of the motion from
// now on, of length 1 in the metric of M.
double Mover::accept() {
  const Assembly& assembly = figure_.assembly;
  correction_ = next_ - figure_.q;
  figure_.q = next_;
  ++figure_.substeps;
  const Assembly::Way way = assembly.way(correction_);
  if (way.farthest >= worth_remembering * assembly.size)
    sense_ = correction_ * (1 / std::sqrt(way.square));
  return way.farthest;
}

// To the state the try began from, evaluated there. It had a value before, so it has one now.
void Mover::back(double time) {
  figure_.time = time;
  figure_.assembly.system.on = on_;
  for (std::size_t m = 0; m < phases_.size(); ++m)
    figure_.assembly.set_phase(figure_.assembly.motors[m], phases_[m]);
  if (!figure_.evaluate(figure_.q)) refused_ = true;
}

bool Mover::near_singular() const {
  return figure_.factor.smallest_kept < singular || !figure_.factor.dependent.empty();
}

// While the drawing is edited the phase of a motor is what the figure says it is:
// the least-squares solution of c(phase) = 0, by Newton.
void Mover::follow_phases() {
  for (const Drive& drive : figure_.assembly.motors) {
    const double square = drive.gain.squaredNorm();
    if (!(square > 0)) continue;
    const double step =
        drive.gain.dot(figure_.assembly.c.segment(drive.row, drive.gain.size())) / square;
    figure_.assembly.set_phase(drive, figure_.assembly.phase(drive) - step);
  }
}

// ---- the end

void Mover::finish(World& world, Run run, IslandReport& report) {
  Assembly& assembly = figure_.assembly;
  if (run == Run::edit && !assembly.motors.empty() && !refused_)
    for (int k = 0; k < 4 && !refused_; ++k) {
      if (figure_.differentiate()) follow_phases();
      if (!figure_.evaluate(figure_.q)) refused_ = true;
    }
  assembly.q = figure_.q;
  assembly.sense = sense_;
  if (!refused_) assembly.write(world);

  report.objects = assembly.objects();
  report.columns = assembly.columns();
  report.rows = figure_.rows();
  report.path = figure_.factor.path;
  report.rank = figure_.factor.rank;
  report.substeps = figure_.substeps;
  report.iterations = figure_.iterations;
  report.factorisations = figure_.factorisations;
  report.moved = moved_;
  report.refused = refused_;
  report.dead_point = dead_point_;
  report.residual = report.lag = 0;
  report.not_met.clear();
  report.stalled.clear();
  report.limits.clear();
  report.curves.assign(island_.all_curves.begin(), island_.all_curves.end());
  const double tolerance = hard_tolerance * assembly.size;
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = assembly.rows[static_cast<std::size_t>(r)];
    if (row.compliance > 0 || (row.motor >= 0 && run == Run::edit)) continue;
    const double off = row.stop ? std::max(0.0, -assembly.c[r]) : std::abs(assembly.c[r]);
    report.residual = std::max(report.residual, off);
    if (off > tolerance && row.constraint &&
        (report.not_met.empty() || report.not_met.back() != row.constraint))
      report.not_met.push_back(row.constraint);
    if (!row.constraint && assembly.c[r] <= tolerance) report.limits.push_back(row.limit);
  }
  for (std::size_t i = 0; i < island_.hands.size(); ++i) {
    const Hand& hand = *world.find(island_.hands[i]);
    const Point held = assembly.p.segment<2>(2 * static_cast<Eigen::Index>(i));
    report.lag = std::max(report.lag, (hand.target - held).norm());
  }
  for (std::size_t m = 0; m < assembly.motors.size(); ++m)
    if (stalled_[m] && run == Run::play) report.stalled.push_back(assembly.motors[m].id);
  const bool runs = run == Run::play && (assembly.has_time || !assembly.motors.empty());
  report.rests = settled_ && !runs;
}

}  // namespace limber
