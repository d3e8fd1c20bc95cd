// limber simulate: motors and springs for a time, measured quantities as rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/work.h"
#include "app/script/condition.h"

namespace limber::cli {
namespace {

constexpr double most_steps = 1e12;
constexpr std::int64_t steps_between_looks = 256;  // at the interrupt and the clock

// All that a simulation needs to know, read from the arguments.
struct Plan {
  double h = 0;
  std::int64_t steps = 0;
  int every = 1;
  std::vector<Readout> columns;
  std::optional<Condition> until;
};

std::optional<Plan> plan_of(Work& work, const Document& document) {
  const Arguments& arguments = work.arguments;
  Plan out;
  out.h = arguments.number("--dt");
  const double steps = std::round(arguments.number("--seconds") / out.h);
  if (!(out.h > 0)) return work.fail(status_usage, "--dt must be more than 0"), std::nullopt;
  if (!(steps <= most_steps))
    return work.fail(status_usage, "that would be more than 10^12 steps"), std::nullopt;
  out.steps = static_cast<std::int64_t>(steps);
  out.every = arguments.count("--every");
  std::optional<std::vector<Readout>> columns = traced(work, document);
  if (!columns) return {};
  out.columns = std::move(*columns);
  if (arguments.has("--until")) {
    Result<Condition> condition = find_condition(document, arguments.text("--until"));
    if (!condition)
      return work.fail(status_usage, fmt::format("--until: {}", condition.error().message),
                       condition.error().suggestion),
             std::nullopt;
    out.until = std::move(*condition);
  }
  return out;
}

class Simulation {
 public:
  Simulation(Work& work, Live& live, const Plan& plan, Data& data)
      : work_(work), live_(live), plan_(plan) {
    if (plan.columns.empty()) return;
    std::vector<std::string> names{"step", "time"};
    for (const Readout& column : plan.columns) names.push_back(column.name);
    table_.emplace(data, work.arguments.text("--format") == "jsonl", std::move(names));
  }

  // False when it was interrupted.
  bool run() {
    const Attentive looking;
    print(0);
    bool met = !plan_.until || holds(live_.document(), live_.world(), live_.stepper(), *plan_.until) == true;
    const bool stops = plan_.until.has_value();
    std::int64_t step = 0;
    while (step < plan_.steps && !(stops && met)) {
      const StepReport& report = live_.step(plan_.h, Run::play);
      ++step;
      count_parts(report);
      for (const IslandReport& island : report.islands) {
        refused_ = refused_ || island.refused;
        for (const MotorId motor : island.stalled) remember_stall(motor);
      }
      if (stops) met = holds(live_.document(), live_.world(), live_.stepper(), *plan_.until) == true;
      if (step % plan_.every == 0 || (stops && met)) print(step);
      if (step == plan_.steps || (stops && met)) remember_unmet(report);
      if (step % steps_between_looks == 0) {
        if (interrupted()) return false;
        work_.console.progress("step", static_cast<double>(step), static_cast<double>(plan_.steps));
      }
    }
    work_.console.clear_progress();
    if (!met)
      work_.console.warn(
          fmt::format("--until {} never came true", work_.arguments.text("--until")));
    if (refused_) work_.console.warn("some step had no finite end and was refused");
    report_unmet(work_, live_.document(), unmet_);
    report_stalled(work_, live_.document(), stalls_);
    if (table_)
      for (const Stall& stall : stalls_)
        table_->comment("stalled", where_stalled(live_.document(), stall));
    work_.console.detail(fmt::format("{} steps of {} s", step, plan_.h));
    tell_parts(step);
    return true;
  }

  Table* table() { return table_ ? &*table_ : nullptr; }

 private:
  void print(std::int64_t step) {
    if (!table_ || step == printed_) return;
    printed_ = step;
    table_->whole(step).number(live_.world().time);
    for (const Readout& column : plan_.columns)
      table_->number(value_of(live_.document(), live_.world(), live_.stepper(), column));
    table_->end_row();
  }
  // With mass a step is cut into parts where the motion wants it: so many as the figure that wants most.
  void count_parts(const StepReport& report) {
    int most = 0;
    for (const IslandReport& island : report.islands) most = std::max(most, island.substeps);
    parts_ += most;
    most_parts_ = std::max(most_parts_, most);
  }
  void tell_parts(std::int64_t steps) {
    if (!live_.world().physics.on || steps == 0) return;
    const std::string words = fmt::format("{:.2f} on the average, at most {}",
                                          static_cast<double>(parts_) / static_cast<double>(steps), most_parts_);
    work_.console.detail("parts of a step, with mass: " + words);
    if (table_) table_->comment("parts of a step", words);
  }
  // Where it stalled first.
  void remember_stall(MotorId id) {
    const auto same = [&](const Stall& stall) { return stall.motor == id; };
    if (std::any_of(stalls_.begin(), stalls_.end(), same)) return;
    const World& world = live_.world();
    const Motor& motor = *world.find(id);
    double square = 0;
    for (const double force : live_.stepper().force(motor.constraint)) square += force * force;
    const double force = std::sqrt(square);
    stalls_.push_back(
        {id, world.time,
         world.find(motor.constraint)->on[static_cast<std::size_t>(motor.input)].number[0], force,
         force > 0.999 * motor.limit});
  }
  void remember_unmet(const StepReport& report) {
    for (const IslandReport& island : report.islands)
      unmet_.insert(unmet_.end(), island.not_met.begin(), island.not_met.end());
  }

  Work& work_;
  Live& live_;
  const Plan& plan_;
  std::optional<Table> table_;
  std::int64_t printed_ = -1;
  bool refused_ = false;
  std::int64_t parts_ = 0;
  int most_parts_ = 0;
  std::vector<ConstraintId> unmet_;
  std::vector<Stall> stalls_;
};

}  // namespace

int simulate(Work& work) {
  View view;
  const std::optional<Document> document = read_document(work, work.arguments.operand(), &view);
  if (!document) return work.status;
  Live live(*document);
  if (!apply_drives(work, live) || !apply_settings(work, live))
    return work.status;
  const std::optional<Plan> plan = plan_of(work, live.document());
  if (!plan) return work.status;
  if (!set_up(work, live.stepper())) return work.status;
  live.wake();  // a spring that was saved stretched pulls from the first step
  Data data(work, work.arguments.text("--output"));
  Simulation simulation(work, live, *plan, data);
  if (!simulation.run()) return work.status = status_interrupted;
  report_hash(work, simulation.table(), data, live.world());
  if (!data.finish()) return work.status;
  if (!work.arguments.has("--save")) return work.status;
  if (const auto why_not = live.enter()) return work.fail(status_invalid, *why_not);
  save_document(work, work.arguments.text("--save"), live.document(), view);
  return work.status;
}

}  // namespace limber::cli
