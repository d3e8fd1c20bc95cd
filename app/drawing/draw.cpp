#include "app/drawing/draw.h"

#include <algorithm>
#include <cmath>

#include "app/drawing/dimension.h"
#include "app/drawing/draw_guide.h"
#include "app/drawing/draw_picture.h"
#include "app/drawing/draw_plot.h"
#include "app/drawing/draw_trace.h"
#include "app/drawing/fonts.h"
#include "app/drawing/glyphs.h"
#include "app/drawing/scene.h"
#include "app/drawing/style_paint.h"
#include "include/core/SkGraphics.h"

namespace limber {

namespace {

void draw_grid(SkCanvas& canvas, const Camera& camera, const Theme& theme, const SkRect& window) {
  const double spacing = grid_step(camera.scale());
  const Point low = camera.to_paper(Point(window.left(), window.bottom()));
  const Point high = camera.to_paper(Point(window.right(), window.top()));
  // Beyond this the counting itself would lose lines.
  if (!(high.cwiseAbs().maxCoeff() + low.cwiseAbs().maxCoeff() < 1e12 * spacing)) return;
  SkPaint paint;
  const float density = canvas.getTotalMatrix().getScaleX();  // pixels to the point
  const auto line = [&](int axis, double at) {
    paint.setColor(at == 0 ? theme.grid_axis : theme.grid);
    const Point p = camera.to_window(Point(at, at));
    // On whole pixels: a line a pixel wide, not two grey ones. A place that is whole but for rounding
    // errors stays where it is.
    const float x = std::floor(static_cast<float>(p[axis]) * density + 1.0f / 128) / density;
    if (axis == 0)
      canvas.drawRect(SkRect::MakeLTRB(x, window.top(), x + 1, window.bottom()), paint);
    else
      canvas.drawRect(SkRect::MakeLTRB(window.left(), x, window.right(), x + 1), paint);
  };
  for (int axis = 0; axis < 2; ++axis) {
    const auto first = static_cast<long long>(std::ceil(low[axis] / spacing));
    const auto last = static_cast<long long>(std::floor(high[axis] / spacing));
    for (long long k = first; k <= last; ++k)
      if (k != 0) line(axis, static_cast<double>(k) * spacing);
    if (first <= 0 && last >= 0) line(axis, 0);
  }
}

// The page as it will be printed: a frame, and beside it the paper is darker.
void draw_page(SkCanvas& canvas, const Page& page, const Camera& camera, const Theme& theme) {
  const Box box = extent_of(page);
  if (box.isEmpty()) return;
  const SkPoint corners[] = {to_skia(camera.to_window(box.min())),
                             to_skia(camera.to_window(box.max()))};
  SkRect frame;
  frame.setBounds(corners, 2);
  canvas.save();
  canvas.clipRect(frame, SkClipOp::kDifference);
  canvas.drawColor(SkColorSetA(theme.ink, 12));
  canvas.restore();
  SkPaint line;
  line.setStyle(SkPaint::kStroke_Style);
  line.setColor(theme.grid_axis);
  canvas.drawRect(frame, line);
}

// Its stroke is the colour of its letters, its fill lies behind them.
void draw_paper_text(SkCanvas& canvas, TextId id, const Text& text, const Style* style,
                     const Camera& camera, const Theme& theme, const Marks& marks) {
  const double size = text.size * camera.scale();
  if (!(size > 3 && size < 2000)) return;
  const bool selected = marks.selected && marks.selected->contains(id);
  const Box box = extent_of(text);
  const SkPoint corners[] = {to_skia(camera.to_window(box.min())),
                             to_skia(camera.to_window(box.max()))};
  SkRect frame;
  frame.setBounds(corners, 2);
  if (SkPaint behind; style && set_window_paint(behind, style->fill, frame, theme))
    canvas.drawRect(frame, behind);
  if (selected || marks.hovered == ThingId(id)) {
    SkPaint paint;
    paint.setAntiAlias(true);
    paint.setColor(SkColorSetA(theme.selected, selected ? 40 : 18));
    canvas.drawRoundRect(frame.makeOutset(6, 3), 6, 6, paint);
  }
  SkPaint letters;
  letters.setAntiAlias(true);
  letters.setColor(theme.hint_text);
  if (style && !set_window_paint(letters, style->stroke, frame, theme)) return;
  draw_text(canvas, text.text, to_skia(camera.to_window(text.at)),
            font(Face::regular, static_cast<float>(size)), letters, Align::center);
}

void draw_halo(SkCanvas& canvas, const DrawnCurve& curve, const Camera& camera, SkColor colour,
               double width) {
  SkPaint paint = stroke(SkColorSetA(colour, 56), static_cast<float>(width) + halo_width);
  draw_curve(canvas, curve, camera, paint);
}

void draw_one(SkCanvas& canvas, CurveId id, const DrawnCurve& curve, const Style& style, bool fills,
              const Camera& camera, const Theme& theme, const Marks& marks) {
  const double width = static_cast<double>(stroke_width_of(style, camera));
  if (marks.selected && marks.selected->contains(id))
    draw_halo(canvas, curve, camera, theme.selected, width);
  else if (marks.hovered == ThingId(id))
    draw_halo(canvas, curve, camera, theme.accent, width - 1.5);
  draw_styled(canvas, curve, style, fills, camera, theme);
}

}  // namespace

Box extent_of(const Page& page) {
  if (!(page.width > 0 && page.height > 0)) return {};
  return {Point(0, 0), Point(page.width, page.height)};
}

Box extent_of(const Text& text) {
  const float width = font(Face::regular, 100)
                          .measureText(text.text.data(), text.text.size(), SkTextEncoding::kUTF8);
  const double half = text.size * width / 200;
  return {Point(text.at + Point(-half, -0.2 * text.size)),
          Point(text.at + Point(half, 0.8 * text.size))};
}

Box extent_of(const Document& document, const Tessellation& drawn) {
  Box box = drawn.frame();
  document.texts->each([&](TextId, const Text& text) { box.extend(extent_of(text)); });
  document.pictures->each(
      [&](PictureId, const Picture& picture) { box.extend(extent_of(picture)); });
  document.plots->each([&](PlotId, const Plot& plot) { box.extend(extent_of(plot)); });
  return box;
}

double round_spacing(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= least) return step * power;
  return 10 * power;
}

double grid_step(double scale) {
  constexpr double least_points = 22;  // between lines, in the window
  return round_spacing(least_points / scale);
}

SkPoint to_skia(const Point& window) {
  return {static_cast<float>(window.x()), static_cast<float>(window.y())};
}

SkPaint stroke(SkColor colour, float width) {
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setStyle(SkPaint::kStroke_Style);
  paint.setStrokeCap(SkPaint::kRound_Cap);
  paint.setStrokeJoin(SkPaint::kRound_Join);
  paint.setStrokeWidth(width);
  paint.setColor(colour);
  return paint;
}

void draw_curve(SkCanvas& canvas, const DrawnCurve& curve, const Camera& camera, SkPaint paint) {
  if (curve.box.isEmpty()) return;
  const auto scale = static_cast<float>(camera.scale());
  const SkPoint origin = to_skia(camera.to_window(curve.origin));
  // A curve of no extent is a point: a dot large enough to be seen and aimed at.
  if (curve.box.sizes().maxCoeff() * camera.scale() < 0.5) {
    const float radius =
        paint.getStyle() == SkPaint::kStroke_Style ? 1.5f + paint.getStrokeWidth() / 2 : 0;
    paint.setStyle(SkPaint::kFill_Style);
    canvas.drawCircle(origin, radius, paint);
    return;
  }
  canvas.save();
  canvas.translate(origin.x(), origin.y());
  canvas.scale(scale, -scale);
  paint.setStrokeWidth(paint.getStrokeWidth() / scale);
  if (!canvas.quickReject(
          curve.path.getBounds().makeOutset(paint.getStrokeWidth(), paint.getStrokeWidth())))
    canvas.drawPath(curve.path, paint);
  canvas.restore();
}

namespace {
void draw_area(SkCanvas& canvas, const Scene& scene, const SceneItem& area, const Camera& camera) {
  std::vector<const DrawnCurve*> outlines;
  for (const CurveId id : area.outlines) outlines.push_back(scene.drawn->find(id));
  draw_fill(canvas, one_shape(outlines), scene.document->style(area.id), camera, *scene.theme);
}

void draw_dimension_mark(SkCanvas& canvas, const Scene& scene, ThingId id, const DimensionMark& mark,
                         const Camera& camera) {
  const std::optional<DimensionShape> shape = shape_of(*scene.document, mark, camera.scale());
  if (!shape) return;
  const Theme& theme = *scene.theme;
  const auto is = [&](ThingId one) {
    return scene.marks.selected && (scene.marks.selected->contains(one));
  };
  const bool hovered = scene.marks.hovered == id || scene.marks.hovered == ThingId(mark.of);
  const SkColor colour = scene.marks.not_met.contains(mark.of) ? theme.trouble
                         : is(id) || is(mark.of)               ? theme.selected
                         : hovered                             ? theme.accent
                                                               : theme.hint_text;
  draw_dimension(canvas, *shape, camera, theme, colour);
}
}  // namespace

namespace {
void draw_item(SkCanvas& canvas, const Scene& scene, const SceneItem& item, const Camera& camera) {
  const Document& document = *scene.document;
  if (item.mark >= 0)
    draw_mark(canvas, document, (*scene.places)[static_cast<std::size_t>(item.mark)], camera,
              *scene.theme, scene.marks);
  else if (const Text* text = document.texts->find(item.id.as<Text>()))
    draw_paper_text(canvas, item.id.as<Text>(), *text, document.styled(item.id).style, camera,
                    *scene.theme, scene.marks);
  else if (const Picture* picture = document.pictures->find(item.id.as<Picture>()))
    draw_picture(canvas, item.id.as<Picture>(), *picture, scene.images->find(item.id.as<Picture>()),
                 document.styled(item.id).style, camera, *scene.theme, scene.marks);
  else if (const Guide* guide = document.guides->find(item.id.as<Guide>()))
    draw_guide(canvas, item.id.as<Guide>(), *guide, document.styled(item.id).style, camera,
               *scene.theme, scene.marks);
  else if (const Plot* plot = document.plots->find(item.id.as<Plot>()))
    draw_plot(canvas, document, item.id.as<Plot>(), *plot,
              scene.samples ? scene.samples->find(item.id.as<Plot>()) : nullptr,
              document.styled(item.id).style, camera, *scene.theme, scene.marks);
  else if (const Trace* trace = document.traces->find(item.id.as<Trace>()))
    draw_trace(canvas, item.id.as<Trace>(), item.trail.get(), pen_of(document.world, *trace),
               document.styled(item.id).style, camera, *scene.theme, scene.marks);
  else if (item.id.kind == ThingKind::group)
    draw_area(canvas, scene, item, camera);
  else if (const DimensionMark* mark = document.dimensions->find(item.id.as<DimensionMark>()))
    draw_dimension_mark(canvas, scene, item.id, *mark, camera);
  else if (const DrawnCurve* curve = scene.drawn->find(item.id.as<Body>()))
    draw_one(canvas, item.id.as<Body>(), *curve, document.style(item.id),
             fills_itself(document, item.id.as<Body>()), camera, *scene.theme, scene.marks);
}
}  // namespace

ScenePainter::ScenePainter(SkCanvas& canvas, const Scene& scene, const Camera& camera)
    : canvas_(canvas), scene_(scene), camera_(camera) {}

ScenePainter::~ScenePainter() { leave(0); }

void ScenePainter::leave(std::size_t until) {
  for (; open_.size() > until; open_.pop_back()) canvas_.restore();
}

void ScenePainter::draw(const SceneItem& item) {
  const auto differs =
      std::mismatch(open_.begin(), open_.end(), item.fades.begin(), item.fades.end()).second;
  leave(static_cast<std::size_t>(differs - item.fades.begin()));
  for (std::size_t k = open_.size(); k < item.fades.size(); ++k) {
    open_.push_back(item.fades[k]);
    canvas_.saveLayerAlphaf(nullptr, static_cast<float>(item.fades[k].opacity));
  }
  draw_item(canvas_, scene_, item, camera_);
}

void draw_paper(SkCanvas& canvas, const Scene& scene, const Camera& camera) {
  SkGraphics::Init();  // once: chooses the loops made for this processor
  canvas.clear(scene.theme->paper);
  if (scene.marks.construction) draw_page(canvas, scene.document->page, camera, *scene.theme);
  SkRect window;
  if (scene.marks.grid && canvas.getLocalClipBounds(&window))
    draw_grid(canvas, camera, *scene.theme, window);
}

void draw_scene(SkCanvas& canvas, const Scene& scene) {
  draw_paper(canvas, scene, scene.camera);
  ScenePainter painter(canvas, scene, scene.camera);
  for (const SceneItem& item : items_of(scene)) painter.draw(item);
}

void draw_document(SkCanvas& canvas, const Document& document, const Tessellation& drawn,
                   const Images& images, const Camera& camera, const Theme& theme,
                   const Marks& marks) {
  const std::vector<Mark> places = marks_of(document, camera.scale());
  draw_scene(canvas, {&document, &drawn, &places, &images, camera, &theme, marks});
}

}  // namespace limber
