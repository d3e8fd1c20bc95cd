// Fields a person types into. What is typed counts when the field is left; Esc takes it back. What
// cannot be used stays in the field, with a sentence below it, and nothing has changed; a field
// left by Enter then keeps the keyboard.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/panels/ui.h"

namespace limber {

std::string short_number(double value);
std::optional<double> read_number(std::string text);  // with a comma or a point

class Fields {
 public:
  // What was typed, when the field is left with another text than `good`, the one that holds.
  std::optional<std::string> entry(const Ui& ui, const char* id, const std::string& good,
                                   float width);

  // ---- about the field that `entry` drew last
  unsigned last() const { return last_; }
  bool has_mistake() const { return mistakes_.contains(last_); }
  void refuse_unless(Ui& ui, const Result<bool>& done, const std::string& good,
                     const std::string& typed);
  void show_mistake(const Ui& ui, float left) const { show_mistake(ui, last_, left); }
  void show_mistake(const Ui& ui, unsigned field, float left) const;
  bool wants_tooltip() const;  // it is pointed at, and no tooltip would be in the way
  void hint(const char* words) const;

  // ---- the keyboard, for any field of text just drawn. ImGui takes it away at Enter and gives it
  // back in the next frame; what is typed meanwhile waits.
  void keep_keyboard();
  void leave_keyboard() { refocus_frames_ = 0; }
  bool waits_for_keyboard() const { return refocus_frames_ > 0; }
  void end_frame();

  // ---- edits that follow a field or slider while it is held: one step of undo
  void change_while(Editor& editor, const char* field, const Edit& edit);
  void end_change(const char* field);  // after the item was drawn
  void end_when_idle(const char* field);  // likewise, of a field made of several items

 private:
  struct Mistake {
    std::string good, typed, words;  // what holds, what was typed, what is wrong with it
  };
  unsigned editing_ = 0;                  // the field that has the keyboard
  std::string text_;                      // and its text so far
  unsigned last_ = 0;                     // the one `entry` drew last
  bool last_entered_ = false;             // Enter ended the typing in it
  std::map<unsigned, Mistake> mistakes_;  // by field
  unsigned changing_ = 0;                 // the one whose edits are one step
  int refocus_frames_ = 0;                // until a field has the keyboard again
};

// A mistake in a field: two sentences, what is wrong and what to do.
std::string plain_words(const Error& error);

}  // namespace limber
