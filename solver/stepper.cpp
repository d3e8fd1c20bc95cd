#include "solver/stepper.h"

#include <algorithm>

#include "solver/islands.h"
#include "solver/kinematics.h"
#include "solver/mover.h"

namespace limber {

struct Stepper::Memory {
  World::Topology topology;  // what the rest was made for
  Islands islands;
  std::vector<std::unique_ptr<Mover>> movers;           // by island; made when it first wakes
  std::vector<std::unique_ptr<Kinematics>> kinematics;  // by island; made when first asked for
  std::vector<int> awake;                               // islands of this step
  std::vector<char> chosen;                             // by island
  StepReport report;
};

Stepper::Stepper() : memory_(std::make_unique<Memory>()) {}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

// What is analysed is kept until the topology changes.
void Stepper::analyse(const World& world) {
  Memory& memory = *memory_;
  if (memory.topology == world.topology()) return;
  memory.topology = world.topology();
  memory.islands = find_islands(world);
  memory.movers.clear();
  memory.movers.resize(memory.islands.all.size());
  memory.kinematics.clear();
  memory.kinematics.resize(memory.islands.all.size());
  memory.chosen.assign(memory.islands.all.size(), 0);
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

const StepReport& Stepper::step(World& world, double h, Run run) {
  Memory& memory = *memory_;
  analyse(world);
  if (run == Run::play) wake_driven(world);
  choose_awake(world);
  memory.report.islands.resize(memory.awake.size());
  for (std::size_t i = 0; i < memory.awake.size(); ++i) {
    const std::size_t island = static_cast<std::size_t>(memory.awake[i]);
    std::unique_ptr<Mover>& mover = memory.movers[island];
    if (!mover) {
      mover = std::make_unique<Mover>();
      mover->build(world, memory.islands.all[island]);
    }
    mover->step(world, h, run, path, memory.report.islands[i]);
  }
  if (run == Run::play) world.time += h;
  fall_asleep(world);
  memory.report.rests = world.sleeps() && run == Run::edit;
  return memory.report;
}

// While the drawing plays, what motors or the clock move is awake.
void Stepper::wake_driven(World& world) {
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

bool Stepper::motion_of(const World& world, const Connector& point, Point& velocity,
                        Point& acceleration) {
  analyse(world);
  velocity = acceleration = Point::Zero();
  if (!world.body(point.curve)) return std::holds_alternative<OnPaper>(point.what);
  const std::vector<int>& islands = memory_->islands.of_body[point.curve.index];
  if (islands.empty()) return true;  // it cannot move
  const std::size_t island = static_cast<std::size_t>(islands.front());
  std::unique_ptr<Kinematics>& kinematics = memory_->kinematics[island];
  if (!kinematics) {
    kinematics = std::make_unique<Kinematics>();
    kinematics->build(world, memory_->islands.all[island]);
  }
  return kinematics->solve(world) && kinematics->motion_of(world, point, velocity, acceleration);
}

std::span<const double> Stepper::force(ConstraintId id) const {
  for (std::size_t i = 0; i < memory_->movers.size(); ++i) {
    const Mover* mover = memory_->movers[i].get();
    if (!mover) continue;
    const std::vector<Row>& rows = mover->figure().assembly.rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].constraint != id) continue;
      std::size_t end = r;
      while (end < rows.size() && rows[end].constraint == id) ++end;
      return {mover->lambda.data() + r, end - r};
    }
  }
  return {};
}

}  // namespace limber
