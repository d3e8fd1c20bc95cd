// What a connector reads now: a point, a direction or a number.
#pragma once

#include <optional>

#include "solver/world.h"

namespace limber {

// A number is the first component. False when its formula has no finite value there.
[[nodiscard]] bool reading_of(const World& world, const Connector& connector, Point& out);
// Of an input of a constraint: what its connector reads, or the numbers written down.
[[nodiscard]] bool reading_of(const World& world, const Argument& argument, Point& out);

// Where along its curve a connector is: a fixed t, that of a sliding point, or for a measure the t it
// is read at. Nothing for what has no place along the curve.
std::optional<double> t_of(const World& world, const Connector& connector);

}  // namespace limber
