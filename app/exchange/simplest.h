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
};

// What of an outline matters beside its shape: where it begins, as dashes do; or that and which way it
// runs, where several outlines are one area by winding numbers.
enum class Keep { shape, start, direction };

// Nothing for an outline without extent.
std::vector<SimplestCurve> simplest_curves(const Outline& outline, Keep keep = Keep::shape);

}  // namespace limber
