// Commands for formulas of a person's own: new ones, those in use, those kept in the own folder.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "app/editor/commands.h"

namespace limber {

std::vector<Command> new_curve_commands(std::span<const std::filesystem::path> kept);  // menu Draw
std::vector<Command> new_kind_commands(std::span<const std::filesystem::path> kept);   // Constrain
Command edit_formula_command();                                                        // Edit

}  // namespace limber
