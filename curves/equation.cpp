#include "curves/equation.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr int first_cells = 32;  // along a side
constexpr int levels = 3;        // then twice as many, and again: 256 in the end
// Times the second derivatives at the middle of a cell: for what they do across it. Ten times less, and
// branches of high degree are lost; ten times more, and every cell is looked at.
constexpr double second_safety = 4;
constexpr double critical_reach = 3;  // cells from whose middle a critical point is looked for
constexpr int critical_steps = 40;
// Work: what has more of them is a texture, and its cells are not all looked into.
constexpr std::size_t most_critical = 500;
constexpr int most_critical_looks = 60'000;
// Squares that arithmetic can cut into cells, in drawing units and parts of how far away they are.
constexpr double least_half = 1e-6, most_half = 1e12;
constexpr double same_place = 1e-3;  // of a cell: critical points so near each other are one

struct Column {
  int ix;
  std::vector<int> iy;
};

bool may_hold_zero(const Equation::Value& v, double r) {
  const double reach = (std::abs(v.gradient.x()) + std::abs(v.gradient.y())) * r;
  return v.is_finite() && std::abs(v.f) <= reach + second_safety * 0.5 * v.bending() * r * r;
}

bool may_hold_critical(const Equation::Value& v, double r) {
  const double reach = critical_reach * r;
  return v.is_finite() && std::abs(v.gradient.x()) <= (std::abs(v.xx) + std::abs(v.xy)) * reach &&
         std::abs(v.gradient.y()) <= (std::abs(v.xy) + std::abs(v.yy)) * reach;
}

// Newton's method for f_x = f_y = 0; where the second derivatives are degenerate, as at a cusp, the
// shortest step that does what can be done.
bool go_to_critical(const Equation& equation, double r, CriticalPoint& point) {
  const Point begin = point.at;
  for (int k = 0; k < critical_steps; ++k) {
    point.value = equation.at(point.at);
    if (!point.value.is_finite()) return false;
    const Equation::Value& v = point.value;
    Eigen::Matrix2d hessian;
    hessian << v.xx, v.xy, v.xy, v.yy;
    const Eigen::JacobiSVD<Eigen::Matrix2d> svd(hessian, Eigen::ComputeFullU | Eigen::ComputeFullV);
    if (!(svd.singularValues()[0] > 0)) return v.gradient.norm() == 0;
    const Point step = svd.solve(v.gradient);
    point.at -= step;
    if (!((point.at - begin).norm() <= 2 * critical_reach * r)) return false;
    if (step.norm() <= 1e-13 * (point.at.norm() + r)) break;
  }
  point.value = equation.at(point.at);
  return point.value.is_finite();
}

void add_critical(const Equation& equation, const Candidates::Cell& cell, Candidates& out) {
  if (!may_hold_critical(cell.value, out.size)) return;
  CriticalPoint found{cell.middle, cell.value};
  if (!go_to_critical(equation, out.size, found)) return;
  if ((found.at - equation.middle()).cwiseAbs().maxCoeff() > equation.half()) return;
  for (const CriticalPoint& known : out.critical)
    if ((known.at - found.at).norm() <= same_place * out.size) return;
  out.critical.push_back(found);
}

}  // namespace

bool Equation::Value::is_finite() const {
  return std::isfinite(f) && gradient.allFinite() && std::isfinite(xx + xy + yy);
}
double Equation::Value::bending() const { return std::abs(xx) + 2 * std::abs(xy) + std::abs(yy); }

Equation::Equation(const Curve& curve) : type_(*curve.type) {
  const std::size_t shared = type_.parameters.size();
  in_.assign(curve.q.data(), curve.q.data() + shared);
  in_.resize(shared + 2, 0);
  double scope[3];
  const bool known = type_.scope(in_.data(), scope);
  const double far = known ? std::abs(scope[0]) + std::abs(scope[1]) : 0;
  if (known && scope[2] >= least_half * std::max(1e-3, far) && scope[2] <= most_half) {
    middle_ = Point(scope[0], scope[1]);
    half_ = scope[2];
  }
}

Equation::Value Equation::at(const Point& p) const {
  double out[6];
  in_[in_.size() - 2] = p.x();
  type_.equation.along(in_.data(), &p.y(), 1, out, 1);
  ++looks_;
  return {out[0], Point(out[1], out[2]), out[3], out[4], out[5]};
}

void Equation::column(double x, const std::vector<double>& y, std::vector<Value>& out) const {
  const std::size_t n = y.size();
  in_[in_.size() - 2] = x;
  out_.resize(6 * n);
  type_.equation.along(in_.data(), y.data(), static_cast<int>(n), out_.data(), static_cast<int>(n));
  looks_ += static_cast<int>(n);
  out.resize(n);
  for (std::size_t k = 0; k < n; ++k)
    out[k] = {out_[k], Point(out_[n + k], out_[2 * n + k]), out_[3 * n + k], out_[4 * n + k], out_[5 * n + k]};
}

Candidates find_candidates(const Equation& equation) {
  Candidates out;
  std::vector<Column> columns(first_cells);
  for (int ix = 0; ix < first_cells; ++ix) {
    columns[static_cast<std::size_t>(ix)].ix = ix;
    for (int iy = 0; iy < first_cells; ++iy) columns[static_cast<std::size_t>(ix)].iy.push_back(iy);
  }
  std::vector<double> y;
  std::vector<Equation::Value> values;
  const Point corner = equation.middle() - Point(equation.half(), equation.half());
  for (int level = 0; level <= levels; ++level) {
    out.size = equation.half() / (first_cells << level);
    const auto middle = [&](int i) { return (2 * i + 1) * out.size; };
    std::vector<Column> next;
    for (const Column& column : columns) {
      y.clear();
      for (const int iy : column.iy) y.push_back(corner.y() + middle(iy));
      equation.column(corner.x() + middle(column.ix), y, values);
      Column kept{column.ix, {}};
      for (std::size_t k = 0; k < y.size(); ++k) {
        if (!may_hold_zero(values[k], out.size)) continue;
        kept.iy.push_back(column.iy[k]);
        if (level == levels)
          out.cells.push_back({Point(corner.x() + middle(column.ix), y[k]), values[k]});
      }
      if (kept.iy.empty()) continue;
      for (const int half : {0, 1}) {
        Column& part = next.emplace_back();
        part.ix = 2 * kept.ix + half;
        for (const int iy : kept.iy) part.iy.insert(part.iy.end(), {2 * iy, 2 * iy + 1});
      }
    }
    columns = std::move(next);
  }
  const int before = equation.looks();
  for (const Candidates::Cell& cell : out.cells) {
    if (out.critical.size() >= most_critical || equation.looks() - before > most_critical_looks) break;
    add_critical(equation, cell, out);
  }
  return out;
}

}  // namespace limber
