// Integrals along t of many functions at once, sampled in batches.
//
// A piece [a, b] on which the integrand is smooth is cut into panels, each panel gets
// Gauss-Legendre points. Whether a panel is fine enough is read off the samples themselves: the
// coefficients of the integrand's Legendre series say how fast it converges. A panel that is not
// fine enough is halved, and only that one. So the result depends on the integrand alone, not on
// what was integrated before, and a smooth integrand is sampled once.
//
// Promise: each watched integral of a smooth integrand is within `tolerance`, relative to its
// scale, of the truth. A kink inside a piece is found by halving. Where the integrand is not finite
// it is left out, to the width of the finest panel. Beside a pole the integral grows with every
// halving: then a panel is left out as well, and diverges() is true.
#pragma once

#include <cstddef>
#include <vector>

namespace limber {

class Quadrature {
 public:
  static constexpr int points = 12;        // of a panel
  static constexpr int max_panels = 4096;  // of a piece; the rest is taken as it is
  static constexpr int max_halvings = 40;  // of a panel
  static constexpr int empty_halvings = 4;  // of a panel without a finite sample: then it is left out
  // A panel after so many halvings that is so many times what the whole first seemed to be: a pole.
  // With less, a narrow peak is taken for one; with more, a pole weighs more than all the rest.
  static constexpr int pole_halvings = 10;
  static constexpr double pole_growth = 100;

  // An output whose convergence counts. Its error is measured against the geometric mean of the
  // absolute integrals of two outputs: itself twice, or, for an entry of a matrix, those on its
  // diagonal (which are watched too).
  struct Watched {
    int output, scale_a, scale_b;
    bool on_diagonal() const { return scale_a == scale_b; }
    bool operator==(const Watched&) const = default;
  };

  // Adds the integrals of f_0 .. f_{outputs-1} over [a, b] to sums[0 .. outputs-1].
  //   f(t, count, out, stride)     out[j * stride + k] = f_j(t[k]) for k < count
  // The piece starts with `panels` panels. An integral that is rounding, of terms that cancel, is not
  // to be chased: no scale is smaller than `least`.
  // False when no sample at all was finite.
  template <class F>
  [[nodiscard]] bool run(F&& f, double a, double b, int panels, int outputs,
                         const std::vector<Watched>& watched, double tolerance, double* sums,
                         double least = 0) {
    start(a, b, panels, outputs, least);
    while (const int count = place_samples()) {
      f(static_cast<const double*>(t_.data()), count, f_.data(), count);
      judge(watched, tolerance, sums);
    }
    return found_;
  }

  // The same for integrands that are polynomials of the given degree: exact, by as few samples as it
  // takes. False, and nothing added, when there are too many or one was not finite.
  template <class F>
  [[nodiscard]] bool run_exact(F&& f, double a, double b, int degree, int outputs, double* sums) {
    used_ = 1;
    const int count = degree / 2 + 1;
    if (count > points) return false;
    place_exactly(a, b, count, outputs);
    f(static_cast<const double*>(t_.data()), count, f_.data(), count);
    return add_exactly(0.5 * (b - a), count, outputs, sums);
  }

  int panels_used() const { return used_; }  // by the last run
  bool kept_promise() const { return kept_; }
  bool diverges() const { return diverges_; }

 private:
  struct Panel {
    double a, b;
    int halvings;
    double whole = 0;  // the absolute integral of the panel it was cut from, as it first seemed
  };
  void start(double a, double b, int panels, int outputs, double least);
  double size_of(const std::vector<Watched>& watched, std::size_t panel);
  bool any_finite(std::size_t panel) const;
  double absolute_integral(std::size_t output, std::size_t panel) const;
  void measure_scales(const std::vector<Watched>& watched);
  int place_samples();
  void place_exactly(double a, double b, int count, int outputs);
  bool add_exactly(double half, int count, int outputs, double* sums);
  void judge(const std::vector<Watched>& watched, double tolerance, double* sums);

  std::vector<Panel> todo_, next_;
  std::vector<double> t_, f_, absolute_, roots_, factors_, integrals_, units_;
  std::vector<char> taken_;
  double whole_ = 0, least_ = 0;
  int outputs_ = 0, used_ = 0;
  bool found_ = false, kept_ = true, diverges_ = false;
};

}  // namespace limber
