#include "app/exchange/sheet.h"

#include <algorithm>
#include <cmath>

#include "app/drawing/picture.h"

namespace limber {

namespace {

// An empty drawing is a sheet of this size around the origin, drawing units.
constexpr double empty_side = 10;

Camera camera_on(const Box& paper, double scale) {
  Camera camera;
  camera.set_view(Box(Point(0, 0), Point(paper.sizes() * scale)));
  camera.look_at(paper.center(), scale);
  return camera;
}

Box grown(const Box& box, double by) {
  return {Point(box.min().array() - by), Point(box.max().array() + by)};
}

// Of what is drawn, with the widths of its strokes.
Box extent_of(const std::vector<SceneItem>& items) {
  Box box;
  for (const SceneItem& item : items) box.extend(item.box);
  return box;
}

}  // namespace

Box page_box(const Document& document) { return limber::extent_of(*document.page); }

Sheet::Sheet(const Document& document, const ExportOptions& options, double detail)
    : only_(options.only), images_(options.linked), theme_(*options.theme) {
  if (!options.background) theme_.paper = SK_ColorTRANSPARENT;
  images_.update(document);
  scene_ = {&document, &drawn_, &places_, &images_, {}, &theme_, {}, options.samples};
  scene_.marks.grid = options.grid;
  scene_.marks.constraints = options.marks;
  scene_.marks.construction = false;
  look(options, detail);
}

// Things drawn in points (strokes, marks) are larger on the paper the smaller it is shown, so what
// is to be seen is found at the scale it will have.
void Sheet::look(const ExportOptions& options, double detail) {
  const double scale = points_per_unit_at_100 * options.scale;
  Box paper = options.part;
  if (paper.isEmpty() && options.page) paper = page_box(*scene_.document);
  if (options.size) {
    scene_.camera = fitted(options, paper);
    return lay_out(camera().scale(), detail);
  }
  lay_out(scale, detail);
  if (paper.isEmpty()) {
    paper = extent_of(items_);
    paper = paper.isEmpty() ? Box(Point(-empty_side, -empty_side), Point(empty_side, empty_side))
                            : grown(paper, options.margin / options.scale);
  }
  scene_.camera = camera_on(paper, scale);
}

// The paper within a number of pixels; without a part, all that is drawn, with a margin.
Camera Sheet::fitted(const ExportOptions& options, const Box& part) {
  PictureOptions picture;
  std::tie(picture.width, picture.height) = *options.size;
  picture.scale = static_cast<float>(options.pixel_ratio);
  picture.part = part;
  Camera camera = camera_for(*scene_.document, picture);
  if (!only_ || !part.isEmpty()) return camera;
  lay_out(camera.scale(), 1);
  camera.fit(extent_of(items_));
  return camera;
}

void Sheet::lay_out(double scale, double detail) {
  scene_.camera.look_at(scene_.camera.center(), scale);
  drawn_.update(scene_.document->world, scale * detail);
  places_ = marks_of(*scene_.document, scale);
  items_ = items_of(scene_);
  if (only_)
    std::erase_if(items_, [&](const SceneItem& item) {
      const bool area = !item.outlines.empty();  // with all its outlines it is chosen, too
      return !only_->contains(item.id) &&
             !(area &&
               std::ranges::all_of(item.outlines, [&](CurveId id) { return only_->contains(id); }));
    });
}

Box Sheet::paper() const {
  const Point half = size_in_points() / 2 / camera().scale();
  return {camera().center() - half, camera().center() + half};
}

double pixels_per_point(const ExportOptions& options) {
  return options.size ? options.pixel_ratio : options.density / points_per_inch;
}

// Rounded up: nothing is cut off; what is whole but for rounding errors stays.
std::pair<int, int> Sheet::size_in_pixels(const ExportOptions& options) const {
  if (options.size) return *options.size;
  const auto pixels = [&](double points) {
    const double count = std::ceil(points * pixels_per_point(options) - 1e-6);
    return static_cast<int>(std::clamp(count, 1.0, 1e6));
  };
  return {pixels(size_in_points().x()), pixels(size_in_points().y())};
}

void Sheet::draw(SkCanvas& canvas) const {
  draw_paper(canvas, scene_, camera());
  ScenePainter painter(canvas, scene_, camera());
  for (const SceneItem& item : items_) painter.draw(item);
}

}  // namespace limber
