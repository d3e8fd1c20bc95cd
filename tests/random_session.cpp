#include "tests/random_session.h"

namespace limber {

void RandomSession::send(PointerEvent::What what) {
  PointerEvent event;
  event.what = what;
  event.at = hand_;
  event.button = what == PointerEvent::What::move ? Button::none : Button::left;
  event.modifiers = modifiers_;
  to(event);
}

void RandomSession::begin_pull() {
  std::vector<Point> places;
  editor_.world().bodies().each([&](CurveId, const Body& body) {
    Point at;
    if (point_at(body.curve, number(t_begin(body.curve), t_end(body.curve)), at)) places.push_back(at);
  });
  if (places.empty()) return;
  hand_ = editor_.camera().to_window(places[random_() % places.size()]);
  if (!hand_.allFinite() || !editor_.camera().view().contains(hand_)) return;
  modifiers_ = any(5) == 0 ? Modifiers{true, false, true} : Modifiers{};  // the curve alone
  speed_ = Point(number(-20, 20), number(-20, 20));
  if (any(10) == 0) speed_.setZero();
  pulls_left_ = 1 + any(any(4) == 0 ? 400 : 20);
  if (any(20) == 0) {  // farther than a drawing may reach
    speed_ *= 1e12;
    pulls_left_ = 2;
  }
  send(PointerEvent::What::move);
  send(PointerEvent::What::press);
}

void RandomSession::go_on_pulling() {
  if (any(150) == 0) {
    editor_.escape();
    pulls_left_ = 0;
    return send(PointerEvent::What::release);
  }
  hand_ += speed_;
  if (any(10) == 0) speed_ = -speed_;
  send(PointerEvent::What::move);
  if (--pulls_left_ == 0) send(PointerEvent::What::release);
}

void RandomSession::pull_on() {
  if (pulls_left_ > 0) send(PointerEvent::What::release);
  pulls_on_ = true;
  pulls_left_ = changes_left_ = watched_left_ = looks_left_ = 0;
}

// Something else may be where it is pressed, or what was taken be gone: then it tries again.
// Nothing is pulled before the hand has moved.
void RandomSession::pull_for_ever() {
  constexpr int for_ever = 1'000'000, frames_to_begin = 2;
  const bool tried = pulls_left_ > 0 && pulls_left_ <= for_ever - frames_to_begin;
  if (editor_.pulling() || (pulls_left_ > 0 && !tried)) return go_on_pulling();
  if (tried) send(PointerEvent::What::release);
  pulls_left_ = 0;
  begin_pull();
  if (pulls_left_ > 0) pulls_left_ = for_ever;
  if (!(speed_.norm() > 5 && speed_.norm() < 100)) speed_ = Point(8, 5);
}

void RandomSession::change_number() {
  const bool begins = changes_left_ == 0;
  if (begins) changes_left_ = 2 + any(6);
  --changes_left_;
  std::vector<std::string> names;
  each_thing(editor_.document(), ThingKind::curve,
             [&](ThingId id) { names.push_back(editor_.document().name(id)); });
  if (names.empty()) return;
  // Sometimes nothing changes, sometimes it is refused.
  const double by = any(4) == 0 ? 0 : any(6) == 0 ? 1e13 : number(-5, 5);
  (void)editor_.perform_while(begins, "Shift", {{edit::Move{{names[0]}, Point(by, 0)}}});
}

// Places of the last minute of play; in the end the newest, or that one is taken up by what is done
// next.
void RandomSession::look_back() {
  const Rewind& past = editor_.past();
  if (past.begin() == past.end()) return;
  const bool begins = looks_left_ == 0;
  if (begins) looks_left_ = 2 + any(any(4) == 0 ? 120 : 6);
  --looks_left_;
  const auto length = static_cast<double>(past.end() - past.begin());
  if (begins || any(4) == 0) editor_.rewind_to(past.begin() + std::llround(number(0, length)));
  if (looks_left_ == 0 && any(2) == 0) editor_.rewind_to(past.end());
}

void RandomSession::begin() {
  const int what = any(100);
  if (what < 30) {
    (void)editor_.perform(monkey_.next(editor_.document()));
  } else if (what < 34) {
    const Edit one = monkey_.next(editor_.document()), two = monkey_.next(editor_.document());
    (void)editor_.perform("Two \"things\"", {one, two});
  } else if (what < 38) {
    change_number();
  } else if (what < 46) {
    editor_.undo();
  } else if (what < 53) {
    editor_.redo();
  } else if (what < 65) {
    begin_pull();
  } else if (what < 69) {
    editor_.set_playing(!editor_.playing());
  } else if (what < 71) {
    editor_.select_next(1);
    editor_.nudge(Point(1, 0));
  } else if (what < 72) {
    editor_.come_to_rest();
  } else if (what < 75) {
    watched_left_ = any(400);
  } else if (what < 80) {
    look_back();
  }
}

void RandomSession::act() {
  if (pulls_on_)
    pull_for_ever();
  else if (pulls_left_ > 0)
    go_on_pulling();
  else if (changes_left_ > 0)
    change_number();
  else if (watched_left_ > 0)
    --watched_left_;
  else if (looks_left_ > 0)
    look_back();
  else
    begin();
}

void RandomSession::frame() {
  act();
  editor_.advance(1.0 / 60);
}

}  // namespace limber
