// How the tables of commands are written: one line for each command, with what it needs around it.
#pragma once

#include <initializer_list>
#include <utility>

#include "app/editor/commands.h"

namespace limber {

inline std::vector<Chord> chords(std::initializer_list<const char*> names) {
  std::vector<Chord> keys;
  for (const char* name : names) keys.push_back(parse_chord(name));
  return keys;
}

inline Command command(const char* id, const char* title, std::initializer_list<const char*> keys,
                       const char* menu, const char* help, const char* icon,
                       void (*act)(Workspace&)) {
  Command c;
  c.id = id;
  c.title = title;
  c.keys = chords(keys);
  c.menu = menu;
  c.help = help;
  c.icon = icon;
  c.act = act;
  c.within_gesture = c.menu == "View";
  return c;
}

inline Command when(Command c, bool (*enabled)(const Workspace&)) {
  c.enabled = enabled;
  return c;
}
inline Command amid(Command c) {
  c.within_gesture = true;
  return c;
}
inline Command ruled(Command c) {
  c.rule_after = true;
  return c;
}
inline Command switched(Command c, bool (*checked)(const Workspace&)) {
  c.checked = checked;
  return c;
}
inline Command under(const char* submenu, Command c) {
  c.submenu = submenu;
  return c;
}

}  // namespace limber
