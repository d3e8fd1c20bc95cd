// What a person does, free of any window system: the window makes these from its own events, a
// test makes them from nothing. Places are in window points: x right, y down, independent of the
// screen's density.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "curves/curve.h"

namespace limber {

enum class Button { none, left, middle, right };

struct Modifiers {
  bool ctrl = false, shift = false, alt = false;
  auto operator<=>(const Modifiers&) const = default;
};

struct PointerEvent {
  enum class What { move, press, release, wheel, leave };
  What what = What::move;
  Point at = Point::Zero();
  Button button = Button::none;  // of press and release
  int clicks = 1;                // of press: 2 for a double click
  Point wheel = Point::Zero();   // of wheel: clicks to the right and up
  Modifiers modifiers;
};

// A key by the character it types without modifiers, lower case, so that letters follow the
// keyboard's layout; keys that type nothing are numbered beyond Unicode. A key whose character is no
// Latin letter, where a Latin keyboard has one (Cyrillic, Greek), counts as that Latin letter.
enum Key : int {
  key_none = 0,
  key_escape = 0x110000,
  key_enter,
  key_tab,
  key_backspace,
  key_delete,
  key_insert,
  key_left,
  key_right,
  key_up,
  key_down,
  key_home,
  key_end,
  key_page_up,
  key_page_down,
  key_ctrl,
  key_shift,
  key_alt,
  key_f1,
  key_f2,
  key_f3,
  key_f4,
  key_f5,
  key_f6,
  key_f7,
  key_f8,
  key_f9,
  key_f10,
  key_f11,
  key_f12,
};

struct Chord {
  int key = key_none;
  Modifiers modifiers;
  auto operator<=>(const Chord&) const = default;
};

struct KeyEvent {
  bool down = true;
  bool repeat = false;
  int key = key_none;
  Modifiers modifiers;
  int typed = 0;  // of a press: the character it types, Shift and AltGr included; 0: none
};

// The chords a press may mean, the best first: what it types ("%", wherever the keyboard has it),
// then the key with its modifiers ("Shift+5").
std::vector<Chord> chords_of(const KeyEvent& event);

// "Ctrl+Shift+Z", "F", "Space", "Delete", "+", "%". Empty chord (key_none) when it cannot be read.
Chord parse_chord(std::string_view text);
std::string name_of(const Chord& chord);

// The one character of a text in UTF-8; 0 when it has none, or several.
int only_character(std::string_view utf8);

}  // namespace limber
