// What cuts shapes off: clip paths and viewports, on the paper; and strokes as areas.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "app/exchange/shape.h"
#include "app/exchange/svg_properties.h"
#include "app/exchange/svg_work.h"
#include "include/pathops/SkPathOps.h"

namespace limber {

// Everything, or the inside of a path. What may take too long is not begun, and said so: false or
// nothing.
class ClipPath {
 public:
  bool intersect(const SkPath& path, SvgWork& work);
  bool empty() const { return !path_; }  // it cuts nothing
  bool covers(const Box& box) const;     // nothing in this box is cut
  bool misses(const Box& box) const;     // nothing of it is left
  std::optional<SkPath> cut(const SkPath& path,
                            SvgWork& work) const;  // what is left, without overlaps

 private:
  std::optional<SkPath> path_;
};

// The area that a stroke covers, on the paper. Nothing: its dashes or segments are too many.
std::optional<SkPath> stroke_outline(const std::vector<Outline>& outlines,
                                     const SvgInherited& properties,
                                     const Eigen::Affine2d& to_paper, SvgWork& work);

class SvgClips {
 public:
  SvgClips(const SvgTree& tree, StyleSheet& sheet, SvgWork& work)
      : tree_(tree), sheet_(sheet), work_(work) {}
  // The clip path for an element whose coordinates these are; nothing when it cannot be made.
  std::optional<SkPath> path_of(int clip, int element, const Eigen::Affine2d& to_paper,
                                const LengthFrame& frame);

 private:
  std::optional<SkPath> make(int clip, int element, const Eigen::Affine2d& to_paper,
                             const LengthFrame& frame, int depth);
  bool visit(int element);
  bool combine(SkPath& out, const SkPath& with, SkPathOp how);
  void collect(int element, const Eigen::Affine2d& map, const LengthFrame& frame,
               const SvgProperties& around, int depth, SkPath& out);
  Box box_of_element(int element, const LengthFrame& frame, const Eigen::Affine2d& map, int depth);

  const SvgTree& tree_;
  StyleSheet& sheet_;
  SvgWork& work_;
  std::map<std::vector<double>, std::optional<SkPath>> kept_;  // by clip, map and frame
  int visited_ = 0;                                            // for the clip that is being made
  bool too_much_ = false;                                      // likewise
};

}  // namespace limber
