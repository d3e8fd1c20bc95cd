// Bare equations, and the whole definitions they stand for: "x = cos(3t)", "r = 1 + cos t", "y =
// x^2", "x^3 + y^3 = 3x y", "x' = y", "|a - b| = 2 |a - c|". A definition is left as it is.
//
// A curve gets what it does not have: a place to be moved by, a size, a turn, where its variable
// runs, how it is drawn; its points are carried along. A letter nobody gave a value is a number of
// it. A constraint gets the inputs its rows name.
#pragma once

#include <climits>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "codegen/result.h"

namespace limber {

struct WholeFormula {
  std::string text;
  int lines_before = 0;  // what was typed begins below so many lines

  struct Shift {  // of one line: from this column of the text on
    int from = 1;
    int by = 0;  // it stands so many characters farther right than it was typed,
    int most =
        INT_MAX;  // but was not typed beyond this column: what was put in has none of its own
  };
  std::vector<std::vector<Shift>> shifts = {};  // of each line that was typed, ascending
  Error as_typed(Error error) const;            // points into what was typed
};

// What the editor was opened for: "|p - (1, 0)| = 2" is a curve to one, two points and their
// distance to the other.
enum class Wanted { curve, constraint };
// `reach`: how far what is typed goes from the origin. Where it is far from 1, a curve gets the size
// that brings it to the pointer as it is drawn: a heart that is 34 wide as it is typed, too.
WholeFormula whole_formula(const std::string& typed, const Document& document,
                           Wanted wanted = Wanted::curve, double reach = 1);
// Of a curve made of bare equations, in two digits; 1 where there is none.
double reach_of(const SharedCurveType& type);

std::string fresh_curve_type(const Document& document);  // "curve2": no type or kind has that name
std::string fresh_kind(const Document& document);

}  // namespace limber
