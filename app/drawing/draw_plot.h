// Plots: quantities over time, or over another quantity, in a frame on the paper. Its letters grow
// with the frame; angles are written in degrees.
#pragma once

#include "app/document/samples.h"
#include "app/drawing/draw.h"

namespace limber {

Box extent_of(const Plot& plot);

// `series`: null, or what it has seen.
void draw_plot(SkCanvas& canvas, const Document& document, PlotId id, const Plot& plot,
               const Series* series, const Style* style, const Camera& camera, const Theme& theme,
               const Marks& marks);

// Values between two ends that are written at an axis: round numbers, at most about `count`.
std::vector<double> ticks_between(double low, double high, int count);

// The samples as a table: a heading of names, then a row for each.
std::string csv_of(const Plot& plot, const Series& series);

}  // namespace limber
