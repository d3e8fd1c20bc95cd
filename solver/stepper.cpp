#include "solver/stepper.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "curves/trace.h"
#include "solver/energy_momentum.h"
#include "solver/islands.h"
#include "solver/kinematics.h"
#include "solver/mover.h"
#include "solver/pool.h"
#include "solver/structure.h"

namespace limber {
namespace {

std::size_t weight(const Island& island) { return island.all_curves.size(); }

// The clock after one more step. Whole steps are counted and not summed up, so that it never
// drifts: 1/240 has no exact value, n/240 is rounded only once.
double next_time(double time, double h) {
  const double rate = std::round(1 / h), n = std::round(time / h);
  const auto at = [&](double steps) { return rate * h == 1 ? steps / rate : steps * h; };
  return time == at(n) ? at(n + 1) : time + h;
}

bool plays_with_mass(const World& world, Run run) { return run == Run::play && world.physics.on; }

// What was moved by hand, or settled, while it was edited goes on from there at rest.
void stand_still(World& world, const Island& island) {
  for (const CurveId id : island.all_curves) {
    const Body& body = *world.body(id);
    if (body.velocity.size() > 0) StateAccess::bodies(world).find(id)->velocity.resize(0);
    const Link* link = world.find(body.link);
    if (link && link->velocity.size() > 0) StateAccess::links(world).find(body.link)->velocity.resize(0);
  }
}

// All that a step of the island writes becomes the world's own (see SlotMap): islands that are
// stepped by different threads may share a block.
void own_state(World& world, const Island& island) {
  for (const ObjectId& id : island.objects) Object::own_state(world, id);
  for (const ConstraintId id : island.constraints) StateAccess::constraints(world).find(id);
  for (const HandId id : island.hands) StateAccess::hands(world).find(id);
}

}  // namespace

// What was pulled so far that its pieces do not suit it any more. A welded curve takes them along.
static void trace_what_is_worn(World& world) {
  std::vector<CurveId> worn;
  for (const std::uint32_t slot : StateAccess::awake(world)) {
    const CurveId id = std::as_const(world).bodies().at_slot(static_cast<int>(slot));
    const Body* body = std::as_const(world).body(id);
    if (body && body->awake && !body->link && is_worn(body->curve)) worn.push_back(id);
  }
  for (const CurveId id : worn) world.retrace(id);
}

struct Stepper::Memory {
  World::Topology topology;  // what the rest was made for
  Islands islands;
  struct Analysis {
    Structure structure;                     // of the island, when one of these is made:
    std::unique_ptr<Mover> mover;            // when it first wakes
    std::unique_ptr<EnergyMomentum> mass;    //   with mass
    bool last_with_mass = false;             // which of them stepped it last
    std::optional<std::uint64_t> still;      // a tick with mass that begins so changes nothing
    std::unique_ptr<Kinematics> kinematics;  // when first asked for
  };
  std::vector<Analysis> analyses;                       // by island
  std::vector<int> awake;                               // islands of this step
  std::vector<char> chosen;                             // by island
  std::unique_ptr<Pool> pool;                           // made when first there is enough to share
  std::vector<int> thread;                              // of each island awake
  std::vector<std::size_t> load;                        // of each thread
  StepReport report;
};

Stepper::Stepper() : memory_(std::make_unique<Memory>()) {}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

// What is analysed of an island is kept while that is as it was. Islands are compared that have the
// same first object.
void Stepper::analyse(const World& world) {
  Memory& memory = *memory_;
  if (memory.topology == world.topology()) return;
  std::map<ObjectId, Memory::Analysis> known;
  for (std::size_t i = 0; i < memory.analyses.size(); ++i)
    if (memory.analyses[i].mover || memory.analyses[i].mass || memory.analyses[i].kinematics)
      known.emplace(memory.islands.all[i].objects.front(), std::move(memory.analyses[i]));
  memory.topology = world.topology();
  memory.islands = find_islands(world);
  memory.analyses.clear();
  memory.analyses.resize(memory.islands.all.size());
  for (std::size_t i = 0; i < memory.analyses.size(); ++i) {
    const auto old = known.find(memory.islands.all[i].objects.front());
    if (old != known.end() && old->second.structure == Structure(world, memory.islands.all[i]))
      memory.analyses[i] = std::move(old->second);
  }
  memory.chosen.assign(memory.islands.all.size(), 0);
  memory.awake.clear();
}

// The islands of all bodies that are awake, in order.
void Stepper::choose_awake(const World& world) {
  Memory& memory = *memory_;
  memory.awake.clear();
  for (const std::uint32_t slot : StateAccess::awake(const_cast<World&>(world))) {
    if (!world.bodies().at_slot(static_cast<int>(slot))) continue;
    for (const int island : memory.islands.of_body[slot]) {
      if (memory.chosen[static_cast<std::size_t>(island)]) continue;
      memory.chosen[static_cast<std::size_t>(island)] = 1;
      memory.awake.push_back(island);
    }
  }
  std::sort(memory.awake.begin(), memory.awake.end());
  for (const int island : memory.awake) memory.chosen[static_cast<std::size_t>(island)] = 0;
}

// Which thread steps which of the islands awake: each goes to the one with the least to do so far.
// Islands share nothing that moves, so the state does not depend on it. The number of threads with
// something to do.
int Stepper::deal_out() {
  Memory& memory = *memory_;
  std::size_t all = 0;
  for (const int island : memory.awake)
    all += weight(memory.islands.all[static_cast<std::size_t>(island)]);
  if (threads <= 1 || memory.awake.size() < 2 || all < worth_sharing) return 1;
  if (!memory.pool || memory.load.size() != static_cast<std::size_t>(threads)) {
    memory.pool = std::make_unique<Pool>(threads);
    memory.load.resize(static_cast<std::size_t>(threads));
  }
  if (memory.pool->size() == 1) return 1;
  std::fill(memory.load.begin(), memory.load.end(), 0);
  memory.thread.resize(memory.awake.size());
  for (std::size_t i = 0; i < memory.awake.size(); ++i) {
    const auto least =
        std::min_element(memory.load.begin(), memory.load.begin() + memory.pool->size());
    memory.thread[i] = static_cast<int>(least - memory.load.begin());
    *least += weight(memory.islands.all[static_cast<std::size_t>(memory.awake[i])]);
  }
  return memory.pool->size();
}

// One tick of the i-th island awake.
void Stepper::move(World& world, double h, Run run, std::size_t i) {
  Memory& memory = *memory_;
  const std::size_t island = static_cast<std::size_t>(memory.awake[i]);
  Memory::Analysis& analysis = memory.analyses[island];
  analysis.last_with_mass = plays_with_mass(world, run);
  if (analysis.last_with_mass) return move_with_mass(world, h, i);
  if (!analysis.mover) {
    analysis.structure = Structure(world, memory.islands.all[island]);
    analysis.mover = std::make_unique<Mover>();
    analysis.mover->build(world, memory.islands.all[island], analysis.structure.fingerprint());
  }
  IslandReport& report = memory.report.islands[i];
  report.work = report.lost = 0;
  analysis.mover->step(world, h, run, path, report);
  if (world.physics.on && report.moved > 0) stand_still(world, memory.islands.all[island]);
}

EnergyMomentum& Stepper::with_mass(const World& world, std::size_t island) {
  Memory::Analysis& analysis = memory_->analyses[island];
  if (!analysis.mass) {
    analysis.structure = Structure(world, memory_->islands.all[island]);
    analysis.mass = std::make_unique<EnergyMomentum>();
    analysis.mass->build(world, memory_->islands.all[island]);
  }
  return *analysis.mass;
}

// Time goes on for it whether it moves or not: it is woken again by the next tick that plays. Where a
// tick from the same beginning has changed nothing, it would do so again: that is how a figure with mass
// sleeps, in this stepper alone, and no bit depends on it.
void Stepper::move_with_mass(World& world, double h, std::size_t i) {
  const std::size_t island = static_cast<std::size_t>(memory_->awake[i]);
  const Island& of = memory_->islands.all[island];
  Memory::Analysis& analysis = memory_->analyses[island];
  EnergyMomentum& mass = with_mass(world, island);
  IslandReport& report = memory_->report.islands[i];
  const bool may_sleep = mass.rests() && !of.timed && h == tick;
  const std::uint64_t begun = may_sleep ? hash(world, of) : 0;
  const bool sleeps = may_sleep && analysis.still == begun;
  report.refused = !sleeps && !mass.tick(world, h);
  report.why = report.refused ? Reason::no_value : mass.rests() ? Reason::rests : Reason::goes_on;
  report.rests = true;
  mass.report(world, report);
  if (sleeps) report.work = report.lost = report.substeps = report.iterations = report.factorisations = 0;
  else if (may_sleep && mass.rests() && hash(world, of) == begun) analysis.still = begun;
  report.curves.assign(of.all_curves.begin(), of.all_curves.end());
}

void Stepper::count_analyses(bool with_mass) {
  memory_->report.analysed = 0;
  for (const int island : memory_->awake) {
    const Memory::Analysis& analysis = memory_->analyses[static_cast<std::size_t>(island)];
    memory_->report.analysed += with_mass ? !analysis.mass : !analysis.mover;
  }
}

const StepReport& Stepper::step(World& world, double h, Run run) {
  Memory& memory = *memory_;
  trace_what_is_worn(world);
  analyse(world);
  if (run == Run::play) wake_driven(world);
  choose_awake(world);
  count_analyses(plays_with_mass(world, run));
  memory.report.islands.resize(memory.awake.size());
  if (deal_out() == 1) {
    for (std::size_t i = 0; i < memory.awake.size(); ++i) move(world, h, run, i);
  } else {
    world.size();  // measured now, not by all of them at once
    for (const int island : memory.awake)
      own_state(world, memory.islands.all[static_cast<std::size_t>(island)]);
    const auto share = [&](int k) {
      for (std::size_t i = 0; i < memory.awake.size(); ++i)
        if (memory.thread[i] == k) move(world, h, run, i);
    };
    memory.pool->run([&share](int k) { share(k); });  // small enough to be passed without memory
  }
  for (const IslandReport& report : memory.report.islands) {  // in order: the same bits
    world.physics.work += report.work;
    world.physics.lost += report.lost;
  }
  trace_what_is_worn(world);
  if (run == Run::play) world.time = next_time(world.time, h);
  fall_asleep(world);
  memory.report.rests = world.sleeps() && run == Run::edit;
  return memory.report;
}

// While the drawing plays, what motors or the clock move is awake, and all that has mass.
void Stepper::wake_driven(World& world) {
  if (world.physics.on) return world.wake();
  for (const Island& island : memory_->islands.all)
    if ((island.timed || !island.motors.empty()) && !island.all_curves.empty())
      world.wake(island.all_curves.front());
}

void Stepper::fall_asleep(World& world) {
  Memory& memory = *memory_;
  std::vector<std::uint32_t>& awake = StateAccess::awake(world);
  SlotMap<Body>& bodies = StateAccess::bodies(world);
  for (const std::uint32_t slot : awake)
    if (Body* body = bodies.find(bodies.at_slot(static_cast<int>(slot)))) body->awake = false;
  awake.clear();
  for (const IslandReport& report : memory.report.islands) {
    if (report.rests || report.curves.empty()) continue;
    world.wake(report.curves.front());
  }
}

int Stepper::settle(World& world, int max_ticks) {
  for (int k = 0; k < max_ticks; ++k)
    if (step(world).rests) return k + 1;
  return max_ticks;
}

// The island that moves what a connector reads, or -1: nothing does. Several figures may slide on a
// curve that cannot move; then the one whose sliding point it is.
int Stepper::island_of(const World& world, const Connector& connector, ConnectorId id) const {
  const Islands& islands = memory_->islands;
  const Measured* measured = std::get_if<Measured>(&connector.what);
  const ConnectorId slides = measured ? measured->at : id;
  for (const int island : islands.of_body[connector.curve.index]) {
    const std::vector<ObjectId>& objects = islands.all[static_cast<std::size_t>(island)].objects;
    if (slides && std::find(objects.begin(), objects.end(), ObjectId(slides)) != objects.end())
      return island;
  }
  const bool moves = can_move(*world.body(connector.curve));
  return moves ? islands.of_body[connector.curve.index].front() : -1;
}

// The velocities of an island; null when it cannot move as its motors want.
Kinematics* Stepper::rates_of(const World& world, int island) {
  const Island& of = memory_->islands.all[static_cast<std::size_t>(island)];
  Memory::Analysis& analysis = memory_->analyses[static_cast<std::size_t>(island)];
  std::unique_ptr<Kinematics>& rates = analysis.kinematics;
  if (!rates) {
    analysis.structure = Structure(world, of);
    rates = std::make_unique<Kinematics>();
    rates->build(world, of);
  }
  std::span<const MotorId> stalled;
  for (std::size_t i = 0; i < memory_->awake.size(); ++i)
    if (memory_->awake[i] == island) stalled = memory_->report.islands[i].stalled;
  return rates->solve(world, stalled) ? rates.get() : nullptr;
}

// As its body moves.
bool Stepper::body_velocity_of(const World& world, const Connector& point, Point& velocity) const {
  Point at;
  const Body* body = world.body(point.curve);
  if (!body || !place_of(world, point, at)) return false;
  const Link* link = world.find(body->link);
  const Eigen::VectorXd& v = link ? link->velocity : body->velocity;
  if (v.size() < 3) return true;
  if (!link && !body->bends.empty()) return velocity_of_bent(world, point, velocity);
  InertiaMemory memory;
  Inertia all, one, drag;
  for (const CurveId id : link ? link->members : std::vector<CurveId>{point.curve}) {
    if (!weigh(world, id, memory, one, drag)) return false;
    all.add(one);
  }
  const Point arm = at - all.centre;
  velocity = Point(v.head<2>()) + v[2] * Point(-arm.y(), arm.x());
  return true;
}

// A point that slides along its curve has a velocity of its own that nobody keeps, and so has what is
// measured where that is: they are known by how it plays on alone.
bool Stepper::mass_motion_of(const World& world, const Connector& point, ConnectorId id, Point& velocity,
                             Point& acceleration) {
  const Measured* measured = std::get_if<Measured>(&point.what);
  const bool slides = std::holds_alternative<SlidingAt>(point.what) || (measured && measured->at);
  const int island = island_of(world, point, id);
  if (island < 0) return true;
  if (with_mass(world, static_cast<std::size_t>(island)).motion_now(world, point, id, velocity, acceleration))
    return true;
  acceleration.setConstant(std::numeric_limits<double>::quiet_NaN());
  return !slides && body_velocity_of(world, point, velocity);
}

bool Stepper::measure(const World& world, MassBalance& out) {
  analyse(world);
  out = {};
  for (std::size_t i = 0; i < memory_->islands.all.size() && world.physics.on; ++i) {
    MassBalance one;
    if (!with_mass(world, i).measure(world, one)) return false;
    out.add(one);
  }
  return world.physics.on;
}

const EnergyMomentum* Stepper::mass_of(MotorId id) const {
  for (std::size_t i = 0; i < memory_->islands.all.size(); ++i) {
    const std::vector<MotorId>& motors = memory_->islands.all[i].motors;
    if (std::find(motors.begin(), motors.end(), id) != motors.end())
      return memory_->analyses[i].mass.get();
  }
  return nullptr;
}

double Stepper::motor_force(MotorId id) const {
  const EnergyMomentum* mass = mass_of(id);
  return mass ? mass->motor_force(id) : 0;
}

double Stepper::motor_power(MotorId id) const {
  const EnergyMomentum* mass = mass_of(id);
  return mass ? mass->motor_power(id) : 0;
}

// An island that was edited last has the forces of that.
bool Stepper::was_edited_last(std::size_t island) const {
  const Memory::Analysis& analysis = memory_->analyses[island];
  return analysis.mover && !analysis.last_with_mass;
}

std::span<const double> Stepper::force(const World& world, ConstraintId id) {
  if (!world.physics.on) return force(id);
  analyse(world);
  for (std::size_t i = 0; i < memory_->islands.all.size(); ++i) {
    const std::vector<ConstraintId>& all = memory_->islands.all[i].constraints;
    if (std::find(all.begin(), all.end(), id) == all.end() || was_edited_last(i)) continue;
    const std::span<const double> now = with_mass(world, i).force_now(world, id);
    if (!now.empty()) return now;
  }
  return force(id);
}

double Stepper::motor_force(const World& world, MotorId id) {
  double force = 0, power = 0;
  return motor_now(world, id, force, power) ? force : motor_force(id);
}

double Stepper::motor_power(const World& world, MotorId id) {
  double force = 0, power = 0;
  return motor_now(world, id, force, power) ? power : motor_power(id);
}

bool Stepper::motor_now(const World& world, MotorId id, double& force, double& power) {
  if (!world.physics.on) return false;
  analyse(world);
  for (std::size_t i = 0; i < memory_->islands.all.size(); ++i) {
    const std::vector<MotorId>& all = memory_->islands.all[i].motors;
    if (std::find(all.begin(), all.end(), id) != all.end() && !was_edited_last(i))
      return with_mass(world, i).motor_now(world, id, force, power);
  }
  return false;
}

bool Stepper::motion_of(const World& world, const Connector& point, Point& velocity,
                        Point& acceleration) {
  analyse(world);
  velocity = acceleration = Point::Zero();
  if (!world.body(point.curve)) return std::holds_alternative<OnPaper>(point.what);
  if (world.physics.on) return mass_motion_of(world, point, {}, velocity, acceleration);
  const int island = island_of(world, point, {});
  if (island < 0) return true;
  const Kinematics* rates = rates_of(world, island);
  return rates && rates->motion_of(world, point, velocity, acceleration);
}

bool Stepper::motion_of(const World& world, ConnectorId point, Point& velocity,
                        Point& acceleration) {
  const Connector* connector = world.find(point);
  if (!connector) return false;
  if (!world.body(connector->curve)) return motion_of(world, *connector, velocity, acceleration);
  analyse(world);
  velocity = acceleration = Point::Zero();
  if (world.physics.on) return mass_motion_of(world, *connector, point, velocity, acceleration);
  const int island = island_of(world, *connector, point);
  if (island < 0) return true;
  const Kinematics* rates = rates_of(world, island);
  return rates && rates->motion_of(world, point, velocity, acceleration);
}

std::span<const double> Stepper::force(ConstraintId id) const {
  for (const Memory::Analysis& analysis : memory_->analyses) {
    if (analysis.last_with_mass) {
      const std::span<const double> found = analysis.mass->force(id);
      if (!found.empty()) return found;
      continue;
    }
    Mover* mover = analysis.mover.get();
    if (!mover) continue;
    const std::vector<Row>& rows = mover->figure().assembly.rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].constraint != id) continue;
      std::size_t end = r;
      while (end < rows.size() && rows[end].constraint == id) ++end;
      return {mover->forces().data() + r, end - r};
    }
  }
  return {};
}

}  // namespace limber
