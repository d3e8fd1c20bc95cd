// Sections of the inspector that keep nothing between frames.
#pragma once

#include "app/panels/ui.h"

namespace limber {

void nothing_section(Ui& ui);            // what to do when nothing is selected
void try_this_section(Ui& ui);           // what the drawing says should be tried with it
void text_section(Ui& ui, TextId id);
void style_section(Ui& ui, ThingId id);  // of all selected things of its kind, as this one has it
void next_style_section(Ui& ui);         // of the next curve, while a tool that draws is in hand
void trace_section(Ui& ui, TraceId id);
void plot_section(Ui& ui, PlotId id);
void damping_field(Ui& ui, ConstraintId spring);  // with physics on
void mass_section(Ui& ui, CurveId id);   // what it weighs and how it bends, while physics are on
void physics_section(Ui& ui);            // gravity, density, air, while they are on
void constraint_section(Ui& ui);         // everything that acts on what is selected

}  // namespace limber
