// What a person does, free of any window system: the window makes these from its own events, a
// test makes them from nothing. Places are in window points: x right, y down, independent of the
// screen's density.
#pragma once

#include <compare>
#include <string>
#include <string_view>

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

// A key by what it types without modifiers (so letters follow the keyboard's layout), lower case;
// keys that type nothing are numbered beyond Unicode.
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
};

// "Ctrl+Shift+Z", "F", "Space", "Delete", "+". Empty chord (key_none) when it cannot be read.
Chord parse_chord(std::string_view text);
std::string name_of(const Chord& chord);

}  // namespace limber
