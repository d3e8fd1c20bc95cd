#include "solver/diagnose.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "solver/figure.h"
#include "solver/stepper.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

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

// A preference gives even where it says nothing of it.
bool gives(const Constraint& constraint) {
  return constraint.compliance > 0 || constraint.kind->preference;
}

template <class Thing>
void add_unique(std::vector<Id<Thing>>& set, Id<Thing> id) {
  if (id && std::find(set.begin(), set.end(), id) == set.end()) set.push_back(id);
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
    if (std::abs(held.lambda[r]) > shares_force)
      add_unique(set, assembly.rows[static_cast<std::size_t>(r)].constraint);
  std::sort(set.begin(), set.end());
  return set;
}

bool are_met(const Held& held, const std::vector<ConstraintId>& set) {
  const Assembly& assembly = held.figure.assembly;
  for (int r = 0; r < held.figure.rows(); ++r)
    if (std::find(set.begin(), set.end(), assembly.rows[static_cast<std::size_t>(r)].constraint) !=
            set.end() &&
        held.figure.on(r) &&
        assembly.rows[static_cast<std::size_t>(r)].unmet(assembly.c[r]) >
            hard_tolerance * assembly.size)
      return false;
  return true;
}

bool all_met(const Held& held) {
  const Assembly& assembly = held.figure.assembly;
  for (int r = 0; r < held.figure.rows(); ++r) {
    const Row& row = assembly.rows[static_cast<std::size_t>(r)];
    if (row.motor < 0 && row.unmet(assembly.c[r]) > hard_tolerance * assembly.size) return false;
  }
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
  out.good = out.readings.evaluate(q) && out.readings.differentiate();
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
  const double usual = 1 / std::max(held.figure.assembly.metric.length(object), nonzero);
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
  eigen.computeDirect(0.5 * (bound + bound.transpose()));
  for (int i = 0; i < 2; ++i)
    if (eigen.eigenvalues()[i] > least_curve_mobility * usual) ++mobility.directions;
  if (mobility.directions > 0) mobility.along = eigen.eigenvectors().col(1);
  mobility.moves = mobility.directions > 0;
  // Its middle may stand still while it turns or grows: then some column of it moves.
  const Object& o = readings.columns.objects[static_cast<std::size_t>(object)];
  for (int j = o.begin; j < o.begin + o.size && !mobility.moves; ++j) {
    Eigen::VectorXd force = Eigen::VectorXd::Zero(held.figure.assembly.columns());
    force[j] = 1;
    const double M = held.figure.assembly.metric.diagonal(object, j - o.begin);
    mobility.moves = held.answer(force)[j] * M > least_curve_mobility;
  }
  return mobility;
}

// ---- conflicts

// Everything in `all` but `set`.
std::vector<ConstraintId> others(const std::vector<ConstraintId>& all,
                                 const std::vector<ConstraintId>& set) {
  std::vector<ConstraintId> rest;
  for (const ConstraintId id : all)
    if (std::find(set.begin(), set.end(), id) == set.end()) rest.push_back(id);
  return rest;
}

// The hard constraints of an island by themselves: no hands, motors at rest, nothing else awake.
// A trial leaves some of them out, lets the figure settle, and tells which of the rest are not met.
class Trial {
 public:
  Trial(const World& world, const Island& island) : world_(world), island_(island) {
    for (const HandId id : island.hands) world_.release(id);
    for (const ConstraintId id : island.constraints)
      if (gives(*world_.find(id))) world_.set_enabled(id, false);
    for (const ForceId id : island.forces) world_.remove(id);
  }

  // Those of `kept` that are not met when only they hold.
  std::vector<ConstraintId> not_met(const std::vector<ConstraintId>& kept) {
    World world = world_;
    for (const ConstraintId id : others(island_.constraints, kept)) world.set_enabled(id, false);
    world.sleep();
    for (const CurveId id : island_.all_curves) world.wake(id);
    Stepper stepper;
    std::vector<ConstraintId> set;
    for (int k = 0; k < diagnosis_steps; ++k) {
      const StepReport& report = stepper.step(world, diagnosis_pace);
      set.clear();
      for (const IslandReport& island : report.islands)
        for (const ConstraintId id : island.not_met) add_unique(set, id);
      if (report.rests || set.empty()) break;
    }
    std::sort(set.begin(), set.end());
    return set;
  }

 private:
  World world_;
  const Island& island_;
};

// A part of `set` that cannot be met by itself though each part of that can: every member is left
// out in turn, for good where the others still disagree without it.
std::vector<ConstraintId> minimal_conflict(Trial& trial, std::vector<ConstraintId> set) {
  std::vector<ConstraintId> needed;  // without any of these the others agree
  while (!set.empty()) {
    const ConstraintId one = set.back();
    set.pop_back();
    std::vector<ConstraintId> fewer = set;
    fewer.insert(fewer.end(), needed.begin(), needed.end());
    if (trial.not_met(fewer).empty()) needed.push_back(one);
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

std::vector<std::vector<ConstraintId>> find_conflicts(const World& world, const Island& island) {
  std::vector<std::vector<ConstraintId>> conflicts;
  Trial trial(world, island);
  std::vector<ConstraintId> rest;
  for (const ConstraintId id : island.constraints)
    if (!gives(*world.find(id))) rest.push_back(id);
  while (conflicts.size() < most_conflicts) {
    // What is not met where a figure has settled nearly always disagrees by itself: the errors
    // balance there, the sum of c_i grad c_i is 0, and those that are met take no part. Where it
    // does not, some that are met stand in its way.
    std::vector<ConstraintId> set = trial.not_met(rest);
    if (set.empty()) break;  // at first: it only has not got there yet
    if (trial.not_met(set).empty()) set = rest;
    if (set.size() > most_conflict_members) break;
    std::vector<ConstraintId> conflict = minimal_conflict(trial, std::move(set));
    if (conflict.empty()) break;
    // The next one is looked for without the youngest member of this one.
    rest.erase(std::find(rest.begin(), rest.end(), conflict.back()));
    conflicts.push_back(std::move(conflict));
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

// With hysteresis: at a dead point, or near enough that the rank is in doubt, the figure is what it
// was known to be in the last diagnosis of the same structure.
IslandDiagnosis diagnose(const World& world, const Island& island, const IslandDiagnosis* last) {
  IslandDiagnosis result;
  Held held(world, island);
  if (!held.good) return result;
  const Assembly& assembly = held.figure.assembly;
  result.columns = assembly.columns();
  for (int r = 0; r < held.figure.rows(); ++r) result.rows += held.figure.on(r);
  result.rank = held.figure.factor.rank;
  const bool met = all_met(held);
  const bool doubtful = held.figure.factor.smallest_kept < clear_part;
  if (last && (result.rank < last->rank || doubtful)) {
    result.rank = last->rank;
    result.redundant = last->redundant;
    result.curves = last->curves;
  } else {
    for (const int row : std::vector<int>(held.figure.factor.dependent.begin(),
                                          held.figure.factor.dependent.end())) {
      std::vector<ConstraintId> set = depends_on(held, row);
      if (!are_met(held, set)) continue;
      if (std::find(result.redundant.begin(), result.redundant.end(), set) ==
          result.redundant.end())
        result.redundant.push_back(std::move(set));
    }
    result.curves = mobilities(held, world, island);
  }
  result.freedoms = result.columns - result.rank;
  if (!met) result.conflicts = find_conflicts(world, island);
  return result;
}

// The hard constraints of an island that do not hold as it stands.
void add_unmet(const World& world, const Island& island, double tolerance,
               std::vector<ConstraintId>& found) {
  if (island.constraints.empty()) return;
  Assembly assembly;
  assembly.build(world, island);
  assembly.read(world);
  if (!assembly.evaluate(assembly.q, world.time)) return;
  if (assembly.differentiate()) (void)assembly.weigh();  // how much is seen of the rows
  for (std::size_t r = 0; r < assembly.rows.size(); ++r) {
    const Row& row = assembly.rows[r];
    if (row.motor < 0 && row.unmet(assembly.c[static_cast<Eigen::Index>(r)]) > tolerance * assembly.size)
      add_unique(found, row.constraint);
  }
}

// The sliding point that an argument is, or is read at.
void add_sliding(const World& world, const Argument& argument, std::vector<ConnectorId>& sliding) {
  ConnectorId id = argument.connector;
  const Connector* connector = world.find(id);
  const Measured* measured = connector ? std::get_if<Measured>(&connector->what) : nullptr;
  if (measured && measured->at) connector = world.find(id = measured->at);
  if (connector && std::holds_alternative<SlidingAt>(connector->what)) add_unique(sliding, id);
}

// Nothing in it can move: what does not hold cannot be met, each by itself.
IslandDiagnosis diagnose_immovable(const World& world, const Island& island) {
  IslandDiagnosis result;
  std::vector<ConstraintId> unmet;
  add_unmet(world, island, hard_tolerance, unmet);
  for (const ConstraintId id : island.constraints)
    if (!gives(*world.find(id))) result.rows += world.find(id)->kind->rows;
  for (const ConstraintId id : unmet) result.conflicts.push_back({id});
  return result;
}

// What the island is made of, wherever it stands: curves and what of them is locked, links,
// constraints with their numbers (phases of motors aside). Hands and senses are no part of it.
std::uint64_t structure_of(const World& world, const Island& island) {
  std::uint64_t value = 14695981039346656037ull;
  const auto add = [&](std::uint64_t bits) { value = (value ^ bits) * 1099511628211ull; };
  const auto add_number = [&](double number) { add(std::bit_cast<std::uint64_t>(number)); };
  for (const CurveId id : island.all_curves) {
    const Body& body = *world.body(id);
    add(id.index);
    add(reinterpret_cast<std::uintptr_t>(body.curve.type.get()));
    add(body.link.index);
    for (std::size_t i = 0; i < body.locked.size(); ++i) {
      add(body.locked[i] ? 1 : 2);
      if (body.locked[i] && !body.link) add_number(body.curve.q[static_cast<Eigen::Index>(i)]);
    }
  }
  for (const ConstraintId id : island.constraints) {
    const Constraint& constraint = *world.find(id);
    add(id.index);
    add(reinterpret_cast<std::uintptr_t>(constraint.kind.get()));
    add(gives(constraint));
    const bool driven = std::any_of(island.motors.begin(), island.motors.end(), [&](MotorId motor) {
      return world.find(motor)->constraint == id;
    });
    for (const Argument& argument : constraint.on) {
      add(argument.connector.index);
      if (!driven)
        for (const double number : argument.number) add_number(number);
    }
  }
  return value;
}

}  // namespace

std::vector<ConstraintId> find_unmet(const World& world, double tolerance) {
  std::vector<ConstraintId> found;
  const Islands islands = find_islands(world);
  for (const Island& island : islands.all) add_unmet(world, island, tolerance, found);
  add_unmet(world, islands.immovable, tolerance, found);
  return found;
}

// With no curve that could move: whether a constraint holds does not depend on that.
std::vector<ConstraintId> find_unmet(const World& world, double tolerance,
                                     const std::vector<ConstraintId>& among) {
  Island island;
  for (const ConstraintId id : among)
    if (const Constraint* constraint = world.find(id); constraint && constraint->enabled)
      island.constraints.push_back(id);
  world.motors().each([&](MotorId id, const Motor& motor) {
    if (std::find(among.begin(), among.end(), motor.constraint) != among.end())
      island.motors.push_back(id);
  });
  std::vector<ConnectorId> sliding;
  for (const ConstraintId id : island.constraints)
    for (const Argument& argument : world.find(id)->on) add_sliding(world, argument, sliding);
  std::sort(sliding.begin(), sliding.end());
  island.objects.assign(sliding.begin(), sliding.end());
  std::vector<ConstraintId> found;
  add_unmet(world, island, tolerance, found);
  return found;
}

Diagnosis Diagnoser::run(const World& world) {
  Diagnosis diagnosis;
  std::map<std::uint64_t, IslandDiagnosis> known;
  const Islands islands = find_islands(world);
  for (const Island& island : islands.all) {
    const std::uint64_t structure = structure_of(world, island);
    const auto last = last_.find(structure);
    IslandDiagnosis result = diagnose(world, island, last == last_.end() ? nullptr : &last->second);
    diagnosis.freedoms += result.freedoms;
    known.emplace(structure, result);
    diagnosis.islands.push_back(std::move(result));
  }
  if (!islands.immovable.constraints.empty())
    diagnosis.islands.push_back(diagnose_immovable(world, islands.immovable));
  last_ = std::move(known);
  return diagnosis;
}

}  // namespace limber
