#include "curves/drag_matrix.h"

#include <Eigen/Cholesky>
#include <cassert>
#include <cmath>

namespace limber {
namespace {

constexpr double drag_tolerance = 1e-9;    // a tenth of what is promised
constexpr double relative_minimum = 1e-9;  // of a diagonal entry
constexpr double still_minimum = 1e-6;     // of what is usual for a parameter that moves nothing
constexpr int point_samples = 8;           // along a curve that has shrunk

// Adds the integral over [a, b], a smooth piece, to memory.all (upper triangle).
bool add_piece(const Curve& curve, double a, double b, int panels, DragMatrix::Memory& memory) {
  const Kernel& drag = curve.type->drag;
  Locale& locale = memory.locale;
  locate_span(curve, span_of(curve, 0.5 * (a + b)), locale);
  memory.sums.assign(static_cast<std::size_t>(drag.outputs()), 0.0);
  const auto sample = [&](const double* t, int count, double* out, int stride) {
    along(drag, locale, t, count, out, stride);
  };
  if (!memory.quadrature.run(sample, a, b, panels, drag.outputs(), memory.entries, drag_tolerance,
                             memory.sums.data()))
    return false;
  const double* entry = memory.sums.data();
  for (std::size_t j = 0; j < locale.column.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i, ++entry) {
      const int row = locale.column[i], column = locale.column[j];
      memory.all(row, column) += *entry;
      if (i != j) memory.all(column, row) += *entry;
    }
  return true;
}

// What depends on the type alone. How many panels its default curve needs is found by starting with
// one: so a circle is not halved anew in every step.
void prepare(const Curve& curve, DragMatrix::Memory& memory) {
  if (memory.type == curve.type.get()) return;
  memory.type = curve.type.get();
  memory.entries.clear();
  const Curve usual = default_curve(curve.type);
  locate_span(usual, 0, memory.locale);
  const int locals = static_cast<int>(memory.locale.column.size());
  const auto diagonal = [](int j) { return j * (j + 3) / 2; };
  for (int j = 0; j < locals; ++j)
    for (int i = 0; i <= j; ++i)
      memory.entries.push_back({diagonal(j) - j + i, diagonal(i), diagonal(j)});
  breaks(usual, memory.breaks);
  memory.panels = 1;
  for (; memory.panels < 16; memory.panels *= 2) {
    memory.all.setZero(usual.q.size(), usual.q.size());
    if (!add_piece(usual, memory.breaks[0], memory.breaks[1], memory.panels, memory)) break;
    if (memory.quadrature.panels_used() == memory.panels) break;
  }
}

// Whether a parameter is measured in lengths: then |x_q| is about 1, and its entry of M about the
// length of the curve. Otherwise (angles, numbers) |x_q| is about the size of the curve.
bool is_length(const CurveType& type, int i) {
  const Role role = parameter(type, i).role;
  return role == Role::x || role == Role::y || role == Role::length;
}

double largest_length_entry(const Curve& curve, const Eigen::MatrixXd& M) {
  double largest = 0;
  for (int i = 0; i < curve.q.size(); ++i)
    if (is_length(*curve.type, i)) largest = std::max(largest, M(i, i));
  return largest;
}

// A curve shorter than point_length is dragged, besides, as a point is: x_q' x_q averaged over t.
// The weight fades out smoothly towards that length; above it nothing is added.
void add_point_drag(const Curve& curve, double point_length, DragMatrix::Memory& memory) {
  const double begin = t_begin(curve), end = t_end(curve);
  Motion& motion = memory.motion;
  double length = 0;
  int finite = 0;
  for (int k = 0; k < point_samples; ++k) {
    if (!motion_at(curve, begin + (end - begin) * (k + 0.5) / point_samples, motion)) continue;
    length += motion.x_t.norm() * std::abs(end - begin) / point_samples;
    ++finite;
  }
  if (finite == 0 || length >= point_length) return;
  const double weight = point_length * std::pow(1 - length / point_length, 2) / finite;
  for (int k = 0; k < point_samples; ++k) {
    if (!motion_at(curve, begin + (end - begin) * (k + 0.5) / point_samples, motion)) continue;
    for (std::size_t i = 0; i < motion.column.size(); ++i)
      for (std::size_t j = 0; j < motion.column.size(); ++j)
        memory.all(motion.column[i], motion.column[j]) +=
            weight * motion.x_q.col(static_cast<Eigen::Index>(i))
                         .dot(motion.x_q.col(static_cast<Eigen::Index>(j)));
  }
}

// The free rows and columns, with the minimum on their diagonal.
void select_free(const Curve& curve, const std::vector<int>& free, double usual, DragMatrix& out) {
  const Eigen::Index n = static_cast<Eigen::Index>(free.size());
  out.M.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const int column = free[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i < n; ++i)
      out.M(i, j) = out.memory.all(free[static_cast<std::size_t>(i)], column);
    const double unit = is_length(*curve.type, column) ? usual : usual * usual * usual;
    out.M(j, j) = std::max(out.M(j, j) * (1 + relative_minimum), still_minimum * unit);
  }
}

// L of M, in place and without allocation. A pivot that rounding has eaten is replaced by the
// minimum M has anyway.
void factor(const Eigen::MatrixXd& M, Eigen::MatrixXd& L) {
  const Eigen::Index n = M.rows();
  L.setZero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    double pivot = M(j, j);
    for (Eigen::Index k = 0; k < j; ++k) pivot -= L(j, k) * L(j, k);
    L(j, j) = std::sqrt(std::max(pivot, 0.5 * relative_minimum * M(j, j)));
    for (Eigen::Index i = j + 1; i < n; ++i) {
      double entry = M(i, j);
      for (Eigen::Index k = 0; k < j; ++k) entry -= L(i, k) * L(j, k);
      L(i, j) = entry / L(j, j);
    }
  }
}

bool is_kept(const Curve& curve, const std::vector<int>& free, double point_length,
             const DragMatrix::Memory& memory) {
  return memory.type == curve.type.get() && memory.point_length == point_length &&
         memory.q.size() == curve.q.size() && memory.q == curve.q && memory.free == free;
}

}  // namespace

bool drag_integral(const Curve& curve, DragMatrix::Memory& memory) {
  prepare(curve, memory);
  memory.q.resize(0);
  memory.all.setZero(curve.q.size(), curve.q.size());
  breaks(curve, memory.breaks);
  bool found = false;
  for (std::size_t k = 0; k + 1 < memory.breaks.size(); ++k)
    found |= add_piece(curve, memory.breaks[k], memory.breaks[k + 1], memory.panels, memory);
  return found && memory.all.allFinite();
}

bool drag_matrix(const Curve& curve, const std::vector<int>& free, double point_length,
                 DragMatrix& out) {
  assert(point_length > 0);
  DragMatrix::Memory& memory = out.memory;
  if (is_kept(curve, free, point_length, memory)) return true;
  if (!drag_integral(curve, memory)) return false;
  double usual = largest_length_entry(curve, memory.all);
  if (usual < 4 * point_length) add_point_drag(curve, point_length, memory);
  if (!memory.all.allFinite()) return false;
  usual = std::max(usual, point_length);
  select_free(curve, free, usual, out);
  factor(out.M, out.L);
  memory.q = curve.q;
  memory.free = free;
  memory.point_length = point_length;
  return true;
}

std::vector<int> initially_free(const Curve& curve) {
  std::vector<int> free;
  for (int i = 0; i < curve.q.size(); ++i)
    if (!parameter(*curve.type, i).locked) free.push_back(i);
  return free;
}

}  // namespace limber
