// From what was drawn to edits: the curve, and the constraints that its snaps promised.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/editor/aim.h"
#include "app/edits/edit.h"

namespace limber {

struct DrawnPlace {
  Point at = Point::Zero();
  std::optional<Offer> offer;
  bool holds = false;            // the offer's constraint is kept
  bool slides = false;           // along the curve it stuck to
  Point handle = Point::Zero();  // of a pen, drawn out of it
  bool broken = false;           // the handle ahead only
};

// Places are those of the curve's own points within `near`.
std::vector<Edit> drawn_edits(const Document& document, const Curve& curve, const std::string& name,
                              const std::vector<DrawnPlace>& places, double near);

}  // namespace limber
