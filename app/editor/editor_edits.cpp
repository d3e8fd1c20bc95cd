// The edits of an Editor: each a step of undo, a line of the journal and of the recording.
#include "app/editor/editor.h"

#include "app/edits/line.h"

namespace limber {

namespace {
constexpr const char* number_hand =
    "number";  // in recordings: whose step a drag of a number takes back
}  // namespace

void Editor::write(const std::string& line) {
  motion_told_ = false;
  if (journal_) journal_(line);
}

// What hands and time did enters the Document, as an edit. False: there was nothing, or it led
// beyond the limits of a drawing, and all is again as the Document says.
bool Editor::enter(const std::string& verb, const std::string& why) {
  if (!live_.moved()) {
    forget_motion();
    return false;
  }
  const Edit motion = live_.reached(why);
  if (const Result<bool> entered = live_.enter(motion); !entered) {
    live_.restore(document());
    record_anew();
    forget_motion();
    refresh();
    say("It went too far away to be kept: " + sentence(entered.error()));
    return false;
  }
  write(verb + line_of(motion));
  changed_drawing();
  return true;
}

std::optional<std::string> Editor::motion_line() const {
  const Edit motion = live_.reached("Motion");
  if (!apply(document(), motion)) return {};
  return "meanwhile " + line_of(motion);
}

void Editor::tell_motion() {
  if (!journal_ || rewound_) return;  // what is seen of the past moves nothing
  const std::optional<std::string> line = motion_line();
  if (!line || (motion_told_ && *line == last_motion_)) return;
  last_motion_ = *line;
  journal_(*line);
  motion_told_ = true;
}

// The motion told last came to nothing.
void Editor::forget_motion() {
  if (!motion_told_) return;
  tell_motion();
  motion_told_ = false;
}

void Editor::keep(const std::string& title, Work work) {
  keep_if(!same(document(), history_.now()), title, work);
}

void Editor::keep_if(bool changed, const std::string& title, Work work) {
  unsettled_ = true;
  growing_ = false;
  changed_drawing();
  changed_ = true;
  if (!changed) return;
  message_.clear();
  history_.push(title, document(), work == Work::yes);
  if (recorder_) recorder_->step(document());
}

Result<bool> Editor::perform(const Edit& edit) { return perform(title(document(), edit), {edit}); }

Result<bool> Editor::perform(const std::string& title, const std::vector<Edit>& edits) {
  return perform_while(true, title, edits);
}

Result<bool> Editor::perform_while(bool begins, const std::string& title,
                                   const std::vector<Edit>& edits) {
  if (!in_tool_) finish_gesture();  // a tool's edits belong to its own gesture
  take_up();
  const bool again = !begins && growing_;
  if (!again && !playing_) come_to_rest();
  if (!again) settle();
  const bool recorded = begin_recording();
  const Document before = document();
  const Live::Moment moment = live_.moment();
  if (again && playing_) live_.take_back(history_.before(), unedited_);  // time goes on
  if (again && !playing_) restore_live(history_.before());
  // What has moved without having entered the Document (it plays) is carried by the step, too, unless
  // it led beyond the limits of a drawing: then no step can carry it.
  std::vector<std::string> lines;
  if (live_.moved()) {
    const Edit motion = live_.reached(title);
    if (const Result<Document> kept = apply(document(), motion); !kept) {
      live_.restore(document());
      record_anew();
      forget_motion();
      refresh();
      say("It went too far away to be kept: " + sentence(kept.error()));
      return kept.error();
    }
    lines.push_back(line_of(motion));
  }
  Live::Moment unedited = live_.moment();
  for (const Edit& edit : edits) {
    std::string line = line_of(edit);
    const Result<Edit> read = read_edit(line);  // what its line cannot say is not done
    const Result<bool> done = read ? live_.apply(edit) : Result<bool>(read.error());
    if (!done) {
      live_.restore(before);
      live_.go_back(moment);
      say(sentence(done.error()));
      refresh();
      return done;
    }
    lines.push_back(std::move(line));
  }
  if (recorded) record_step(again, edits);
  const auto* set = edits.size() == 1 ? std::get_if<edit::Set>(&edits[0].what) : nullptr;
  typed_ = set ? std::optional(*set) : std::nullopt;
  if (again) history_.take_back();
  const bool changed = !same(document(), history_.now());
  if (again || changed) write_step(again, title, lines);
  keep_if(changed, title, Work::yes);
  growing_ = changed;
  unedited_ = std::move(unedited);
  refresh();
  return true;
}

// What is done in place of the newest step: that one is taken back first.
void Editor::record_step(bool again, const std::vector<Edit>& edits) {
  const bool known = !again     ? true
                     : playing_ ? recorder_->instead(number_hand, history_.before())
                                : recorder_->walked(history_.before(), false);
  if (!known) return record_anew();
  if (!again && playing_) recorder_->record(line::Touch{number_hand});
  for (const Edit& edit : edits) recorder_->record(edit);
  recorder_->arrived(world());
}

Result<bool> Editor::perform_more(bool begins, const std::string& title,
                                  const std::vector<Edit>& edits) {
  if (begins || !growing_) return perform_while(true, title, edits);
  settle();
  const bool recorded = begin_recording();
  for (const Edit& edit : edits) {
    const std::string line = line_of(edit);
    const Result<Edit> read = read_edit(line);
    const Result<bool> done = read ? live_.apply(edit) : Result<bool>(read.error());
    if (!done) {
      say(sentence(done.error()));
      return done;
    }
    if (recorded) recorder_->record(edit);
    write("amend " + line);
  }
  if (recorded) recorder_->arrived(world());
  history_.amend(document());
  if (recorded) recorder_->amend(document());
  unsettled_ = true;
  refresh();
  return true;
}

void Editor::write_step(bool again, const std::string& title,
                        const std::vector<std::string>& lines) {
  const std::string how = again ? "instead " : "";
  if (lines.size() == 1) return write(how + lines[0]);
  write(how + "begin " + written(title));
  for (const std::string& line : lines) write(line);
  write("end");
}

}  // namespace limber
