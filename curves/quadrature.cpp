#include "curves/quadrature.h"

#include <Eigen/Core>
#include <cmath>

namespace limber {
namespace {

constexpr int n = Quadrature::points;

// Rows: the weights, then the functionals that give the Legendre coefficients 4, 5, n-2 and n-1 of
// the integrand, (2k+1)/2 sum_i w_i P_k(x_i) f_i.
enum Row { weights, coefficient_4, coefficient_5, coefficient_last_but_one, coefficient_last, rows };

struct Rule {
  double x[n];
  Eigen::Matrix<double, rows, n> functionals;
};

// P_k(x) for k = 0 .. n by the three-term recurrence.
void legendre(double x, double* P) {
  P[0] = 1;
  P[1] = x;
  for (int k = 1; k < n; ++k) P[k + 1] = ((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1);
}

// The nodes are the roots of P_n: Newton from the usual cosine guess.
Rule make_rule() {
  Rule rule;
  double P[n + 1];
  for (int i = 0; i < n; ++i) {
    double x = -std::cos(M_PI * (i + 0.75) / (n + 0.5));
    double slope = 1;
    for (int step = 0; step < 8; ++step) {
      legendre(x, P);
      slope = n * (x * P[n] - P[n - 1]) / (x * x - 1);
      x -= P[n] / slope;
    }
    legendre(x, P);
    const double w = 2 / ((1 - x * x) * slope * slope);
    rule.x[i] = x;
    rule.functionals(weights, i) = w;
    rule.functionals(coefficient_4, i) = 4.5 * w * P[4];
    rule.functionals(coefficient_5, i) = 5.5 * w * P[5];
    rule.functionals(coefficient_last_but_one, i) = (n - 1.5) * w * P[n - 2];
    rule.functionals(coefficient_last, i) = (n - 0.5) * w * P[n - 1];
  }
  return rule;
}

const Rule& rule() {
  static const Rule made = make_rule();
  return made;
}

// The error of n Gauss points is the series from degree 2n on. Its coefficients are extrapolated
// from how they fall between degrees 4,5 and n-2,n-1: (n - 6) degrees further by one such factor,
// so to degree 2n by more than two of them. A series that does not fall gives the last
// coefficient itself, which halves the panel.
double estimate(const Eigen::Matrix<double, rows, 1>& c, double size) {
  const double early = std::abs(c[coefficient_4]) + std::abs(c[coefficient_5]);
  const double late = std::abs(c[coefficient_last_but_one]) + std::abs(c[coefficient_last]);
  const double rounding = 1e-14 * size;
  if (late <= rounding) return 0;
  const double fall = std::min(1.0, late / std::max(early, rounding));
  return late * fall * fall;
}

}  // namespace

void Quadrature::start(double a, double b, int panels, int outputs, int watched) {
  outputs_ = outputs;
  whole_ = b - a;
  used_ = 0;
  found_ = false;
  kept_ = true;
  absolute_.assign(static_cast<std::size_t>(watched), 0.0);
  next_.clear();
  for (int k = 0; k < panels; ++k)
    next_.push_back({a + whole_ * k / panels, a + whole_ * (k + 1) / panels, 0});
}

int Quadrature::place_samples() {
  todo_.swap(next_);
  next_.clear();
  const std::size_t count = todo_.size() * n;
  t_.resize(count);
  f_.resize(count * static_cast<std::size_t>(outputs_));
  used_ += static_cast<int>(todo_.size());
  for (std::size_t k = 0; k < todo_.size(); ++k) {
    const double middle = 0.5 * (todo_[k].a + todo_[k].b), half = 0.5 * (todo_[k].b - todo_[k].a);
    for (int i = 0; i < n; ++i) t_[k * n + static_cast<std::size_t>(i)] = middle + half * rule().x[i];
  }
  return static_cast<int>(count);
}

void Quadrature::judge(const std::vector<int>& watched, double tolerance, double* sums) {
  const int count = static_cast<int>(todo_.size()) * n;
  using Samples = Eigen::Map<const Eigen::Matrix<double, n, 1>>;
  const auto samples = [&](int output, std::size_t panel) {
    return Samples(f_.data() + static_cast<std::size_t>(output) * static_cast<std::size_t>(count) + panel * n);
  };
  // How big each watched integral is, at least: what its error is measured against. Panels taken
  // earlier are in it already, those to be halved are judged by their present samples.
  estimate_ = absolute_;
  for (std::size_t k = 0; k < todo_.size(); ++k)
    for (std::size_t w = 0; w < watched.size(); ++w) {
      const double size = rule().functionals.row(weights).dot(samples(watched[w], k).cwiseAbs());
      if (std::isfinite(size)) estimate_[w] += 0.5 * (todo_[k].b - todo_[k].a) * size;
    }

  for (std::size_t k = 0; k < todo_.size(); ++k) {
    const Panel& panel = todo_[k];
    const double half = 0.5 * (panel.b - panel.a);
    double checksum = 0;
    for (int j = 0; j < outputs_; ++j) checksum += samples(j, k).sum();
    const bool finite = std::isfinite(checksum);
    bool fine = finite;
    for (std::size_t w = 0; w < watched.size() && fine; ++w) {
      const Eigen::Matrix<double, rows, 1> c = rule().functionals * samples(watched[w], k);
      const double size = samples(watched[w], k).cwiseAbs().maxCoeff();
      // A panel may spend its share of the tolerance, and a hundredth of all of it however small it
      // is, or a kink would be halved for ever.
      const double share = std::max(2 * half / whole_, 0.01);
      fine = half * estimate(c, size) <= tolerance * share * estimate_[w];
    }
    const bool last = panel.halvings >= max_halvings || used_ + static_cast<int>(next_.size()) >= max_panels;
    if (!fine && !last) {
      const double middle = 0.5 * (panel.a + panel.b);
      next_.push_back({panel.a, middle, panel.halvings + 1});
      next_.push_back({middle, panel.b, panel.halvings + 1});
      continue;
    }
    kept_ = kept_ && fine;
    if (!finite) continue;
    found_ = true;
    for (int j = 0; j < outputs_; ++j)
      sums[j] += half * rule().functionals.row(weights).dot(samples(j, k));
    for (std::size_t w = 0; w < watched.size(); ++w)
      absolute_[w] += half * rule().functionals.row(weights).dot(samples(watched[w], k).cwiseAbs());
  }
}

}  // namespace limber
