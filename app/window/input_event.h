// What reaches the frame loop from outside: a person's pointer and keys, and what the desktop says.
#pragma once

#include <string>
#include <variant>

#include "app/editor/events.h"

namespace limber {

struct TextEvent {
  std::string utf8;
};
struct ComposeEvent {  // what an input method has so far
  std::string utf8;
};
struct DropEvent {
  std::string path;
  Point at = Point::Zero();  // in the window
};
struct QuitEvent {};
struct EndEvent {};        // told to end by the system: nobody can be asked (end_signals.h)
struct ExposeEvent {};     // resized, uncovered, moved to another screen: draw again
struct FocusLostEvent {};  // another window has the keyboard now; keys held count as let go

using InputEvent = std::variant<PointerEvent, KeyEvent, TextEvent, ComposeEvent, DropEvent, QuitEvent,
                                EndEvent, ExposeEvent, FocusLostEvent>;

}  // namespace limber
