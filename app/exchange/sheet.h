// Sheet: what is exported, laid out. The things from the bottom to the top, the part of the paper
// that is shown, and the view of it in points of 1/96 inch.
#pragma once

#include <vector>

#include "app/drawing/scene.h"
#include "app/exchange/export.h"

namespace limber {

class Sheet {
 public:
  // `detail`: curves are drawn as fine as for so many pixels to the point.
  Sheet(const Document& document, const ExportOptions& options, double detail = 1);
  Sheet(const Sheet&) = delete;  // its scene points into it
  Sheet& operator=(const Sheet&) = delete;

  const Scene& scene() const { return scene_; }
  const std::vector<SceneItem>& items() const { return items_; }
  const Camera& camera() const { return scene_.camera; }
  Box paper() const;  // what is shown, drawing units

  double mm_per_unit() const { return camera().scale() * mm_per_inch / points_per_inch; }
  Point size_in_points() const { return camera().view().sizes(); }
  Point size_in_mm() const { return size_in_points() * mm_per_inch / points_per_inch; }

  // As many as hold it at the density asked for.
  std::pair<int, int> size_in_pixels(const ExportOptions& options) const;

  void draw(SkCanvas& canvas) const;  // in points

 private:
  void look(const ExportOptions& options, double detail);
  Camera fitted(const ExportOptions& options, const Box& part);
  void lay_out(double scale, double detail);  // scale: points per unit

  const std::set<ThingId>* only_;
  Tessellation drawn_;
  std::vector<Mark> places_;
  Images images_;
  Theme theme_;
  Scene scene_;
  std::vector<SceneItem> items_;
};

double pixels_per_point(const ExportOptions& options);

// Where the page of a drawing lies: its lower left corner is the origin. Empty: it has none.
Box page_box(const Document& document);

}  // namespace limber
