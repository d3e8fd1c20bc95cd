// What the tools that cut, lengthen, round and run beside a curve have in common: a curve under the
// pointer, and polylines for what a click will do.
#pragma once

#include <optional>
#include <vector>

#include "app/editor/editor.h"

namespace limber {

// The curve under the pointer at its line, not by its inside.
std::optional<CurveHit> line_at(const Editor& editor, const Point& window);

// The t at which other curves, or it itself, cross the curve; ascending.
std::vector<double> crossed_at(const Editor& editor, CurveId id);

// The stretch of a curve between two t, on the paper; on a closed curve `to` may be below `from`.
std::vector<Point> stretch_of(const Curve& curve, double from, double to);

void draw_places(SkCanvas& canvas, const Editor& editor, const std::vector<Point>& places,
                 SkColor colour, float width, bool dashed = false);

}  // namespace limber
