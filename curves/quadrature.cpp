#include "curves/quadrature.h"

#include <Eigen/Core>
#include <array>
#include <cmath>

namespace limber {
namespace {

constexpr int n = Quadrature::points;

// P_k(x) for k = 0 .. count by the three-term recurrence.
void legendre(double x, int count, double* P) {
  P[0] = 1;
  P[1] = x;
  for (int k = 1; k < count; ++k) P[k + 1] = ((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1);
}

struct Gauss {
  double x[n], weight[n];
};

// The nodes are the roots of P_count: Newton from the usual cosine guess.
Gauss make_gauss(int count) {
  Gauss gauss{};
  double P[n + 1];
  for (int i = 0; i < count; ++i) {
    double x = -std::cos(M_PI * (i + 0.75) / (count + 0.5));
    double slope = 1;
    for (int step = 0; step < 8; ++step) {
      legendre(x, count, P);
      slope = count * (x * P[count] - P[count - 1]) / (x * x - 1);
      x -= P[count] / slope;
    }
    gauss.x[i] = x;
    gauss.weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return gauss;
}

// Rules of 1 to n points, that of k at k - 1: exact up to degree 2k - 1. This and the next are made
// before main: no thread has to wait for another to make them.
std::array<Gauss, n> make_gauss_rules() {
  std::array<Gauss, n> rules;
  for (int k = 0; k < n; ++k) rules[static_cast<std::size_t>(k)] = make_gauss(k + 1);
  return rules;
}
const std::array<Gauss, n> gauss_rules = make_gauss_rules();

// Legendre coefficients of the integrand on a panel, c_k = (2k+1)/2 sum_i w_i P_k(x_i) f_i, from
// degree 4 on. Nodes and weights are symmetric, so even degrees see f_i + f_(n-1-i) only, odd ones
// the difference: half the work.
constexpr int half_n = n / 2;
using Samples = Eigen::Map<const Eigen::Matrix<double, n, 1>>;
using Pair = Eigen::Matrix<double, n, 2>;  // two functions at the samples of a panel

struct Rule {
  Eigen::Matrix<double, n, 1> x, weights;
  Eigen::Matrix<double, 4, half_n> even, odd;  // degrees 4, 6, 8, 10 and 5, 7, 9, 11
};

Rule make_rule() {
  Rule rule;
  const Gauss& gauss = gauss_rules[n - 1];
  double P[n + 1];
  for (int i = 0; i < n; ++i) {
    rule.x[i] = gauss.x[i];
    rule.weights[i] = gauss.weight[i];
    if (i >= half_n) continue;
    legendre(gauss.x[i], n, P);
    for (int k = 0; k < 4; ++k) {
      rule.even(k, i) = (4 + 2 * k + 0.5) * gauss.weight[i] * P[4 + 2 * k];
      rule.odd(k, i) = (5 + 2 * k + 0.5) * gauss.weight[i] * P[5 + 2 * k];
    }
  }
  return rule;
}

const Rule made = make_rule();
const Rule& rule() { return made; }

// The error of n Gauss points is the series from degree 2n on, extrapolated from how its
// coefficients fall: between degrees 6 to 8 and 9 to 11, or, if that is slower, between 4 to 7 and
// 8 to 11 (sums, since single ones swing through zero). Of the five such steps from there to degree
// 24 three are counted on: that is right for a series that falls like a power of the degree, as one
// with a cusp does, and careful for one that falls geometrically. A series that does not fall gives
// its last coefficients, which halves the panel.
static_assert(n == 12);
double estimate(const Eigen::Vector4d& even, const Eigen::Vector4d& odd, double size) {
  const double rounding = 1e-14 * size;
  const double last = odd[2] + even[3] + odd[3];  // degrees 9, 10, 11
  if (last <= rounding) return 0;
  const double by_three = last / std::max(even[1] + odd[1] + even[2], rounding);
  const double by_four =
      (even[2] + last) / std::max(even[0] + odd[0] + even[1] + odd[1], rounding);
  // a step of three degrees is three quarters of one of four
  const double root = std::sqrt(by_four);
  const double fall = std::min(1.0, std::max(by_three, root * std::sqrt(root)));
  return last * fall * fall * fall;
}

double estimate(const Rule& r, const Pair& f) {
  const Eigen::Matrix<double, half_n, 2> front = f.topRows<half_n>(),
                                         back = f.bottomRows<half_n>().colwise().reverse();
  const Eigen::Matrix<double, half_n, 2> sum = front + back, difference = front - back;
  const Eigen::Matrix<double, 4, 2> even = r.even.lazyProduct(sum).cwiseAbs(),
                                    odd = r.odd.lazyProduct(difference).cwiseAbs();
  const double size = f.cwiseAbs().maxCoeff();
  return std::max(estimate(Eigen::Vector4d(even.col(0)), Eigen::Vector4d(odd.col(0)), size),
                  estimate(Eigen::Vector4d(even.col(1)), Eigen::Vector4d(odd.col(1)), size));
}

}  // namespace

void Quadrature::start(double a, double b, int panels, int outputs, double least) {
  outputs_ = outputs;
  least_ = least;
  whole_ = b - a;
  used_ = 0;
  found_ = false;
  kept_ = true;
  diverges_ = false;
  units_.clear();
  absolute_.assign(static_cast<std::size_t>(outputs), 0.0);
  next_.clear();
  for (int k = 0; k < panels; ++k)
    next_.push_back({a + whole_ * k / panels, a + whole_ * (k + 1) / panels, 0});
}

int Quadrature::place_samples() {
  const Rule& r = rule();
  todo_.swap(next_);
  next_.clear();
  const std::size_t count = todo_.size() * n;
  t_.resize(count);
  f_.resize(count * static_cast<std::size_t>(outputs_));
  used_ += static_cast<int>(todo_.size());
  for (std::size_t k = 0; k < todo_.size(); ++k) {
    const double middle = 0.5 * (todo_[k].a + todo_[k].b), half = 0.5 * (todo_[k].b - todo_[k].a);
    for (int i = 0; i < n; ++i) t_[k * n + static_cast<std::size_t>(i)] = middle + half * r.x[i];
  }
  return static_cast<int>(count);
}

void Quadrature::place_exactly(double a, double b, int count, int outputs) {
  const Gauss& gauss = gauss_rules[static_cast<std::size_t>(count - 1)];
  t_.resize(static_cast<std::size_t>(count));
  f_.resize(static_cast<std::size_t>(count * outputs));
  for (int i = 0; i < count; ++i)
    t_[static_cast<std::size_t>(i)] = 0.5 * (a + b) + 0.5 * (b - a) * gauss.x[i];
}

bool Quadrature::add_exactly(double half, int count, int outputs, double* sums) {
  const Gauss& gauss = gauss_rules[static_cast<std::size_t>(count - 1)];
  double check = 0;
  for (const double f : f_) check += f - f;
  if (check != 0) return false;
  const double* f = f_.data();
  for (int j = 0; j < outputs; ++j, f += count) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += gauss.weight[i] * f[i];
    sums[j] += half * sum;
  }
  return true;
}

double Quadrature::absolute_integral(std::size_t output, std::size_t panel) const {
  const Samples f(f_.data() + output * todo_.size() * n + panel * n);
  const double size = rule().weights.dot(f.cwiseAbs());
  return std::isfinite(size) ? 0.5 * (todo_[panel].b - todo_[panel].a) * size : 0;
}

// The absolute integrals over the panel together, each in units of what it first seemed to be.
double Quadrature::size_of(const std::vector<Watched>& watched, std::size_t panel) {
  if (units_.empty()) {
    for (const Watched& w : watched)
      if (w.on_diagonal()) units_.push_back(std::pow(roots_[static_cast<std::size_t>(w.output)], 2));
    bool any = false;
    for (const double unit : units_) any = any || unit > 0;
    if (!any) units_.clear();
  }
  double size = 0;
  auto unit = units_.begin();
  for (const Watched& w : watched)
    if (w.on_diagonal() && unit != units_.end())
      size += *unit++ * absolute_integral(static_cast<std::size_t>(w.output), panel);
  return size;
}

bool Quadrature::any_finite(std::size_t panel) const {
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < absolute_.size(); ++j)
      sum += f_[j * todo_.size() * n + panel * n + i];
    if (std::isfinite(sum)) return true;
  }
  return false;
}

// How big each integral is that serves as a scale, at least. Panels taken earlier are in absolute_
// already, those to be judged now count by their present samples. What is a tenth of a billionth of
// the largest is rounding, and must not be chased.
void Quadrature::measure_scales(const std::vector<Watched>& watched) {
  roots_.assign(absolute_.begin(), absolute_.end());
  double largest = 0;
  for (const Watched& w : watched) {
    if (!w.on_diagonal()) continue;
    double& size = roots_[static_cast<std::size_t>(w.output)];
    for (std::size_t k = 0; k < todo_.size(); ++k)
      size += absolute_integral(static_cast<std::size_t>(w.output), k);
    largest = std::max(largest, size);
  }
  // 1/sqrt of the size; 0 where there is nothing
  for (const Watched& w : watched) {
    if (!w.on_diagonal()) continue;
    double& size = roots_[static_cast<std::size_t>(w.output)];
    size = std::max({size, 1e-10 * largest, least_});
    size = size > 1e-290 ? 1 / std::sqrt(size) : 0;
  }
  factors_.assign(2 * absolute_.size(), 0.0);
  for (std::size_t w = 0; w < watched.size(); ++w) {
    // Uneven signs and sizes off the diagonal, so that nothing cancels in the sum that is looked
    // at.
    const bool off = !watched[w].on_diagonal();
    const double uneven = (w % 2 ? -1 : 1) * (1 + 0.37 * static_cast<double>(w * w % 7) / 7);
    factors_[2 * static_cast<std::size_t>(watched[w].output) + off] +=
        (off ? uneven : 1) * roots_[static_cast<std::size_t>(watched[w].scale_a)] *
        roots_[static_cast<std::size_t>(watched[w].scale_b)];
  }
}

// All watched outputs as two functions, each output on its own scale: they are as rough as the
// roughest. Those on a diagonal apart, which are positive: what they share cannot cancel.
void Quadrature::judge(const std::vector<Watched>& watched, double tolerance, double* sums) {
  const Rule& r = rule();
  const std::size_t count = todo_.size() * n;
  measure_scales(watched);
  taken_.assign(todo_.size(), 0);
  integrals_.resize(absolute_.size());
  for (std::size_t k = 0; k < todo_.size(); ++k) {
    const Panel& panel = todo_[k];
    const double half = 0.5 * (panel.b - panel.a);
    Pair together = Pair::Zero();
    for (std::size_t j = 0; j < integrals_.size(); ++j) {
      const Samples f(f_.data() + j * count + k * n);
      integrals_[j] = half * r.weights.dot(f);
      if (factors_[2 * j] != 0) together.col(0) += factors_[2 * j] * f;
      if (factors_[2 * j + 1] != 0) together.col(1) += factors_[2 * j + 1] * f;
    }
    bool finite = true;
    for (const double integral : integrals_) finite = finite && std::isfinite(integral);
    const double error = half * estimate(r, together);
    // A panel may spend its share of the tolerance, and a hundredth of all of it however small it
    // is, or a kink would be halved for ever.
    const double share = std::max(2 * half / whole_, 0.01);
    const bool fine = finite && error <= tolerance * share;
    const bool last =
        panel.halvings >= max_halvings || used_ + static_cast<int>(next_.size()) >= max_panels;
    const double size = fine ? 0 : size_of(watched, k);
    const bool empty = panel.halvings >= empty_halvings && !any_finite(k);
    const bool pole =
        !fine && panel.halvings >= pole_halvings && size > pole_growth * panel.whole;
    if (!fine && !last && !empty && !pole) {
      const double middle = 0.5 * (panel.a + panel.b);
      const double whole = panel.whole > 0 || !finite ? panel.whole : size;
      next_.push_back({panel.a, middle, panel.halvings + 1, whole});
      next_.push_back({middle, panel.b, panel.halvings + 1, whole});
      continue;
    }
    kept_ = kept_ && fine;
    diverges_ = diverges_ || pole;
    if (!finite || pole) continue;
    found_ = true;
    taken_[k] = 1;
    for (std::size_t j = 0; j < integrals_.size(); ++j) sums[j] += integrals_[j];
  }
  if (next_.empty()) return;
  for (const Watched& w : watched)
    for (std::size_t k = 0; k < todo_.size() && w.on_diagonal(); ++k)
      if (taken_[k])
        absolute_[static_cast<std::size_t>(w.scale_a)] +=
            absolute_integral(static_cast<std::size_t>(w.scale_a), k);
}

}  // namespace limber
