#include "app/panels/frame_picture.h"

#include <algorithm>

namespace limber {

namespace {

SkIRect in_pixels(const SkPicture& picture, float density) {
  if (picture.approximateOpCount() == 0) return SkIRect::MakeEmpty();
  const SkRect box = picture.cullRect();
  return SkRect::MakeLTRB(box.fLeft * density, box.fTop * density, box.fRight * density,
                          box.fBottom * density)
      .makeOutset(2, 2)
      .roundOut();
}

}  // namespace

void FramePicture::forget() { *this = {}; }

void FramePicture::find_damage(const sk_sp<SkPicture>& hint, const std::vector<Panel>& panels,
                               float density) {
  damage_.clear();
  damage_.push_back(hint_box_);
  hint_ = hint;
  hint_box_ = hint ? in_pixels(*hint, density) : SkIRect::MakeEmpty();
  damage_.push_back(hint_box_);
  const auto same = [](const Panel& a, const Panel& b) {
    return a.look == b.look && a.where == b.where;
  };
  if (panels.size() == panels_.size()) {
    for (std::size_t k = 0; k < panels.size(); ++k)
      if (!same(panels[k], panels_[k]))
        damage_.push_back(panels_[k].where), damage_.push_back(panels[k].where);
  } else {
    for (const Panel& panel : panels_) damage_.push_back(panel.where);
    for (const Panel& panel : panels) damage_.push_back(panel.where);
  }
  panels_ = panels;
}

// The edges of its shapes depend on the clip: it is always drawn by cells.
void FramePicture::draw_hint(SkCanvas& canvas, const SkIRect& cell, float density) const {
  if (!SkIRect::Intersects(hint_box_, cell)) return;
  canvas.save();
  canvas.clipIRect(cell);
  canvas.scale(density, density);
  canvas.drawPicture(hint_);
  canvas.restore();
}

void FramePicture::draw_panels(SkCanvas& canvas, const SkIRect& where) const {
  for (const Panel& panel : panels_)
    if (panel.image && SkIRect::Intersects(panel.where, where))
      canvas.drawImage(panel.image, static_cast<float>(panel.where.left()),
                       static_cast<float>(panel.where.top()));
}

void FramePicture::draw_cell(SkCanvas& canvas, std::size_t cell, float density) const {
  const SkIRect& where = paper_.cells()[cell].where;
  canvas.save();
  canvas.clipIRect(where);
  paper_.draw(canvas, cell);
  draw_hint(canvas, where, density);
  draw_panels(canvas, where);
  canvas.restore();
}

void FramePicture::add_changed(const SkIRect& cell) {
  if (!changed_.empty() && changed_.back().top() == cell.top() &&
      changed_.back().right() == cell.left())
    changed_.back().fRight = cell.right();
  else
    changed_.push_back(cell);
}

void FramePicture::draw(SkCanvas& canvas, const Scene& scene, sk_sp<SkPicture> hint,
                        const std::vector<Panel>& panels, float density) {
  const SkISize size = canvas.getBaseLayerSize();
  const bool all = size != size_;
  size_ = size;
  paper_.update(scene, canvas, size, density);
  find_damage(hint, panels, density);
  changed_.clear();
  canvas.save();
  canvas.resetMatrix();
  const std::vector<KeptPicture::Cell>& cells = paper_.cells();
  if (all || std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.changed; })) {
    paper_.draw_all(canvas);
    for (const KeptPicture::Cell& cell : cells) draw_hint(canvas, cell.where, density);
    draw_panels(canvas, SkIRect::MakeSize(size));
    changed_.push_back(SkIRect::MakeSize(size));
  } else {
    draw_changed(canvas, density);
  }
  canvas.restore();
}

void FramePicture::draw_changed(SkCanvas& canvas, float density) {
  for (std::size_t k = 0; k < paper_.cells().size(); ++k) {
    const KeptPicture::Cell& cell = paper_.cells()[k];
    const bool damaged = std::any_of(damage_.begin(), damage_.end(), [&](const SkIRect& rect) {
      return SkIRect::Intersects(rect, cell.where);
    });
    if (!cell.changed && !damaged) continue;
    draw_cell(canvas, k, density);
    add_changed(cell.where);
  }
}

}  // namespace limber
