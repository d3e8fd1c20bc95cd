#include "app/panels/imgui_input.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "imgui/imgui.h"

namespace limber {

namespace {

// ImGui 1.86 knows keys by numbers of ours; these are below 512 and apart from letters.
int imgui_key(int key) { return key < 128 ? key : key >= 0x110000 ? 256 + (key - 0x110000) : 0; }

int imgui_button(Button button) {
  return button == Button::left ? 0 : button == Button::right ? 1 : 2;
}

// Only the keys ImGui acts on, and of letters only chords: each change of a key may cost a frame,
// and what is typed comes as text. ImGui repeats held keys by itself.
bool wanted(const KeyEvent& event) {
  if (event.down && event.repeat) return false;
  const bool letter = event.key > ' ' && event.key < 128;
  return !letter || !event.down || event.modifiers.ctrl;
}

}  // namespace

void name_keys_for_imgui() {
  const std::pair<ImGuiKey, int> keys[] = {{ImGuiKey_Tab, key_tab},
                                           {ImGuiKey_LeftArrow, key_left},
                                           {ImGuiKey_RightArrow, key_right},
                                           {ImGuiKey_UpArrow, key_up},
                                           {ImGuiKey_DownArrow, key_down},
                                           {ImGuiKey_PageUp, key_page_up},
                                           {ImGuiKey_PageDown, key_page_down},
                                           {ImGuiKey_Home, key_home},
                                           {ImGuiKey_End, key_end},
                                           {ImGuiKey_Insert, key_insert},
                                           {ImGuiKey_Delete, key_delete},
                                           {ImGuiKey_Backspace, key_backspace},
                                           {ImGuiKey_Space, ' '},
                                           {ImGuiKey_Enter, key_enter},
                                           {ImGuiKey_Escape, key_escape},
                                           {ImGuiKey_A, 'a'},
                                           {ImGuiKey_C, 'c'},
                                           {ImGuiKey_V, 'v'},
                                           {ImGuiKey_X, 'x'},
                                           {ImGuiKey_Y, 'y'},
                                           {ImGuiKey_Z, 'z'}};
  for (const auto& [imgui, ours] : keys) ImGui::GetIO().KeyMap[imgui] = imgui_key(ours);
}

void ImGuiInput::add(const KeyEvent& event) {
  if (!wanted(event)) return;
  changes_.emplace_back(KeyChange{imgui_key(event.key), event.down, event.modifiers});
}

void ImGuiInput::add(Button button, bool down) {
  changes_.emplace_back(MouseChange{imgui_button(button), down});
}

void ImGuiInput::feed(bool typing) {
  ImGuiIO& io = ImGui::GetIO();
  bool buttons = false;
  std::vector<int> keys;
  for (; !changes_.empty(); changes_.pop_front()) {
    if (const auto* mouse = std::get_if<MouseChange>(&changes_.front())) {
      if (std::exchange(buttons, true)) return;
      io.MouseDown[mouse->button] = mouse->down;
    } else if (const auto* key = std::get_if<KeyChange>(&changes_.front())) {
      // Enter chooses, as Space does by itself, but where text is typed it ends that.
      const int enter = imgui_key(key_enter), space = imgui_key(' ');
      const bool chooses = key->key == enter && (key->down ? !typing : io.KeysDown[space]);
      const int which = chooses ? space : key->key;
      if (key->down == io.KeysDown[which]) continue;  // a letter let go whose press was text
      if (std::find(keys.begin(), keys.end(), which) != keys.end()) return;
      keys.push_back(which);
      io.KeysDown[which] = key->down;
      io.KeyCtrl = key->modifiers.ctrl;
      io.KeyShift = key->modifiers.shift;
      io.KeyAlt = key->modifiers.alt;
    } else {
      if (typing) io.AddInputCharactersUTF8(std::get<std::string>(changes_.front()).c_str());
    }
  }
}

}  // namespace limber
