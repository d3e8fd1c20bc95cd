// What a person does, handed to Dear ImGui frame by frame. ImGui looks at buttons and keys once a
// frame: a click within one frame would be lost. So each button or key changes at most once; the
// rest waits for the next frame.
#pragma once

#include <deque>
#include <string>
#include <variant>

#include "app/editor/events.h"

namespace limber {

void name_keys_for_imgui();  // once, for the current context

class ImGuiInput {
 public:
  void add(const KeyEvent& event);
  void add(Button button, bool down);
  void add(std::string utf8) { changes_.emplace_back(std::move(utf8)); }
  bool empty() const { return changes_.empty(); }

  void feed(bool typing);  // before a frame; `typing`: a text field has the keyboard

 private:
  struct MouseChange {
    int button;
    bool down;
  };
  struct KeyChange {
    int key;
    bool down;
    Modifiers modifiers;
  };
  std::deque<std::variant<MouseChange, KeyChange, std::string>> changes_;
};

}  // namespace limber
