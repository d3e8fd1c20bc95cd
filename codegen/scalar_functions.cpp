#include "codegen/scalar_functions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace limber {
namespace {

struct Entry {
  std::string_view name;
  Op op;
};
constexpr Entry kTable[] = {
    {"sqrt", Op::sqrt},   {"cbrt", Op::cbrt},   {"exp", Op::exp},     {"log", Op::log},
    {"sin", Op::sin},     {"cos", Op::cos},     {"tan", Op::tan},     {"asin", Op::asin},
    {"acos", Op::acos},   {"atan", Op::atan},   {"atan2", Op::atan2}, {"sinh", Op::sinh},
    {"cosh", Op::cosh},   {"tanh", Op::tanh},   {"abs", Op::abs},     {"sign", Op::sign},
    {"min", Op::min},     {"max", Op::max},     {"floor", Op::floor}, {"asinh", Op::asinh},
    {"acosh", Op::acosh}, {"atanh", Op::atanh}, {"erf", Op::erf}};

// 1/f(x), and f(1/x).
constexpr Entry kReciprocals[] = {
    {"sec", Op::cos}, {"csc", Op::sin}, {"sech", Op::cosh}, {"csch", Op::sinh}, {"coth", Op::tanh}};
constexpr Entry kOfReciprocals[] = {{"asec", Op::acos},
                                    {"acsc", Op::asin},
                                    {"asech", Op::acosh},
                                    {"acsch", Op::asinh},
                                    {"acoth", Op::atanh}};

template <std::size_t n>
const Entry* find(const Entry (&entries)[n], std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  return found == std::end(entries) ? nullptr : found;
}

}  // namespace

bool gives_angle(std::string_view function) {
  constexpr std::string_view names[] = {"asin", "acos", "atan", "atan2", "asec", "acsc", "acot"};
  return std::ranges::find(names, function) != std::end(names);
}

Node apply_function(Graph& g, std::string_view name, const std::vector<Node>& arguments) {
  const Node x = arguments[0];
  if (const Entry* entry = find(kTable, name)) {
    const bool folds = arity(entry->op) == 2;
    Node result = folds ? x : g.apply(entry->op, x);
    for (std::size_t k = 1; k < arguments.size(); ++k)
      result = g.apply(entry->op, result, arguments[k]);
    return result;
  }
  if (const Entry* entry = find(kReciprocals, name)) return g.reciprocal(g.apply(entry->op, x));
  if (const Entry* entry = find(kOfReciprocals, name)) return g.apply(entry->op, g.reciprocal(x));
  if (name == "cot") return g.div(g.apply(Op::cos, x), g.apply(Op::sin, x));
  if (name == "acot") return g.sub(g.constant(std::numbers::pi / 2), g.apply(Op::atan, x));
  if (name == "log10") return g.div(g.apply(Op::log, x), g.constant(std::numbers::ln10));
  const Node n = arguments[1];  // mod
  return g.sub(x, g.mul(n, g.apply(Op::floor, g.div(x, n))));
}

Node odd_root(Graph& g, Node x, int p, int q) {
  if (q == 3) return g.whole_power(g.apply(Op::cbrt, x), p);
  const Node size = g.pow(g.abs(x), g.constant(static_cast<double>(p) / q));
  return p % 2 == 0 ? size : g.mul(g.apply(Op::sign, x), size);
}

std::optional<WholeRange> whole_range(const Graph& graph, Node node,
                                      const std::vector<WholeInput>& inputs) {
  const std::vector<bool> needed = graph.reachable({node});
  std::vector<std::optional<WholeRange>> ranges(static_cast<std::size_t>(node) + 1);
  for (Node n = 0; n <= node; ++n) {
    if (!needed[static_cast<std::size_t>(n)]) continue;
    auto& range = ranges[static_cast<std::size_t>(n)];
    const Operation& o = graph[n];
    if (o.op == Op::constant && o.value == std::floor(o.value)) range = {o.value, o.value};
    if (o.op == Op::input) {
      const auto known = std::ranges::find(inputs, n, &WholeInput::input);
      if (known != inputs.end()) range = known->range;
    }
    if (o.op != Op::add && o.op != Op::mul) continue;
    const auto& a = ranges[static_cast<std::size_t>(o.a)];
    const auto& b = ranges[static_cast<std::size_t>(o.b)];
    if (!a || !b) continue;
    if (o.op == Op::add) {
      range = {a->low + b->low, a->high + b->high};
    } else {
      const double ends[] = {a->low * b->low, a->low * b->high, a->high * b->low,
                             a->high * b->high};
      range = {*std::ranges::min_element(ends), *std::ranges::max_element(ends)};
    }
  }
  return ranges[static_cast<std::size_t>(node)];
}

Node factorial(Graph& g, Node n, const WholeRange& range) {
  double value = 1;
  Node result = -1;
  for (double k = 0; k <= range.high; ++k) {
    if (k > 1) value *= k;
    if (k < range.low) continue;
    const Node here = g.constant(value);
    result = result < 0 ? here : g.select(g.apply(Op::less_equal, g.constant(k), n), here, result);
  }
  return result;
}

}  // namespace limber
