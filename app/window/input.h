// SDL's events in our own words. Letters go by what the key types (SDL_Keycode), not by where it
// lies, so Ctrl+Z is where the keyboard's owner expects it.
#pragma once

#include <SDL_events.h>

#include <optional>

#include "app/window/input_event.h"

namespace limber {

// `held` follows the keys event by event: asking SDL for the modifiers of now would be asking about
// keys that were pressed or let go after this event.
std::optional<InputEvent> translate(const SDL_Event& event, Modifiers& held);

}  // namespace limber
