#include "curves/quadrature.h"

#include <Eigen/Core>
#include <cmath>

namespace limber {
namespace {

constexpr int n = Quadrature::points;

// Rows of `series`: the functionals that give the Legendre coefficients 4 to n-1 of the integrand,
// (2k+1)/2 sum_i w_i P_k(x_i) f_i.
constexpr int first_degree = 4, rows = n - first_degree;

struct Rule {
  Eigen::Matrix<double, n, 1> x, weights;
  Eigen::Matrix<double, rows, n> series;
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
    rule.weights[i] = w;
    for (int k = first_degree; k < n; ++k) rule.series(k - first_degree, i) = (k + 0.5) * w * P[k];
  }
  return rule;
}

using Samples = Eigen::Map<const Eigen::Matrix<double, n, 1>>;

const Rule made = make_rule();  // before main: no thread has to wait for another to make it
const Rule& rule() { return made; }

// The error of n Gauss points is the series from degree 2n on. Its coefficients are extrapolated
// from how they fall between degrees 4 to 7 and 8 to 11: by one such factor every four degrees, so
// to degree 24 by more than three; two and a half are counted on. Sums of four, since single ones
// swing through zero. A series that does not fall gives its last coefficients, which halves the
// panel.
static_assert(n == 12 && first_degree == 4);
double estimate(const Eigen::Matrix<double, rows, 1>& c, double size) {
  const double early = c.head<4>().cwiseAbs().sum(), late = c.tail<4>().cwiseAbs().sum();
  const double rounding = 1e-14 * size;
  if (late <= rounding) return 0;
  const double fall = std::min(1.0, late / std::max(early, rounding));
  return late * fall * fall * std::sqrt(fall);
}

}  // namespace

void Quadrature::start(double a, double b, int panels, int outputs) {
  outputs_ = outputs;
  whole_ = b - a;
  used_ = 0;
  found_ = false;
  kept_ = true;
  absolute_.assign(static_cast<std::size_t>(outputs), 0.0);
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
    for (int i = 0; i < n; ++i)
      t_[k * n + static_cast<std::size_t>(i)] = middle + half * rule().x[i];
  }
  return static_cast<int>(count);
}

double Quadrature::absolute_integral(std::size_t output, std::size_t panel) const {
  const Samples f(f_.data() + output * todo_.size() * n + panel * n);
  const double size = rule().weights.dot(f.cwiseAbs());
  return std::isfinite(size) ? 0.5 * (todo_[panel].b - todo_[panel].a) * size : 0;
}

// How big each integral is that serves as a scale, at least. Panels taken earlier are in absolute_
// already, those to be judged now count by their present samples. What is a tenth of a billionth of
// the largest is rounding, and must not be chased.
void Quadrature::measure_scales(const std::vector<Watched>& watched) {
  sizes_ = absolute_;
  double largest = 0;
  for (const Watched& w : watched) {
    if (w.scale_a != w.scale_b) continue;
    const std::size_t j = static_cast<std::size_t>(w.scale_a);
    for (std::size_t k = 0; k < todo_.size(); ++k) sizes_[j] += absolute_integral(j, k);
    largest = std::max(largest, sizes_[j]);
  }
  factors_.resize(watched.size());
  for (std::size_t w = 0; w < watched.size(); ++w) {
    const double a =
        std::max(sizes_[static_cast<std::size_t>(watched[w].scale_a)], 1e-10 * largest);
    const double b =
        std::max(sizes_[static_cast<std::size_t>(watched[w].scale_b)], 1e-10 * largest);
    // Uneven signs and sizes off the diagonal, so that nothing cancels in the sum that is looked
    // at.
    const bool on_diagonal = watched[w].scale_a == watched[w].scale_b;
    const double uneven = (w % 2 ? -1 : 1) * (1 + 0.37 * static_cast<double>(w * w % 7) / 7);
    const double scale = std::sqrt(a) * std::sqrt(b);
    factors_[w] = scale > 1e-290 ? (on_diagonal ? 1 : uneven) / scale : 0;  // below: nothing there
  }
}

void Quadrature::judge(const std::vector<Watched>& watched, double tolerance, double* sums) {
  const std::size_t count = todo_.size() * n;
  measure_scales(watched);
  taken_.assign(todo_.size(), 0);
  for (std::size_t k = 0; k < todo_.size(); ++k) {
    const Panel& panel = todo_[k];
    const double half = 0.5 * (panel.b - panel.a);
    // All watched outputs as two functions, each output on its own scale: they are as rough as the
    // roughest. Those on a diagonal apart, which are positive: what they share cannot cancel.
    Eigen::Matrix<double, n, 2> together = Eigen::Matrix<double, n, 2>::Zero();
    for (std::size_t w = 0; w < watched.size(); ++w)
      together.col(watched[w].scale_a == watched[w].scale_b ? 0 : 1) +=
          factors_[w] *
          Samples(f_.data() + static_cast<std::size_t>(watched[w].output) * count + k * n);
    const bool finite = std::isfinite(together.sum());
    const Eigen::Matrix<double, rows, 2> c = rule().series * together;
    const double size = together.cwiseAbs().maxCoeff();
    const double error = half * std::max(estimate(c.col(0), size), estimate(c.col(1), size));
    // A panel may spend its share of the tolerance, and a hundredth of all of it however small it
    // is, or a kink would be halved for ever.
    const double share = std::max(2 * half / whole_, 0.01);
    const bool fine = finite && error <= tolerance * share;
    const bool last =
        panel.halvings >= max_halvings || used_ + static_cast<int>(next_.size()) >= max_panels;
    if (!fine && !last) {
      const double middle = 0.5 * (panel.a + panel.b);
      next_.push_back({panel.a, middle, panel.halvings + 1});
      next_.push_back({middle, panel.b, panel.halvings + 1});
      continue;
    }
    kept_ = kept_ && fine;
    if (!finite) continue;
    found_ = true;
    taken_[k] = 1;
    for (int j = 0; j < outputs_; ++j)
      sums[j] += half * rule().weights.dot(
                            Samples(f_.data() + static_cast<std::size_t>(j) * count + k * n));
  }
  if (next_.empty()) return;
  for (const Watched& w : watched)
    for (std::size_t k = 0; k < todo_.size() && w.scale_a == w.scale_b; ++k)
      if (taken_[k])
        absolute_[static_cast<std::size_t>(w.scale_a)] +=
            absolute_integral(static_cast<std::size_t>(w.scale_a), k);
}

}  // namespace limber
