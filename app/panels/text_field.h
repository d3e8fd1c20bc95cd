// A field of several lines of formula, drawn by Skia: colours, matched brackets, mistakes underlined, the
// text that an input method is composing. What the keys do to it is in text_buffer.h.
#pragma once

#include <string>
#include <vector>

#include "app/editor/formula_text.h"
#include "app/editor/text_buffer.h"
#include "app/panels/ui.h"

namespace limber {

class TextField {
 public:
  TextBuffer& buffer() { return buffer_; }
  const TextBuffer& buffer() const { return buffer_; }

  // One line of plain words instead.
  void use_for_words(const std::string& when_empty) { words_ = true, when_empty_ = when_empty; }
  bool has_keyboard() const { return keyboard_; }
  void take_keyboard(bool takes);

  // True: it was for the text. Chords with Ctrl that mean nothing here are for others.
  bool handle(const KeyEvent& event, Workspace& workspace);
  void type(const std::string& utf8);
  void compose(const std::string& utf8) { composed_ = utf8; }  // not in the text yet
  const Box& caret_box() const { return caret_box_; }          // in window points: for input methods

  struct Mark {
    std::size_t from = 0, to = 0;
  };
  // In a frame of this size, at ImGui's cursor.
  void draw(Ui& ui, const ImVec2& size, const std::vector<Mark>& mistakes);

 private:
  struct Metrics;
  bool move_by(const KeyEvent& event);
  bool change_by(const KeyEvent& event, Workspace& workspace);
  void spell();
  void follow_mouse(const ImVec2& origin, const Metrics& m);
  void show_caret(const ImVec2& size, const Metrics& m);

  TextBuffer buffer_;
  std::string composed_;
  bool words_ = false;
  std::string when_empty_;
  bool keyboard_ = false;
  bool swallow_ = false;  // what an Alt key types besides its sign
  bool caret_moved_ = true;
  int clicks_ = 0;
  float scroll_x_ = 0, scroll_y_ = 0;
  Box caret_box_;
};

}  // namespace limber
