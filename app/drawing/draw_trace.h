// Traces: the path that a point has left behind, drawn like a curve, and the pen at its end. A trace
// that has seen no motion yet is its pen alone.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/document/samples.h"
#include "app/drawing/draw.h"

namespace limber {

inline constexpr double pen_radius = 4;  // window points

// A path ready to be drawn, with boxes around pieces of it.
struct DrawnTrail {
  DrawnCurve curve;
  std::vector<Box> pieces;
};
std::shared_ptr<const DrawnTrail> drawn_trail(const Trail& trail);  // null: no path yet

// How it is drawn when nobody said: a thin line in the colour of the hand.
const Style& usual_trace_style();

// Where its point stands now.
std::optional<Point> pen_of(const World& world, const Trace& trace);

// From a place of the paper to the path, or to the pen; drawing units.
double distance_to(const Trail* trail, const std::optional<Point>& pen, const Point& paper);

void draw_trace(SkCanvas& canvas, TraceId id, const DrawnTrail* trail,
                const std::optional<Point>& pen, const Style* style, const Camera& camera,
                const Theme& theme, const Marks& marks);

}  // namespace limber
