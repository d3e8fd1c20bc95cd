#include "app/drawing/kept_picture.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "include/core/SkCanvas.h"
#include "include/core/SkSamplingOptions.h"

namespace limber {

namespace {

// Places on the sheet are rounded to this part of a pixel, which cannot be seen; so the rounding
// errors of a moving view leave the tiles as they are.
constexpr double phase_steps = 1 << 16;
// The anchor moves on when the view is about this many pixels away from it.
constexpr double anchor_spacing = 1 << 20;
// How much of the window is sharpened in a frame: all of it in a tenth of a second.
constexpr int frames_to_sharpen = 6, least_tiles_a_frame = 12;
constexpr int tiles_in_a_zoom = 6;  // while it goes on, and only where nothing is to be seen
// Scales whose tiles are kept to be stretched: more than are seen of one zoom.
constexpr std::size_t most_old_sheets = 16;

int floor_div(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

Point per_axis(const Point& p, double (*f)(double)) { return {f(p.x()), f(p.y())}; }

}  // namespace

bool KeptPicture::Sheet::same_as(const Sheet& o) const {
  return scale == o.scale && density == o.density && anchor == o.anchor && phase == o.phase;
}

KeptPicture::Sheet KeptPicture::sheet_of(const Camera& camera, float density, SkIPoint& offset) {
  const double pixels_per_unit = camera.scale() * static_cast<double>(density);
  const int exponent = std::ilogb(anchor_spacing / pixels_per_unit);
  const double spacing = std::ldexp(1, exponent);
  Sheet sheet{camera.scale(), density, Point::Zero(), Point::Zero()};
  sheet.anchor = spacing * per_axis(camera.center() / spacing, std::round);
  const Point place = static_cast<double>(density) * camera.to_window(sheet.anchor);
  const Point rounded = per_axis(place * phase_steps, std::round) / phase_steps;
  const Point whole = per_axis(rounded, std::floor);
  sheet.phase = rounded - whole;
  offset = {static_cast<int>(whole.x()), static_cast<int>(whole.y())};
  return sheet;
}

// The view of one tile: its own corner is the origin, so that its pixels are the same wherever the
// window is.
Camera KeptPicture::camera_of(const Sheet& sheet, Place tile) {
  const Point corner(tile_side * static_cast<double>(tile.first),
                     tile_side * static_cast<double>(tile.second));
  const Point anchor = (sheet.phase - corner) / static_cast<double>(sheet.density);
  Camera camera;
  camera.set_view(Box(anchor, anchor));
  camera.look_at(sheet.anchor, sheet.scale);
  return camera;
}

Box KeptPicture::paper_of(const Sheet& sheet, Place tile) {
  const Camera camera = camera_of(sheet, tile);
  const double side = tile_side / static_cast<double>(sheet.density);
  Box box;
  box.extend(camera.to_paper(Point(-1, -1)));
  box.extend(camera.to_paper(Point(side + 1, side + 1)));
  return box;
}

SkIRect KeptPicture::window_rect(Place tile, SkIPoint offset) {
  return SkIRect::MakeXYWH(offset.x() + tile_side * tile.first, offset.y() + tile_side * tile.second,
                           tile_side, tile_side);
}

void KeptPicture::forget() { *this = {}; }

// The tiles of the scale before are kept to be stretched: those of a picture that was sharp instead of
// all older ones, the few of one that was not beside them.
void KeptPicture::start_sheet(const Sheet& sheet, const Kind& kind) {
  const bool zoomed = kind == kind_ && sheet.density == sheet_.density;
  if (!zoomed || sharp_) old_.clear();
  if (zoomed && !tiles_.empty()) old_.push_back({sheet_, std::move(tiles_)});
  if (old_.size() > most_old_sheets) old_.erase(old_.begin() + 1);
  tiles_.clear();
  sheet_ = sheet;
  kind_ = kind;
}

void KeptPicture::mark_new(const Scene& scene, const SceneItem& item) {
  for (const Place& place : visible_over(item.box))
    if (touches(scene, item, paper_of(sheet_, place))) changed_.push_back(place);
}

void KeptPicture::mark_old(ThingId id) {
  for (const auto& [place, tile] : tiles_)
    if (std::find(tile.holds.begin(), tile.holds.end(), id) != tile.holds.end())
      changed_.push_back(place);
}

// Both lists are in the order of the drawing. Where things changed their order, all is drawn again.
bool KeptPicture::mark_changed(const Scene& scene, const std::vector<SceneItem>& items) {
  const auto key = [](const SceneItem& item) {
    return static_cast<std::uint64_t>(item.id.kind) << 32 | item.id.index;
  };
  const auto differ = [](const SceneItem& a, const SceneItem& b) {
    return a.look != b.look || a.box.min() != b.box.min() || a.box.max() != b.box.max();
  };
  const bool same_things =
      std::equal(items.begin(), items.end(), items_.begin(), items_.end(),
                 [](const SceneItem& a, const SceneItem& b) { return a.id == b.id; });
  if (same_things) {
    for (std::size_t k = 0; k < items.size(); ++k)
      if (differ(items[k], items_[k])) mark_old(items_[k].id), mark_new(scene, items[k]);
    return true;
  }
  std::unordered_map<std::uint64_t, std::size_t> before;
  for (std::size_t k = 0; k < items_.size(); ++k) before[key(items_[k])] = k;
  std::size_t last = 0;
  for (const SceneItem& item : items) {
    const auto found = before.find(key(item));
    if (found == before.end()) {
      mark_new(scene, item);
      continue;
    }
    if (found->second < last) return false;
    last = found->second;
    if (differ(item, items_[last])) mark_old(item.id), mark_new(scene, item);
    before.erase(found);
  }
  for (const auto& [id, k] : before) mark_old(items_[k].id);
  return true;
}

void KeptPicture::find_visible() {
  first_ = {floor_div(-offset_.x(), tile_side), floor_div(-offset_.y(), tile_side)};
  last_ = {floor_div(pixels_.width() - 1 - offset_.x(), tile_side),
           floor_div(pixels_.height() - 1 - offset_.y(), tile_side)};
  places_.clear();
  for (int y = first_.second; y <= last_.second; ++y)
    for (int x = first_.first; x <= last_.first; ++x) places_.emplace_back(x, y);
}

bool KeptPicture::is_visible(Place place) const {
  return place.first >= first_.first && place.first <= last_.first &&
         place.second >= first_.second && place.second <= last_.second;
}

std::vector<KeptPicture::Place> KeptPicture::visible_over(const Box& paper) const {
  const Camera camera = camera_of(sheet_, {0, 0});
  const auto density = static_cast<double>(sheet_.density);
  const Point a = density * camera.to_window(paper.min()), b = density * camera.to_window(paper.max());
  // One pixel more: a tile looks that far beyond its edge.
  const auto tile = [](double pixel, int low, int high) {
    return static_cast<int>(std::clamp<double>(std::floor(pixel / tile_side), low, high));
  };
  const int left = tile(a.x() - 1, first_.first, last_.first);
  const int right = tile(b.x() + 1, first_.first, last_.first);
  const int top = tile(b.y() - 1, first_.second, last_.second);
  const int bottom = tile(a.y() + 1, first_.second, last_.second);
  std::vector<Place> places;
  for (int y = top; y <= bottom; ++y)
    for (int x = left; x <= right; ++x) places.emplace_back(x, y);
  return places;
}

// Where a tile of another scale stands now.
SkRect KeptPicture::stretched(const Sheet& old, Place place) const {
  const Camera then = camera_of(old, place), now = camera_of(sheet_, {0, 0});
  const double side = tile_side / static_cast<double>(old.density);
  const auto corner = [&](const Point& at) -> SkPoint {
    const Point p = static_cast<double>(sheet_.density) * now.to_window(then.to_paper(at));
    return {static_cast<float>(p.x() + offset_.x()), static_cast<float>(p.y() + offset_.y())};
  };
  const SkPoint a = corner(Point(0, 0)), b = corner(Point(side, side));
  return SkRect::MakeLTRB(a.x(), a.y(), b.x(), b.y());
}

void KeptPicture::stretch_old() {
  stretched_.clear();
  const SkRect window = SkRect::Make(pixels_);
  for (const OldSheet& old : old_)
    for (const auto& [place, tile] : old.tiles) {
      const SkRect where = stretched(old.sheet, place);
      if (tile.image && SkRect::Intersects(where, window)) stretched_.push_back({where, tile.image});
    }
}

bool KeptPicture::is_covered(Place place) const {
  const SkRect where = SkRect::Make(window_rect(place, offset_));
  return std::any_of(stretched_.begin(), stretched_.end(), [&](const Stretched& old) {
    return old.where.contains(where.centerX(), where.centerY());
  });
}

// What is nowhere to be seen yet comes first; while the zoom goes on, nothing else. From the middle of
// the window, where people look, outwards.
std::vector<KeptPicture::Place> KeptPicture::to_draw(bool began) const {
  std::vector<Place> now = changed_, blurred;
  for (const Place& place : places_) {
    if (tiles_.contains(place)) continue;
    if (old_.empty())
      now.push_back(place);
    else
      blurred.push_back(place);
  }
  const SkPoint middle = SkRect::Make(pixels_).center();
  const auto from_middle = [&](Place place) {
    return SkPoint::Distance(SkRect::Make(window_rect(place, offset_)).center(), middle);
  };
  std::sort(blurred.begin(), blurred.end(),
            [&](Place a, Place b) { return from_middle(a) < from_middle(b); });
  const auto bare = std::stable_partition(blurred.begin(), blurred.end(),
                                          [&](Place place) { return !is_covered(place); });
  if (began) blurred.erase(bare, blurred.end());
  const int all = static_cast<int>(places_.size());
  const auto budget = static_cast<std::size_t>(
      began ? tiles_in_a_zoom : std::max(least_tiles_a_frame, all / frames_to_sharpen + 1));
  if (blurred.size() > budget) blurred.resize(budget);
  now.insert(now.end(), blurred.begin(), blurred.end());
  std::sort(now.begin(), now.end());
  now.erase(std::unique(now.begin(), now.end()), now.end());
  return now;
}

void KeptPicture::draw_tile(const Scene& scene, SkCanvas& like, Place place) {
  Tile& tile = tiles_[place];
  tile.image.reset();  // before it is drawn on: nobody else needs the old pixels
  if (!tile.surface)
    tile.surface = like.makeSurface(
        SkImageInfo::Make(tile_side, tile_side, kN32_SkColorType, kOpaque_SkAlphaType));
  if (!tile.surface) return;
  SkCanvas& canvas = *tile.surface->getCanvas();
  canvas.resetMatrix();
  canvas.scale(sheet_.density, sheet_.density);
  const Camera camera = camera_of(sheet_, place);
  const Box paper = paper_of(sheet_, place);
  draw_paper(canvas, scene, camera);
  tile.holds.clear();
  {
    ScenePainter painter(canvas, scene, camera);
    for (const SceneItem& item : items_)
      if (touches(scene, item, paper)) {
        painter.draw(item);
        tile.holds.push_back(item.id);
      }
  }
  tile.image = tile.surface->makeImageSnapshot();
  ++tiles_drawn_;
}

void KeptPicture::update(const Scene& scene, SkCanvas& like, SkISize pixels, float density) {
  SkIPoint offset;
  const Sheet sheet = sheet_of(scene.camera, density, offset);
  const Kind kind{scene.theme, scene.marks.grid, scene.marks.construction, scene.marks.constraints,
                  scene.document->page};
  const bool began = !sheet.same_as(sheet_) || kind != kind_;
  const bool stays = !began && offset == offset_ && pixels == pixels_;
  const bool was_sharp = sharp_;
  if (began) start_sheet(sheet, kind);
  offset_ = offset;
  pixels_ = pixels;
  find_visible();
  std::vector<SceneItem> items = items_of(scene);
  changed_.clear();
  if (!began) {
    std::erase_if(tiles_, [&](const auto& tile) { return !is_visible(tile.first); });
    if (!mark_changed(scene, items)) tiles_.clear(), old_.clear(), changed_ = places_;
  }
  items_ = std::move(items);
  tiles_drawn_ = 0;
  stretch_old();
  const std::vector<Place> drawn = to_draw(began);
  for (const Place& place : drawn) draw_tile(scene, like, place);
  sharp_ = tiles_.size() >= places_.size();
  if (sharp_) old_.clear();
  cells_.clear();
  const SkIRect window = SkIRect::MakeSize(pixels_);
  for (const Place& place : places_) {
    SkIRect where = window_rect(place, offset_);
    if (!where.intersect(window)) where.setEmpty();
    cells_.push_back({where, !stays || std::binary_search(drawn.begin(), drawn.end(), place) ||
                                 (began && !was_sharp)});
  }
}

void KeptPicture::draw_old(SkCanvas& canvas) const {
  canvas.clear(kind_.theme->paper);
  for (const Stretched& old : stretched_)
    if (!canvas.quickReject(old.where))
      canvas.drawImageRect(old.image, old.where, SkSamplingOptions(SkFilterMode::kLinear));
}

void KeptPicture::draw_all(SkCanvas& canvas) const {
  if (!sharp_) draw_old(canvas);
  for (const auto& [place, tile] : tiles_) {
    const SkIRect where = window_rect(place, offset_);
    if (tile.image)
      canvas.drawImage(tile.image, static_cast<float>(where.left()),
                       static_cast<float>(where.top()));
  }
}

void KeptPicture::draw(SkCanvas& canvas, std::size_t cell) const {
  const auto tile = tiles_.find(places_[cell]);
  if (tile == tiles_.end() || !tile->second.image) return draw_old(canvas);
  const SkIRect where = window_rect(places_[cell], offset_);
  canvas.drawImage(tile->second.image, static_cast<float>(where.left()),
                   static_cast<float>(where.top()));
}

}  // namespace limber
