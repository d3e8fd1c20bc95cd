#include "app/exchange/outlines.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double rounding_share = 1e-3;  // of the tolerance
constexpr int most_decimals = 12, most_tries = 4;

// Ends of lines and all of cubics. An arc keeps its digits: its middle follows from its ends and
// radii so delicately that rounding them would be seen.
void round_piece(Piece& piece, int decimals) {
  if (LinePiece* line = std::get_if<LinePiece>(&piece)) {
    line->from = rounded(line->from, decimals);
    line->to = rounded(line->to, decimals);
  }
  if (CubicPiece* cubic = std::get_if<CubicPiece>(&piece))
    for (Point& p : cubic->p) p = rounded(p, decimals);
}

}  // namespace

int decimals_for(double tolerance) {
  const double digits = std::ceil(-std::log10(rounding_share * tolerance) - 1e-9);
  return static_cast<int>(std::clamp(digits, 0.0, static_cast<double>(most_decimals)));
}

double rounded(double value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  const double scaled = value * unit;
  return std::abs(scaled) < 1e15 ? std::round(scaled) / unit : value;
}

Point rounded(const Point& p, int decimals) {
  return {rounded(p.x(), decimals), rounded(p.y(), decimals)};
}

TrueOutlines true_outlines(const Curve& curve, double tolerance, int decimals) {
  TrueOutlines best;
  double aimed = tolerance * (1 - 2 * rounding_share);
  for (int k = 0; k < most_tries; ++k) {
    TrueOutlines now{bezier_pieces(curve, aimed, Arcs::kept), 0};
    for (Outline& outline : now.outlines) {
      for (Piece& piece : outline.pieces) round_piece(piece, decimals);
      now.error = std::max(now.error, error_of(curve, outline));
    }
    const double missed_by = now.error / tolerance;
    if (k == 0 || now.error < best.error) best = std::move(now);
    if (best.error <= tolerance) break;
    aimed *= std::clamp(0.9 / missed_by, 0.25, 0.9);
  }
  return best;
}

void count(const std::vector<Outline>& outlines, Exported& made) {
  for (const Outline& outline : outlines)
    for (const Piece& piece : outline.pieces) {
      if (std::holds_alternative<LinePiece>(piece)) ++made.lines;
      if (std::holds_alternative<ArcPiece>(piece)) ++made.arcs;
      if (std::holds_alternative<CubicPiece>(piece)) ++made.beziers;
    }
}

}  // namespace limber
