#include "codegen/differentiate.h"

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
