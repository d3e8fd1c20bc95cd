// What a person does with the time of a drawing, beside playing it: one step, the motors the other
// way round, how fast time runs.
#pragma once

#include <array>
#include <vector>

#include "app/editor/commands.h"

namespace limber {

// Of play, the slowest first: seconds of the drawing for each of a clock.
inline constexpr std::array<double, 5> paces = {0.1, 0.25, 0.5, 1, 2};

std::vector<Command> play_commands();

}  // namespace limber
