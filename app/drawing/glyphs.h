// The marks of constraints: what is nailed, attached, sprung, and where. Shapes differ, not only
// colours. Sizes are in window points at every zoom.
#pragma once

#include "app/drawing/draw.h"
#include "app/drawing/marks.h"

namespace limber {

// The mark of a constraint or a force, as marks_of places it.
void draw_mark(SkCanvas& canvas, const Document& document, const Mark& mark, const Camera& camera,
               const Theme& theme, const Marks& marks);

// Single marks, also used by the tools for what is about to be.
void draw_nail(SkCanvas& canvas, SkPoint at, const Theme& theme, SkColor colour);
void draw_joint(SkCanvas& canvas, SkPoint at, const Theme& theme, SkColor colour);
void draw_slider(SkCanvas& canvas, SkPoint at, const Theme& theme, SkColor colour);
void draw_motor(SkCanvas& canvas, SkPoint at, SkColor colour);
void draw_chosen_point(SkCanvas& canvas, SkPoint at, const Theme& theme);
void draw_snap(SkCanvas& canvas, SkPoint at, const Theme& theme, bool on_curve);
// What a snap will do, as the constraint it would leave shows itself; dashed when it will leave none.
void draw_constraint_hint(SkCanvas& canvas, SkPoint at, std::string_view kind, bool holds,
                          const Theme& theme);
void draw_rubber_band(SkCanvas& canvas, SkPoint from, SkPoint to, const Theme& theme);
void draw_label(SkCanvas& canvas, std::string_view text, SkPoint at, const Theme& theme);

}  // namespace limber
