// A Document on a canvas, in window points. No state: the same arguments, the same picture, in the
// window, in a test, in a file.
#pragma once

#include <optional>
#include <set>

#include "app/drawing/tessellation.h"
#include "app/drawing/theme.h"
#include "app/drawing/camera.h"
#include "app/document/selection.h"
#include "include/core/SkCanvas.h"

namespace limber {

// What is shown besides the drawing itself.
struct Marks {
  bool grid = true;
  bool constraints = true;
  bool construction = true;             // things drawn as a help
  const Selection* selected = nullptr;  // shown as chosen; null: nothing is
  ThingId hovered;                      // a curve, a text or a mark
  std::set<ConstraintId> not_met;
};

class Images;

void draw_document(SkCanvas& canvas, const Document& document, const Tessellation& drawn,
                   const Images& images, const Camera& camera, const Theme& theme,
                   const Marks& marks);

// One curve with the given paint: its width is in window points.
void draw_curve(SkCanvas& canvas, const DrawnCurve& curve, const Camera& camera, SkPaint paint);

// Of all that is drawn, on the paper; empty when there is nothing.
Box extent_of(const Document& document, const Tessellation& drawn);

Box extent_of(const Text& text);
Box extent_of(const Page& page);  // its lower left corner is the origin; empty when there is none

double grid_step(double scale);  // between lines of the grid, drawing units
double round_spacing(double least);  // 1, 2 or 5 times a power of ten, at least so much

SkPoint to_skia(const Point& window);
SkPaint stroke(SkColor colour, float width);  // antialiased, round ends

}  // namespace limber
