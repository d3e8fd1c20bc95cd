// Sections of the inspector that keep nothing between frames.
#pragma once

#include "app/panels/ui.h"

namespace limber {

void nothing_section(Ui& ui);            // what to do when nothing is selected
void text_section(Ui& ui, TextId id);
void style_section(Ui& ui, CurveId id);  // of all selected curves, as this one has it
void constraint_section(Ui& ui);         // everything that acts on what is selected

}  // namespace limber
