// Traces and plots by hand: of what is chosen, or of the point under the pointer.
#pragma once

#include "app/editor/editor.h"
#include "app/editor/workspace.h"

namespace limber {

void toggle_trace(Editor& editor);  // the point leaves its path behind, or no longer
void add_plot(Editor& editor);      // of what is chosen, beside all that is drawn

// Where what is saved of a plot goes: beside the drawing, under both their names, with a number where there
// is such a file already. ".csv".
std::filesystem::path plot_path(const Workspace& workspace, PlotId plot, std::string_view ending);
void save_table(Workspace& workspace, PlotId plot);    // as CSV; told where, or why not
void save_picture(Workspace& workspace, PlotId plot);  // as SVG, alone; likewise

}  // namespace limber
