#include "codegen/graph.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "codegen/limits.h"
#include "codegen/math.h"

namespace limber {
namespace {

bool commutes(Op op) {
  return op == Op::add || op == Op::mul || op == Op::equal || op == Op::logical_and ||
         op == Op::logical_or;
}

bool is_whole(double value) {
  return value == std::floor(value) && std::abs(value) <= limits::whole_power;
}

}  // namespace

double evaluate(Op op, double a, double b, double c) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::neg:
      return -a;
    case Op::abs:
      return std::fabs(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::floor:
      return std::floor(a);
    case Op::sign:
      return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a;
    case Op::min:
      return a < b ? a : b;
    case Op::max:
      return a > b ? a : b;
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::equal:
      return a == b;
    case Op::logical_and:
      return a != 0 && b != 0;
    case Op::logical_or:
      return a != 0 || b != 0;
    case Op::logical_not:
      return a == 0;
    case Op::select:
      return a != 0 ? b : c;
    default:
      break;
  }
  for (const MathFunction& function : math_table(CpuClass::plain))
    if (function.op == op)
      return arity(op) == 2 ? reinterpret_cast<double (*)(double, double)>(function.one)(a, b)
                            : reinterpret_cast<double (*)(double)>(function.one)(a);
  return std::nan("");
}

std::size_t Graph::Hash::operator()(const Operation& o) const {
  std::uint64_t h = static_cast<std::uint64_t>(o.op) * 2 + o.guarded;
  for (const std::uint64_t part :
       {std::uint64_t(std::uint32_t(o.a)), std::uint64_t(std::uint32_t(o.b)),
        std::uint64_t(std::uint32_t(o.c)), std::uint64_t(std::uint32_t(o.variable)),
        std::bit_cast<std::uint64_t>(o.value)})
    h = (h ^ part) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
  return h;
}

Node Graph::make(Operation o) {
  ++work_;
  if (commutes(o.op) && o.a > o.b) std::swap(o.a, o.b);
  if (const auto found = known_.find(o); found != known_.end()) return found->second;
  if (size() >= limits::graph_nodes) {
    full_ = true;
    return 0;
  }
  nodes_.push_back(o);
  known_.emplace(o, size() - 1);
  return size() - 1;
}

Node Graph::find(Operation o) const {
  if (commutes(o.op) && o.a > o.b) std::swap(o.a, o.b);
  const auto found = known_.find(o);
  return found == known_.end() ? -1 : found->second;
}

Node Graph::find_negative(Node x) const {
  const Scaled s = split(x);
  if (s.factor == -1 && s.rest >= 0) return s.rest;
  Operation factor;
  factor.value = -s.factor;
  const Node negative = find(factor);
  if (s.rest < 0 || negative < 0) return negative;
  return find({Op::mul, false, negative, s.rest});
}

Node Graph::constant(double value) {
  Operation o;
  o.value = value == 0 ? 0 : value;  // one zero
  return make(o);
}

Node Graph::new_input() {
  Operation o;
  o.op = Op::input;
  o.a = size();  // unlike any other
  return make(o);
}

// A constant result is folded when it is finite; otherwise the operation stays, and fails when run.
Node Graph::fold_or_make(Operation o) {
  const int n = arity(o.op);
  const bool constants =
      n > 0 && is_constant(o.a) && (n < 2 || is_constant(o.b)) && (n < 3 || is_constant(o.c));
  if (!constants) return make(o);
  const double result =
      o.guarded && value(o.op == Op::div ? o.b : o.a) == 0
          ? 0
          : evaluate(o.op, value(o.a), n > 1 ? value(o.b) : 0, n > 2 ? value(o.c) : 0);
  return std::isfinite(result) ? constant(result) : make(o);
}

Graph::Scaled Graph::split(Node x) const {
  if (is_constant(x)) return {value(x), -1};
  const Operation& o = nodes_[x];
  if (o.op == Op::mul && is_constant(o.a)) return {value(o.a), o.b};
  if (o.op == Op::mul && is_constant(o.b)) return {value(o.b), o.a};
  return {1, x};
}

// Two multiples of one term become one: 2x + 3x, x - x.
bool Graph::merge_terms(Node x, Node y, Node& sum) {
  const Scaled a = split(x), b = split(y);
  if (a.rest != b.rest) return false;
  const double factor = a.factor + b.factor;
  if (!std::isfinite(factor)) return false;
  sum = a.rest < 0 ? constant(factor) : scale(factor, a.rest);
  return true;
}

Node Graph::add(Node x, Node y) {
  if (full_) return 0;
  if (is_constant(x, 0)) return y;
  if (is_constant(y, 0)) return x;
  if (is_constant(x) && is_constant(y)) return fold_or_make({Op::add, false, x, y});
  Node sum = 0;
  if (merge_terms(x, y, sum)) return sum;
  for (int swapped = 0; swapped < 2; ++swapped, std::swap(x, y)) {
    const Operation o = nodes_[x];
    if (o.op != Op::add) continue;
    if (merge_terms(o.a, y, sum)) return add(sum, o.b);
    if (merge_terms(o.b, y, sum)) return add(o.a, sum);
  }
  const Scaled a = split(x), b = split(y);
  const bool same_factor = a.rest >= 0 && b.rest >= 0 && std::abs(a.factor) == std::abs(b.factor);
  if (same_factor && a.factor == b.factor && a.factor != 1)
    return scale(a.factor, add(a.rest, b.rest));
  if (same_factor && a.factor == -b.factor && std::abs(a.factor) != 1) {
    const bool first = a.factor > 0;
    return scale(std::abs(a.factor), first ? sub(a.rest, b.rest) : sub(b.rest, a.rest));
  }
  if (is_circle(x, y)) return constant(1);
  if (factor_terms(a, b, sum)) return sum;
  // y - x where x - y is there already.
  const Node minus_x = find_negative(x), minus_y = find_negative(y);
  if (minus_x >= 0 && minus_y >= 0)
    if (const Node negative = find({Op::add, false, minus_x, minus_y}); negative >= 0)
      return neg(negative);
  return fold_or_make({Op::add, false, x, y});
}

// sin^2 + cos^2
bool Graph::is_circle(Node x, Node y) const {
  if (!is_whole_power(x) || nodes_[x].b != nodes_[y].b || !is_whole_power(y) ||
      value(nodes_[x].b) != 2)
    return false;
  const Operation &p = nodes_[nodes_[x].a], &q = nodes_[nodes_[y].a];
  return p.a == q.a &&
         ((p.op == Op::sin && q.op == Op::cos) || (p.op == Op::cos && q.op == Op::sin));
}

// The factors of a product, as powers; false when there are too many to be worth comparing.
bool Graph::factors_of(Node x, std::vector<Powered>& out) const {
  constexpr std::size_t most = 8;
  std::vector<Node> open{x};
  while (!open.empty()) {
    const Node n = open.back();
    open.pop_back();
    if (nodes_[n].op == Op::mul) {
      open.insert(open.end(), {nodes_[n].b, nodes_[n].a});
    } else {
      const Powered p = power_of(n);
      const std::size_t before = out.size();
      if (p.exponent > 1 && nodes_[p.base].op == Op::mul && !factors_of(p.base, out)) return false;
      for (std::size_t k = before; k < out.size(); ++k) out[k].exponent *= p.exponent;
      if (out.size() == before) out.push_back(p);
    }
    if (out.size() + open.size() > most) return false;
  }
  return true;
}

// c*x*y + d*y*x as (c + d)*x*y, however the factors are arranged; and where sums are factored,
// c*a*x + d*a*y as a*(c*x + d*y), when x and y are more than numbers.
bool Graph::factor_terms(const Scaled& x, const Scaled& y, Node& sum) {
  if (x.rest < 0 || y.rest < 0) return false;
  const auto composed = [&](Node n) { return nodes_[n].op == Op::mul || is_whole_power(n); };
  if (!composed(x.rest) || !composed(y.rest)) return false;
  std::vector<Powered> left, right, common;
  if (!factors_of(x.rest, left) || !factors_of(y.rest, right)) return false;
  for (Powered& p : left)
    for (Powered& q : right) {
      if (p.base != q.base || p.guarded != q.guarded || (p.exponent > 0) != (q.exponent > 0) ||
          p.exponent == 0)
        continue;
      const int shared =
          p.exponent > 0 ? std::min(p.exponent, q.exponent) : std::max(p.exponent, q.exponent);
      common.push_back({p.base, shared, p.guarded});
      p.exponent -= shared;
      q.exponent -= shared;
    }
  const auto is_rest = [](const Powered& p) { return p.exponent != 0; };
  const bool left_rest = std::ranges::any_of(left, is_rest),
             right_rest = std::ranges::any_of(right, is_rest);
  const double factor = x.factor + y.factor;
  if (!left_rest && !right_rest && std::isfinite(factor)) {
    sum = scale(factor, x.rest);
    return true;
  }
  if (sums_ != Sums::factored || common.empty() || !left_rest || !right_rest) return false;
  const auto product = [&](const std::vector<Powered>& factors) {
    Node result = constant(1);
    for (const Powered& p : factors)
      if (p.exponent != 0) result = mul(result, from_power(p));
    return result;
  };
  sum = mul(product(common), add(scale(x.factor, product(left)), scale(y.factor, product(right))));
  return true;
}

Graph::Powered Graph::power_of(Node x) const {
  int exponent = 1;
  if (is_whole_power(x)) {
    exponent = static_cast<int>(value(nodes_[x].b));
    x = nodes_[x].a;
  }
  if (nodes_[x].op != Op::div) return {x, exponent, false};
  return {nodes_[x].b, -exponent, nodes_[x].guarded};
}

Node Graph::from_power(const Powered& p) {
  if (p.exponent == 0) return constant(1);
  if (p.exponent > 0) return whole_power(p.base, p.exponent);
  return whole_power(p.guarded ? guarded_reciprocal(p.base) : reciprocal(p.base), -p.exponent);
}

Node Graph::mul(Node x, Node y) {
  if (full_) return 0;
  if (is_constant(x) && is_constant(y)) return fold_or_make({Op::mul, false, x, y});
  const Scaled a = split(x), b = split(y);
  if (a.factor == 0 || b.factor == 0) return constant(0);
  const double factor = a.factor * b.factor;
  if (!std::isfinite(factor) || factor == 0) return make({Op::mul, false, x, y});
  if (a.rest < 0 || b.rest < 0) {
    const Node rest = a.rest < 0 ? b.rest : a.rest;
    if (factor == 1) return rest;
    return make({Op::mul, false, constant(factor), rest});
  }
  const Powered p = power_of(a.rest), q = power_of(b.rest);
  Node product = -1;
  if (p.base == q.base && p.guarded == q.guarded &&
      std::abs(p.exponent + q.exponent) <= limits::whole_power &&
      (!p.guarded || p.exponent * q.exponent > 0))
    product = from_power({p.base, p.exponent + q.exponent, p.guarded});
  if (product < 0) product = make({Op::mul, false, a.rest, b.rest});
  return factor == 1 ? product : scale(factor, product);
}

// By a constant: the quotient of the factors, rounded once (12/20 is 0.6, and 12 (1/20) is not).
Node Graph::div(Node x, Node y) {
  if (full_) return 0;
  if (is_constant(x) && is_constant(y)) return fold_or_make({Op::div, false, x, y});
  const Scaled a = split(x);
  if (const double factor = is_constant(y) ? a.factor / value(y) : 0;
      a.rest >= 0 && std::isfinite(factor) && factor != 0)
    return scale(factor, a.rest);
  return mul(x, reciprocal(y));
}

Node Graph::reciprocal(Node x) {
  if (full_) return 0;
  if (is_constant(x)) return fold_or_make({Op::div, false, constant(1), x});
  const Scaled a = split(x);
  if (a.factor != 1 && std::isfinite(1 / a.factor)) return scale(1 / a.factor, reciprocal(a.rest));
  const Operation o = nodes_[x];
  if (o.op == Op::div && !o.guarded) return o.b;
  if (is_whole_power(x)) return whole_power(reciprocal(o.a), static_cast<int>(value(o.b)));
  return make({Op::div, false, constant(1), x});
}

Node Graph::guarded_reciprocal(Node x) {
  if (full_) return 0;
  return fold_or_make({Op::div, true, constant(1), x});
}

Node Graph::guarded_log(Node x) {
  if (full_) return 0;
  return fold_or_make({Op::log, true, x});
}

// x^n, n whole. (c*x)^n is c^n * x^n, sqrt(x)^2 is x, |x|^2 is x^2.
Node Graph::whole_power(Node x, int n) {
  if (full_) return 0;
  if (n == 0) return constant(1);
  if (n == 1) return x;
  if (n < 0) return whole_power(reciprocal(x), -n);
  if (is_constant(x)) return fold_or_make({Op::pow, false, x, constant(n)});
  if (const Scaled a = split(x); a.factor != 1) {
    const double factor = evaluate(Op::pow, a.factor, n);
    if (std::isfinite(factor) && factor != 0) return scale(factor, whole_power(a.rest, n));
  }
  const Operation o = nodes_[x];
  if (o.op == Op::sqrt && n % 2 == 0) return whole_power(o.a, n / 2);
  if (o.op == Op::abs && n % 2 == 0) return whole_power(o.a, n);
  if (is_whole_power(x) && is_whole(value(o.b) * n))
    return whole_power(o.a, static_cast<int>(value(o.b)) * n);
  return make({Op::pow, false, x, constant(n)});
}

Node Graph::pow(Node x, Node y) {
  if (full_) return 0;
  if (!is_constant(y)) return fold_or_make({Op::pow, false, x, y});
  const double exponent = value(y);
  if (is_whole(exponent)) return whole_power(x, static_cast<int>(exponent));
  if (is_whole(2 * exponent)) return whole_power(sqrt(x), static_cast<int>(2 * exponent));
  return fold_or_make({Op::pow, false, x, y});
}

Node Graph::sqrt(Node x) {
  if (full_) return 0;
  const Operation o = nodes_[x];
  if (is_whole_power(x)) {
    const int n = static_cast<int>(value(o.b));
    if (n % 4 == 0) return whole_power(o.a, n / 2);
    if (n % 2 == 0) return abs(whole_power(o.a, n / 2));
  }
  return fold_or_make({Op::sqrt, false, x});
}

Node Graph::abs(Node x) {
  if (full_) return 0;
  if (const Scaled a = split(x); a.rest >= 0 && a.factor != 1)
    return scale(std::abs(a.factor), abs(a.rest));
  const Operation o = nodes_[x];
  const bool positive = o.op == Op::abs || o.op == Op::sqrt || o.op == Op::exp ||
                        o.op == Op::cosh || (is_whole_power(x) && is_whole(value(o.b) / 2));
  return positive ? x : fold_or_make({Op::abs, false, x});
}

Node Graph::select(Node condition, Node yes, Node no) {
  if (full_) return 0;
  if (yes == no) return yes;
  if (is_constant(condition)) return value(condition) != 0 ? yes : no;
  return make({Op::select, false, condition, yes, no});
}

Node Graph::apply(Op op, Node x, Node y, Node z) {
  if (full_) return 0;
  switch (op) {
    case Op::add:
      return add(x, y);
    case Op::sub:
      return sub(x, y);
    case Op::mul:
      return mul(x, y);
    case Op::div:
      return div(x, y);
    case Op::neg:
      return neg(x);
    case Op::abs:
      return abs(x);
    case Op::sqrt:
      return sqrt(x);
    case Op::pow:
      return pow(x, y);
    case Op::select:
      return select(x, y, z);
    default:
      return fold_or_make({op, false, x, y, z});
  }
}

void Graph::copy(const Graph& other, const std::function<Node(Node)>& input,
                 const std::function<Node(Node f, Node variable)>& slope, std::vector<Node>& to) {
  for (Node n = 0; n < other.size() && !full_; ++n) {
    const Operation& o = other[n];
    const auto at = [&](Node operand) { return operand < 0 ? -1 : to[operand]; };
    if (o.op == Op::constant)
      to.push_back(constant(o.value));
    else if (o.op == Op::input)
      to.push_back(input(n));
    else if (o.guarded)
      to.push_back(o.op == Op::div ? guarded_reciprocal(at(o.b)) : guarded_log(at(o.a)));
    else if (o.op == Op::integral)
      to.push_back(integral(at(o.a), at(o.b), at(o.c), at(o.variable)));
    else if (o.op == Op::root)
      to.push_back(root(at(o.c), o.a == no_slope ? slope(at(o.c), at(o.variable)) : at(o.a), at(o.variable)));
    else if (o.op == Op::flow) {
      for (const Node n_state : other.system_of(o.a)) {
        const State& s = other.state(n_state);
        set_state(at(n_state), {at(s.rate), at(s.initial), at(s.variable), s.from});
      }
      to.push_back(flow(at(o.a), at(o.b)));
    } else
      to.push_back(apply(o.op, at(o.a), at(o.b), at(o.c)));
  }
}

std::vector<bool> Graph::depending_on(Node input) const {
  std::vector<bool> depends(nodes_.size(), false);
  if (input >= 0) depends[input] = true;
  for (Node n = 0; n < size(); ++n) {
    const Operation& o = nodes_[n];
    if (o.op == Op::input || o.op == Op::constant) continue;
    for (const Node operand : {o.a, o.b, o.c})
      if (operand >= 0 && depends[operand]) depends[n] = true;
    if ((o.op == Op::integral || o.op == Op::root) && o.variable == input) depends[n] = false;
    if (o.op == Op::flow) depends[n] = depends[o.b] || system_needs(o, input, depends);
  }
  return depends;
}

// Whether a flow depends on the input otherwise than by where it ends.
bool Graph::system_needs(const Operation& flow, Node input, const std::vector<bool>& depends) const {
  const std::vector<Node>& system = system_of(flow.a);
  if (flow.variable == input || std::ranges::find(system, input) != system.end()) return false;
  return std::ranges::any_of(system, [&](Node state) {
    return depends[states_.at(state).rate] || depends[states_.at(state).initial];
  });
}

const std::vector<Node>& Graph::system_of(Node state) const {
  const auto [place, is_new] = systems_.try_emplace(state);
  std::vector<Node>& system = place->second;
  if (!is_new) return system;
  std::vector<Node> open{state};
  std::vector<bool> found(nodes_.size(), false);
  found[state] = true;
  while (!open.empty()) {
    const std::vector<bool> needed = reachable({states_.at(open.back()).rate});
    open.pop_back();
    for (const auto& [input, unused] : states_)
      if (needed[input] && !found[input]) {
        found[input] = true;
        open.push_back(input);
      }
  }
  for (Node n = 0; n < size(); ++n)
    if (found[n]) system.push_back(n);
  return system;
}

Node Graph::flow(Node state, Node to) {
  if (full_) return 0;
  const State& s = states_.at(state);
  if (is_constant(to, s.from) || is_constant(s.rate, 0)) return s.initial;
  return make({Op::flow, false, state, to, -1, 0, s.variable});
}

Node Graph::derived_state(Node state, const std::vector<std::pair<Node, Node>>& direction) {
  const auto [place, is_new] = derived_.try_emplace({state, direction}, -1);
  if (is_new) place->second = new_state();
  return place->second;
}

Node Graph::integral(Node from, Node to, Node f, Node variable) {
  if (full_) return 0;
  if (from == to || is_constant(f, 0)) return constant(0);
  if (!depending_on(variable)[f]) return mul(f, sub(to, from));
  return make({Op::integral, false, from, to, f, 0, variable});
}

Node Graph::root(Node f, Node f_variable, Node variable) {
  if (full_) return 0;
  return make({Op::root, false, f_variable, -1, f, 0, variable});
}

Node Graph::replaced(Node root, Node input, Node by) {
  const std::vector<bool> depends = depending_on(input), asked = reachable({root});
  std::vector<Node> to(depends.size());
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = static_cast<Node>(k);
  to[input] = by;
  for (Node n = 0; n <= root && !full_; ++n) {
    if (n == input || !asked[n] || !depends[n]) continue;
    const Operation o = nodes_[n];
    const auto at = [&](Node operand) { return operand < 0 ? -1 : to[operand]; };
    if (o.guarded)
      to[n] = o.op == Op::div ? guarded_reciprocal(at(o.b)) : guarded_log(at(o.a));
    else if (o.op == Op::integral)
      to[n] = integral(at(o.a), at(o.b), at(o.c), o.variable);
    else if (o.op == Op::root)
      to[n] = this->root(at(o.c), at(o.a), o.variable);
    else if (o.op == Op::flow)
      to[n] = flow(o.a, at(o.b));
    else
      to[n] = apply(o.op, at(o.a), at(o.b), at(o.c));
  }
  return to[root];
}

bool Graph::is_whole_power(Node n) const {
  return nodes_[n].op == Op::pow && is_constant(nodes_[n].b) && is_whole(value(nodes_[n].b));
}

std::vector<bool> Graph::reachable(const std::vector<Node>& roots) const {
  std::vector<bool> reached(nodes_.size(), false);
  for (const Node root : roots) reached[root] = true;
  for (Node n = size(); n-- > 0;) {
    if (!reached[n] || nodes_[n].op == Op::input) continue;
    for (const Node operand : {nodes_[n].a, nodes_[n].b, nodes_[n].c})
      if (operand >= 0) reached[operand] = true;
    if (nodes_[n].op == Op::flow)
      for (const Node state : system_of(nodes_[n].a))
        reached[states_.at(state).rate] = reached[states_.at(state).initial] = true;
  }
  return reached;
}

}  // namespace limber
