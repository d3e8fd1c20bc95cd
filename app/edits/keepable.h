// What a file can hold of a state: a drawing that is saved can be opened again, so no edit leads to
// one that cannot, and what hands and time lead to is brought back within the limits before it
// enters the Document (a figure whose constraints disagree may have left them).
#pragma once

#include <optional>

#include "app/document/document.h"

namespace limber {

// Why a file could not hold what differs from the world before, or nothing.
std::optional<Error> beyond_limits(const Document& document, const World& before);

// Numbers beyond their limits, of curves and sliding points that differ from `known`, go to the limit.
void bring_within_limits(World& world, const World& known);

}  // namespace limber
