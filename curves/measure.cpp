#include <algorithm>
#include <cassert>
#include <cmath>

#include "curves/curve.h"

namespace limber {
namespace {

constexpr double integral_tolerance = 1e-9;
constexpr double bend_share = 0.01;  // of the size of its terms: what is less in all is rounding

// An integral is a sum of stretches: `times` what lies between the begin of the curve and `to`.
// That limit moves with t, or with the end of a curve whose t ends at a parameter.
struct Stretch {
  double times, to;
  double with_t, with_end;  // d to / dt, d to / dend
};

// Up to t round a closed curve: every full turn is the whole integral once more.
template <class Visit>
bool each_stretch(const Curve& curve, Bound bound, double t, double sign, Visit visit) {
  const double begin = t_begin(curve), end = t_end(curve);
  if (bound == Bound::begin) return true;
  if (bound == Bound::end) return visit(Stretch{sign, end, 0, 1});
  const double turns = curve.type->closed ? std::floor((t - begin) / (end - begin)) : 0;
  const double rest = t - turns * (end - begin);
  if (turns != 0 && !visit(Stretch{sign * turns, end, 0, 1})) return false;
  return visit(Stretch{sign, std::min(rest, end), 1, -turns});
}

template <class Visit>
bool each_stretch(const Curve& curve, const Integral<Kernel>& integral, double t, Visit visit) {
  return each_stretch(curve, integral.to, t, 1, visit) &&
         each_stretch(curve, integral.from, t, -1, visit);
}

// How large the terms of f'' are when the curve turns and grows as one, about f (|x_t'| / |x_t|)^2,
// even if they cancel as those of a length do that turns. Of a few samples between a and b.
double size_of_terms(const Curve& curve, const Kernel& integrand, const Eigen::VectorXd& dq,
                     double a, double b, MeasureReading& m) {
  const Kernel& sweep = curve.type->sweep;  // x_t, x_tt, x_tq
  double size = 0;
  for (const double part : {0.17, 0.5, 0.83}) {
    m.span.in.back() = a + part * (b - a) - m.span.t_offset;
    m.limit.resize(static_cast<std::size_t>(std::max(integrand.outputs(), sweep.outputs())));
    if (!integrand(m.span.in.data(), m.limit.data())) continue;
    const double f = std::abs(m.limit[0]);
    if (!sweep(m.span.in.data(), m.limit.data())) continue;
    const Eigen::Map<const Eigen::Matrix2Xd> x_t(m.limit.data(), 2, sweep.outputs() / 2);
    Point rate = Point::Zero();
    for (std::size_t i = 0; i < m.span.column.size(); ++i)
      rate += x_t.col(static_cast<Eigen::Index>(i) + 2) * dq[m.span.column[i]];
    const double speed = x_t.col(0).squaredNorm();
    if (speed > 0) size = std::max(size, f * rate.squaredNorm() / speed);
  }
  return size * (b - a);
}

// The integral of f from the begin of the curve up to `to`, span by span: take(), with the
// integrals over one in m.sums. f is the integrand with its derivatives, or (dq) what it bends. Its
// output 1 is f_t, which nobody integrates.
template <class Take>
bool integrate(const Curve& curve, const Integral<Kernel>& integral, const Eigen::VectorXd* dq,
               double to, MeasureReading& m, Take take) {
  const Kernel& f = dq ? integral.bend : integral.integrand;
  const int outputs = f.outputs();
  m.watched.clear();
  for (int j = 0; j < outputs; ++j)
    if (j != 1) m.watched.push_back({j, j, j});
  breaks(curve, m.breaks);
  for (std::size_t k = 0; k + 1 < m.breaks.size(); ++k) {
    const double a = m.breaks[k], b = std::min(to, m.breaks[k + 1]);
    if (!(b > a)) continue;
    locate_span(curve, span_of(curve, 0.5 * (a + b)), m.span);
    double least = 0;
    if (dq) {
      least = bend_share * size_of_terms(curve, integral.integrand, *dq, a, b, m);
      insert_rates(*dq, m.span);
    }
    m.sums.assign(static_cast<std::size_t>(outputs), 0.0);
    const auto sample = [&](const double* t, int count, double* values, int stride) {
      along(f, m.span, t, count, values, stride);
    };
    if (!m.quadrature.run(sample, a, b, 1, outputs, m.watched, integral_tolerance, m.sums.data(),
                          least) ||
        m.quadrature.diverges())
      return false;
    take();
  }
  return true;
}

bool limit_moves(const Curve& curve, const Stretch& stretch) {
  return stretch.with_t != 0 || (stretch.with_end != 0 && curve.type->t_end_parameter >= 0);
}

// The integrand, f, f_t, f_q, at the limit of a stretch, into m.limit. m.locale is at t.
bool read_limit(const Curve& curve, const Kernel& integrand, const Stretch& stretch,
                MeasureReading& m) {
  if (stretch.with_t == 0) locate(curve, stretch.to, m.span);
  const Locale& at = stretch.with_t == 0 ? m.span : m.locale;
  m.limit.resize(static_cast<std::size_t>(integrand.outputs()));
  return integrand(at.in.data(), m.limit.data());
}

// I, I_q and I_t of the integral `row`.
bool add_integral(const Curve& curve, const Integral<Kernel>& integral, double t, Eigen::Index row,
                  MeasureReading& m) {
  return each_stretch(curve, integral, t, [&](const Stretch& stretch) {
    const auto take = [&] {
      m.integrals[static_cast<std::size_t>(row)] += stretch.times * m.sums[0];
      for (std::size_t i = 0; i < m.span.column.size(); ++i)
        m.integrals_q(row, m.span.column[i]) += stretch.times * m.sums[i + 2];
    };
    if (!integrate(curve, integral, nullptr, stretch.to, m, take)) return false;
    if (!limit_moves(curve, stretch)) return true;
    if (!read_limit(curve, integral.integrand, stretch, m)) return false;
    const double f = stretch.times * m.limit[0];
    m.integrals_t[static_cast<std::size_t>(row)] += f * stretch.with_t;
    if (const int end = curve.type->t_end_parameter; end >= 0)
      m.integrals_q(row, end) += f * stretch.with_end;
    return true;
  });
}

bool add_integrals(const Curve& curve, const Measure<Kernel>& measure, double t,
                   MeasureReading& m) {
  const std::size_t count = measure.integrals.size();
  m.integrals.assign(count, 0.0);
  m.integrals_t.assign(count, 0.0);
  m.integrals_q.setZero(static_cast<Eigen::Index>(count), curve.q.size());
  for (std::size_t k = 0; k < count; ++k)
    if (!add_integral(curve, measure.integrals[k], t, static_cast<Eigen::Index>(k), m))
      return false;
  return true;
}

// I'', with u the limit:  I = int^u f,  I'' = int^u f'' + 2 f_q dq du + f_t du^2
bool bend_integral(const Curve& curve, const Integral<Kernel>& integral, double t,
                   const Eigen::VectorXd& dq, double dt, MeasureReading& m, double& out) {
  const int end = curve.type->t_end_parameter;
  out = 0;
  return each_stretch(curve, integral, t, [&](const Stretch& stretch) {
    const auto take = [&] { out += stretch.times * m.sums[0]; };
    if (!integrate(curve, integral, &dq, stretch.to, m, take)) return false;
    const double du = stretch.with_t * dt + (end >= 0 ? stretch.with_end * dq[end] : 0);
    if (du == 0) return true;
    if (!read_limit(curve, integral.integrand, stretch, m)) return false;
    const Locale& at = stretch.with_t == 0 ? m.span : m.locale;
    double f_q = 0;
    for (std::size_t i = 0; i < at.column.size(); ++i) f_q += m.limit[i + 2] * dq[at.column[i]];
    out += stretch.times * (2 * f_q * du + m.limit[1] * du * du);
    return true;
  });
}

}  // namespace

bool measure_at(const Curve& curve, const Measure<Kernel>& measure, double t, MeasureReading& out) {
  if (!measure.along) t = t_begin(curve);
  locate(curve, t, out.locale);
  if (!add_integrals(curve, measure, t, out)) return false;

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

// m'' = (the second derivative of value along dq, I', dt) + value_I I''
bool bend_at(const Curve& curve, const Measure<Kernel>& measure, double t,
             const Eigen::VectorXd& dq, double dt, MeasureReading& m, double* out) {
  if (!measure.along) t = t_begin(curve), dt = 0;
  if (!measure_at(curve, measure, t, m)) return false;
  const std::size_t integrals = measure.integrals.size();
  m.in.reserve(2 * m.in.size());
  for (const int column : m.locale.column) m.in.push_back(dq[column]);
  for (std::size_t k = 0; k < integrals; ++k)
    m.in.push_back(m.integrals_q.row(static_cast<Eigen::Index>(k)).dot(dq) + m.integrals_t[k] * dt);
  m.in.push_back(dt);
  assert(measure.bend.inputs() == static_cast<int>(m.in.size()));
  if (!measure.bend(m.in.data(), out)) return false;
  const int n = size_of(measure.shape);
  const double* value_I = m.out.data() + n * (2 + static_cast<int>(m.locale.column.size()));
  for (std::size_t k = 0; k < integrals; ++k, value_I += n) {
    double second = 0;
    if (!bend_integral(curve, measure.integrals[k], t, dq, dt, m, second)) return false;
    for (int s = 0; s < n; ++s) out[s] += value_I[s] * second;
  }
  return true;
}

}  // namespace limber
