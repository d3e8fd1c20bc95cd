// Guides: thin lines across the whole view, at any angle. A help for drawing, never exported.
#pragma once

#include "app/drawing/draw.h"

namespace limber {

Point direction_of(const Guide& guide);                      // of length 1
double distance_to(const Guide& guide, const Point& paper);  // drawing units

// Over all of the canvas's clip; in the colour of its style, if it has one.
void draw_guide(SkCanvas& canvas, GuideId id, const Guide& guide, const Style* style,
                const Camera& camera, const Theme& theme, const Marks& marks);

}  // namespace limber
