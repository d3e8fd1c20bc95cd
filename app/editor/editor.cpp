#include "app/editor/editor.h"

#include <cmath>

#include "app/drawing/draw.h"
#include "app/editor/variables.h"
#include "app/script/readout.h"
#include "curves/transform.h"
#include "solver/diagnose.h"

namespace limber {

namespace {
// A slow machine gets slow motion, not an ever longer frame: more time than this is dropped.
constexpr int most_ticks_per_frame = 12;
constexpr int most_ticks_to_rest = 480;
constexpr int most_ticks_to_follow = 24;
// An error that can be seen, of the drawing's size: a file written by hand may be less exact than
// the solver, and nothing is solved when it is opened.
constexpr double seen = 1e-6;
constexpr double followed = 1e-6;  // of the drawing's size: the hand has what it holds
// A message goes when the pointer has gone on, by so many window points.
constexpr double message_reach = 120;

constexpr std::string_view crank_kind = "crank";
constexpr double motor_speed = 2;  // radians per second

// The angle of this curve that a motor turns.
std::optional<ConstraintId> driven_angle(const World& world, CurveId id) {
  std::optional<ConstraintId> found;
  world.motors().each([&](MotorId, const Motor& motor) {
    const Constraint* constraint = world.find(motor.constraint);
    const Connector* on = constraint ? world.find(constraint->on[0].connector) : nullptr;
    if (on && on->curve == id) found = motor.constraint;
  });
  return found;
}

bool same(const Document& a, const Document& b) {
  return hash(a.world) == hash(b.world) && a.looks == b.looks && a.notes == b.notes &&
         a.names.curves == b.names.curves && a.library == b.library && a.variables == b.variables &&
         a.follows == b.follows;
}
}  // namespace

Editor::Editor(Document document)
    : document_(std::move(document)), history_(document_), tool_(make_pull_tool()) {
  open(document_);
}

// ---- the drawing

void Editor::open(Document document) {
  tidy(document);
  document_ = std::move(document);
  history_ = History(document_);
  held_.clear();
  playing_ = unsettled_ = false;
  message_.clear();
  tool_ = make_pull_tool();
  camera_.look_at(document_.view.center, document_.view.scale);
  look_again();
}

void Editor::look_again() {
  drawn_.update(document_.world, camera_.scale());
  const std::vector<ConstraintId> unmet = find_unmet(document_.world, seen);
  not_met_ = {unmet.begin(), unmet.end()};
  if (!tool_->look_again(*this)) tool_ = make_pull_tool();
  changed_ = true;
}

void Editor::commit(std::string title, Work work) {
  keep(std::move(title), work);
  travel_recorded_ = false;
  if (recorder_) recorder_->forget();
}

void Editor::keep(std::string title, Work work) {
  tidy(document_);
  document_.view = history_.now().view;
  if (!same(document_, history_.now())) {
    message_.clear();
    history_.push(std::move(title), document_, work == Work::yes);
  }
  unsettled_ = true;
  changed_ = true;
}

void Editor::cancel() { restore(history_.now()); }

bool Editor::can_undo() const { return history_.can_undo() || tool_->changes() || playing_; }

void Editor::undo() {
  if (tool_->cancel(*this)) return;
  set_playing(false);
  settle_step();
  if (!history_.can_undo()) return say("Nothing to undo");
  const std::string title = history_.undo_title();
  restore(history_.undo());
  say("Undone: " + title);
}

void Editor::redo() {
  if (tool_->cancel(*this)) return;
  if (!history_.can_redo()) return say("Nothing to redo");
  const std::string title = history_.redo_title();
  restore(history_.redo());
  say("Done again: " + title);
}

// A selection that still exists survives going back and forth in time.
void Editor::restore(const Document& document) {
  travel_recorded_ = false;
  if (recorder_) recorder_->forget();
  const Selection selection = document_.selection;
  document_ = document;
  document_.selection = selection;
  std::erase_if(document_.selection.curves, [&](CurveId id) { return !document_.world.find(id); });
  std::erase_if(document_.selection.notes,
                [&](std::size_t note) { return note >= document_.notes.size(); });
  std::erase_if(document_.selection.marks, [&](MarkId id) { return !exists(document_.world, id); });
  held_.clear();
  playing_ = unsettled_ = false;
  look_again();
}

void Editor::settle_step() {
  end_recording();
  for (const HeldParameter& held : held_)
    document_.world.set_locked(held.curve, held.parameter, false);
  held_.clear();
  if (!unsettled_) return;
  unsettled_ = false;
  Document settled = document_;
  settled.view = history_.now().view;
  history_.amend(std::move(settled));
}

// ---- edits

void Editor::finish_gesture() { tool_->finish(*this); }

void Editor::remove_selection() {
  finish_gesture();
  const Selection chosen = document_.selection;
  if (chosen.empty()) return say("Nothing is selected");
  settle_step();
  for (const MarkId id : chosen.marks) remove(document_.world, id);
  for (const CurveId id : chosen.curves) document_.world.remove(id);
  for (auto note = chosen.notes.rbegin(); note != chosen.notes.rend(); ++note)
    document_.notes.erase(document_.notes.begin() + static_cast<std::ptrdiff_t>(*note));
  document_.selection.notes.clear();
  const std::size_t count = chosen.curves.size() + chosen.marks.size() + chosen.notes.size();
  commit(count == 1 ? "Delete" : "Delete " + std::to_string(count) + " things");
  look_again();
}

void Editor::select_all() {
  document_.world.bodies().each(
      [&](CurveId id, const Body&) { document_.selection.curves.insert(id); });
  changed_ = true;
}

void Editor::select_next(int direction) {
  const SlotMap<Body>& bodies = document_.world.bodies();
  if (bodies.size() == 0) return;
  const std::set<CurveId>& chosen = document_.selection.curves;
  int slot = direction > 0 ? -1 : 0;
  if (!chosen.empty()) slot = static_cast<int>(chosen.begin()->index);
  CurveId next;
  while (!next) {
    slot = (slot + direction + bodies.slots()) % bodies.slots();
    next = bodies.at_slot(slot);
  }
  document_.selection.clear();
  document_.selection.curves.insert(next);
  changed_ = true;
}

void Editor::set_parameter(CurveId id, int parameter, double value) {
  const Body* body = document_.world.body(id);
  if (!body || parameter >= body->curve.q.size() || !std::isfinite(value)) return;
  settle_step();
  Eigen::VectorXd q = body->curve.q;
  q[parameter] = value;
  const bool was_locked = body->locked[static_cast<std::size_t>(parameter)] != 0;
  document_.world.set_q(id, q);
  // Held while the figure adapts: otherwise the constraints would take the number back.
  if (!was_locked) {
    document_.world.set_locked(id, parameter, true);
    held_.push_back({id, parameter});
  }
  commit("Set " + document_.world.find(id)->type->title);
}

Result<bool> Editor::let(const std::string& variable, const std::string& text) {
  settle_step();
  const Document before = document_;
  const Result<bool> set = set_variable(document_, variable, text);
  if (!set) return set;
  keep("Set " + variable, Work::yes);
  if (!recorder_) return true;
  const Result<bool> written = recorder_->begin(before);
  if (!written) return say("Not recorded: " + written.error().message), true;
  if (*written && playing_) recorder_->record(line::Play{});
  recorder_->record(line::Let{variable, text});
  travel_recorded_ = true;
  return true;
}

void Editor::nudge(const Point& distance) {
  if (document_.selection.curves.empty()) return;
  settle_step();
  Similarity move;
  move.move = distance;
  for (const CurveId id : document_.selection.curves)
    if (const Curve* curve = document_.world.find(id))
      document_.world.set_q(id, transformed(move, *curve).q);
  commit("Nudge");
}

// A motor is a constraint on the angle from the curve's beginning to its end, whose number turns.
void Editor::toggle_motor() {
  World& world = document_.world;
  if (document_.selection.curves.size() != 1)
    return say("Select one curve to drive, then choose Motor");
  const CurveId id = *document_.selection.curves.begin();
  settle_step();
  if (const std::optional<ConstraintId> driven = driven_angle(world, id)) {
    remove(world, *driven);
    return commit("Remove motor");
  }
  const Curve& curve = *world.find(id);
  Point from, to;
  const auto kind = document_.kinds.find(crank_kind);
  if (!kind || !point_at(curve, t_begin(curve), from) || !point_at(curve, t_end(curve), to) ||
      (to - from).norm() <= 1e-9 * world.size())
    return say("A motor turns a curve from its beginning to its end; these two must be apart");
  Constraint angle;
  angle.kind = kind;
  angle.on = {world.add(limber::point_at(id, t_begin(curve))),
              world.add(limber::point_at(id, t_end(curve))),
              Argument(std::atan2(to.y() - from.y(), to.x() - from.x()))};
  Motor motor;
  motor.constraint = world.add(std::move(angle));
  motor.input = 2;
  motor.speed = motor_speed;
  world.add(motor);
  commit("Add motor");
  say("Tap Space: the motor turns it");
}

// ---- time

bool Editor::moving() const { return playing_ || !document_.world.sleeps(); }

void Editor::set_playing(bool playing) {
  if (playing == playing_) return;
  finish_gesture();
  if (playing) settle_step();
  if (playing) document_.world.wake();  // what was saved on its way goes on
  playing_ = playing;
  end_recording();
  if (!playing) commit("Play", Work::no);
  changed_ = true;
}

void Editor::end_recording() {
  if (recorder_ && travel_recorded_) {
    recorder_->seal(document_.world);
    recorder_->forget();
  }
  travel_recorded_ = false;
}

void Editor::set_recorder(std::unique_ptr<Recorder> recorder) { recorder_ = std::move(recorder); }

// A gesture begins where the lines so far lead, or with the drawing written anew; it ends with a
// hash. Setting the grabbed curve to where it is makes the world measure its size again, as it
// will when the drawing is read; the grab would wake the curve anyway.
void Editor::record(const Action& action) {
  if (!recorder_) return;
  if (const auto* grab = std::get_if<line::Grab>(&action)) {
    const Result<CurveId> curve = find_curve(document_, grab->curve);
    const Body* body = curve ? document_.world.body(*curve) : nullptr;
    if (body && !body->link) document_.world.set_q(*curve, Eigen::VectorXd(body->curve.q));
    const Result<bool> written = recorder_->begin(document_);
    if (!written) return say("Not recorded: " + written.error().message);
    if (*written && playing_) recorder_->record(line::Play{});
  }
  recorder_->record(action);
  if (std::holds_alternative<line::Release>(action)) recorder_->seal(document_.world);
}

// A constraint that is still on its way is none that cannot be met: that shows at rest, or while
// the motors run.
void Editor::take_tick() {
  const StepReport& report = stepper_.step(document_.world, tick, playing_ ? Run::play : Run::edit);
  if (recorder_) recorder_->ticked(document_.world);
  for (const IslandReport& island : report.islands) {
    if (!not_met_.empty()) {
      const std::set<CurveId> curves(island.curves.begin(), island.curves.end());
      const std::set<ConstraintId> still(island.not_met.begin(), island.not_met.end());
      std::erase_if(not_met_, [&](ConstraintId id) {
        const Constraint* constraint = document_.world.find(id);
        return !constraint ||
               (rides_on(document_.world, *constraint, curves) && !still.contains(id));
      });
    }
    if (island.rests || playing_) not_met_.insert(island.not_met.begin(), island.not_met.end());
  }
}

void Editor::follow_hand() {
  const double near = followed * document_.world.size();
  for (int i = 0; i < most_ticks_to_follow && pulling(); ++i) {
    take_tick();
    double lag = 0;
    document_.world.hands().each([&](HandId, const Hand& hand) {
      Point held;
      if (place_of(document_.world, hand.on, held))
        lag = std::max(lag, (hand.target - held).norm());
    });
    if (lag <= near || document_.world.sleeps()) return;
  }
}

void Editor::advance(double seconds) {
  if (!moving()) {
    time_left_ = 0;
    return;
  }
  time_left_ += seconds;
  int ticks = static_cast<int>(time_left_ / tick);
  time_left_ -= ticks * tick;
  ticks = std::min(ticks, most_ticks_per_frame);
  for (int i = 0; i < ticks && moving(); ++i) take_tick();
  if (ticks > 0) changed_ = true;
  if (!moving() && !pulling()) settle_step();
}

void Editor::come_to_rest() {
  if (playing_ || pulling()) return;
  end_recording();
  if (moving()) stepper_.settle(document_.world, most_ticks_to_rest);
  settle_step();
  changed_ = true;
}

// ---- the hand

void Editor::handle(const PointerEvent& event) {
  changed_ = true;
  pointer_on_paper_ = event.what != PointerEvent::What::leave;
  if (pointer_on_paper_) pointer_ = event.at;
  if ((pointer_ - said_at_).norm() > message_reach) message_.clear();
  const bool press = event.what == PointerEvent::What::press;
  const bool left = event.button == Button::left;
  if (navigator_.handle(event, camera_)) {
    // The paper has moved under the pointer.
    PointerEvent still = event;
    still.what = PointerEvent::What::move;
    if (!press) tool_->move(*this, still);
    return;
  }
  // A hand that only moves points at what it saw last.
  if (event.what != PointerEvent::What::move) drawn_.update(document_.world, camera_.scale());
  if (press && left) {
    if (!pulling()) settle_step();
    message_.clear();
    tool_->press(*this, event);
  }
  if (event.what == PointerEvent::What::move) tool_->move(*this, event);
  if (event.what == PointerEvent::What::release && left) tool_->release(*this, event);
}

bool Editor::handle(const KeyEvent& event) {
  changed_ = true;
  if (event.key == ' ' && event.modifiers == Modifiers{}) {
    navigator_.hold_space(event.down);
    if (navigator_.take_space_tap()) set_playing(!playing_);
    return true;
  }
  return tool_->key(*this, event);
}

bool Editor::escape() {
  changed_ = true;
  message_.clear();
  if (tool_->cancel(*this)) return true;
  if (tool_->command() != "tool.pull") {
    use(make_pull_tool());
    return true;
  }
  if (document_.selection.empty()) return false;
  document_.selection.clear();
  return true;
}

void Editor::use(std::unique_ptr<Tool> tool) {
  finish_gesture();
  tool_ = std::move(tool);
  message_.clear();
  changed_ = true;
}

bool Editor::pulling() const { return document_.world.hands().size() > 0; }

std::optional<CurveHit> Editor::pick(const Point& window) const {
  const auto line = pick_curve(document_.world, drawn_, camera_, window);
  return line ? line : pick_inside(document_, drawn_, camera_, window);
}

std::optional<std::size_t> Editor::hovered_note() const {
  if (!pointer_on_paper_ || navigator_.panning()) return std::nullopt;
  return pick_note(document_, camera_, pointer_);
}

std::optional<CurveHit> Editor::hovered() const {
  if (!pointer_on_paper_ || navigator_.panning()) return std::nullopt;
  return pick(pointer_);
}

std::optional<MarkId> Editor::hovered_mark() const {
  if (!pointer_on_paper_ || navigator_.panning()) return std::nullopt;
  return pick_mark(document_, camera_, pointer_);
}

std::optional<Snap> Editor::snap(const Point& window, CurveId except) const {
  return snap_point(document_, drawn_, camera_, window, except);
}

// ---- the view

void Editor::fit() {
  drawn_.update(document_.world, camera_.scale());
  camera_.fit(extent_of(document_, drawn_));
  changed_ = true;
}

void Editor::fit_unless_seen() {
  drawn_.update(document_.world, camera_.scale());
  const Box all = extent_of(document_, drawn_);
  Box seen;
  seen.extend(camera_.to_paper(camera_.view().min()));
  seen.extend(camera_.to_paper(camera_.view().max()));
  if (!all.isEmpty() && !seen.contains(all)) fit();
}

void Editor::fit_selection() {
  drawn_.update(document_.world, camera_.scale());
  Box box;
  for (const CurveId id : document_.selection.curves)
    if (const DrawnCurve* curve = drawn_.find(id)) box.extend(curve->box);
  camera_.fit(box.isEmpty() ? extent_of(document_, drawn_) : box);
  changed_ = true;
}

void Editor::set_theme(const Theme& theme) {
  theme_ = &theme;
  changed_ = true;
}

void Editor::show_grid(bool show) {
  grid_ = show;
  changed_ = true;
}

void Editor::draw(SkCanvas& canvas) {
  drawn_.update(document_.world, camera_.scale());
  Marks marks;
  marks.grid = grid_;
  if (tool_->command() == "tool.pull" && !tool_->busy()) {
    marks.hovered_mark = hovered_mark();
    const std::optional<CurveHit> hit = marks.hovered_mark ? std::nullopt : hovered();
    if (hit)
      marks.hovered = hit->curve;
    else if (!marks.hovered_mark)
      marks.hovered_note = hovered_note();
  }
  marks.not_met = not_met_;
  draw_document(canvas, document_, drawn_, camera_, *theme_, marks);
  tool_->draw_hint(canvas, *this);
  changed_ = false;
}

// ---- words

void Editor::say(std::string message) {
  message_ = std::move(message);
  said_at_ = pointer_;
  changed_ = true;
}

std::string Editor::status() const {
  if (navigator_.panning()) return "Moving the view";
  if (navigator_.ready_to_pan()) return "Drag: move the view · let go: play or pause";
  if (!message_.empty()) return message_;
  return tool_->status(*this);
}

}  // namespace limber
