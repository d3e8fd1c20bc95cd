#include "app/edits/live.h"

#include "app/edits/keepable.h"

namespace limber {

namespace {
// A figure that cannot move comes back from a pull within some hundred roundings (1e-16) of where it was,
// parts of its size; the least that a person can see or ask for is a million times more.
constexpr double rounding_motion = 1e-12;

// Its size, once for all copies that undo will keep of it.
const World& measured(const World& world) {
  (void)world.size();
  return world;
}

bool moves_things(const Edit& edit) {
  return std::holds_alternative<edit::Move>(edit.what) ||
         std::holds_alternative<edit::Turn>(edit.what) ||
         std::holds_alternative<edit::Scale>(edit.what) ||
         std::holds_alternative<edit::Mirror>(edit.what);
}

// What an edit woke sleeps again.
Edit asleep() { return {edit::Reach{}}; }

std::vector<CurveId> moved_curves(const World& before, const World& after) {
  std::vector<CurveId> moved;
  after.bodies().each([&](CurveId id, const Body& body) {
    const Curve* old = before.find(id);
    if (old && old->q != body.curve.q) moved.push_back(id);
  });
  return moved;
}

// What traces and plots have seen of the one leads to the other.
bool stands_alike(const World& before, const World& after) {
  return before.time == after.time && moved_curves(before, after).empty();
}

}  // namespace

Live::Live(Document document) : document_(std::move(document)), world_(measured(document_.world)) {
  samples_.follow(document_);
  samples_.forget(world_.time);
}

void Live::restore(Document document) {
  past_.touch();
  const bool stands = stands_alike(world_, document.world);
  document_ = std::move(document);
  measured(document_.world);
  world_ = document_.world;
  world_.sleep();
  held_ = others_ = {};
  samples_.follow(document_);
  if (!stands) samples_.forget(world_.time);
}

void Live::go_back(const Moment& moment) {
  past_.touch();
  world_ = moment.world;
  held_ = moment.held;
  others_ = moment.others;
  samples_ = moment.samples;
}

bool Live::moved_since(const Moment& moment) const {
  const double size = world_.size();
  bool moved = false;
  world_.bodies().each([&](CurveId id, const Body& body) {
    const Curve* old = moment.world.find(id);
    if (old && old->q.size() != body.curve.q.size()) moved = true;  // traced again
    for (Eigen::Index i = 0; old && !moved && i < body.curve.q.size(); ++i) {
      const Role role = parameter(*body.curve.type, static_cast<int>(i)).role;
      const double unit = role == Role::angle    ? 1
                          : role == Role::number ? std::max(1.0, std::abs(old->q[i]))
                                                 : size;
      moved = std::abs(body.curve.q[i] - old->q[i]) > rounding_motion * unit;
    }
    moved = moved || !old;
  });
  world_.connectors().each([&](ConnectorId id, const Connector& connector) {
    const auto* now = std::get_if<SlidingAt>(&connector.what);
    const Connector* old = moment.world.find(id);
    const auto* then = old ? std::get_if<SlidingAt>(&old->what) : nullptr;
    if (now && then && std::abs(now->t - then->t) > rounding_motion * std::max(1.0, std::abs(then->t)))
      moved = true;
  });
  return moved;
}

Document Live::shown() const { return seen(document_, world_); }

Document Live::shown_without_locks() const { return seen(document_, settled_world()); }

World Live::settled_world() const {
  World world = world_;
  Held held = held_, others = others_;
  held.release(world);
  others.release(world);
  bring_within_limits(world, document_.world);
  return world;
}

// The edit is done twice: to the drawing in the state reached, which it becomes; and to the live
// world, in which hands hold on and what travels goes on. At rest they are the same, and so they
// are when the state is given. Several numbers may be set together, several things moved; any other
// edit finds only the locks that are meant.
Result<bool> Live::apply(const Edit& edit) {
  past_.touch();
  const bool moves = moves_things(edit);
  if (!moves && !std::holds_alternative<edit::Set>(edit.what)) held_.release(world_);
  const bool rests = sleeps() && !holds() && held_.empty() && others_.empty() && !moved();
  const bool given = std::holds_alternative<edit::Reach>(edit.what) && !holds();
  const Result<Document> now = rests ? document_ : limber::apply(document_, reached(""));
  if (!now) return now.error();
  const Result<Document> next = limber::apply(*now, edit);
  if (!next) return next.error();
  const Result<Document> goes_on = rests || given ? next : limber::apply(shown(), edit);
  if (!goes_on) return goes_on.error();
  const std::vector<CurveId> moved =
      moves ? moved_curves(world_, goes_on->world) : std::vector<CurveId>();
  document_ = *limber::apply(*next, asleep());
  world_ = goes_on->world;
  for (const CurveId id : moved) held_.hold(world_, id);
  if (const auto* set = std::get_if<edit::Set>(&edit.what))
    if (const Result<Readout> readout = find_readout(document_, set->name))
      held_.hold(world_, *readout);
  samples_.follow(document_);
  return true;
}

std::optional<Error> Live::enter() {
  const Result<bool> done = enter(reached(""));
  return done ? std::nullopt : std::optional(done.error());
}

void Live::take_back(Document document, const Moment& unedited) {
  past_.touch();
  world_ = carried_on(unedited.world, document_.world, settled_world());
  world_.let_go();
  held_ = unedited.held;
  others_ = unedited.others;
  held_.release(world_);
  others_.release(world_);
  document_ = std::move(document);
  samples_.follow(document_);
}

Result<bool> Live::enter(const Edit& reach) {
  Result<Document> next = limber::apply(document_, reach);
  if (!next) return next.error();
  document_ = *std::move(next);
  return true;
}

HandId Live::grab_alone(const Connector& point) {
  past_.touch();
  std::vector<CurveId> others;
  std::as_const(world_).bodies().each([&](CurveId id, const Body&) {
    if (id != point.curve) others.push_back(id);
  });
  for (const CurveId id : others) others_.hold(world_, id);
  return world_.grab(point);
}

void Live::release(HandId hand) {
  past_.touch();
  world_.release(hand);
  others_.release(world_);
}

void Live::let_go() {
  std::vector<HandId> hands;
  std::as_const(world_).hands().each([&](HandId id, const Hand&) { hands.push_back(id); });
  for (const HandId id : hands) release(id);
}

// Of play, whole ticks: what is stepped otherwise is a place that time alone does not lead to.
void Live::remember(double h, Run run) {
  if (past_.went_back()) samples_.go_back_to(past_clock_);
  if (!remembers_) return;
  if (run != Run::play || h != limber::tick) return past_.touch();
  if (past_.wants_moment()) past_.keep({document_, shown(), held_, others_, samples_.clock()});
}

std::optional<Error> Live::go_to(std::int64_t wanted) {
  if (past_.begin() == past_.end()) return {};
  const std::int64_t was = past_.now();
  Rewind::Place place = past_.go_to(wanted, stepper_);
  place.held.release(place.world);
  place.others.release(place.world);
  bring_within_limits(place.world, place.document.world);
  Result<Document> then =
      limber::apply(place.document, limber::reached(place.document, place.world, ""));
  if (!then) {
    past_.go_to(was, stepper_);
    return then.error();
  }
  document_ = *std::move(then);
  measured(document_.world);
  world_ = document_.world;
  held_ = others_ = {};
  past_clock_ = place.clock;
  samples_.follow(document_);
  return {};
}

// With mass nothing adapts: what was set goes on from where it was put.
const StepReport& Live::step(double h, Run run) {
  if (run == Run::play && world_.physics.on && !held_.empty()) stop_adapting();
  remember(h, run);
  const StepReport& report = stepper_.step(world_, h, run);
  if (remembers_ && run == Run::play && h == limber::tick) past_.ticked();
  if (report.rests) held_.release(world_);
  samples_.record(document_, world_, stepper_, h);
  return report;
}

}  // namespace limber
