#include "app/drawing/fonts.h"

#include <array>
#include <cstring>
#include <string_view>

#include "app/drawing/assets.h"
#include "app/drawing/text_annotation.h"
#include "include/core/SkData.h"
#include "include/core/SkFontMgr.h"
#include "include/core/SkTypeface.h"
#include "include/ports/SkFontMgr_empty.h"
#include "include/utils/SkTextUtils.h"

namespace limber {

namespace {
sk_sp<SkTypeface> load(std::string_view file_name) {
  static const sk_sp<SkFontMgr> fonts = SkFontMgr_New_Custom_Empty();
  const std::string_view bytes = asset(file_name);
  return fonts->makeFromData(SkData::MakeWithoutCopy(bytes.data(), bytes.size()));
}
}  // namespace

SkFont font(Face face, float size) {
  static const std::array<sk_sp<SkTypeface>, 3> faces = {
      load("Inter-Regular.otf"), load("Inter-SemiBold.otf"), load("JetBrainsMono-Regular.ttf")};
  SkFont result(faces[static_cast<std::size_t>(face)], size);
  result.setEdging(SkFont::Edging::kAntiAlias);
  result.setSubpixel(true);
  return result;
}

namespace {
void annotate(SkCanvas& canvas, std::string_view text, SkPoint at, const SkFont& font,
              SkColor colour) {
  SkPath outlines;
  SkTextUtils::GetPath(text.data(), text.size(), SkTextEncoding::kUTF8, at.fX, at.fY, font,
                       &outlines);
  const sk_sp<SkData> path = outlines.serialize();
  const sk_sp<SkData> told = SkData::MakeUninitialized(sizeof colour + path->size());
  std::memcpy(told->writable_data(), &colour, sizeof colour);
  std::memcpy(static_cast<char*>(told->writable_data()) + sizeof colour, path->data(), path->size());
  canvas.drawAnnotation(outlines.getBounds(), text_annotation, told);
}
}  // namespace

void draw_text(SkCanvas& canvas, std::string_view text, SkPoint at, const SkFont& font,
               const SkPaint& paint, Align align) {
  if (align == Align::center)
    at.fX -= font.measureText(text.data(), text.size(), SkTextEncoding::kUTF8) / 2;
  if (canvas.imageInfo().colorType() == kUnknown_SkColorType)
    annotate(canvas, text, at, font, paint.getColor());
  canvas.drawSimpleText(text.data(), text.size(), SkTextEncoding::kUTF8, at.fX, at.fY, font, paint);
}

void draw_text(SkCanvas& canvas, std::string_view text, SkPoint at, const SkFont& font,
               SkColor colour, Align align) {
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setColor(colour);
  draw_text(canvas, text, at, font, paint, align);
}

}  // namespace limber
