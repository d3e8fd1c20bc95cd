#include "codegen/differentiate.h"

#include <algorithm>
#include <utility>

#include "codegen/derivative_rules.h"

namespace limber {
namespace {

constexpr Node kStill = -1;  // the derivative is zero

// Those nodes whose derivative is asked for, and then the chain rule in the order of their numbers.
class Pass {
 public:
  Pass(Graph& graph, const std::vector<Seed>& seeds) : graph_(graph), rate_(graph.size(), kStill) {
    for (const Seed& seed : seeds) rate_[seed.input] = seed.rate;
  }

  // Every state of a system that the direction reaches moves: its derivative is a state of its own, of
  // the variational equations, and what that is follows when its flow is met.
  void begin_systems(const std::vector<bool>& asked, const std::vector<Seed>& seeds) {
    std::vector<bool> touched(asked.size(), false);
    std::vector<std::pair<Node, Node>> direction;
    for (const Seed& seed : seeds) touched[seed.input] = true, direction.emplace_back(seed.input, seed.rate);
    std::vector<Node> flows;
    for (Node n = 0; n < static_cast<Node>(asked.size()); ++n) {
      const Operation& o = graph_[n];
      if (o.op == Op::input) continue;
      for (const Node operand : {o.a, o.b, o.c})
        if (operand >= 0 && touched[operand]) touched[n] = true;
      if (asked[n] && o.op == Op::flow) flows.push_back(n);
    }
    for (const Node flow : flows) {
      const std::vector<Node> system = graph_.system_of(graph_[flow].a);
      const bool moves = std::ranges::any_of(system, [&](Node state) {
        return touched[graph_.state(state).rate] || touched[graph_.state(state).initial];
      });
      if (!moves) continue;
      for (const Node state : system) rate_[state] = graph_.derived_state(state, direction);
    }
  }

  void visit(Node n) {
    const Operation o = graph_[n];  // a copy: the graph grows below
    switch (o.op) {
      case Op::constant:
      case Op::input:
        return;
      case Op::sign:
      case Op::floor:
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_not:
        return;
      case Op::add:
        rate_[n] = sum(rate_[o.a], rate_[o.b]);
        return;
      case Op::abs:
        rate_[n] = product(graph_.apply(Op::sign, o.a), rate_[o.a]);
        return;
      case Op::min:
        rate_[n] = choice(graph_.apply(Op::less, o.a, o.b), rate_[o.a], rate_[o.b]);
        return;
      case Op::max:
        rate_[n] = choice(graph_.apply(Op::less, o.b, o.a), rate_[o.a], rate_[o.b]);
        return;
      case Op::select:
        rate_[n] = choice(o.a, rate_[o.b], rate_[o.c]);
        return;
      case Op::integral:
        rate_[n] = under_the_integral(o);
        return;
      case Op::flow:
        rate_[n] = along_the_flow(o);
        return;
      case Op::root:
        rate_[n] = of_the_root(n, o);
        return;
      default:
        break;
    }
    rate_[n] = through(n, 0, o.a);
    if (o.b >= 0) rate_[n] = sum(rate_[n], through(n, 1, o.b));
  }

  Node rate(Node n) { return rate_[n] == kStill ? graph_.constant(0) : rate_[n]; }

 private:
  Node through(Node f, int operand, Node x) {
    if (rate_[x] == kStill) return kStill;
    return product(partial(graph_, f, operand), rate_[x]);
  }

  // d/dp of the integral of f from a to b: the integral of f_p, and f(b) b_p - f(a) a_p.
  Node under_the_integral(const Operation& o) {
    Node inside = kStill;
    if (rate_[o.c] != kStill) inside = moving(graph_.integral(o.a, o.b, rate_[o.c], o.variable));
    const auto at_bound = [&](Node bound, double sign) {
      if (rate_[bound] == kStill) return kStill;
      return product(graph_.scale(sign, graph_.replaced(o.c, o.variable, bound)), rate_[bound]);
    };
    return sum(sum(inside, at_bound(o.b, 1)), at_bound(o.a, -1));
  }

  // d/dp of s(b), where s' = r(s, t, p) and s = i(p) at the begin: u(b), where u' = r_s u + r_p and
  // u = i_p there, and r(b) b_p.
  Node along_the_flow(const Operation& o) {
    const std::vector<Node> system = graph_.system_of(o.a);
    Node inside = kStill;
    if (rate_[o.a] != kStill) {
      for (const Node state : system) {
        const State s = graph_.state(state);
        const Node derived = rate_[state], of_rate = rate(s.rate), of_initial = rate(s.initial);
        if (!graph_.is_state(derived))
          graph_.set_state(derived, {of_rate, of_initial, s.variable, s.from});
      }
      inside = moving(graph_.flow(rate_[o.a], o.b));
    }
    if (rate_[o.b] == kStill) return inside;
    Node speed = graph_.state(o.a).rate;
    for (const Node state : system)
      speed = graph_.replaced(speed, state, graph_.flow(state, o.b));
    return sum(inside, product(graph_.replaced(speed, o.variable, o.b), rate_[o.b]));
  }

  // d/dp of the s where f(s, p) = 0: -f_p / f_s there. At a double root, where it has none, 0.
  Node of_the_root(Node n, const Operation& o) {
    if (rate_[o.c] == kStill) return kStill;
    const Node here = graph_.replaced(rate_[o.c], o.variable, n);
    const Node slope = graph_.replaced(o.a, o.variable, n);
    return moving(graph_.neg(graph_.mul(here, graph_.guarded_reciprocal(slope))));
  }

  Node sum(Node x, Node y) { return x == kStill ? y : y == kStill ? x : moving(graph_.add(x, y)); }
  Node product(Node factor, Node x) { return x == kStill ? kStill : moving(graph_.mul(factor, x)); }
  Node choice(Node condition, Node yes, Node no) {
    if (yes == kStill && no == kStill) return kStill;
    const auto node = [&](Node n) { return n == kStill ? graph_.constant(0) : n; };
    return moving(graph_.select(condition, node(yes), node(no)));
  }
  Node moving(Node n) { return graph_.is_constant(n, 0) ? kStill : n; }

  Graph& graph_;
  std::vector<Node> rate_;  // of the nodes there were at the start
};

}  // namespace

std::vector<Node> differentiate(Graph& graph, const std::vector<Node>& roots,
                                const std::vector<Seed>& seeds) {
  const std::vector<bool> asked = graph.reachable(roots);
  Pass pass(graph, seeds);
  pass.begin_systems(asked, seeds);
  for (std::size_t n = 0; n < asked.size() && !graph.full(); ++n)
    if (asked[n]) pass.visit(static_cast<Node>(n));
  std::vector<Node> rates;
  for (const Node root : roots) rates.push_back(pass.rate(root));
  return rates;
}

std::vector<Node> bend(Graph& graph, const std::vector<Node>& roots,
                       const std::vector<Seed>& seeds) {
  return differentiate(graph, differentiate(graph, roots, seeds), seeds);
}

}  // namespace limber
