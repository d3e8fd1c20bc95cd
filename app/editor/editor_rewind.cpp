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
  live_.go_to(wanted);
  rewound_ = past().went_back();
  growing_ = false;
  typed_.reset();
  if (!rewound_ && !same(document(), history_.now())) live_.restore(history_.now());
  refresh();
}

// The state that is seen is what some step of history comes to by motion alone: the newest for which
// that is so to the bit. Steps that were made later than what is seen are undone.
void Editor::take_up() {
  if (!rewound_) return;
  rewound_ = false;
  const World& then = document().world;
  const auto leads_there = [&] {
    const Result<Document> led = apply(history_.now(), reached(history_.now(), then, "Rewind"));
    return led && same(*led, document());
  };
  bool work = false;
  while (!leads_there() && history_.can_undo()) {
    history_.undo();
    write("undo");
    work = true;
  }
  if (!leads_there()) {
    say("What was done since cannot be taken back");
    return restore(history_.now());
  }
  write(line_of(reached(history_.now(), then, "Rewind")));
  history_.push("Rewind", document(), work);
  typed_.reset();
  unsettled_ = growing_ = false;
  record_anew();
  refresh();
}

}  // namespace limber
