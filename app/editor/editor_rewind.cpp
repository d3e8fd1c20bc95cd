// The last minute of play: what is seen goes back and forth, and the work goes on from there.
#include "app/edits/line.h"
#include "app/editor/editor.h"

namespace limber {

void Editor::rewind_to(std::int64_t wanted) {
  if (past().begin() == past().end()) return say("Nothing was played yet");
  if (!rewound_) {
    finish_gesture();
    set_playing(false);
    settle();
  }
  const std::optional<Error> why_not = live_.go_to(wanted);
  if (why_not) say("It was too far away to be kept: " + sentence(*why_not));
  rewound_ = past().went_back();
  growing_ = false;
  typed_.reset();
  if (!rewound_ && !same(document(), history_.now())) live_.restore(history_.now());
  if (!rewound_) record_rest();
  refresh();
}

// What the recording knows has come to rest here, at the newest step or by motion alone from there.
void Editor::record_rest() {
  if (!recorder_) return;
  const Edit rest = reached_at_rest(history_.now(), document().world, "Rewind");
  (void)live_.enter(rest);
  live_.measure_again();
  recorder_->record(rest);
  recorder_->arrived(world());
  recorder_->seal(world());
}

// The state that is seen is what some step of history comes to by motion alone, to the bit.
std::optional<std::size_t> Editor::step_behind() const {
  const auto leads_there = [&](std::size_t step) {
    const Document& from = history_.document(step);
    if (from.world->topology() != document().world->topology()) return false;
    const Result<Document> led = apply(from, reached(from, document().world, "Rewind"));
    return led && same(*led, document());
  };
  for (std::size_t step = history_.at() + 1; step-- > 0;)
    if (leads_there(step)) return step;
  for (std::size_t step = history_.at() + 1; step < history_.size(); ++step)
    if (leads_there(step)) return step;
  return {};
}

// Steps that were made later than what is seen are undone. No step leads to what is seen when that
// was undone since and something else was done instead, or when its step is forgotten.
void Editor::take_up() {
  if (!rewound_) return;
  rewound_ = false;
  const World then = document().world;
  const std::optional<std::size_t> step = step_behind();
  if (!step) {
    go_to(history_.now());
    record_rest();
    return say("What was seen there belongs to steps that are no more: this is the newest one");
  }
  const bool work = *step != history_.at();
  bool known = recorder_ != nullptr;
  while (history_.at() != *step) {
    const bool forth = history_.at() < *step;
    const Document& to = forth ? history_.redo() : history_.undo();
    write(forth ? "redo" : "undo");
    known = known && recorder_->walked(to, forth);
  }
  // Where that step stands itself there is nothing to be done.
  const bool goes_on = !same(document(), history_.now());
  if (goes_on) write(line_of(reached(history_.now(), then, "Rewind")));
  if (known) record_rest();
  if (goes_on) history_.push("Rewind", document(), work);
  if (!known) record_anew();
  if (known && goes_on) recorder_->step(document());
  typed_.reset();
  unsettled_ = growing_ = false;
  refresh();
}

}  // namespace limber
