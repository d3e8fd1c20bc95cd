// HalfJacobian: B = L^-1 J', half of J M^-1 J' = B'B. One dense piece per object: its degrees of
// freedom down, the rows of J that touch it across, in their order of elimination. Rows switched
// off are columns of zeros, and so are rows of which only rounding is left: they say nothing.
//
// In these coordinates the world is w = L' v, and a step is w = L^-1 Q + B lambda, B'w + A lambda =
// b.
#pragma once

#include <vector>

#include "solver/elimination.h"
#include "solver/fours.h"
#include "solver/system.h"

namespace limber {

class HalfJacobian {
 public:
  struct Piece {
    int size = 0;     // degrees of freedom of the object
    int width = 0;    // rows of J that touch it
    int stride = 0;   // width, padded to whole fours
    int at = 0;       // where its numbers are
    int state = 0;    // its first column in v
    int columns = 0;  // its columns begin at Elimination::object_column[columns]
  };

  void analyse(const Pattern& pattern, const Elimination& elimination);

  // False when J or L holds a number that is not finite, or L has no positive diagonal.
  bool compute(const Pattern& pattern, const Elimination& elimination, const System& system);

  const std::vector<Piece>& pieces() const { return pieces_; }
  const double* numbers(const Piece& piece) const { return B_.data() + piece.at; }
  const std::vector<double>& column_norms2() const { return norms2_; }  // by position

  // All by object, w and v like the columns of J, x and r by position.
  void to_half(const Pattern& pattern, const System& system, double* v) const;      // v = L^-1 v
  void from_half(const Pattern& pattern, const System& system, double* w) const;    // w = L^-T w
  void subtract_rates(const Elimination& elimination, const double* w, double* r);  // r -= B'w
  // w += B x, then r -= B'w
  void push(const Elimination& elimination, const double* x, double* w, double* r);
  // w += B x
  void push(const Elimination& elimination, const double* x, double* w);

 private:
  void clear_rounding(const Elimination& elimination, double shortest2);

  std::vector<Piece> pieces_;
  std::vector<int> placed_;     // of all blocks, row by row: the column of the piece it fills
  std::vector<int> placed_at_;  // block -> where its rows begin in placed_
  Fours B_;
  Fours gathered_;
  std::vector<double> norms2_;
  std::vector<double> inverse_;  // 1 / diagonal of L
};

}  // namespace limber
