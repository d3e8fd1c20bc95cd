#include "app/editor/events.h"

#include <array>
#include <cctype>
#include <utility>

namespace limber {

namespace {
constexpr std::array<std::pair<std::string_view, int>, 31> key_names{{
    {"Esc", key_escape},     {"Enter", key_enter},
    {"Tab", key_tab},        {"Backspace", key_backspace},
    {"Delete", key_delete},  {"Insert", key_insert},
    {"Left", key_left},      {"Right", key_right},
    {"Up", key_up},          {"Down", key_down},
    {"Home", key_home},      {"End", key_end},
    {"PageUp", key_page_up}, {"PageDown", key_page_down},
    {"Space", ' '},          {"Ctrl", key_ctrl},
    {"Shift", key_shift},    {"Alt", key_alt},
    {"F1", key_f1},          {"F2", key_f2},
    {"F3", key_f3},          {"F4", key_f4},
    {"F5", key_f5},          {"F6", key_f6},
    {"F7", key_f7},          {"F8", key_f8},
    {"F9", key_f9},          {"F10", key_f10},
    {"F11", key_f11},        {"F12", key_f12},
    {"Plus", '+'},
}};

bool take(std::string_view& text, std::string_view prefix) {
  // The plus after a modifier, so that "Ctrl" alone stays a key.
  if (text.size() <= prefix.size() + 1 || !text.starts_with(prefix) || text[prefix.size()] != '+')
    return false;
  text.remove_prefix(prefix.size() + 1);
  return true;
}
}  // namespace

Chord parse_chord(std::string_view text) {
  Chord chord;
  for (bool more = true; more;) {
    more = false;
    if (take(text, "Ctrl")) more = chord.modifiers.ctrl = true;
    if (take(text, "Shift")) more = chord.modifiers.shift = true;
    if (take(text, "Alt")) more = chord.modifiers.alt = true;
  }
  for (const auto& [name, key] : key_names)
    if (name == text) chord.key = key;
  if (chord.key == key_none && text.size() == 1)
    chord.key = std::tolower(static_cast<unsigned char>(text[0]));
  return chord;
}

std::string name_of(const Chord& chord) {
  std::string name;
  if (chord.modifiers.ctrl) name += "Ctrl+";
  if (chord.modifiers.shift) name += "Shift+";
  if (chord.modifiers.alt) name += "Alt+";
  for (const auto& [key_name, key] : key_names)
    if (key == chord.key) return name + std::string(key_name);
  if (chord.key > 0 && chord.key < 128)
    name += static_cast<char>(std::toupper(static_cast<unsigned char>(chord.key)));
  return name;
}

}  // namespace limber
