#include "tests/random_program.h"

#include <bit>
#include <cmath>
#include <cstdio>
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

namespace {

std::string tell(const char* how, std::size_t place, double a, double b) {
  char text[160];
  std::snprintf(text, sizeof text, "%s, number %zu: %a and %a", how, place, a, b);
  return text;
}

std::string first_difference(const char* how, const std::vector<double>& a,
                             const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same_bits(a[i], b[i])) return tell(how, i, a[i], b[i]);
  return "";
}

}  // namespace

std::string first_difference(const Kernel& a, const Kernel& b, RandomPrograms& random, int points) {
  if (a.inputs() != b.inputs() || a.outputs() != b.outputs()) return "sizes";
  std::vector<double> out_a(a.outputs()), out_b(a.outputs());
  std::string found;
  for (int point = 0; point < points && found.empty(); ++point) {
    const std::vector<double> in = random.inputs(a.inputs());
    if (a(in.data(), out_a.data()) != b(in.data(), out_b.data())) return "status";
    found = first_difference("one", out_a, out_b);
  }
  const std::vector<double> in = random.inputs(a.inputs()), last = random.inputs(19);
  constexpr int kStride = 21;  // what lies between is not to be touched
  for (int count = 0; count <= 19 && found.empty(); ++count) {
    std::vector<double> many_a(a.outputs() * kStride, 7), many_b = many_a;
    a.along(in.data(), last.data(), count, many_a.data(), kStride);
    b.along(in.data(), last.data(), count, many_b.data(), kStride);
    found = first_difference("many", many_a, many_b);
  }
  return found;
}

}  // namespace limber
