// A polyline as strokes of a pen: few cubics where the curve bends, lines where it is straight. What
// a canvas draws faster than very many short lines.
//
// A cubic runs along several segments of a smooth piece, in the direction of the curve at both ends;
// the lengths of its handles are those of the curve's own speed, scaled alike so that it meets the
// curve in the middle too (for an arc of a circle that is the handle everyone uses).
//
// Promise: with a polyline of a given tolerance and strokes of the same, every point of the curve is
// within twice the tolerance of the strokes and the other way round. Strokes begin and end on points
// of the polyline.
#pragma once

#include "curves/tessellate.h"

namespace limber {

struct CubicStroke {
  int end = 0;  // the point of the polyline where it ends
  Point handles[2];
};

// The longest cubic from point `begin` on; not beyond point `last`. Its end is begin + 1 when a line
// is all there is: then the handles mean nothing.
CubicStroke longest_cubic(const Polyline& line, int begin, int last, double tolerance);

// Calls pen.move(p), pen.line(p), pen.cubic(a, b, p), and pen.close() for a closed curve. A run of a
// single point is a line of no length.
template <class Pen>
void trace(const Polyline& line, double tolerance, Pen&& pen) {
  const auto at = [&](int i) -> const Point& { return line.points[static_cast<std::size_t>(i)]; };
  for (int k = 0; k < line.run_count(); ++k) {
    const int begin = line.runs[static_cast<std::size_t>(k)];
    const int last = line.runs[static_cast<std::size_t>(k) + 1] - 1;
    pen.move(at(begin));
    if (begin == last) pen.line(at(begin));
    for (int i = begin; i < last;) {
      const CubicStroke cubic = longest_cubic(line, i, last, tolerance);
      if (cubic.end == i + 1)
        pen.line(at(cubic.end));
      else
        pen.cubic(cubic.handles[0], cubic.handles[1], at(cubic.end));
      i = cubic.end;
    }
  }
  if (line.closed) pen.close();
}

}  // namespace limber
