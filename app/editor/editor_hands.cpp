// The hands of an Editor: what they hold, pull and let go, and how it is recorded.
#include "app/editor/editor.h"

#include "app/edits/keepable.h"

namespace limber {

namespace {
// The drawing was written into the recording: it goes on as it will when that is read, with nothing
// that its file does not hold.
void go_on_as_read(Live& live) {
  Live::Moment now = live.moment();
  bring_within_limits(now.world, live.document().world);
  live.go_back(now);
  live.measure_again();
  Stepper fresh;
  fresh.path = live.stepper().path;
  fresh.threads = live.stepper().threads;
  live.stepper() = std::move(fresh);
}
}  // namespace

Connector Editor::begin_hand(const CurveHit& what, bool alone) {
  take_up();
  if (!in_tool_) before_ = live_.moment();
  if (!in_tool_ && recorder_) recorder_->touched("hand");
  line::Grab grab{"hand", document().name(what.curve), {}, {}, what.point, alone};
  if (what.point.empty()) grab.t = what.t;
  const bool recorded = begin_recording();
  give_up_known_ = recorded && recorder_->touch_is_known();
  if (recorded && !give_up_known_ && hash(before_.world) == hash(world())) {
    before_ = live_.moment();
    give_up_known_ = true;
  }
  if (recorded) recorder_->record(grab);
  changed_drawing();
  return what.point.empty() ? point_at(what.curve, what.t) : measure_of(what.curve, what.point);
}

HandId Editor::grab(const CurveHit& what) { return live_.grab(begin_hand(what, false)); }

HandId Editor::grab_alone(const CurveHit& what) { return live_.grab_alone(begin_hand(what, true)); }

// Beyond the places a script can say nothing is recorded until that hand lets go.
void Editor::pull(HandId hand, const Point& target) {
  if (recorder_ && target.cwiseAbs().maxCoeff() > farthest_place)
    deaf_recorder_ = std::move(recorder_);
  live_.pull(hand, target);
  changed_drawing();
  if (recorder_) recorder_->record(line::Move{"hand", {target}, "", {}, {}});
}

void Editor::release(HandId hand) {
  const Hand* held = world().find(hand);
  const Curve* curve = held ? world().find(held->on.curve) : nullptr;
  const std::string what = "Pull " + (curve ? curve->type->title : std::string("curve"));
  live_.release(hand);
  changed_drawing();
  if (!playing_ && !live_.moved_since(before_)) return give_up(hand);
  if (recorder_) {
    recorder_->record(line::Release{"hand"});
    recorder_->seal(world());
  }
  const bool was_deaf = deaf_recorder_ != nullptr;
  listen_again();
  if (playing_)
    pulled_in_play_ = pulled_in_play_ || live_.moved();
  else if (enter("", what))
    keep(what, Work::yes);
  if (was_deaf) record_anew();
}

void Editor::listen_again() {
  if (!deaf_recorder_) return;
  recorder_ = std::move(deaf_recorder_);
  recorder_->forget();
}

void Editor::give_up(HandId) {
  const bool recorded = recorder_ && give_up_known_;
  listen_again();
  live_.go_back(before_);
  if (recorded) {
    recorder_->record(line::Release{"hand", true});
    recorder_->arrived(world());
    recorder_->seal(world());
  } else {
    record_anew();
  }
  forget_motion();
  refresh();
}

// The drawing has become another one by what no line says.
void Editor::record_anew() {
  if (recorder_) recorder_->forget();
  (void)begin_recording();
}

bool Editor::begin_recording() {
  if (!recorder_) return false;
  const Result<bool> written = recorder_->begin(live_, view());
  if (!written) {
    say("Not recorded: " + written.error().message);
    return false;
  }
  if (*written) go_on_as_read(live_), recorder_->arrived(world());
  if (*written && playing_) recorder_->record(line::Play{});
  return true;
}

}  // namespace limber
