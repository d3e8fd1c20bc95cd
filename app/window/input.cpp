#include "app/window/input.h"

#include <SDL_keyboard.h>
#include <SDL_keycode.h>
#include <SDL_mouse.h>

namespace limber {

namespace {

Modifiers modifiers_of(Uint16 mod) {
  return {(mod & KMOD_CTRL) != 0, (mod & KMOD_SHIFT) != 0, (mod & KMOD_ALT) != 0};
}

Button button_of(Uint8 button) {
  switch (button) {
    case SDL_BUTTON_LEFT:
      return Button::left;
    case SDL_BUTTON_MIDDLE:
      return Button::middle;
    case SDL_BUTTON_RIGHT:
      return Button::right;
    default:
      return Button::none;
  }
}

int key_of(SDL_Keycode code) {
  if (code >= SDLK_F1 && code <= SDLK_F12) return key_f1 + (code - SDLK_F1);
  switch (code) {
    case SDLK_ESCAPE:
      return key_escape;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      return key_enter;
    case SDLK_TAB:
      return key_tab;
    case SDLK_BACKSPACE:
      return key_backspace;
    case SDLK_DELETE:
      return key_delete;
    case SDLK_INSERT:
      return key_insert;
    case SDLK_LEFT:
      return key_left;
    case SDLK_RIGHT:
      return key_right;
    case SDLK_UP:
      return key_up;
    case SDLK_DOWN:
      return key_down;
    case SDLK_HOME:
      return key_home;
    case SDLK_END:
      return key_end;
    case SDLK_PAGEUP:
      return key_page_up;
    case SDLK_PAGEDOWN:
      return key_page_down;
    case SDLK_LCTRL:
    case SDLK_RCTRL:
      return key_ctrl;
    case SDLK_LSHIFT:
    case SDLK_RSHIFT:
      return key_shift;
    case SDLK_LALT:
    case SDLK_RALT:
      return key_alt;
    case SDLK_KP_PLUS:
      return '+';
    case SDLK_KP_MINUS:
      return '-';
    default:
      return code > 0 && code < 0x110000 ? code : key_none;
  }
}

// Where this key's own letter is no Latin one: the letter a Latin keyboard has there, or 0.
int latin_letter(const SDL_Keysym& key) {
  const bool types_other = key.sym >= 128 && key.sym < 0x110000;
  const bool has_letter = key.scancode >= SDL_SCANCODE_A && key.scancode <= SDL_SCANCODE_Z;
  return types_other && has_letter ? 'a' + (key.scancode - SDL_SCANCODE_A) : 0;
}

// What the press types; with Ctrl or Alt it types nothing. AltGr is the right Alt, where it types a
// character that the key alone does not.
int typed_by(const SDL_Keysym& key, const std::optional<SDL_Event>& next) {
  if (!next || next->type != SDL_TEXTINPUT || (key.mod & (KMOD_CTRL | KMOD_LALT))) return 0;
  const int character = only_character(next->text.text);
  return (key.mod & KMOD_RALT) && character == key.sym ? 0 : character;
}

std::optional<InputEvent> translate_key(const SDL_KeyboardEvent& key,
                                        const std::optional<SDL_Event>& next, Modifiers& held) {
  held = modifiers_of(key.keysym.mod);
  KeyEvent event;
  event.down = key.type == SDL_KEYDOWN;
  event.repeat = key.repeat != 0;
  event.key = key_of(key.keysym.sym);
  event.modifiers = held;
  if (event.down) event.typed = typed_by(key.keysym, next);
  if (const int letter = latin_letter(key.keysym)) event.key = letter;
  if (event.key == key_none) event.key = event.typed;  // of the number pad
  if (event.key == key_none) return std::nullopt;
  return event;
}

std::optional<InputEvent> translate_button(const SDL_MouseButtonEvent& button,
                                           const Modifiers& held) {
  PointerEvent event;
  event.what =
      button.type == SDL_MOUSEBUTTONDOWN ? PointerEvent::What::press : PointerEvent::What::release;
  event.at = Point(button.x, button.y);
  event.button = button_of(button.button);
  event.clicks = button.clicks;
  event.modifiers = held;
  if (event.button == Button::none) return std::nullopt;
  return event;
}

std::optional<InputEvent> translate_wheel(const SDL_MouseWheelEvent& wheel, const Modifiers& held) {
  PointerEvent event;
  event.what = PointerEvent::What::wheel;
  int x = 0, y = 0;
  SDL_GetMouseState(&x, &y);
  event.at = Point(x, y);
  const double sign = wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
  event.wheel = sign * Point(wheel.preciseX, wheel.preciseY);
  event.modifiers = held;
  return event;
}

// Two fingers on a screen: how far apart they are zooms, where their middle is pans. As the wheel would, by
// parts of a click; what zooms does so with Ctrl, as a pinch on a trackpad does.
std::optional<InputEvent> translate_fingers(const SDL_MultiGestureEvent& fingers) {
  constexpr float zoom_slack = 0.002f;  // of the screen: fingers that only move keep their distance so well
  constexpr double clicks_across = 25;  // of the wheel, from one edge of the screen to the other
  if (fingers.numFingers != 2) return std::nullopt;
  int width = 0, height = 0;
  SDL_Window* window = SDL_GetMouseFocus();
  if (window) SDL_GetWindowSize(window, &width, &height);
  PointerEvent event;
  event.what = PointerEvent::What::wheel;
  event.at = Point(fingers.x * static_cast<float>(width), fingers.y * static_cast<float>(height));
  if (std::abs(fingers.dDist) < zoom_slack) return std::nullopt;
  event.wheel = Point(0, clicks_across * static_cast<double>(fingers.dDist));
  event.modifiers.ctrl = true;
  return event;
}

std::optional<InputEvent> translate_window(const SDL_WindowEvent& window) {
  if (window.event == SDL_WINDOWEVENT_LEAVE) {
    PointerEvent leave;
    leave.what = PointerEvent::What::leave;
    return leave;
  }
  if (window.event == SDL_WINDOWEVENT_FOCUS_LOST) return FocusLostEvent{};
  if (window.event == SDL_WINDOWEVENT_EXPOSED || window.event == SDL_WINDOWEVENT_SIZE_CHANGED ||
      window.event == SDL_WINDOWEVENT_SHOWN || window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED)
    return ExposeEvent{};
  return std::nullopt;
}

}  // namespace

std::optional<InputEvent> translate(const SDL_Event& event, const std::optional<SDL_Event>& next,
                                    Modifiers& held) {
  switch (event.type) {
    case SDL_QUIT:
      return QuitEvent{};
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      return translate_key(event.key, next, held);
    case SDL_TEXTINPUT:
      return TextEvent{event.text.text};
    case SDL_TEXTEDITING:
      return ComposeEvent{event.edit.text};
    case SDL_MOUSEMOTION: {
      PointerEvent move;
      move.at = Point(event.motion.x, event.motion.y);
      move.modifiers = held;
      return move;
    }
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      return translate_button(event.button, held);
    case SDL_MOUSEWHEEL:
      return translate_wheel(event.wheel, held);
    case SDL_MULTIGESTURE:
      return translate_fingers(event.mgesture);
    case SDL_DROPFILE: {
      // The event says no place, and no motion was told while something was carried here.
      int x = 0, y = 0, left = 0, top = 0;
      SDL_GetGlobalMouseState(&x, &y);
      if (SDL_Window* window = SDL_GetWindowFromID(event.drop.windowID))
        SDL_GetWindowPosition(window, &left, &top);
      DropEvent drop{event.drop.file, Point(x - left, y - top)};
      SDL_free(event.drop.file);
      return drop;
    }
    case SDL_WINDOWEVENT:
      return translate_window(event.window);
    default:
      return std::nullopt;
  }
}

}  // namespace limber
