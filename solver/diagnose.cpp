#include "solver/diagnose.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <span>

#include "solver/figure.h"
#include "solver/stepper.h"

namespace limber {
namespace {

constexpr double clear_part = 1e-6;  // a row with more of its own is independent beyond doubt
constexpr double shares = 1e-6;      // a multiplier above this takes part in a dependency
constexpr double can_go = 1e-9;      // mobility beside that of a free curve: more is motion
constexpr int settling = 1200;       // ticks a figure is given to meet what it can
constexpr std::size_t most_conflicts = 8;
constexpr std::size_t most_members = 64;

// The island held by its hard constraints alone, factored where it stands.
class Held {
 public:
  Held(const World& world, const Island& island) {
    figure.build(world, island);
    figure.read(world, Path::automatic);
    for (int r = 0; r < figure.rows(); ++r) {
      const Row& row = figure.assembly.rows[static_cast<std::size_t>(r)];
      figure.switch_row(r, row.compliance == 0 && !row.stop && row.motor < 0);
    }
    figure.assembly.system.A.setZero();
    good = figure.evaluate(figure.q) && figure.weigh() && figure.refactor();
    zero_columns.setZero(figure.assembly.columns());
    zero_rows.setZero(figure.rows());
  }

  // The velocities that answer a force, constraints holding.
  const Eigen::VectorXd& answer(const Eigen::VectorXd& force) {
    (void)figure.solver.solve(figure.assembly.system, force, zero_rows, v, lambda);
    return v;
  }

  Figure figure;
  bool good = false;
  Eigen::VectorXd v, lambda, zero_columns, zero_rows;
};

void add_unique(std::vector<ConstraintId>& set, ConstraintId id) {
  if (id && std::find(set.begin(), set.end(), id) == set.end()) set.push_back(id);
}

// Beyond tolerance, of the rows that are on: those of the hard constraints.
std::vector<ConstraintId> unmet(const Held& held) {
  const Assembly& assembly = held.figure.assembly;
  std::vector<ConstraintId> found;
  for (int r = 0; r < held.figure.rows(); ++r)
    if (held.figure.on(r) && std::abs(assembly.c[r]) > hard_tolerance * assembly.size)
      add_unique(found, assembly.rows[static_cast<std::size_t>(r)].constraint);
  return found;
}

// J_r' = sum of y_i J_i': pushing along row r moves nothing, because the others push back by -y.
std::vector<ConstraintId> depends_on(Held& held, int row) {
  const Assembly& assembly = held.figure.assembly;
  Eigen::VectorXd force = Eigen::VectorXd::Zero(assembly.columns());
  for (const Pattern::Block& block : assembly.pattern.blocks) {
    if (row < block.row || row >= block.row + block.rows) continue;
    const int begin = assembly.pattern.begin[static_cast<std::size_t>(block.object)];
    const int end = assembly.pattern.begin[static_cast<std::size_t>(block.object) + 1];
    for (int j = begin; j < end; ++j)
      force[j] +=
          assembly.system
              .J[static_cast<std::size_t>(block.at + (j - begin) * block.rows + row - block.row)];
  }
  held.answer(force);
  std::vector<ConstraintId> set;
  add_unique(set, assembly.rows[static_cast<std::size_t>(row)].constraint);
  for (int r = 0; r < held.figure.rows(); ++r)
    if (std::abs(held.lambda[r]) > shares)
      add_unique(set, assembly.rows[static_cast<std::size_t>(r)].constraint);
  std::sort(set.begin(), set.end());
  return set;
}

bool met(const Held& held, const std::vector<ConstraintId>& set) {
  const Assembly& assembly = held.figure.assembly;
  for (int r = 0; r < held.figure.rows(); ++r)
    if (std::find(set.begin(), set.end(), assembly.rows[static_cast<std::size_t>(r)].constraint) !=
            set.end() &&
        held.figure.on(r) && std::abs(assembly.c[r]) > hard_tolerance * assembly.size)
      return false;
  return true;
}

// The middles of curves of one island, read together.
struct Middles {
  Readings readings;
  std::vector<int> at;  // one for each curve
  bool good = false;    // false: one of them has no value
};
Middles middles_of(const World& world, const Island& island, std::span<const CurveId> curves,
                   const Eigen::VectorXd& q) {
  Middles out;
  out.readings.build(world, island);
  for (const CurveId id : curves) {
    const Curve& curve = *world.find(id);
    out.at.push_back(out.readings.add(world, point_at(id, 0.5 * (t_begin(curve) + t_end(curve)))));
  }
  out.readings.finish();
  out.good = out.readings.evaluate(q);
  return out;
}

Mobility mobility_of(Held& held, Readings& readings, int middle, CurveId curve) {
  Mobility mobility;
  mobility.curve = curve;
  Eigen::Matrix2d bound;
  for (int s = 0; s < 2; ++s) {
    const double unit[2] = {s == 0 ? 1.0 : 0.0, s == 1 ? 1.0 : 0.0};
    Eigen::VectorXd force = Eigen::VectorXd::Zero(held.figure.assembly.columns());
    readings.pull_back(middle, unit, force.data());
    Point moved;
    readings.rate(middle, held.answer(force), moved.data());
    bound.col(s) = moved;
  }
  const int object = readings[middle].object;
  const double usual = 1 / std::max(held.figure.assembly.length(object), 1e-300);
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
  eigen.computeDirect(0.5 * (bound + bound.transpose()));
  for (int i = 0; i < 2; ++i)
    if (eigen.eigenvalues()[i] > can_go * usual) ++mobility.directions;
  if (mobility.directions > 0) mobility.along = eigen.eigenvectors().col(1);
  mobility.moves = mobility.directions > 0;
  // Its middle may stand still while it turns or grows: then some column of it moves.
  const Readings::Object& o = readings.objects[static_cast<std::size_t>(object)];
  for (int j = o.begin; j < o.begin + o.size && !mobility.moves; ++j) {
    Eigen::VectorXd force = Eigen::VectorXd::Zero(held.figure.assembly.columns());
    force[j] = 1;
    const double M = held.figure.assembly.M[static_cast<std::size_t>(
        held.figure.assembly.pattern.factor[static_cast<std::size_t>(object)] +
        (j - o.begin) * (o.size + 1))];
    mobility.moves = held.answer(force)[j] * M > can_go;
  }
  return mobility;
}

// ---- conflicts

World without_hands(const World& world) {
  World copy = world;
  std::vector<HandId> hands;
  copy.hands().each([&](HandId id, const Hand&) { hands.push_back(id); });
  for (const HandId id : hands) copy.release(id);
  return copy;
}

// Whether, with these left out, all the others of the island can be met.
bool meets_without(const World& world, const std::vector<ConstraintId>& left_out,
                   const std::vector<ConstraintId>& wanted) {
  World copy = world;
  for (const ConstraintId id : left_out) copy.set_enabled(id, false);
  Stepper stepper;
  stepper.settle(copy, settling);
  for (const ConstraintId id : wanted)
    copy.set_enabled(id, true);  // wakes them: looked at once more
  for (const ConstraintId id : left_out) copy.set_enabled(id, false);
  const StepReport& report = stepper.step(copy, 1e-9);
  for (const IslandReport& island : report.islands)
    for (const ConstraintId id : island.not_met)
      if (std::find(wanted.begin(), wanted.end(), id) != wanted.end()) return false;
  return true;
}

// A subset that cannot be met though each part of it can: every member is left out in turn, and for
// good where that does not help.
std::vector<ConstraintId> minimal_conflict(const World& world, std::vector<ConstraintId> set,
                                           std::vector<ConstraintId> left_out) {
  for (std::size_t i = 0; i < set.size();) {
    std::vector<ConstraintId> fewer = set;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    left_out.push_back(set[i]);
    if (meets_without(world, left_out, fewer)) {
      left_out.pop_back();
      ++i;
    } else {
      set = fewer;
    }
  }
  return set;
}

std::vector<std::vector<ConstraintId>> find_conflicts(const World& world,
                                                      const std::vector<ConstraintId>& not_met) {
  std::vector<std::vector<ConstraintId>> conflicts;
  if (not_met.empty() || not_met.size() > most_members) return conflicts;
  World still = without_hands(world);
  still.wake();  // a drawing just opened sleeps, met or not
  if (meets_without(still, {}, not_met)) return conflicts;  // it only has not got there yet
  std::vector<ConstraintId> left_out, rest = not_met;
  while (conflicts.size() < most_conflicts && !rest.empty() &&
         !meets_without(still, left_out, rest)) {
    conflicts.push_back(minimal_conflict(still, rest, left_out));
    if (conflicts.back().empty()) {
      conflicts.pop_back();
      break;
    }
    left_out.push_back(conflicts.back().front());
    rest.erase(std::find(rest.begin(), rest.end(), left_out.back()));
  }
  return conflicts;
}

// Of each curve. One whose middle has no value is looked at alone, so that the others are known.
std::vector<Mobility> mobilities(Held& held, const World& world, const Island& island) {
  std::vector<Mobility> out;
  Middles all = middles_of(world, island, island.all_curves, held.figure.q);
  for (std::size_t k = 0; k < island.all_curves.size(); ++k) {
    const CurveId curve = island.all_curves[k];
    if (all.good) {
      out.push_back(mobility_of(held, all.readings, all.at[k], curve));
      continue;
    }
    Middles one = middles_of(world, island, {&curve, 1}, held.figure.q);
    out.push_back(one.good ? mobility_of(held, one.readings, one.at[0], curve)
                           : Mobility{curve, false, 0, Point::Zero()});
  }
  return out;
}

}  // namespace

std::vector<ConstraintId> find_unmet(const World& world, double tolerance) {
  std::vector<ConstraintId> found;
  for (const Island& island : find_islands(world).all) {
    if (island.constraints.empty()) continue;
    Assembly assembly;
    assembly.build(world, island);
    assembly.read(world);
    if (!assembly.evaluate(assembly.q, world.time)) continue;
    for (std::size_t r = 0; r < assembly.rows.size(); ++r) {
      const Row& row = assembly.rows[r];
      if (row.compliance > 0 || row.motor >= 0) continue;
      const double c = assembly.c[static_cast<Eigen::Index>(r)];
      if ((row.stop ? -c : std::abs(c)) > tolerance * assembly.size)
        add_unique(found, row.constraint);
    }
  }
  return found;
}

Diagnosis Diagnoser::run(const World& world) {
  Diagnosis diagnosis;
  const Islands islands = find_islands(world);
  if (topology_ != world.topology()) last_rank_.clear();
  topology_ = world.topology();
  for (std::size_t i = 0; i < islands.all.size(); ++i) {
    const Island& island = islands.all[i];
    IslandDiagnosis& result = diagnosis.islands.emplace_back();
    Held held(world, island);
    if (!held.good) continue;
    const Assembly& assembly = held.figure.assembly;
    result.columns = assembly.columns();
    for (int r = 0; r < held.figure.rows(); ++r) result.rows += held.figure.on(r);
    result.rank = held.figure.factor.rank;
    const auto last = last_rank_.find(i);
    if (held.figure.factor.smallest_kept < clear_part && last != last_rank_.end())
      result.rank = last->second;
    last_rank_[i] = result.rank;
    result.freedoms = result.columns - result.rank;
    diagnosis.freedoms += result.freedoms;

    const std::vector<int> dependent(held.figure.factor.dependent.begin(),
                                     held.figure.factor.dependent.end());
    for (const int row : dependent) {
      std::vector<ConstraintId> set = depends_on(held, row);
      if (!met(held, set)) continue;
      if (std::find(result.redundant.begin(), result.redundant.end(), set) ==
          result.redundant.end())
        result.redundant.push_back(std::move(set));
    }
    result.conflicts = find_conflicts(world, unmet(held));
    result.curves = mobilities(held, world, island);
  }
  return diagnosis;
}

}  // namespace limber
