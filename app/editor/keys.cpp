#include "app/editor/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/document/nearest_word.h"

namespace limber {

namespace {

// Keys that act whatever the table says, with what they do.
std::string reserved(const Chord& chord, const Command& command) {
  const Modifiers alt{false, false, true};
  if (chord.key == key_ctrl || chord.key == key_shift || chord.key == key_alt)
    return "is held together with other keys";
  if (chord == Chord{' ', {}} && command.id != "play.toggle")
    return "plays, and moves the view while it is held";
  if (chord == Chord{key_f2, {}}) return "goes to the numbers of the selected curve";
  if (chord == Chord{key_f10, {}}) return "opens the menus";
  for (const std::string& menu : menu_names())
    if (chord == Chord{std::tolower(static_cast<unsigned char>(menu[0])), alt})
      return "opens the menu " + menu;
  return "";
}

std::string unknown(const std::vector<Command>& commands, const std::string& id) {
  const std::vector<std::string_view> ids = [&] {
    std::vector<std::string_view> all;
    for (const Command& command : commands) all.push_back(command.id);
    return all;
  }();
  const std::string meant = nearest_word(id, ids);
  return fmt::format("There is no command {}.{}", id,
                     meant.empty() ? "" : fmt::format(" Did you mean {}?", meant));
}

// Which command has each key, as they are given out.
using Owners = std::map<Chord, std::string>;

// Why a command cannot have this key, or nothing.
std::string objection(const std::string& name, const Command& command, const Owners& owners) {
  const Chord chord = parse_chord(name);
  if (chord.key == key_none) return fmt::format("{}: “{}” is no key.", command.id, name);
  if (const std::string what = reserved(chord, command); !what.empty())
    return fmt::format("{}: {} {}.", command.id, name_of(chord), what);
  const auto owner = owners.find(chord);
  if (owner == owners.end() || owner->second == command.id) return "";
  return fmt::format("{}: {} is the key of {} already.", command.id, name_of(chord), owner->second);
}

}  // namespace

std::vector<std::string> choose_keys(std::vector<Command>& commands, const KeyChoices& choices) {
  std::vector<std::string> complaints;
  Owners owners;
  for (const auto& [id, names] : choices) {
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&, &id = id](const Command& c) { return c.id == id; });
    if (found == commands.end()) {
      if (!id.starts_with("draw.")) complaints.push_back(unknown(commands, id));
      continue;
    }
    found->keys.clear();
    for (const std::string& name : names) {
      if (std::string why = objection(name, *found, owners); !why.empty()) {
        complaints.push_back(std::move(why));
      } else if (owners.emplace(parse_chord(name), id).second) {
        found->keys.push_back(parse_chord(name));
      }
    }
  }
  // A choice goes before what is usual.
  for (Command& command : commands) {
    if (choices.contains(command.id)) continue;
    std::erase_if(command.keys, [&](const Chord& chord) {
      const auto owner = owners.find(chord);
      if (owner == owners.end()) return false;
      complaints.push_back(fmt::format("{}: its usual key {} is that of {} now.", command.id,
                                       name_of(chord), owner->second));
      return true;
    });
  }
  return complaints;
}

}  // namespace limber
