// A theme as Dear ImGui's style.
#pragma once

#include "app/drawing/theme.h"

namespace limber {

void set_style(const Theme& theme);

}  // namespace limber
