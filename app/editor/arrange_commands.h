// Commands of the Arrange menu and of the clipboard.
#pragma once

#include <vector>

#include "app/editor/commands.h"

namespace limber {

std::vector<Command> clipboard_commands();  // of the Edit menu
std::vector<Command> choosing_commands();   // likewise
std::vector<Command> arrange_commands();

}  // namespace limber
