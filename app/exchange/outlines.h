// Curves of a sheet as lines, arcs and Beziers with numbers of a few decimals, and how far those
// are from the curve: SVG and DXF are written from these.
#pragma once

#include <vector>

#include "app/exchange/sheet.h"
#include "curves/bezier_pieces.h"

namespace limber {

// How numbers are rounded: a thousandth of the tolerance, or finer.
int decimals_for(double tolerance);
double rounded(double value, int decimals);
Point rounded(const Point& p, int decimals);

struct TrueOutlines {
  std::vector<Outline> outlines;
  double error = 0;  // drawing units; of the rounded numbers
};

// Within `tolerance` (drawing units), which is checked: where the check fails finer ones are taken.
TrueOutlines true_outlines(const Curve& curve, double tolerance, int decimals);

void count(const std::vector<Outline>& outlines, Exported& made);

}  // namespace limber
