#include <algorithm>
#include <cassert>
#include <cmath>

#include "curves/curve.h"

namespace limber {
namespace {

constexpr double integral_tolerance = 1e-9;

// Adds the integral over [a, b], within the range of the curve, to out.sums (the integral itself)
// and out.integrals_q.row(row). The integrand's values are f, f_t, f_q0, f_q1, ...
bool add_integral(const Curve& curve, const Kernel& integrand, double a, double b, double times,
                  Eigen::Index row, MeasureReading& out) {
  const int outputs = integrand.outputs();
  out.watched.clear();
  for (int j = 0; j < outputs; ++j)
    if (j != 1) out.watched.push_back({j, j, j});
  breaks(curve, out.breaks);
  for (std::size_t k = 0; k + 1 < out.breaks.size(); ++k) {
    const double from = std::max(a, out.breaks[k]), to = std::min(b, out.breaks[k + 1]);
    if (!(to > from)) continue;
    locate_span(curve, span_of(curve, 0.5 * (from + to)), out.span);
    out.sums.assign(static_cast<std::size_t>(outputs), 0.0);
    const auto sample = [&](const double* t, int count, double* values, int stride) {
      along(integrand, out.span, t, count, values, stride);
    };
    if (!out.quadrature.run(sample, from, to, 1, outputs, out.watched, integral_tolerance,
                            out.sums.data()))
      return false;
    out.integrals[static_cast<std::size_t>(row)] += times * out.sums[0];
    for (std::size_t i = 0; i < out.span.column.size(); ++i)
      out.integrals_q(row, out.span.column[i]) += times * out.sums[i + 2];
  }
  return true;
}

// The integral from the begin of the curve up to t, times `sign`. Round a closed curve t may go on:
// every full turn adds the whole integral.
bool add_up_to(const Curve& curve, const Kernel& integrand, double t, double sign, Eigen::Index row,
               MeasureReading& out) {
  const double begin = t_begin(curve), end = t_end(curve);
  const double turns = curve.type->closed ? std::floor((t - begin) / (end - begin)) : 0;
  const double rest = t - turns * (end - begin);
  if (turns != 0 && !add_integral(curve, integrand, begin, end, sign * turns, row, out))
    return false;
  return add_integral(curve, integrand, begin, std::min(rest, end), sign, row, out);
}

bool add_bound(const Curve& curve, const Kernel& integrand, Bound bound, double t, double sign,
               Eigen::Index row, MeasureReading& out) {
  if (bound == Bound::begin) return true;
  if (bound == Bound::end)
    return add_integral(curve, integrand, t_begin(curve), t_end(curve), sign, row, out);
  if (!add_up_to(curve, integrand, t, sign, row, out)) return false;
  out.out.resize(static_cast<std::size_t>(integrand.outputs()));
  if (!integrand(out.locale.in.data(), out.out.data())) return false;
  out.integrals_t[static_cast<std::size_t>(row)] += sign * out.out[0];
  return true;
}

bool integrate(const Curve& curve, const Measure<Kernel>& measure, double t, MeasureReading& out) {
  const std::size_t count = measure.integrals.size();
  out.integrals.assign(count, 0.0);
  out.integrals_t.assign(count, 0.0);
  out.integrals_q.setZero(static_cast<Eigen::Index>(count), curve.q.size());
  for (std::size_t k = 0; k < count; ++k) {
    const Integral<Kernel>& integral = measure.integrals[k];
    const Eigen::Index row = static_cast<Eigen::Index>(k);
    if (!add_bound(curve, integral.integrand, integral.to, t, 1, row, out)) return false;
    if (!add_bound(curve, integral.integrand, integral.from, t, -1, row, out)) return false;
  }
  return true;
}

}  // namespace

bool measure_at(const Curve& curve, const Measure<Kernel>& measure, double t, MeasureReading& out) {
  if (!measure.along) t = t_begin(curve);
  locate(curve, t, out.locale);
  if (!integrate(curve, measure, t, out)) return false;

  out.in.assign(out.locale.in.begin(), out.locale.in.end() - 1);
  out.in.insert(out.in.end(), out.integrals.begin(), out.integrals.end());
  out.in.push_back(out.locale.local_t);
  out.out.resize(static_cast<std::size_t>(measure.value.outputs()));
  assert(measure.value.inputs() == static_cast<int>(out.in.size()));
  if (!measure.value(out.in.data(), out.out.data())) return false;

  const Eigen::Index n = size_of(measure.shape);
  const Eigen::Index locals = static_cast<Eigen::Index>(out.locale.column.size());
  const Eigen::Index integrals = static_cast<Eigen::Index>(measure.integrals.size());
  const Eigen::Map<const Eigen::MatrixXd> columns(out.out.data(), n, 2 + locals + integrals);
  const auto value_I = columns.rightCols(integrals);
  out.value = columns.col(0);
  out.value_t = columns.col(1);
  out.column = out.locale.column;
  if (integrals == 0) {
    out.value_q = columns.middleCols(2, locals);
    return true;
  }
  out.value_t.noalias() +=
      value_I * Eigen::Map<const Eigen::VectorXd>(out.integrals_t.data(), integrals);
  if (!curve.type->is_family) {
    out.value_q = columns.middleCols(2, locals);
    out.value_q.noalias() += value_I * out.integrals_q;
    return out.value_q.allFinite();
  }
  // Integrals see all the nodes: their columns follow the local ones.
  out.value_q.resize(n, locals + curve.q.size());
  out.value_q.leftCols(locals) = columns.middleCols(2, locals);
  out.value_q.rightCols(curve.q.size()).noalias() = value_I * out.integrals_q;
  for (int i = 0; i < curve.q.size(); ++i) out.column.push_back(i);
  return out.value_q.allFinite();
}

}  // namespace limber
