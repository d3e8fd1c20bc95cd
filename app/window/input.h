// SDL's events in our own words. Letters go by what the key types (SDL_Keycode), not by where it
// lies, so Ctrl+Z is where the keyboard's owner expects it.
#pragma once

#include <SDL_events.h>

#include <optional>
#include <string>
#include <variant>

#include "app/editor/events.h"

namespace limber {

struct TextEvent {
  std::string utf8;
};
struct DropEvent {
  std::string path;
};
struct QuitEvent {};
struct ExposeEvent {};  // resized, uncovered, moved to another screen: draw again

struct FocusLostEvent {};  // another window has the keyboard now; keys held count as let go

using InputEvent = std::variant<PointerEvent, KeyEvent, TextEvent, DropEvent, QuitEvent,
                                ExposeEvent, FocusLostEvent>;

// `held` follows the keys event by event: asking SDL for the modifiers of now would be asking about
// keys that were pressed or let go after this event.
std::optional<InputEvent> translate(const SDL_Event& event, Modifiers& held);

}  // namespace limber
