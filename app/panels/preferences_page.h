// What a person chooses for all drawings, and for this one: colours, the size of the interface, the grid;
// the page and the unit of numbers.
#pragma once

#include "app/panels/ui.h"

namespace limber {

void preferences_page(Ui& ui);

}  // namespace limber
