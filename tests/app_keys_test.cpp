// Keys by what they type, on the keyboards people have; and a person's own keys.
#include <SDL_events.h>
#include <doctest/doctest.h>

#include "app/editor/keys.h"
#include "app/window/input.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

// What SDL reports for a key: where it lies, what it types alone (lower case), what is held, and
// the text that follows.
KeyEvent pressed(SDL_Scancode where, SDL_Keycode alone, int held, const char* text) {
  SDL_Event key{}, typed{};
  key.type = SDL_KEYDOWN;
  key.key.type = SDL_KEYDOWN;
  key.key.keysym = {where, alone, static_cast<Uint16>(held), 0};
  typed.type = SDL_TEXTINPUT;
  std::snprintf(typed.text.text, sizeof typed.text.text, "%s", text);
  Modifiers modifiers;
  const auto event =
      translate(key, *text ? std::optional(typed) : std::optional<SDL_Event>(), modifiers);
  REQUIRE(event);
  return std::get<KeyEvent>(*event);
}

std::string command_of(const KeyEvent& press, const KeyChoices& choices = {}) {
  std::vector<Command> commands = make_commands(fresh_document());
  CHECK(choose_keys(commands, choices).empty());
  const Command* found = find_command(commands, press);
  return found ? found->id : "";
}

// One that types a percent sign.
const KeyChoices percent = {{"view.zoom_100", {"%"}}};

}  // namespace

TEST_CASE("on an American keyboard") {
  CHECK(command_of(pressed(SDL_SCANCODE_SLASH, '/', KMOD_LSHIFT, "?")) == "help.palette");
  CHECK(command_of(pressed(SDL_SCANCODE_3, '3', KMOD_LSHIFT, "#")) == "view.grid");
  CHECK(command_of(pressed(SDL_SCANCODE_5, '5', KMOD_LSHIFT, "%"), percent) == "view.zoom_100");
  CHECK(command_of(pressed(SDL_SCANCODE_EQUALS, '=', KMOD_LSHIFT, "+")) == "view.zoom_in");
  CHECK(command_of(pressed(SDL_SCANCODE_1, '1', KMOD_LSHIFT, "!")) == "view.fit");
  CHECK(command_of(pressed(SDL_SCANCODE_C, 'c', 0, "c")) == "draw.circle");
  CHECK(command_of(pressed(SDL_SCANCODE_C, 'c', KMOD_CAPS, "C")) == "draw.circle");
  CHECK(command_of(pressed(SDL_SCANCODE_U, 'u', KMOD_LSHIFT, "U")).empty());
  CHECK(command_of(pressed(SDL_SCANCODE_Z, 'z', KMOD_LCTRL, "")) == "edit.undo");
  CHECK(command_of(pressed(SDL_SCANCODE_Z, 'z', KMOD_LCTRL | KMOD_LSHIFT, "")) == "edit.redo");
  CHECK(command_of(pressed(SDL_SCANCODE_KP_PLUS, SDLK_KP_PLUS, 0, "+")) == "view.zoom_in");
}

TEST_CASE("on a German keyboard") {
  CHECK(command_of(pressed(SDL_SCANCODE_MINUS, 0xdf, KMOD_LSHIFT, "?")) == "help.palette");
  CHECK(command_of(pressed(SDL_SCANCODE_5, '5', KMOD_LSHIFT, "%"), percent) == "view.zoom_100");
  CHECK(command_of(pressed(SDL_SCANCODE_BACKSLASH, '#', 0, "#")) == "view.grid");
  CHECK(command_of(pressed(SDL_SCANCODE_3, '3', KMOD_LSHIFT, "§")).empty());
  CHECK(command_of(pressed(SDL_SCANCODE_RIGHTBRACKET, '+', 0, "+")) == "view.zoom_in");
  CHECK(command_of(pressed(SDL_SCANCODE_Y, 'z', KMOD_LCTRL, "")) == "edit.undo");
  CHECK(command_of(pressed(SDL_SCANCODE_Z, 'y', KMOD_LCTRL, "")) == "edit.redo");
  // AltGr types what stands on the key in the third place.
  CHECK(command_of(pressed(SDL_SCANCODE_Q, 'q', KMOD_RALT, "@"), {{"view.fit", {"@"}}}) ==
        "view.fit");
  CHECK(command_of(pressed(SDL_SCANCODE_SEMICOLON, 0xf6, 0, "ö"), {{"view.fit", {"ö"}}}) ==
        "view.fit");
}

TEST_CASE("on a French keyboard") {
  CHECK(command_of(pressed(SDL_SCANCODE_M, ',', KMOD_LSHIFT, "?")) == "help.palette");
  CHECK(command_of(pressed(SDL_SCANCODE_M, ',', 0, ",")).empty());
  CHECK(command_of(pressed(SDL_SCANCODE_APOSTROPHE, 0xf9, KMOD_LSHIFT, "%"), percent) ==
        "view.zoom_100");
  CHECK(command_of(pressed(SDL_SCANCODE_3, '"', KMOD_RALT, "#")) == "view.grid");
  CHECK(command_of(pressed(SDL_SCANCODE_1, '&', KMOD_LSHIFT, "1")) == "view.fit");
  CHECK(command_of(pressed(SDL_SCANCODE_Q, 'a', 0, "a")) == "tool.attach");
  CHECK(command_of(pressed(SDL_SCANCODE_A, 'q', 0, "q")) == "hold.equal");
  CHECK(command_of(pressed(SDL_SCANCODE_W, 'z', KMOD_LCTRL, "")) == "edit.undo");
  CHECK(command_of(pressed(SDL_SCANCODE_COMMA, ';', KMOD_LSHIFT, ".")) == "draw.point");
}

TEST_CASE("on a Russian keyboard letters are those of the Latin keyboard in the same place") {
  CHECK(command_of(pressed(SDL_SCANCODE_C, 0x441, 0, "с")) == "draw.circle");
  CHECK(command_of(pressed(SDL_SCANCODE_Z, 0x44f, KMOD_LCTRL, "")) == "edit.undo");
  CHECK(command_of(pressed(SDL_SCANCODE_7, '7', KMOD_LSHIFT, "?")) == "help.palette");
  CHECK(command_of(pressed(SDL_SCANCODE_5, '5', KMOD_LSHIFT, "%"), percent) == "view.zoom_100");
  CHECK(command_of(pressed(SDL_SCANCODE_SLASH, '.', 0, ".")) == "draw.point");
}

TEST_CASE("a person's keys take the place of the usual ones") {
  std::vector<Command> commands = make_commands(fresh_document());
  const std::vector<std::string> complaints = choose_keys(
      commands, {{"edit.undo", {"F5", "Ctrl+Z"}}, {"view.grid", {}}, {"draw.heart", {"H"}}});
  CHECK(complaints.empty());
  CHECK(find_command(commands, key("F5"))->id == "edit.undo");
  CHECK(find_command(commands, key("Ctrl+Z"))->id == "edit.undo");
  CHECK(find_command(commands, key("#")) == nullptr);
  CHECK(name_of(find_command(commands, "edit.undo")->keys[0]) == "F5");
}

TEST_CASE("choices of keys that cannot be kept are told, and the others count") {
  std::vector<Command> commands = make_commands(fresh_document());
  const std::vector<std::string> complaints =
      choose_keys(commands, {{"edit.undu", {"F5"}},
                             {"edit.redo", {"Ctrl+", "F6"}},
                             {"tool.nail", {"A"}},
                             {"view.fit", {"F10", "F6", "Ctrl+Alt+F"}},
                             {"view.zoom_in", {"Space", "Alt+E"}}});
  CHECK(complaints ==
        std::vector<std::string>{"edit.redo: “Ctrl+” is no key.",
                                 "There is no command edit.undu. Did you mean edit.undo?",
                                 "view.fit: F10 opens the menus.",
                                 "view.fit: F6 is the key of edit.redo already.",
                                 "view.zoom_in: Space plays, and moves the view while it is held.",
                                 "view.zoom_in: Alt+E opens the menu Edit.",
                                 "tool.attach: its usual key A is that of tool.nail now."});
  CHECK(find_command(commands, key("F6"))->id == "edit.redo");
  CHECK(find_command(commands, key("Ctrl+Alt+F"))->id == "view.fit");
  CHECK(find_command(commands, key("A"))->id == "tool.nail");
}

TEST_CASE("characters beyond ASCII have names and are read") {
  for (const char* name : {"ö", "Shift+ä", "€", "Ctrl+я", "%", "𝄞"})
    CHECK(name_of(parse_chord(name)) == name);
  CHECK(only_character("") == 0);
  CHECK(only_character("ab") == 0);
  CHECK(only_character("\xc3") == 0);
  CHECK(only_character("\xff") == 0);
  CHECK(only_character("€") == 0x20ac);
}
