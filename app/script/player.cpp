#include "app/script/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/files/document_file.h"
#include "curves/nearest.h"

namespace limber {
namespace {

static_assert(tick * ticks_per_second == 1, "scripts and the stepper count the same ticks");

constexpr std::int64_t longest_wait_for_rest = 60 * ticks_per_second;
// Hands that hold at the same time. Ten times more, and a tick of a small drawing takes a second.
constexpr int most_hands = 200;
constexpr double nearest_tolerance = 1e-9;  // of the drawing's size
constexpr std::size_t most_steps = 10'000;  // of undo, as the editor keeps them

double length_of(const std::vector<Point>& way) {
  double sum = 0;
  for (std::size_t i = 1; i < way.size(); ++i) sum += (way[i] - way[i - 1]).norm();
  return sum;
}

// The place after this part of the way's length.
Point along(const std::vector<Point>& way, double part) {
  double left = part * length_of(way);
  for (std::size_t i = 1; i < way.size(); ++i) {
    const double piece = (way[i] - way[i - 1]).norm();
    if (left < piece) return way[i - 1] + left / piece * (way[i] - way[i - 1]);
    left -= piece;
  }
  return way.back();
}

// A point of a curve.
struct Spot {
  CurveId curve;
  double t = 0;
};

// The one nearest to a place: on the curve given, or on any when it is none.
Spot nearest_to(const World& world, const Point& place, CurveId only) {
  Spot spot;
  double best = INFINITY;
  world.bodies().each([&](CurveId id, const Body& body) {
    if (only && id != only) return;
    const auto near = nearest(body.curve, place, nearest_tolerance * world.size());
    if (!near || !(near->distance < best)) return;
    best = near->distance;
    spot = {id, near->t};
  });
  return spot;
}

bool takes_back(const Line& line) {
  return std::holds_alternative<line::Undo>(line.action) ||
         std::holds_alternative<line::Redo>(line.action) ||
         std::holds_alternative<line::Instead>(line.action);
}

bool walks(const Line& line) {
  return std::holds_alternative<line::Undo>(line.action) ||
         std::holds_alternative<line::Redo>(line.action);
}

// An edit made by hand acts on a figure at rest. One with a stamp happens when it happened; and a state
// that is given needs none to be found.
bool waits_to_settle(const Line& line) {
  if (walks(line)) return !line.tick;
  const Edit* edit = std::get_if<Edit>(&line.action);
  return edit && !line.tick && !std::holds_alternative<edit::Reach>(edit->what);
}

// While it plays with mass nothing sleeps; what stands is told by each figure.
bool stands(const StepReport& report) {
  return std::all_of(report.islands.begin(), report.islands.end(),
                     [](const IslandReport& island) { return island.why == Reason::rests; });
}

bool goes_back(const Script& script) {
  return std::any_of(script.lines.begin(), script.lines.end(), [](const Line& line) {
    return std::holds_alternative<line::Rewind>(line.action);
  });
}

}  // namespace

Player::Player(Document document, const Document& fresh, Script script)
    : live_(std::move(document)), fresh_(fresh), script_(std::move(script)) {
  if (goes_back(script_)) live_.remember_past();
  keeps_steps_ = std::any_of(script_.lines.begin(), script_.lines.end(), takes_back);
  if (keeps_steps_) steps_ = {live_.document()};
}

void Player::start_over(Document document) {
  Live live(std::move(document));
  live.stepper().path = live_.stepper().path;
  live.stepper().threads = live_.stepper().threads;
  live_ = std::move(live);
  if (goes_back(script_)) live_.remember_past();
  report_ = {};
  hands_.clear();
  now_ = wait_until_ = 0;
  playing_ = waits_for_rest_ = false;
  waited_for_.reset();
  at_ = 0;
  if (keeps_steps_) steps_ = {live_.document()};
}

std::optional<Error> Player::step() {
  if (!keeps_steps_) return {};
  if (std::optional<Error> why_not = live_.enter()) return why_not;
  steps_.resize(++at_, steps_[0]);
  steps_.push_back(live_.document());
  if (steps_.size() > most_steps) steps_.erase(steps_.begin()), --at_;
  if (on_action) on_action(line::Step{});
  return {};
}

std::optional<Error> Player::amend() {
  if (!keeps_steps_) return {};
  if (std::optional<Error> why_not = live_.enter()) return why_not;
  steps_[at_] = live_.document();
  if (on_action) on_action(line::Amend{});
  return {};
}

bool Player::walk(bool forth) {
  if (forth ? at_ + 1 == steps_.size() : at_ == 0) return false;
  at_ += forth ? 1 : std::size_t(-1);
  live_.restore(steps_[at_]);
  live_.measure_again();
  for (auto& [name, hand] : hands_) hand = {{}, {}, {}, 0, 0, std::move(hand.todo)};
  playing_ = false;
  return true;
}

bool Player::everyone_idle() const {
  for (const auto& [name, hand] : hands_)
    if (!hand.todo.empty() || !idle(hand)) return false;
  return true;
}

// Lines about hands are handed to them as soon as no line before them waits for everyone; of those
// whose hand is free the first written is due first.
std::optional<std::size_t> Player::next_due() {
  if (now_ < wait_until_ || waits_for_rest_) return {};
  while (next_ < script_.lines.size()) {
    const std::string* hand = hand_of(script_.lines[next_].action);
    if (!hand) break;
    hands_[*hand].todo.push_back(next_++);
  }
  std::optional<std::size_t> first;
  for (const auto& [name, hand] : hands_)
    if (!hand.todo.empty() && idle(hand) && (!first || hand.todo.front() < *first))
      if (script_.lines[hand.todo.front()].tick.value_or(0) <= now_) first = hand.todo.front();
  if (first) {
    hands_[*hand_of(script_.lines[*first].action)].todo.pop_front();
    return first;
  }
  if (next_ == script_.lines.size() || !everyone_idle()) return {};
  const Line& line = script_.lines[next_];
  if (line.tick.value_or(0) > now_) return {};
  if (travels() && waits_to_settle(line) && waited_for_ != next_) {
    waited_for_ = next_;  // once: what is still moving after that may never rest
    waits_for_rest_ = true;
    wait_until_ = now_ + longest_wait_for_rest;
    return {};
  }
  return next_++;
}

// Something is on its way by itself, to where an edit sent it.
bool Player::travels() const { return !playing_ && !live_.holds() && !live_.sleeps(); }

struct Player::Do {
  Player& player;
  const Line& line;

  const World& world() const { return player.live_.world(); }
  // A mistake, at a word of the line.
  Error wrong(std::size_t word, Error error) const {
    return at_word(player.script_, line, word, std::move(error));
  }
  Error wrong(std::size_t word, std::string message, std::string suggestion = {}) const {
    return wrong(word, Error{std::move(message), 0, 0, 1, std::move(suggestion), {}});
  }
  void told(const Action& action) const {
    if (player.on_action) player.on_action(action);
  }
  Result<bool> held(const std::string& name) const {
    if (player.hands_[name].id) return true;
    return wrong(1, fmt::format("hand {} holds nothing", name),
                 fmt::format("grab {} ... first", name));
  }

  Result<bool> operator()(const line::Grab& one) const {
    if (player.hands_[one.hand].id)
      return wrong(1, fmt::format("hand {} already holds something", one.hand),
                   fmt::format("release {} first", one.hand));
    if (world().hands().size() >= most_hands)
      return wrong(1, fmt::format("{} hands hold already, which is the most", most_hands),
                   "release some of them first");
    Spot spot;
    if (!one.curve.empty()) {
      const Result<CurveId> found = find_curve(player.document(), one.curve);
      if (!found) return wrong(2, found.error());
      spot.curve = *found;
    }
    if (!one.point.empty()) return grab_named(one, spot.curve);
    if (one.t) {
      const Curve& curve = *world().find(spot.curve);
      spot.t = *one.t;
      if (spot.t < t_begin(curve) || spot.t > t_end(curve))
        return wrong(
            3, fmt::format("{} runs from t={} to t={}", one.curve, t_begin(curve), t_end(curve)));
    } else {
      spot = nearest_to(world(), *one.at, spot.curve);
      if (!spot.curve) return wrong(0, "there is no curve to grab");
    }
    take_hold(one, point_at(spot.curve, spot.t));
    told(line::Grab{one.hand, player.document().name(spot.curve), spot.t, {}, {}, one.alone});
    return true;
  }

  Result<bool> grab_named(const line::Grab& one, CurveId curve) const {
    const Connector point = measure_of(curve, one.point);
    Point at;
    const auto& measures = world().find(curve)->type->measures;
    const bool known = std::any_of(measures.begin(), measures.end(), [&](const auto& measure) {
      return measure.name == one.point && measure.shape == Shape::point && !measure.along;
    });
    if (!known || !place_of(world(), point, at))
      return wrong(3, fmt::format("{} has no point called {}", one.curve, one.point));
    take_hold(one, point);
    told(one);
    return true;
  }

  void take_hold(const line::Grab& one, const Connector& point) const {
    Led& hand = player.hands_[one.hand];
    if (!hand.before) hand.before = player.live_.moment();
    hand.id = one.alone ? player.live_.grab_alone(point) : player.live_.grab(point);
  }

  Result<bool> operator()(const line::Touch& one) const {
    if (!player.hands_[one.hand].id) player.hands_[one.hand].before = player.live_.moment();
    told(one);
    return true;
  }

  Result<bool> operator()(const line::Move& one) const {
    if (const Result<bool> good = held(one.hand); !good) return good;
    Led& hand = player.hands_[one.hand];
    if (!one.seconds && !one.speed && line.tick) {  // stamped: just now, the tick goes on
      player.live_.pull(hand.id, one.through.back());
      told(one);
      return true;
    }
    hand.way = one.through;
    hand.way.insert(hand.way.begin(), world().find(hand.id)->target);
    const double seconds = one.seconds ? *one.seconds
                           : one.speed ? length_of(hand.way) / *one.speed
                                       : 0;
    if (!(seconds <= longest_seconds))
      return wrong(1, fmt::format("at this speed the way takes more than {:.0f} s", longest_seconds),
                   "write how long it takes: in TIME");
    hand.begin = player.now_;
    hand.ticks = std::max<std::int64_t>(1, std::llround(seconds * ticks_per_second));
    return true;
  }

  Result<bool> operator()(const line::Release& one) const {
    if (const Result<bool> good = held(one.hand); !good) return good;
    Led& hand = player.hands_[one.hand];
    if (one.back)
      player.live_.go_back(*hand.before);
    else
      player.live_.release(hand.id);
    hand.id = {};
    hand.before.reset();
    told(one);
    return one.back ? Result<bool>(true) : ends_step();
  }

  // A line written by hand is a step of undo, if it changed anything; while it plays the pause is.
  Result<bool> ends_step() const {
    if (line.tick || !player.keeps_steps_ || player.playing_) return true;
    if (player.live_.moved() || !same(player.document(), player.steps_[player.at_]))
      if (const auto why_not = player.step()) return wrong(0, *why_not);
    return true;
  }
  Result<bool> settled_before() const {
    if (line.tick || player.playing_) return true;
    const std::optional<Error> why_not = player.amend();
    return why_not ? Result<bool>(wrong(0, *why_not)) : Result<bool>(true);
  }

  Result<bool> operator()(const Edit& edit) const {
    if (const Result<bool> settled = settled_before(); !settled) return settled;
    const Result<bool> done = player.live_.apply(edit);
    if (!done) return wrong(1, done.error());
    told(edit);
    if (line.tick || !player.keeps_steps_) return true;
    const std::optional<Error> why_not = player.step();
    return why_not ? Result<bool>(wrong(0, *why_not)) : Result<bool>(true);
  }

  Result<bool> operator()(const line::Step&) const {
    const std::optional<Error> why_not = player.step();
    return why_not ? Result<bool>(wrong(0, *why_not)) : Result<bool>(true);
  }
  Result<bool> operator()(const line::Amend&) const {
    const std::optional<Error> why_not = player.amend();
    return why_not ? Result<bool>(wrong(0, *why_not)) : Result<bool>(true);
  }

  Result<bool> operator()(const line::Instead& one) const {
    Led& hand = player.hands_[one.hand];
    if (!hand.before) return wrong(1, fmt::format("hand {} did not touch", one.hand));
    if (player.at_ == 0) return wrong(0, "there is nothing to take back");
    player.live_.take_back(player.steps_[--player.at_], *hand.before);
    hand.before = player.live_.moment();
    told(one);
    return true;
  }

  // What has moved since belongs to the step that is taken back; what was playing ends.
  Result<bool> walk(const Action& action, bool forth) const {
    if (player.playing_ && !line.tick) {
      if (const Result<bool> paused = (*this)(line::Pause{}); !paused) return paused;
    } else if (const Result<bool> settled = settled_before(); !settled) {
      return settled;
    }
    if (!player.walk(forth))
      return wrong(
          0, forth ? "there is nothing to do again" : "there is nothing to take back",
          forth ? "write undo before it" : "a change, a pull or a play must come before it");
    told(action);
    return true;
  }
  Result<bool> operator()(const line::Undo& one) const { return walk(one, false); }
  Result<bool> operator()(const line::Redo& one) const { return walk(one, true); }

  Result<bool> operator()(const line::Play& one) const {
    if (const Result<bool> settled = settled_before(); !settled) return settled;
    player.playing_ = true;
    told(one);
    return true;
  }
  Result<bool> operator()(const line::Pause& one) const {
    player.playing_ = false;
    told(one);
    return ends_step();
  }

  Result<bool> operator()(const line::Rewind& one) const {
    const Rewind& past = player.live_.past();
    if (past.begin() == past.end())
      return wrong(0, "nothing was played yet", "write play and a wait before it");
    const std::int64_t then = past.now() - std::llround(one.seconds * ticks_per_second);
    if (const auto why_not = player.live_.go_to(then)) return wrong(0, *why_not);
    for (auto& [name, hand] : player.hands_) hand.id = {};
    // With mass every tick that plays wakes what moves.
    if (player.playing_ && !player.world().physics.on) player.live_.wake();
    told(one);
    return true;
  }

  Result<bool> operator()(const line::Wait& one) const {
    if (one.seconds)
      player.wait_until_ = player.now_ + std::llround(*one.seconds * ticks_per_second);
    else {
      player.waits_for_rest_ = true;
      player.wait_until_ = player.now_ + longest_wait_for_rest;
    }
    return true;
  }

  Result<bool> operator()(const line::Hash& one) const {
    if (player.on_hash) player.on_hash({line.number, hash(world()), one.expected});
    return true;
  }

  Result<bool> operator()(const line::Wake& one) const {
    if (one.curves.empty()) player.live_.wake();
    for (std::size_t i = 0; i < one.curves.size(); ++i) {
      const Result<CurveId> id = find_curve(player.document(), one.curves[i]);
      if (!id) return wrong(1 + i, id.error());
      player.live_.wake(*id);
    }
    return true;
  }

  Result<bool> operator()(const line::Hold& one) const {
    for (std::size_t i = 0; i < one.numbers.size(); ++i) {
      const auto& [curve, parameter] = one.numbers[i];
      const Result<CurveId> id = find_curve(player.document(), curve);
      if (!id) return wrong(1 + 2 * i, id.error());
      const Curve& shape = *world().find(*id);
      int index = 0;
      while (index < shape.q.size() && parameter_name(*shape.type, index) != parameter) ++index;
      if (index == shape.q.size())
        return wrong(2 + 2 * i, fmt::format("{} has no number {}", curve, parameter));
      player.live_.hold({*id, index});
    }
    return true;
  }

  Result<bool> operator()(const line::Load& one) const {
    Result<Document> document = from_json(one.json, player.fresh_);
    if (!document) return wrong(0, document.error());
    player.start_over(std::move(*document));
    return true;
  }
};

Result<bool> Player::perform(const Line& line) {
  const Do act{*this, line};
  if (line.tick && *line.tick < now_ && !std::holds_alternative<line::Load>(line.action))
    return act.wrong(
        0, fmt::format("this should happen at tick {}, but what comes before takes until tick {}",
                       *line.tick, now_));
  return std::visit(act, line.action);
}

void Player::lead_hands() {
  for (auto& [name, hand] : hands_) {
    if (!hand.id || idle(hand)) continue;
    const double part =
        static_cast<double>(now_ + 1 - hand.begin) / static_cast<double>(hand.ticks);
    const Point target = part >= 1 ? hand.way.back() : along(hand.way, part);
    live_.pull(hand.id, target);
    if (on_action) on_action(line::Move{name, {target}, "", {}, {}});
  }
}

Result<bool> Player::tick() {
  while (const std::optional<std::size_t> due = next_due()) {
    const Result<bool> done = perform(script_.lines[*due]);
    if (!done) return done;
  }
  if (next_ == script_.lines.size() && everyone_idle() && now_ >= wait_until_ && !waits_for_rest_)
    return false;
  lead_hands();
  report_ = live_.tick(playing_ ? Run::play : Run::edit);
  ++now_;
  const bool rests = report_.rests || (playing_ && world().physics.on && stands(report_));
  if (waits_for_rest_ && (rests || now_ >= wait_until_)) {
    if (!rests) ++waited_in_vain_;
    waits_for_rest_ = false;
    wait_until_ = now_;
  }
  return true;
}

std::vector<Player::HandNow> Player::hands() const {
  std::vector<HandNow> out;
  for (const auto& [name, hand] : hands_) {
    const Hand* holding = world().find(hand.id);
    if (!holding) continue;
    HandNow one{&name, Point::Zero(), holding->target, 0};
    if (!place_of(world(), holding->on, one.held)) continue;
    one.distance = (one.held - one.target).norm();
    out.push_back(one);
  }
  return out;
}

bool Player::settle() {
  let_go();
  for (std::int64_t i = 0; i < longest_wait_for_rest && !live_.sleeps(); ++i) live_.tick(Run::edit);
  return live_.sleeps();
}

void Player::let_go() {
  for (auto& [name, hand] : hands_) {
    if (hand.id) live_.release(hand.id);
    hand.id = {};
  }
}

}  // namespace limber
