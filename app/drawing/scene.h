// Scene: what is to be seen on the paper, as a list of things from the bottom to the top. Each says
// where it lies and how it looks, so that two scenes can be compared: what has the same look in the
// same place gives the same pixels.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/drawing/draw.h"
#include "app/drawing/draw_trace.h"
#include "app/drawing/images.h"
#include "app/drawing/marks.h"

namespace limber {

// All that the picture of the paper is made from. Valid while the document, the tessellation and
// the list of marks are.
struct Scene {
  const Document* document = nullptr;
  const Tessellation* drawn = nullptr;        // up to date
  const std::vector<Mark>* places = nullptr;  // of the marks, at the camera's scale
  const Images* images = nullptr;             // up to date
  Camera camera;
  const Theme* theme = nullptr;
  Marks marks;
  const Samples* samples = nullptr;  // of the motion so far; null: there was none
};

// What is drawn as one and lets through what lies under it: a thing by itself, a group, a layer.
struct Fade {
  ThingId of;
  double opacity = 1;
  bool operator==(const Fade&) const = default;
};

struct SceneItem {
  ThingId id;              // a group: the area that its fill covers
  int mark = -1;           // its number among scene.places, when it is one
  bool line = false;       // covers only what its line touches
  double margin = 0;       // around that line, drawing units
  Box box;                 // on the paper: nothing of it lies outside; of a guide without end
  std::uint64_t look = 0;  // equal looks, equal pixels, for the same scale and theme
  std::vector<CurveId> outlines;  // of an area
  std::shared_ptr<const DrawnTrail> trail = {};  // of a trace that has a path
  std::vector<Fade> fades;        // around it, from the outermost
};

std::vector<SceneItem> items_of(const Scene& scene);

// Whether some of it may lie in this part of the paper.
bool touches(const Scene& scene, const SceneItem& item, const Box& paper);

// Draws items in their order; those of one fade that follow each other are drawn as one.
class ScenePainter {
 public:
  ScenePainter(SkCanvas& canvas, const Scene& scene, const Camera& camera);
  ScenePainter(const ScenePainter&) = delete;
  ScenePainter& operator=(const ScenePainter&) = delete;
  ~ScenePainter();
  void draw(const SceneItem& item);

 private:
  void leave(std::size_t until);

  SkCanvas& canvas_;
  const Scene& scene_;
  const Camera& camera_;
  std::vector<Fade> open_;
};
void draw_paper(SkCanvas& canvas, const Scene& scene, const Camera& camera);  // and its grid
void draw_scene(SkCanvas& canvas, const Scene& scene);                        // all of it

}  // namespace limber
