#include "solver/half_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/sizes.h"

namespace limber {

void HalfJacobian::analyse(const Pattern& pattern, const Elimination& elimination) {
  pieces_.clear();
  int at = 0, widest = 0;
  for (int k = 0; k < pattern.objects(); ++k) {
    Piece piece;
    piece.size = pattern.begin[k + 1] - pattern.begin[k];
    piece.columns = elimination.object_begin[k];
    piece.width = elimination.object_begin[k + 1] - piece.columns;
    piece.stride = (piece.width + 3) / 4 * 4;
    piece.state = pattern.begin[k];
    piece.at = at;
    at += piece.size * piece.stride;
    widest = std::max(widest, piece.stride);
    pieces_.push_back(piece);
  }
  B_.resize(at);
  gathered_.resize(widest);
  norms2_.assign(elimination.size(), 0);
  inverse_.assign(pattern.columns(), 0);
  placed_.clear();
  placed_at_.clear();
  for (const Pattern::Block& block : pattern.blocks) {
    placed_at_.push_back(static_cast<int>(placed_.size()));
    const auto begin = elimination.object_column.begin() + elimination.object_begin[block.object];
    const auto end = elimination.object_column.begin() + elimination.object_begin[block.object + 1];
    for (int r = block.row; r < block.row + block.rows; ++r)
      placed_.push_back(
          static_cast<int>(std::lower_bound(begin, end, elimination.position[r]) - begin));
  }
}

namespace {

// B = L^-1 B for one object, by whole rows. The diagonal must be positive.
LIMBER_INLINE bool forward_rows(const double* L, int size, double* inverse, double* B, int stride) {
  for (int i = 0; i < size; ++i) {
    const double diagonal = L[i * size + i];
    if (!(diagonal > 0 && diagonal <= std::numeric_limits<double>::max())) return false;
    inverse[i] = 1 / diagonal;
  }
  for (int c = 0; c < stride; c += 4)
    for_columns(size, [=](auto columns) LIMBER_INLINE_LAMBDA {
      const int n = columns;
#pragma GCC unroll 3
      for (int i = 0; i < n; ++i) {
        Four sum = *four(B + i * stride + c);
        for (int l = 0; l < i; ++l) sum -= L[l * n + i] * *four(B + l * stride + c);
        *four(B + i * stride + c) = inverse[i] * sum;
      }
    });
  return true;
}

// The squared length of each column of a piece, added to where its columns are.
LIMBER_INLINE void add_norms2(const HalfJacobian::Piece& piece, const double* B, const int* column,
                              double* norms2) {
  for (int c = 0; c < piece.stride; c += 4) {
    Four sum = {0, 0, 0, 0};
    for (int i = 0; i < piece.size; ++i) {
      const Four b = *four(B + i * piece.stride + c);
      sum += b * b;
    }
    for (int j = c; j < piece.width && j < c + 4; ++j) norms2[column[j]] += sum[j - c];
  }
}

LIMBER_LANES bool finish_pieces(const std::vector<HalfJacobian::Piece>& pieces, const int* factor,
                                const double* L, const int* columns, double* B, double* inverse,
                                double* norms2) {
  for (size_t k = 0; k < pieces.size(); ++k) {
    const HalfJacobian::Piece& piece = pieces[k];
    if (!forward_rows(L + factor[k], piece.size, inverse + piece.state, B + piece.at, piece.stride))
      return false;
    add_norms2(piece, B + piece.at, columns + piece.columns, norms2);
  }
  return true;
}

LIMBER_INLINE void add_forces(const HalfJacobian::Piece& piece, const double* B,
                              const double* local, double* w) {
  for_columns(piece.size, [&](auto columns) LIMBER_INLINE_LAMBDA {
    const int n = columns;
#pragma GCC unroll 3
    for (int i = 0; i < n; ++i) w[i] += dot(B + i * piece.stride, local, piece.stride / 4);
  });
}

LIMBER_INLINE void scatter_rates(const HalfJacobian::Piece& piece, const double* B, const double* w,
                                 const int* column, double* r) {
  for (int c = 0; c < piece.stride; c += 4) {
    Four sum = {0, 0, 0, 0};
    for_columns(piece.size, [&](auto columns) LIMBER_INLINE_LAMBDA {
      const int n = columns;
#pragma GCC unroll 3
      for (int i = 0; i < n; ++i) sum += w[i] * *four(B + i * piece.stride + c);
    });
    for (int j = c; j < piece.width && j < c + 4; ++j) r[column[j]] -= sum[j - c];
  }
}

}  // namespace

bool HalfJacobian::compute(const Pattern& pattern, const Elimination& elimination,
                           const System& system) {
  const bool all_on = std::find(system.on.begin(), system.on.end(), 0) == system.on.end();
  for (size_t b = 0; b < pattern.blocks.size(); ++b) {
    const Pattern::Block& block = pattern.blocks[b];
    const Piece& piece = pieces_[block.object];
    const double* J = system.J.data() + block.at;
    const int* placed = placed_.data() + placed_at_[b];
    double* B = B_.data() + piece.at;
    for (int c = 0; c < piece.size; ++c, B += piece.stride, J += block.rows)
      for (int r = 0; r < block.rows; ++r)
        B[placed[r]] = all_on || system.on[block.row + r] ? J[r] : 0;
  }
  std::fill(norms2_.begin(), norms2_.end(), 0);
  if (!finish_pieces(pieces_, pattern.factor.data(), system.L.data(),
                     elimination.object_column.data(), B_.data(), inverse_.data(), norms2_.data()))
    return false;
  double sum = 0;
  for (double norm2 : norms2_) sum += norm2;
  clear_rounding(elimination, system.shortest_row * system.shortest_row);
  return std::isfinite(sum);
}

// By its own length such a row would count for as much as any other, and ask for any motion.
void HalfJacobian::clear_rounding(const Elimination& elimination, double shortest2) {
  const auto nothing = [=](double norm2) { return norm2 > 0 && norm2 < shortest2; };
  if (std::none_of(norms2_.begin(), norms2_.end(), nothing)) return;
  for (const Piece& piece : pieces_)
    for (int j = 0; j < piece.width; ++j)
      if (nothing(norms2_[elimination.object_column[piece.columns + j]]))
        for (int i = 0; i < piece.size; ++i) B_.data()[piece.at + i * piece.stride + j] = 0;
  for (double& norm2 : norms2_)
    if (nothing(norm2)) norm2 = 0;
}

LIMBER_LANES void HalfJacobian::push(const Elimination& elimination, const double* x, double* w,
                                     double* r) {
  double* local = gathered_.data();
  for (const Piece& piece : pieces_) {
    const int* column = elimination.object_column.data() + piece.columns;
    gather(local, x, column, piece.width, piece.stride / 4);
    add_forces(piece, numbers(piece), local, w + piece.state);
    scatter_rates(piece, numbers(piece), w + piece.state, column, r);
  }
}

LIMBER_LANES void HalfJacobian::push(const Elimination& elimination, const double* x, double* w) {
  double* local = gathered_.data();
  for (const Piece& piece : pieces_) {
    gather(local, x, elimination.object_column.data() + piece.columns, piece.width,
           piece.stride / 4);
    add_forces(piece, numbers(piece), local, w + piece.state);
  }
}

LIMBER_LANES void HalfJacobian::subtract_rates(const Elimination& elimination, const double* w,
                                               double* r) {
  for (const Piece& piece : pieces_)
    scatter_rates(piece, numbers(piece), w + piece.state,
                  elimination.object_column.data() + piece.columns, r);
}

void HalfJacobian::to_half(const Pattern& pattern, const System& system, double* v) const {
  for (size_t k = 0; k < pieces_.size(); ++k) {
    const double* L = system.L.data() + pattern.factor[k];
    const double* inverse = inverse_.data() + pieces_[k].state;
    double* x = v + pieces_[k].state;
    for_columns(pieces_[k].size, [=](auto columns) {
      const int size = columns;
#pragma GCC unroll 3
      for (int i = 0; i < size; ++i) {
        double sum = x[i];
        for (int l = 0; l < i; ++l) sum -= L[l * size + i] * x[l];
        x[i] = sum * inverse[i];
      }
    });
  }
}

void HalfJacobian::from_half(const Pattern& pattern, const System& system, double* w) const {
  for (size_t k = 0; k < pieces_.size(); ++k) {
    const double* L = system.L.data() + pattern.factor[k];
    const double* inverse = inverse_.data() + pieces_[k].state;
    double* x = w + pieces_[k].state;
    for_columns(pieces_[k].size, [=](auto columns) {
      const int size = columns;
#pragma GCC unroll 3
      for (int i = size - 1; i >= 0; --i) {
        double sum = x[i];
        for (int l = i + 1; l < size; ++l) sum -= L[i * size + l] * x[l];
        x[i] = sum * inverse[i];
      }
    });
  }
}

}  // namespace limber
