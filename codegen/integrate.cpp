#include "codegen/integrate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace limber {
namespace {

// Kronrod's extension of Gauss's rule of 10 points, from the outermost point to the middle; every
// second is one of Gauss's.
constexpr double points[] = {
    0.995657163025808080735527280689003, 0.973906528517171720077964012084452,
    0.930157491355708226001207180059508, 0.865063366688984510732096688423493,
    0.780817726586416897063717578345042, 0.679409568299024406234327365114874,
    0.562757134668604683339000099272694, 0.433395394129247190799265943165784,
    0.294392862701460198131126603103866, 0.148874338981631210884826001129720, 0};
constexpr double weights[] = {
    0.011694638867371874278064396062192, 0.032558162307964727478818972459390,
    0.054755896574351996031381300244580, 0.075039674810919952767043140916190,
    0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
    0.123491976262065851077958109585166, 0.134709217311473325928054001771707,
    0.142775938577060080797094273138717, 0.147739104901338491374841515972068,
    0.149445554002916905664936468389821};
constexpr double gauss_weights[] = {
    0.066671344308688137593568809893332, 0.149451349150580593145863397657697,
    0.219086362515982043995534934228163, 0.269266719309996355091226921569469,
    0.295524224714752870173815619188769};
constexpr int pairs = 10, samples = 2 * pairs + 1;
constexpr int asked = 24;  // whole vectors on every processor: the last is repeated

// Of the absolute integral: where the two rules agree so well, Kronrod's is right to the last digits.
// Ten times more, and errors reach 1e-12; ten times less, and rounding is chased.
constexpr double agreement = 1e-11;

struct Part {
  double from, to;
};

// Memory of this thread. An integrand has no integrals of its own, so one is enough.
struct Memory {
  std::vector<double> values, sums, sizes;
  Part parts[most_integral_parts + 2];
};
Memory& memory() {
  thread_local Memory of_this_thread;
  return of_this_thread;
}

// Samples of one part: point k and its mirror image stand side by side.
void sample(const IntegrandCode& f, const double* in, const Part& part, double* values) {
  const double middle = 0.5 * (part.from + part.to), half = 0.5 * (part.to - part.from);
  double t[asked];
  for (int k = 0; k < pairs; ++k) {
    t[2 * k] = middle - half * points[k];
    t[2 * k + 1] = middle + half * points[k];
  }
  for (int k = 2 * pairs; k < asked; ++k) t[k] = middle;
  f.many(f.self, in, t, asked, values, asked);
}

struct Estimate {
  double kronrod = 0, gauss = 0, absolute = 0;
};

Estimate estimate(const double* values, double half) {
  const double middle = values[2 * pairs];
  Estimate e{weights[pairs] * middle, 0, weights[pairs] * std::fabs(middle)};
  for (int k = 0; k < pairs; ++k) {
    const double both = values[2 * k] + values[2 * k + 1];
    e.kronrod += weights[k] * both;
    e.absolute += weights[k] * (std::fabs(values[2 * k]) + std::fabs(values[2 * k + 1]));
    if (k % 2 == 1) e.gauss += gauss_weights[k / 2] * both;
  }
  return {half * e.kronrod, half * e.gauss, std::fabs(half) * e.absolute};
}

}  // namespace

void integrate(const IntegrandCode& f, const double* in, double from, double to, double* out) {
  Memory& m = memory();
  const std::size_t n = static_cast<std::size_t>(f.outputs);
  if (m.values.size() < n * asked) m.values.resize(n * asked);
  m.sizes.assign(n, 0.0);
  std::fill(out, out + n, 0.0);
  if (from == to) return;
  int open = 0, parts = 1;
  m.parts[open++] = {from, to};
  while (open > 0) {
    const Part part = m.parts[--open];
    const double half = 0.5 * (part.to - part.from);
    sample(f, in, part, m.values.data());
    bool agree = true;
    // What the whole was first thought to be is the scale of all its parts.
    for (std::size_t j = 0; j < n; ++j) {
      const Estimate e = estimate(m.values.data() + j * asked, half);
      if (!std::isfinite(e.kronrod)) {
        std::fill(out, out + n, std::numeric_limits<double>::quiet_NaN());
        return;
      }
      m.sizes[j] = std::max(m.sizes[j], e.absolute);
      agree = agree && std::fabs(e.kronrod - e.gauss) <= agreement * m.sizes[j];
    }
    if (!agree && parts < most_integral_parts) {
      const double middle = 0.5 * (part.from + part.to);
      m.parts[open++] = {middle, part.to};
      m.parts[open++] = {part.from, middle};
      ++parts;
      continue;
    }
    for (std::size_t j = 0; j < n; ++j) out[j] += estimate(m.values.data() + j * asked, half).kronrod;
  }
}

void integrate_code(KernelCode::Many many, int arguments, int outputs, const double* in, double from,
                    double to, double* out) {
  integrate({many, nullptr, arguments, outputs}, in, from, to, out);
}

}  // namespace limber
