// Dimensions under the pointer, and the commands that write and take them away.
#pragma once

#include <optional>

#include "app/editor/editor.h"

namespace limber {

std::optional<DimensionId> dimension_at(const Editor& editor, const Point& window);  // its number

// The place of a new one beside what was pointed at.
Point place_beside(const Editor& editor, const Point& paper);

void toggle_dimensions(Editor& editor);  // of the chosen constraints, or of those on chosen curves
void type_number(Editor& editor, DimensionId id);  // in place

}  // namespace limber
