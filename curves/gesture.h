// How a curve comes out of a mouse gesture.
//
// A type with a `draw` line is made from where the button was pressed and released; a family is
// made of the places that were clicked. A type that says nothing is its default curve, moved,
// turned and scaled so that it reaches from press to release.
#pragma once

#include <optional>
#include <vector>

#include "curves/curve.h"
#include "curves/handles.h"

namespace limber {

// Whether curves of the type are made by clicks (a family) rather than by a drag.
bool is_drawn_by_clicks(const CurveType& type);

// Empty when the gesture gives no curve within the ranges of the parameters: press and release on
// one place, for most types.
std::optional<Curve> draw(std::shared_ptr<const CurveType> type, const Point& press,
                          const Point& release);

// A family from the places clicked, at least the fewest nodes it can have; other types take the
// first place as press and the last as release. Each place sets x and y of a node (where it has several
// places, all of them); its vectors are zero: handles start on their node.
std::optional<Curve> draw(std::shared_ptr<const CurveType> type, const std::vector<Point>& clicks);

// Of a pen: where it was pressed, and how far it was drawn from there. A family whose nodes have two
// vectors has handles: the one ahead, drawn out, and the one behind, opposite to it unless the pair is
// broken. Other types take the places alone.
struct PenPlace {
  Point at = Point::Zero();
  Point handle = Point::Zero();
  bool broken = false;
};
std::optional<Curve> draw(std::shared_ptr<const CurveType> type, const std::vector<PenPlace>& places);

// Whether every parameter is finite and within its range.
bool is_valid(const Curve& curve);

}  // namespace limber
