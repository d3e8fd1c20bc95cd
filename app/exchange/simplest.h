// The curves of the simplest types that an outline can be: a line, a circle, an arc, a polygon; what
// is nothing of the kind is a Bezier path.
//
// Law: what is drawn lies within 1e-5 of the outline's size of it.
#pragma once

#include <vector>

#include "app/edits/edit.h"
#include "curves/bezier_pieces.h"

namespace limber {

struct SimplestCurve {
  edit::Draw draw;         // without a name
  double along = 0;        // length of the outline before it: where its dashes begin
  bool backwards = false;  // it runs against the outline
  bool is_part = false;    // of an outline that is too long for one curve
};

// What of an outline matters beside its shape: where it begins, as dashes do; or that and which way it
// runs, where several outlines are one area by winding numbers.
enum class Keep { shape, start, direction };

// A curve has at most 100 000 nodes, and a line of a script a million numbers: what has more pieces than
// this becomes several curves, one after the other.
inline constexpr std::size_t longest_curve = 50'000;

// Nothing for an outline without extent.
std::vector<SimplestCurve> simplest_curves(const Outline& outline, Keep keep = Keep::shape);

}  // namespace limber
