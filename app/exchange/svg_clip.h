// What cuts shapes off: clip paths and viewports, on the paper; and strokes as areas.
#pragma once

#include <optional>

#include "app/exchange/shape.h"
#include "app/exchange/svg_properties.h"

namespace limber {

// Everything, or the inside of a path.
class ClipPath {
 public:
  void intersect(const SkPath& path);
  bool empty() const { return !path_; }  // it cuts nothing
  bool covers(const Box& box) const;     // nothing in this box is cut
  bool misses(const Box& box) const;     // nothing of it is left
  SkPath cut(const SkPath& path) const;  // what is left of it, without overlaps

 private:
  std::optional<SkPath> path_;
};

// The area that a stroke covers, on the paper.
SkPath stroke_outline(const std::vector<Outline>& outlines, const SvgInherited& properties,
                      const Eigen::Affine2d& to_paper);

class SvgClips {
 public:
  SvgClips(const SvgTree& tree, StyleSheet& sheet) : tree_(tree), sheet_(sheet) {}
  // The clip path for an element whose coordinates these are; nothing when it cannot be made.
  std::optional<SkPath> path_of(int clip, int element, const Eigen::Affine2d& to_paper,
                                const LengthFrame& frame);

 private:
  void collect(int element, const Eigen::Affine2d& map, const LengthFrame& frame,
               const SvgProperties& around, int depth, SkPath& out);
  Box box_of_element(int element, const LengthFrame& frame, const Eigen::Affine2d& map, int depth);

  const SvgTree& tree_;
  StyleSheet& sheet_;
  int visited_ = 0;
};

}  // namespace limber
