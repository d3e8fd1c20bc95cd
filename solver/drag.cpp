#include "solver/drag.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "curves/transform.h"
#include "solver/sizes.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

double extent(const Curve& curve) {
  Point first, x;
  double most = 0;
  if (!point_at(curve, t_begin(curve), first)) return 0;
  for (int i = 1; i <= extent_samples; ++i)
    if (point_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / extent_samples, x))
      most = std::max(most, (x - first).norm());
  return most;
}

}  // namespace

void CurveDrag::prepare(const Curve& curve, std::vector<int> free, Places places) {
  standard_ = curve;
  matrix_.places = places;
  measured_for_ = 0;
  free_ = std::move(free);
  angles_.clear();
  first_.clear();
  moved_.clear();
  place_ = -1;
  int count = 0;
  const CurveType& type = *curve.type;
  for (int i = 0; i < curve.q.size(); ++i) {
    const Role role = parameter(type, i).role;
    if (role == Role::x && count++ == 0) place_ = i;
    if (role == Role::x || role == Role::y) moved_.emplace_back(i, role == Role::y);
    if (role == Role::angle) angles_.push_back(i);
  }
  // Turning mixes x with y: both must be free, or both locked.
  bool whole = true;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const Role role = parameter(type, free_[k]).role;
    const bool y_next = k + 1 < free_.size() && free_[k + 1] == free_[k] + 1;
    const bool x_before = k > 0 && free_[k - 1] == free_[k] - 1;
    if (role == Role::x) first_.push_back(static_cast<int>(k));
    if ((role == Role::x && !y_next) || (role == Role::y && !x_before)) whole = false;
  }
  turns_ = count == 1 && !angles_.empty();
  const Similarity moved{.move = Point(0.7, -0.4) * (1 + extent(curve)), .angle = 0.6};
  follows_ = whole && place_ >= 0 && !type.is_family &&
             limber::follows(curve, moved, follow_tolerance * (extent(curve) + nonzero));
}

// Moved so that the first place is the origin, turned so that the first angle is 0. Only what is
// exact is done: a second place would be turned with rounding, and the integral taken anew anyway.
bool CurveDrag::standard_place(const double* q) {
  const auto n = standard_.q.size();
  std::copy(q, q + n, standard_.q.data());
  cos_ = 1;
  sin_ = 0;
  if (!follows_) return false;
  for (const auto& [i, axis] : moved_) standard_.q[i] -= q[place_ + axis];
  if (!turns_) return false;
  const double turn = q[angles_.front()];
  for (const int i : angles_) standard_.q[i] -= turn;
  cos_ = std::cos(turn);
  sin_ = std::sin(turn);
  return true;
}

// By a polygon: how long, to a few per cent, is all that step control asks.
void CurveDrag::measure_length() {
  const double begin = t_begin(standard_), end = t_end(standard_);
  Point before, x;
  bool have = false;
  own_length_ = 0;
  for (int i = 0; i <= length_samples; ++i) {
    if (!point_at(standard_, begin + (end - begin) * i / length_samples, x)) continue;
    if (have) own_length_ += (x - before).norm();
    before = x;
    have = true;
  }
}

bool CurveDrag::measure(double point_length) {
  if (measured_for_ == point_length && measured_ == standard_.q) return true;
  measured_for_ = 0;
  if (!drag_matrix(standard_, free_, point_length, matrix_)) return false;
  measure_length();
  measured_ = standard_.q;
  measured_for_ = point_length;
  return true;
}

bool CurveDrag::at(const double* q, double point_length, double* out) {
  const bool turned = standard_place(q);
  if (!measure(point_length)) return false;
  std::copy(matrix_.M.data(), matrix_.M.data() + matrix_.M.size(), out);
  if (!turned) return true;
  for_columns(static_cast<int>(free_.size()), [&](auto columns) {
    const int n = columns;
    const auto turn = [&](double& x, double& y) {
      const double before = x;
      x = cos_ * before - sin_ * y;
      y = sin_ * before + cos_ * y;
    };
    for (const int k : first_) {  // M <- T M T'
      for (int i = 0; i < n; ++i) turn(out[i * n + k], out[i * n + k + 1]);
      for (int i = 0; i < n; ++i) turn(out[k * n + i], out[(k + 1) * n + i]);
    }
  });
  return true;
}

// Row by row, from the first entry of each row that is not 0: left of it L has none either. Of a curve
// of many nodes each of which moves by itself that is a few entries, not all before the diagonal. The
// same sums as below, but for terms that are 0.
void cholesky_in_envelope(const double* M, int n, double* L) {
  std::vector<int> first(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) first[static_cast<std::size_t>(i)] = i;
  const std::size_t stride = static_cast<std::size_t>(n);
  for (int j = n; j-- > 0;)
    for (int i = j + 1; i < n; ++i)
      if (M[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * stride] != 0)
        first[static_cast<std::size_t>(i)] = j;
  std::fill(L, L + stride * stride, 0.0);
  const auto at = [&](int i, int j) {
    return static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * stride;
  };
  for (int i = 0; i < n; ++i)
    for (int j = first[static_cast<std::size_t>(i)]; j <= i; ++j) {
      const int from =
          std::max(first[static_cast<std::size_t>(i)], first[static_cast<std::size_t>(j)]);
      double entry = M[at(i, j)];
      for (int k = from; k < j; ++k) entry -= L[at(i, k)] * L[at(j, k)];
      L[at(i, j)] = j < i ? entry / L[at(j, j)]
                          : std::sqrt(std::max(entry, least_pivot * M[at(j, j)]));
    }
}

void cholesky(const double* M, int size, double* L) {
  if (size > most_dense_columns) return cholesky_in_envelope(M, size, L);
  for_columns(size, [=](auto columns) {
    const int n = columns;
#pragma GCC unroll 3
    for (int j = 0; j < n; ++j) {
      double pivot = M[j + j * n];
      for (int k = 0; k < j; ++k) pivot -= L[j + k * n] * L[j + k * n];
      const double diagonal = std::sqrt(std::max(pivot, least_pivot * M[j + j * n]));
      L[j + j * n] = diagonal;
      for (int i = 0; i < j; ++i) L[i + j * n] = 0;
      for (int i = j + 1; i < n; ++i) {
        double entry = M[i + j * n];
        for (int k = 0; k < j; ++k) entry -= L[i + k * n] * L[j + k * n];
        L[i + j * n] = entry / diagonal;
      }
    }
  });
}

}  // namespace limber
