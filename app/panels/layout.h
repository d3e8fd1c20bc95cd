// Where the panels stand, in window points.
#pragma once

#include "app/drawing/camera.h"
#include "imgui/imgui.h"
#include "include/core/SkColor.h"

namespace limber {

inline constexpr double menu_height = 42, status_height = 30, margin = 12;
inline constexpr double toolbar_width = 192, inspector_width = 264;

inline Box menu_box(const Point& size) { return {Point(0, 0), Point(size.x(), menu_height)}; }
inline Box status_box(const Point& size) { return {Point(0, size.y() - status_height), size}; }
// Too narrow for the inspector to stand there with nothing to say: it comes with a selection.
inline bool narrow(const Point& size) { return size.x() < 900; }
// The part of the paper that no panel covers.
inline Box free_view(const Point& size) {
  const double right = narrow(size) ? margin : inspector_width + 2 * margin;
  return {Point(toolbar_width + 2 * margin, menu_height + margin),
          Point(std::max(size.x() - right, toolbar_width + 200),
                std::max(size.y() - status_height - margin, menu_height + 200))};
}

ImU32 imgui_colour(SkColor colour);

}  // namespace limber
