#include "tests/random_program.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

namespace limber {

int RandomPrograms::below(int n) {
  return static_cast<int>(generator_() % static_cast<std::uint64_t>(n));
}

double RandomPrograms::number() {
  const double unit = static_cast<double>(generator_() >> 11) * 0x1p-53;
  const double scale[] = {1, 1, 4, 10, 100};
  return (2 * unit - 1) * scale[below(5)];
}

double RandomPrograms::extreme() {
  using Limits = std::numeric_limits<double>;
  const double extremes[] = {0.0, -0.0, 1, -1, 0.5, 2, Limits::infinity(), -Limits::infinity(),
                             Limits::quiet_NaN(), Limits::max(), -Limits::max(), Limits::min(),
                             Limits::denorm_min(), -Limits::denorm_min(), 1e22, 1e-310, 710, -746,
                             M_PI, M_PI / 2};
  return extremes[below(static_cast<int>(std::size(extremes)))];
}

std::vector<double> RandomPrograms::inputs(int count) {
  std::vector<double> in(count);
  for (double& x : in) x = below(8) == 0 ? extreme() : number();
  return in;
}

Program RandomPrograms::program(int operations) {
  Program p;
  p.inputs = 1 + below(6);
  for (int i = 0; i < p.inputs; ++i) p.code.push_back({Op::input, i});
  for (int i = 0; i < 3; ++i) p.code.push_back({Op::constant, -1, -1, -1, number()});
  p.code.push_back({Op::constant, -1, -1, -1, extreme()});
  // Arithmetic four times out of five, as in formulas; operands mostly recent ones.
  auto operand = [&] {
    const int n = static_cast<int>(p.code.size());
    return below(2) ? n - 1 - below(std::min(n, 12)) : below(n);
  };
  while (static_cast<int>(p.code.size()) < operations + p.inputs + 4) {
    const int first = static_cast<int>(below(5) ? Op::add : Op::neg);
    const int last = static_cast<int>(first == static_cast<int>(Op::add) ? Op::div : Op::sincos);
    const Op op = static_cast<Op>(first + below(last - first + 1));
    const std::int32_t a = operand(), b = operand(), c = operand();
    p.code.push_back({op, a, b, c});
    if (op == Op::sincos)
      p.code.push_back({Op::cos_of_sincos, static_cast<std::int32_t>(p.code.size()) - 1});
  }
  const int outputs = 1 + below(12);
  for (int j = 0; j < outputs; ++j) p.outputs.push_back(operand());
  return p;
}

bool same_bits(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return true;
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace limber
