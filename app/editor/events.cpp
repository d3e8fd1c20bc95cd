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
bool is_letter(int key) { return (key >= 'a' && key <= 'z') || (key >= 'A' && key <= 'Z'); }

std::string utf8_of(int character) {
  const auto byte = [&](int first, int shift, int mask) {
    return static_cast<char>(first | ((character >> shift) & mask));
  };
  if (character < 0x80) return {static_cast<char>(character)};
  if (character < 0x800) return {byte(0xc0, 6, 0x1f), byte(0x80, 0, 0x3f)};
  if (character < 0x10000)
    return {byte(0xe0, 12, 0x0f), byte(0x80, 6, 0x3f), byte(0x80, 0, 0x3f)};
  return {byte(0xf0, 18, 0x07), byte(0x80, 12, 0x3f), byte(0x80, 6, 0x3f), byte(0x80, 0, 0x3f)};
}
}  // namespace

int only_character(std::string_view utf8) {
  if (utf8.empty()) return 0;
  const auto first = static_cast<unsigned char>(utf8[0]);
  const std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (utf8.size() != size || (first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  int character = size == 1 ? first : first & (0x7f >> size);
  for (const char c : utf8.substr(1)) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) return 0;
    character = (character << 6) | (c & 0x3f);
  }
  return character;
}

// Letters go by their key: Shift+C is not C, nor is C with the capitals locked another key. A
// character that Shift types on one keyboard and not on another goes by itself; "Shift+1" is also
// meant by who types 1 with Shift (French).
std::vector<Chord> chords_of(const KeyEvent& event) {
  std::vector<Chord> chords;
  if (event.typed > ' ' && !is_letter(event.typed)) {
    chords.push_back({event.typed, {}});
    if (event.modifiers.shift) chords.push_back({event.typed, {false, true, false}});
  }
  chords.push_back({event.key, event.modifiers});
  return chords;
}

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
  if (const int character = only_character(text); chord.key == key_none && character > ' ')
    chord.key = is_letter(character) ? std::tolower(character) : character;
  return chord;
}

std::string name_of(const Chord& chord) {
  std::string name;
  if (chord.modifiers.ctrl) name += "Ctrl+";
  if (chord.modifiers.shift) name += "Shift+";
  if (chord.modifiers.alt) name += "Alt+";
  for (const auto& [key_name, key] : key_names)
    if (key == chord.key) return name + std::string(key_name);
  if (chord.key == key_none) return name;
  return name + utf8_of(is_letter(chord.key) ? std::toupper(chord.key) : chord.key);
}

}  // namespace limber
