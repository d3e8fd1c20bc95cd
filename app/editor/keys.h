// A person's own keys in place of the usual ones: the `keys` of the preferences file.
//
// Laws: a choice that cannot be kept is passed over with a sentence, the others count; afterwards
// no two commands share a key.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/editor/commands.h"

namespace limber {

using KeyChoices = std::map<std::string, std::vector<std::string>>;  // by id of the command

// Gives the commands their chosen keys; returns a sentence for each choice passed over, and for
// each usual key that a choice took from another command. A drawing tool of a type that is not here
// may belong to another drawing: no word about it.
std::vector<std::string> choose_keys(std::vector<Command>& commands, const KeyChoices& choices);

}  // namespace limber
