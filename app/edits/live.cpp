#include "app/edits/live.h"

namespace limber {

namespace {
// Its size, once for all copies that undo will keep of it.
const World& measured(const World& world) {
  (void)world.size();
  return world;
}
}  // namespace

Live::Live(Document document) : document_(std::move(document)), world_(measured(document_.world)) {}

void Live::restore(Document document) {
  document_ = std::move(document);
  measured(document_.world);
  world_ = document_.world;
  world_.sleep();
  held_ = {};
}

void Live::go_back(const Moment& moment) {
  world_ = moment.world;
  held_ = moment.held;
}

Document Live::shown() const {
  Change change(document_);
  change.world() = world_;
  return change.document();
}

Document Live::settled() const {
  Change change(document_);
  change.world() = settled_world();
  change.world().let_go();
  change.world().sleep();
  return change.document();
}

World Live::settled_world() const {
  World world = world_;
  Held held = held_;
  held.release(world);
  return world;
}

// The edit is done to the live world, so that hands hold on and what travels goes on.
// Several numbers may be set together; any other edit finds only the locks that are meant.
Result<bool> Live::apply(const Edit& edit) {
  if (!std::holds_alternative<edit::Set>(edit.what)) held_.release(world_);
  Result<Document> next = limber::apply(shown(), edit);
  if (!next) return next.error();
  world_ = next->world;
  document_ = *std::move(next);
  if (const auto* set = std::get_if<edit::Set>(&edit.what))
    if (const Result<Readout> readout = find_readout(document_, set->name))
      held_.hold(world_, *readout);
  document_ = settled();
  return true;
}

void Live::enter() { document_ = settled(); }

Result<bool> Live::enter(const Edit& reach) {
  Result<Document> next = limber::apply(document_, reach);
  if (!next) return next.error();
  document_ = *std::move(next);
  return true;
}

void Live::let_go() {
  std::vector<HandId> hands;
  std::as_const(world_).hands().each([&](HandId id, const Hand&) { hands.push_back(id); });
  for (const HandId id : hands) world_.release(id);
}

const StepReport& Live::step(double h, Run run) {
  const StepReport& report = stepper_.step(world_, h, run);
  if (report.rests) held_.release(world_);
  return report;
}

}  // namespace limber
