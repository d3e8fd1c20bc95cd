// A Style as Skia's paints, in window points.
#pragma once

#include "app/document/style.h"
#include "app/drawing/camera.h"
#include "app/drawing/tessellation.h"
#include "app/drawing/theme.h"
#include "include/core/SkCanvas.h"

namespace limber {

SkColor colour_of(const Colour& colour, const Theme& theme);
// Of its stroke; of a gradient, where it begins; clear where there is none.
SkColor line_colour(const Style& style, const Theme& theme);

SkPathFillType fill_type(const Style& style);
float stroke_width_of(const Style& style, const Camera& camera);  // window points

// The curve with its stroke and arrowheads, and, where it fills itself, with its fill.
void draw_styled(SkCanvas& canvas, const DrawnCurve& curve, const Style& style, bool fills,
                 const Camera& camera, const Theme& theme);
// Its arrowheads alone.
void draw_arrowheads(SkCanvas& canvas, const DrawnCurve& curve, const Style& style,
                     const Camera& camera, const SkPaint& paint);

// Several outlines as one shape, for a fill over all of them.
DrawnCurve one_shape(const std::vector<const DrawnCurve*>& outlines);
void draw_fill(SkCanvas& canvas, const DrawnCurve& shape, const Style& style, const Camera& camera,
               const Theme& theme);

// A paint for what stands in this box of the window: a text, a frame. False: nothing is painted.
bool set_window_paint(SkPaint& paint, const Paint& with, const SkRect& box, const Theme& theme);
SkPaint frame_paint(const Style& style, const Camera& camera);  // its stroke, without colour

}  // namespace limber
