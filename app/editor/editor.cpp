#include "app/editor/editor.h"

#include <cmath>

#include "app/drawing/draw.h"
#include "app/editor/arranging.h"

namespace limber {

namespace {
// A slow machine gets slow motion, not an ever longer frame: more time than this is dropped.
constexpr int most_ticks_per_frame = 12;
constexpr int most_ticks_to_rest = 480;
constexpr int most_ticks_to_follow = 24;
constexpr double followed = 1e-6;  // of the drawing's size: the hand has what it holds
// A message goes when the pointer has gone on, by so many window points.
constexpr double message_reach = 120;

constexpr std::string_view first_tool = "tool.pull";  // in hand when no other is
constexpr double motor_speed = 2;  // radians per second
// A number that a person typed was taken back when it differs by more than this part of itself.
constexpr double taken_back = 1e-6;

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

// What holds on to a thing, by name: for a number that was taken back.
std::string holders(const Document& document, CurveId curve) {
  std::string names;
  int count = 0;
  document.world->constraints().each([&](ConstraintId id, const Constraint& constraint) {
    if (!rides_on(document.world, constraint, {curve}) || ++count > 4) return;
    names += (names.empty() ? "" : ", ") + document.name(id);
  });
  return count > 4 ? names + " and others" : names;
}
// While a tool is at work.
class InTool {
 public:
  explicit InTool(bool& flag) : flag_(flag) { flag_ = true; }
  ~InTool() { flag_ = false; }
  InTool(const InTool&) = delete;
  InTool& operator=(const InTool&) = delete;

 private:
  bool& flag_;
};

}  // namespace

Editor::Editor(Document document)
    : live_(std::move(document)), history_(live_.document()), tool_(make_tool(first_tool)) {
  open(live_.document());
}

// ---- the drawing

void Editor::open(const Document& document, const View& view) {
  live_.restore(document);
  live_.forget_past();
  live_.remember_past();
  history_ = History(live_.document());
  selection_.clear();
  typed_.reset();
  asked_.reset();
  playing_ = unsettled_ = growing_ = pulled_in_play_ = motion_told_ = rewound_ = false;
  message_.clear();
  if (recorder_) recorder_->forget();
  tool_ = make_tool(first_tool);
  camera_.look_at(view.center, view.scale);
  refresh();
}

const Document& Editor::shown() const {
  if (!shown_) shown_ = live_.shown();
  return *shown_;
}

void Editor::changed_drawing() {
  shown_.reset();
  landmarks_.forget();
  pointed_.looked = false;
}

void Editor::refresh() {
  changed_drawing();
  selection_.forget_gone(document());
  drawn_.update(world(), camera_.scale());
  not_met_.look(world());
  if (!tool_->look_again(*this)) tool_ = make_tool(first_tool);
  changed_ = true;
}

// ---- undo

bool Editor::can_undo() const {
  return history_.can_undo() || tool_->changes() || playing_ || rewound_;
}

void Editor::undo() {
  if (tool_->cancel(*this)) return;
  if (rewound_) return rewind_to(past().end());
  set_playing(false);
  settle();
  if (!history_.can_undo()) return say("Nothing to undo");
  const std::string title = history_.undo_title();
  walk(history_.undo(), false);
  write("undo");
  say("Undone: " + title);
}

void Editor::redo() {
  if (tool_->cancel(*this)) return;
  if (rewound_) return rewind_to(past().end());
  if (!history_.can_redo()) return say("Nothing to redo");
  const std::string title = history_.redo_title();
  walk(history_.redo(), true);
  write("redo");
  say("Done again: " + title);
}

void Editor::go_to_step(std::size_t step) {
  finish_gesture();
  set_playing(false);
  settle();
  step = std::min(step, history_.size() - 1);
  while (history_.at() > step && history_.can_undo()) undo();
  while (history_.at() < step && history_.can_redo()) redo();
  say(step == 0 ? "As it was opened" : "As it was after: " + history_.title(step));
}

// A selection that still exists survives going back and forth in time.
void Editor::go_to(const Document& document) {
  restore_live(document);
  typed_.reset();
  playing_ = unsettled_ = growing_ = pulled_in_play_ = rewound_ = false;
  refresh();
}

void Editor::walk(const Document& document, bool forth) {
  const bool recorded = recorder_ && recorder_->walked(document, forth);
  go_to(document);
  if (!recorded) return record_anew();
  recorder_->arrived(world());
  recorder_->seal(world());
}

// Who replays the recording measures it then.
void Editor::restore_live(const Document& document) {
  live_.restore(document);
  if (recorder_) live_.measure_again();
}

// What moved since the newest step belongs to it, and so will what goes on moving.
void Editor::settle() {
  if (!unsettled_) return;
  unsettled_ = moving();
  if (!enter("amend ", history_.can_undo() ? history_.undo_title() : "Settle")) return;
  history_.amend(document());
  if (recorder_) recorder_->amend(document());
}

// ---- commands made of edits

void Editor::finish_gesture() {
  tool_->finish(*this);
  take_up();
}

void Editor::remove_selection() {
  finish_gesture();
  if (selection_.empty()) return say("Nothing is selected");
  Strings names;
  for (const ThingId id : selection_.things()) names.push_back(document().name(id));
  (void)perform(Edit{edit::Delete{names}});
}

void Editor::select_all() {
  for (const ThingId id : drawing_order(document(), Level::paper))
    if (!is_hidden(document(), id) && !is_protected(document(), id)) selection_.add(id);
  changed_ = true;
}

void Editor::select_only(const std::set<ThingId>& things) {
  selection_.clear();
  for (const ThingId id : things) selection_.add(id);
  changed_ = true;
}

void Editor::select_next(int direction) {
  const SlotMap<Body>& bodies = document().world->bodies();
  if (bodies.size() == 0) return;
  const std::set<CurveId> chosen = selection_.curves();
  int slot = direction > 0 ? -1 : 0;
  if (!chosen.empty()) slot = static_cast<int>(chosen.begin()->index);
  CurveId next;
  for (int left = bodies.slots(); left > 0 && !next; --left) {
    slot = (slot + direction + bodies.slots()) % bodies.slots();
    next = bodies.at_slot(slot);
    if (next && (is_hidden(document(), next) || is_protected(document(), next))) next = {};
  }
  if (!next) return;
  selection_.clear();
  selection_.add(next);
  changed_ = true;
}

void Editor::nudge(const Point& distance) {
  const Strings names = chosen_names(*this);
  if (names.empty()) return;
  (void)perform("Nudge", {{edit::Move{names, distance}}});
}

void Editor::toggle_motor() {
  const std::set<CurveId> chosen = selection_.curves();
  if (chosen.size() != 1) return say("Select one curve to drive, then choose Motor");
  const CurveId id = *chosen.begin();
  if (const std::optional<ConstraintId> driven = driven_angle(document().world, id)) {
    (void)perform("Remove motor", {{edit::Delete{{document().name(*driven)}}}});
    return;
  }
  edit::MotorEdit motor;
  motor.what = document().name(id);
  motor.speed = motor_speed;
  if (perform(Edit{motor})) say("Tap Space: the motor turns it");
}

// ---- time

bool Editor::moving() const { return playing_ || !live_.sleeps(); }

void Editor::set_playing(bool playing) {
  if (playing == playing_) return;
  finish_gesture();
  if (playing) {
    settle();
    unsettled_ = false;  // from here on it belongs to the play
    if (begin_recording()) recorder_->record(line::Wake{}), recorder_->record(line::Play{});
    live_.wake();  // what was saved on its way goes on
  } else if (recorder_) {
    recorder_->record(line::Pause{});
    recorder_->seal(world());
  }
  playing_ = playing;
  growing_ = false;
  changed_ = true;
  if (playing) return;
  const Work work = std::exchange(pulled_in_play_, false) ? Work::yes : Work::no;
  if (enter("", "Play")) keep("Play", work);
}

// ---- ticks

void Editor::take_tick() {
  changed_drawing();
  const StepReport& report = live_.tick(playing_ ? Run::play : Run::edit);
  if (recorder_) recorder_->ticked(world());
  not_met_.tick(world(), report, playing_);
  blocked_.tick(world(), live_.stepper(), report, playing_);
  if (report.rests && recorder_ && !pulling()) recorder_->seal(world());
  if (report.rests) check_typed();
}

// A number that the constraints took back: said, with what holds it.
void Editor::check_typed() {
  if (!typed_ || live_.adapts() || !live_.sleeps()) return;
  const edit::Set typed = *std::exchange(typed_, std::nullopt);
  const Result<Readout> readout = find_readout(document(), typed.name);
  const auto* parameter = readout ? std::get_if<Readout::Parameter>(&readout->what) : nullptr;
  if (!parameter) return;
  const double now = world().find(parameter->curve)->q[parameter->index];
  if (std::abs(now - typed.value) <= taken_back * (1 + std::abs(typed.value))) return;
  const std::string by = holders(document(), parameter->curve);
  say(typed.name + " did not stay: " + (by.empty() ? "the rest of the figure" : by) +
      " took it back");
}

// With mass it is thrown as it is.
void Editor::follow_hand() {
  if (playing_ && world().physics.on) return;
  const double near = followed * world().size();
  for (int i = 0; i < most_ticks_to_follow && pulling(); ++i) {
    take_tick();
    double lag = 0;
    world().hands().each([&](HandId, const Hand& hand) {
      Point held;
      if (place_of(world(), hand.on, held))
        lag = std::max(lag, (hand.target - held).norm());
    });
    if (lag <= near || world().sleeps()) return;
  }
}

void Editor::advance(double seconds) {
  if (!moving()) {
    time_left_ = 0;
    return;
  }
  time_left_ += playing_ ? seconds * pace_ : seconds;
  int ticks = static_cast<int>(time_left_ / tick);
  time_left_ -= ticks * tick;
  ticks = std::min(ticks, most_ticks_per_frame);
  for (int i = 0; i < ticks && moving(); ++i) take_tick();
  if (ticks > 0) changed_ = true;
  if (!moving() && !pulling()) settle();
}

void Editor::come_to_rest() {
  if (playing_ || pulling()) return;
  for (int i = 0; i < most_ticks_to_rest && moving(); ++i) take_tick();
  if (moving() && recorder_) recorder_->seal(world());  // given up: a line says for how long it went
  settle();
  changed_ = true;
}

// ---- the hand

void Editor::handle(const PointerEvent& event) {
  const InTool inside(in_tool_);
  changed_ = true;
  pointer_on_paper_ = event.what != PointerEvent::What::leave;
  if (pointer_on_paper_) pointer_ = event.at;
  if (event.what != PointerEvent::What::leave) crosshair_.mouse_moved(event.at);
  if ((pointer_ - said_at_).norm() > message_reach) message_.clear();
  const bool press = event.what == PointerEvent::What::press;
  const bool left = event.button == Button::left;
  if (!tool_->busy() && gravity_.handle(*this, event)) return;
  if (navigator_.handle(event, camera_)) {
    // The paper has moved under the pointer.
    PointerEvent still = event;
    still.what = PointerEvent::What::move;
    if (!press) tool_->move(*this, still);
    return;
  }
  // A hand that only moves points at what it saw last.
  if (event.what != PointerEvent::What::move) drawn_.update(world(), camera_.scale());
  if (press && left) {
    if (pulling()) finish_gesture();  // a release that never came
    take_up();
    settle();
    before_ = live_.moment();
    if (recorder_) recorder_->touched("hand");
    message_.clear();
    tool_->press(*this, event);
  }
  if (event.what == PointerEvent::What::move) tool_->move(*this, event);
  if (event.what == PointerEvent::What::release && left) tool_->release(*this, event);
}

bool Editor::handle(const KeyEvent& event) {
  changed_ = true;
  if (crosshair_.handle(*this, event)) return true;
  const InTool inside(in_tool_);
  if (tool_->busy() && tool_->key(*this, event)) return true;  // a text is typed, with its spaces
  if (event.key == ' ' && event.modifiers == Modifiers{}) {
    navigator_.hold_space(event.down);
    if (navigator_.take_space_tap()) set_playing(!playing_);
    return true;
  }
  return !tool_->busy() && tool_->key(*this, event);
}

void Editor::draw_hint(SkCanvas& canvas) const {
  gravity_.draw(canvas, *this);
  tool_->draw_hint(canvas, *this);
  crosshair_.draw(canvas, *this);
}

bool Editor::escape() {
  changed_ = true;
  message_.clear();
  if (tool_->cancel(*this)) return true;
  if (tool_->command() != first_tool) {
    use(first_tool);
    return true;
  }
  if (selection_.empty()) return false;
  selection_.clear();
  return true;
}

void Editor::use(std::string_view command) {
  std::unique_ptr<Tool> tool = make_tool(command);
  if (!tool) return;
  tool_->leave(*this);
  message_.clear();
  if (tool->begin(*this)) tool_ = std::move(tool);
  changed_ = true;
}

void Editor::ask_for(AskedNumber number) {
  asked_ = std::move(number);
  changed_ = true;
}

bool Editor::pulling() const { return world().hands().size() > 0; }

std::optional<CurveHit> Editor::pick(const Point& window) const {
  const auto line = pick_curve(shown(), drawn_, camera_, window);
  return line ? line : pick_inside(shown(), drawn_, camera_, window);
}

std::optional<ThingId> Editor::mark_at(const Point& window) const {
  if (!marks_) return {};
  if (const auto mark = pick_mark(shown(), landmarks_, camera_, window, not_met_.all())) return mark;
  if (pick_curve(shown(), drawn_, camera_, window)) return {};
  return pick_mark_line(shown(), landmarks_, camera_, window);
}

std::optional<ThingId> Editor::still_at(const Point& window) const {
  if (const auto text = pick_text(shown(), landmarks_, camera_, window)) return *text;
  if (const auto guide = pick_guide(shown(), camera_, window)) return *guide;
  if (const auto trace = pick_trace(shown(), live_.samples(), camera_, window)) return *trace;
  if (const auto plot = pick_plot(shown(), camera_, window)) return *plot;
  if (const auto picture = pick_picture(shown(), camera_, window)) return *picture;
  return {};
}

const Editor::Pointed& Editor::pointed() const {
  static const Pointed nothing;
  if (!pointer_on_paper_ || navigator_.panning()) return nothing;
  Pointed& p = pointed_;
  if (p.looked && p.pointer == pointer_ && p.view == view() && p.drawn == drawn_.version() &&
      p.window.min() == camera_.view().min() && p.window.max() == camera_.view().max())
    return p;
  p = {pick(pointer_),   mark_at(pointer_), still_at(pointer_), pointer_, view(),
       camera_.view(), drawn_.version(),  true};
  return p;
}

std::vector<ThingId> Editor::all_at(const Point& window) const {
  return things_under(shown(), drawn_, landmarks_, live_.samples(), camera_, window);
}

std::optional<Snap> Editor::snap(const Point& window, CurveId except) const {
  return snap_point(shown(), landmarks_, drawn_, camera_, window, except);
}

// ---- the view

void Editor::fit() {
  drawn_.update(world(), camera_.scale());
  camera_.fit(extent_of(document(), drawn_));
  changed_ = true;
}

void Editor::fit_unless_seen() {
  drawn_.update(world(), camera_.scale());
  const Box all = extent_of(document(), drawn_);
  Box seen;
  seen.extend(camera_.to_paper(camera_.view().min()));
  seen.extend(camera_.to_paper(camera_.view().max()));
  if (!all.isEmpty() && !seen.contains(all)) fit();
}

void Editor::fit_selection() {
  drawn_.update(world(), camera_.scale());
  Box box;
  for (const CurveId id : selection_.curves())
    if (const DrawnCurve* curve = drawn_.find(id)) box.extend(curve->box);
  camera_.fit(box.isEmpty() ? extent_of(document(), drawn_) : box);
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

void Editor::show_marks(bool show) {
  marks_ = show;
  pointed_ = {};
  changed_ = true;
}

void Editor::read_pictures_by(Images::Read read) {
  images_.read_by(std::move(read));
  changed_ = true;
}

Scene Editor::scene() {
  drawn_.update(world(), camera_.scale());
  images_.update(document());
  Marks marks;
  marks.grid = grid_;
  marks.constraints = marks_;
  if (tool_->command() == first_tool && !tool_->busy()) {
    if (const std::optional<ThingId> mark = hovered_mark())
      marks.hovered = *mark;
    else if (const std::optional<CurveHit> hit = hovered())
      marks.hovered = hit->curve;
    else if (const std::optional<ThingId> still = hovered_still())
      marks.hovered = *still;
  }
  marks.selected = &selection_;
  marks.not_met = not_met_.all();
  changed_ = false;
  return {&shown(),  &drawn_, &landmarks_.marks(shown(), camera_.scale()),
          &images_, camera_, theme_, marks, &live_.samples()};
}

void Editor::draw(SkCanvas& canvas) {
  draw_scene(canvas, scene());
  draw_hint(canvas);
}

std::string sentence(const Error& error) {
  std::string text;
  if (error.line > 0) text += "line " + std::to_string(error.line) + ": ";
  text += error.message;
  if (!error.suggestion.empty()) text += " (" + error.suggestion + ")";
  return text;
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
