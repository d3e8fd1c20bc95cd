// Pictures on the paper: faded as they say, framed when they are chosen; one that cannot be shown is a
// frame with the reason.
#pragma once

#include "app/drawing/draw.h"
#include "app/drawing/images.h"

namespace limber {

Box extent_of(const Picture& picture);

// `shown`: null when it was never looked for. `style`: of its frame, and what is behind it; null: none.
void draw_picture(SkCanvas& canvas, PictureId id, const Picture& picture, const ShownImage* shown,
                  const Style* style, const Camera& camera, const Theme& theme, const Marks& marks);

}  // namespace limber
