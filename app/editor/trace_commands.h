// Traces and plots by hand: of what is chosen, or of the point under the pointer.
#pragma once

#include "app/editor/editor.h"
#include "app/editor/workspace.h"

namespace limber {

void toggle_trace(Editor& editor);  // the point leaves its path behind, or no longer
void add_plot(Editor& editor);      // of what is chosen, beside all that is drawn

// Where the numbers of a plot go: beside the drawing, under both their names.
std::filesystem::path table_path(const Workspace& workspace, PlotId plot);
void save_table(Workspace& workspace, PlotId plot);  // as CSV; told where, or why not

}  // namespace limber
