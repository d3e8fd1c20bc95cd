// Compiled without run-time types, like Skia, from whose class this one is derived.
#include "app/exchange/svg_canvas.h"

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "app/drawing/text_annotation.h"
#include "app/exchange/xml.h"
#include "include/core/SkData.h"
#include "include/core/SkPathEffect.h"
#include "include/core/SkRRect.h"
#include "include/utils/SkNoDrawCanvas.h"

namespace limber {

namespace {

constexpr int decimals = 3;  // thousandths of a point

std::string number(float value) { return fixed_number(static_cast<double>(value), decimals); }
std::string place(const SkPoint& p) { return number(p.x()) + " " + number(p.y()); }

std::string path_data(const SkPath& path) {
  std::string out;
  SkPoint p[4];
  SkPath::Iter iter(path, false);
  for (SkPath::Verb verb = iter.next(p); verb != SkPath::kDone_Verb; verb = iter.next(p)) {
    if (verb == SkPath::kMove_Verb) out += "M" + place(p[0]);
    if (verb == SkPath::kLine_Verb) out += "L" + place(p[1]);
    if (verb == SkPath::kQuad_Verb) out += "Q" + place(p[1]) + " " + place(p[2]);
    if (verb == SkPath::kCubic_Verb)
      out += "C" + place(p[1]) + " " + place(p[2]) + " " + place(p[3]);
    if (verb == SkPath::kClose_Verb) out += "Z";
    if (verb != SkPath::kConic_Verb) continue;
    SkPoint quads[1 + 2 * 4];
    const int count = SkPath::ConvertConicToQuads(p[0], p[1], p[2], iter.conicWeight(), quads, 2);
    for (int i = 0; i < count; ++i)
      out += "Q" + place(quads[1 + 2 * i]) + " " + place(quads[2 + 2 * i]);
  }
  return out;
}

std::string dashes_of(const SkPaint& paint) {
  SkPathEffect::DashInfo info;
  if (!paint.getPathEffect() ||
      paint.getPathEffect()->asADash(&info) != SkPathEffect::kDash_DashType)
    return {};
  std::vector<SkScalar> lengths(static_cast<std::size_t>(info.fCount));
  info.fIntervals = lengths.data();
  paint.getPathEffect()->asADash(&info);
  std::string out = " stroke-dasharray=\"";
  for (std::size_t i = 0; i < lengths.size(); ++i) out += (i ? " " : "") + number(lengths[i]);
  return out + "\"";
}

std::string attributes_of(const SkPaint& paint) {
  if (paint.getStyle() == SkPaint::kFill_Style) return svg_colour("fill", paint.getColor());
  std::string out = " fill=\"none\"" + svg_colour("stroke", paint.getColor());
  out += " stroke-width=\"" + number(paint.getStrokeWidth()) + "\"" + dashes_of(paint);
  if (paint.getStrokeCap() == SkPaint::kRound_Cap) out += " stroke-linecap=\"round\"";
  if (paint.getStrokeJoin() == SkPaint::kRound_Join) out += " stroke-linejoin=\"round\"";
  return out;
}

class SvgCanvas : public SkNoDrawCanvas {
 public:
  SvgCanvas(int width, int height) : SkNoDrawCanvas(width, height) {}
  std::string out;

 protected:
  void onDrawPaint(const SkPaint& paint) override {
    if (paint.getAlpha() == 0) return;
    const SkISize size = getBaseLayerSize();
    out += fmt::format("<rect width=\"{}\" height=\"{}\"{}/>\n", size.width(), size.height(),
                       attributes_of(paint));
  }
  void onDrawPath(const SkPath& path, const SkPaint& paint) override {
    if (paint.getAlpha() == 0) return;
    SkPath moved;
    path.transform(getTotalMatrix(), &moved);
    SkPaint scaled = paint;  // the matrices of marks scale both ways alike
    scaled.setStrokeWidth(getTotalMatrix().mapRadius(paint.getStrokeWidth()));
    const char* rule =
        path.getFillType() == SkPathFillType::kEvenOdd && paint.getStyle() == SkPaint::kFill_Style
            ? " fill-rule=\"evenodd\""
            : "";
    out += "<path d=\"" + path_data(moved) + "\"" + rule + attributes_of(scaled) + "/>\n";
  }
  // Letters, as their outlines.
  void onDrawAnnotation(const SkRect&, const char key[], SkData* value) override {
    SkColor colour = 0;
    SkPath outlines;
    if (std::strcmp(key, text_annotation) != 0 || !value || value->size() < sizeof colour) return;
    std::memcpy(&colour, value->data(), sizeof colour);
    const auto* bytes = static_cast<const char*>(value->data()) + sizeof colour;
    if (outlines.readFromMemory(bytes, value->size() - sizeof colour) == 0) return;
    SkPaint paint;
    paint.setColor(colour);
    onDrawPath(outlines, paint);
  }
  void onDrawRect(const SkRect& rect, const SkPaint& paint) override {
    onDrawPath(SkPath::Rect(rect), paint);
  }
  void onDrawRRect(const SkRRect& rect, const SkPaint& paint) override {
    onDrawPath(SkPath::RRect(rect), paint);
  }
  void onDrawArc(const SkRect& oval, SkScalar from, SkScalar sweep, bool wedge,
                 const SkPaint& paint) override {
    SkPath path;
    if (wedge) path.moveTo(oval.center());
    path.arcTo(oval, from, sweep, !wedge);
    if (wedge) path.close();
    onDrawPath(path, paint);
  }
  void onDrawOval(const SkRect& oval, const SkPaint& paint) override {
    if (paint.getAlpha() == 0) return;
    if (!getTotalMatrix().isScaleTranslate()) return onDrawPath(SkPath::Oval(oval), paint);
    const SkRect mapped = getTotalMatrix().mapRect(oval);
    SkPaint scaled = paint;
    scaled.setStrokeWidth(getTotalMatrix().mapRadius(paint.getStrokeWidth()));
    out +=
        fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"{}/>\n",
                    number(mapped.centerX()), number(mapped.centerY()), number(mapped.width() / 2),
                    number(mapped.height() / 2), attributes_of(scaled));
  }
  void onDrawPoints(PointMode mode, size_t count, const SkPoint points[],
                    const SkPaint& paint) override {
    SkPath path;
    for (std::size_t i = 0; i < count; ++i)
      if (i == 0 || (mode == kLines_PointMode && i % 2 == 0))
        path.moveTo(points[i]);
      else
        path.lineTo(points[i]);
    SkPaint line = paint;
    line.setStyle(SkPaint::kStroke_Style);
    onDrawPath(path, line);
  }
};

}  // namespace

std::string svg_colour(std::string_view attribute, SkColor colour) {
  std::string out = fmt::format(" {}=\"#{:06x}\"", attribute, colour & 0xffffffu);
  if (SkColorGetA(colour) != 255)
    out +=
        fmt::format(" {}-opacity=\"{}\"", attribute, fixed_number(SkColorGetA(colour) / 255.0, 4));
  return out;
}

std::string svg_of(int width, int height, const std::function<void(SkCanvas&)>& draw) {
  SvgCanvas canvas(width, height);
  draw(canvas);
  return std::move(canvas.out);
}

}  // namespace limber
