// Commands on the nodes and the course of what is chosen: each an edit of app/edits/node_edits.h.
#pragma once

#include <vector>

#include "app/editor/commands.h"

namespace limber {

std::vector<Command> node_commands();

}  // namespace limber
