// SDL's events in our own words. Keys go by what they type, not by where they lie, so Ctrl+Z is where
// the keyboard's owner expects it, and so are % and ?.
#pragma once

#include <SDL_events.h>

#include <optional>

#include "app/window/input_event.h"

namespace limber {

// `held` follows the keys event by event: asking SDL for the modifiers of now would be asking about
// keys that were pressed or let go after this event. `next` is the event after it in the queue:
// SDL tells what a key types, Shift and AltGr included, only by the text that follows its press. That
// text stays an event of its own.
std::optional<InputEvent> translate(const SDL_Event& event, const std::optional<SDL_Event>& next,
                                    Modifiers& held);

}  // namespace limber
