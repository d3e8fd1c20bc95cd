// Aim: where a point that is being drawn will come to lie, and what will keep it there. One mechanism
// for every snap; each offer has a place, a name and the constraint that would hold it.
//
//   on a point    an end, a middle, a centre, a corner of a curve          coincident
//   crossing      where two curves meet                                    on both, sliding
//   on a curve    any place of it                                          coincident, or sliding
//   tangent, perpendicular, as seen from the point before                  the kind of that name
//   horizontal, vertical, beside or above the point before                 the kind of that name
//   parallel, across (at a right angle to) a straight curve elsewhere      parallel, perpendicular
//   equal, as far from the point before as a straight curve is long        equal
//   guide, grid                                                            nothing
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/editor/editor.h"

namespace limber {

struct Offer {
  enum class What {
    point, crossing, on_curve, tangent, perpendicular, horizontal, vertical, parallel, across, equal, guide, grid
  };
  What what = What::point;
  Point at = Point::Zero();      // on the paper
  std::vector<Connector> on;     // what it would be joined to
  std::string words;             // "tangent to circle1"
  bool can_hold() const { return what != What::guide && what != What::grid; }
  // Directions and lengths: those of the whole curve, compared with another's or with the paper's.
  bool is_comparison() const { return what >= What::horizontal && what <= What::equal; }
  // What is drawn level often is so by chance: it is drawn so, and free to turn unless one says so.
  bool usually_holds() const { return !is_comparison(); }
};
std::string_view kind_of(Offer::What what);  // the constraint beside coincidence; empty: none

// The best first: what lies nearest among points, then crossings, curves with a direction, curves,
// directions, guides, the grid. `before`: the place that was drawn last.
std::vector<Offer> offers_at(const Editor& editor, const Point& window,
                             const std::optional<Point>& before);

}  // namespace limber
