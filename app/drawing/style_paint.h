// A Style as Skia's paints, in window points.
#pragma once

#include "app/document/style.h"
#include "app/drawing/camera.h"
#include "app/drawing/tessellation.h"
#include "app/drawing/theme.h"
#include "include/core/SkCanvas.h"

namespace limber {

SkColor colour_of(const Colour& colour, const Theme& theme);

float stroke_width_of(const Style& style, const Camera& camera);  // window points

// The curve with its fill, stroke and arrowheads.
void draw_styled(SkCanvas& canvas, const DrawnCurve& curve, const Style& style,
                 const Camera& camera, const Theme& theme);
// Its arrowheads alone.
void draw_arrowheads(SkCanvas& canvas, const DrawnCurve& curve, const Style& style,
                     const Camera& camera, SkColor colour);

}  // namespace limber
