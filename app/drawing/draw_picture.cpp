#include "app/drawing/draw_picture.h"

#include <algorithm>

#include "app/drawing/fonts.h"
#include "app/drawing/style_paint.h"

namespace limber {

namespace {

constexpr float largest_letters = 14, smallest_letters = 7;  // of a reason, window points

SkRect in_window(const Box& box, const Camera& camera) {
  const SkPoint corners[] = {to_skia(camera.to_window(box.min())),
                             to_skia(camera.to_window(box.max()))};
  SkRect rect;
  rect.setBounds(corners, 2);
  return rect;
}

// A frame with its diagonals, and the reason across, as large as it has room.
void draw_missing(SkCanvas& canvas, const SkRect& frame, const std::string& reason,
                  const Theme& theme) {
  SkPaint inside;
  inside.setColor(SkColorSetA(theme.hint_text, 24));
  canvas.drawRect(frame, inside);
  const SkPaint line = stroke(SkColorSetA(theme.hint_text, 140), 1);
  canvas.drawRect(frame, line);
  canvas.drawLine(frame.left(), frame.top(), frame.right(), frame.bottom(), line);
  canvas.drawLine(frame.left(), frame.bottom(), frame.right(), frame.top(), line);
  SkFont letters = font(Face::regular, largest_letters);
  const float wide = letters.measureText(reason.data(), reason.size(), SkTextEncoding::kUTF8);
  const float room = 0.9f * frame.width();
  if (wide > room) letters.setSize(largest_letters * room / wide);
  if (letters.getSize() < smallest_letters) return;
  const float width = std::min(wide, room);
  const SkPoint middle = frame.center();
  SkPaint behind;
  behind.setColor(theme.paper);
  canvas.drawRect(SkRect::MakeLTRB(middle.x() - width / 2 - 4, middle.y() - letters.getSize(),
                                   middle.x() + width / 2 + 4,
                                   middle.y() + 0.5f * letters.getSize()),
                  behind);
  draw_text(canvas, reason, {middle.x(), middle.y() + 0.1f * letters.getSize()}, letters,
            theme.hint_text, Align::center);
}

}  // namespace

Box extent_of(const Picture& picture) { return {picture.at, Point(picture.at + picture.size)}; }

void draw_picture(SkCanvas& canvas, PictureId id, const Picture& picture, const ShownImage* shown,
                  const Style* style, const Camera& camera, const Theme& theme, const Marks& marks) {
  const SkRect frame = in_window(extent_of(picture), camera);
  if (SkPaint behind; style && set_window_paint(behind, style->fill, frame, theme))
    canvas.drawRect(frame, behind);
  if (shown && shown->image) {
    SkPaint paint;
    paint.setAntiAlias(true);
    paint.setAlphaf(static_cast<float>(picture.opacity));
    canvas.drawImageRect(shown->image, frame,
                         SkSamplingOptions(SkFilterMode::kLinear, SkMipmapMode::kLinear), &paint);
  } else {
    draw_missing(canvas, frame, shown ? shown->trouble : picture.file, theme);
  }
  if (style)
    if (SkPaint line = frame_paint(*style, camera);
        set_window_paint(line, style->stroke, frame, theme))
      canvas.drawRect(frame, line);
  if (marks.selected && marks.selected->contains(id))
    canvas.drawRect(frame, stroke(theme.selected, 2));
  else if (marks.hovered == ThingId(id))
    canvas.drawRect(frame, stroke(SkColorSetA(theme.accent, 140), 1));
}

}  // namespace limber
