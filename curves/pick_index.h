// Which curve is under the pointer, among many: boxes first, then polylines, then the curve.
//
// Holds one polyline per curve, as it is drawn (within `error` of the curve); numbers of curves are
// the caller's own, from 0. Answers are about the polylines: distances are right within `error`.
#pragma once

#include <optional>
#include <vector>

#include "curves/box_grid.h"
#include "curves/tessellate.h"

namespace limber {

struct Pick {
  int curve = 0;
  double t = 0;
  Point x = Point::Zero();
  double distance = 0;
};

class PickIndex {
 public:
  // The polyline of a curve as it is now; it must live until it is set anew or removed. `radius`:
  // about that of the questions to come.
  void set(int curve, const Polyline* polyline, double radius = 0);
  void remove(int curve);

  // The nearest place of each curve within `radius`, nearest first.
  std::vector<Pick> within(const Point& p, double radius) const;

  // Curves wholly inside the box, and curves of which some part is.
  std::vector<int> enclosed(const Box& box) const;
  std::vector<int> touched(const Box& box) const;
  bool touches(int curve, const Box& box) const;  // some part of this one
  // Those whose box touches this one, in growing order: all that the questions above look at.
  std::vector<int> near(const Box& box) const { return boxes_.touching(box); }

 private:
  // Polylines are cut into chunks with a box each, so that a long one is not walked through.
  static constexpr int chunk_segments = 16;
  struct Chunk {
    int begin, end;  // segments
    Box box;
  };
  struct Entry {
    const Polyline* polyline = nullptr;
    std::vector<Chunk> chunks;
  };
  std::optional<Pick> nearest_on(int curve, const Point& p, double radius) const;

  std::vector<Entry> entries_;
  BoxGrid boxes_;  // of the curves
};

}  // namespace limber
