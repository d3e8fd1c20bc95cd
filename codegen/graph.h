// Graph: expressions with shared parts. A node is an operation on earlier nodes; asking twice for
// the same operation gives the same node, so what the formula says twice is computed once, and a
// derivative finds everything that is already there.
//
// Laws
//  - Nodes are numbered in the order they were first asked for, operands before operations: every
//    walk is a loop over numbers, nothing recurses, nothing is visited as a tree.
//  - The same calls give the same numbers, in every process: no order depends on addresses or
//  hashes.
//  - Constants are folded through the plain class of math.h's table on every machine.
//  - It holds at most limits::graph_nodes nodes; beyond that `full` is true and results mean
//  nothing.
//
// Normal form, made while building: a difference is a sum with a factor of -1, a quotient is a
// product with a reciprocal, constant factors stand in front, whole powers are one node. Limits of
// expressions are ignored as algebra does: 0*x is 0, x/x is 1.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codegen/program.h"

namespace limber {

using Node = std::int32_t;

struct Operation {
  Op op = Op::constant;
  bool guarded = false;  // of a reciprocal and a logarithm: 0 where its operand is 0
  Node a = -1, b = -1, c = -1;
  double value = 0;  // of a constant
  Node variable = -1;  // of an integral of c from a to b, a flow, a root of c: the input it runs over
  bool operator==(const Operation&) const = default;
};

// Whether a sum of products with common factors is written as a product: a*x + a*y as a*(x + y).
// Often shorter, where derivatives ask for x + y as well; sometimes longer. Who builds a graph can
// try both.
enum class Sums { as_written, factored };

// One unknown of a system of differential equations: an input that stands for it on its way.
//   d state / d variable = rate,        state = initial where the variable is `from`
struct State {
  Node rate = -1, initial = -1, variable = -1;
  double from = 0;
};

class Graph {
 public:
  explicit Graph(Sums sums = Sums::as_written) : sums_(sums) {}
  Sums sums() const { return sums_; }

  Node constant(double value);
  Node new_input();  // a new one every time

  Node add(Node x, Node y);
  Node sub(Node x, Node y) { return add(x, neg(y)); }
  Node mul(Node x, Node y);
  Node div(Node x, Node y);
  Node neg(Node x) { return mul(constant(-1), x); }
  Node scale(double factor, Node x) { return mul(constant(factor), x); }
  Node reciprocal(Node x);
  Node pow(Node x, Node y);
  Node whole_power(Node x, int n);
  Node sqrt(Node x);
  Node abs(Node x);
  Node select(Node condition, Node yes, Node no);
  // Of f over an input that nothing outside of f may need. Inside f there is no integral that needs
  // it either.
  Node integral(Node from, Node to, Node f, Node variable);
  // States are known before their rates, which may need one another. In a rate there is neither an
  // integral nor a flow.
  Node new_state() { return new_input(); }
  void set_state(Node input, const State& state) { states_.emplace(input, state); }
  const State& state(Node input) const { return states_.at(input); }
  bool is_state(Node input) const { return states_.contains(input); }
  // The state and all that its rate needs, and theirs, ascending.
  const std::vector<Node>& system_of(Node state) const;
  // Where a state is when its variable is `to`. All its system is known.
  Node flow(Node state, Node to);
  // The place near 0 of the variable where f is 0, f_variable being its derivative; what root.h finds.
  // Nothing outside of f may need the variable, and in f there is neither an integral nor a flow.
  // Where derivatives are not known yet the slope is left out: copy() puts it in.
  static constexpr Node no_slope = -1;
  Node root(Node f, Node f_variable, Node variable);
  // What stands for the derivative of a state in a direction: the same for the same.
  Node derived_state(Node state, const std::vector<std::pair<Node, Node>>& direction);

  Node replaced(Node root, Node input, Node by);  // root again, the input being something else
  std::vector<bool> depending_on(Node input) const;  // for every node: does it? (bodies included)
  Node apply(Op op, Node x, Node y = -1, Node z = -1);  // any operation, simplified

  // 1/x and log(x), and 0 where x is 0: what derivatives of roots, lengths and powers use, so
  // that they are finite wherever the value is.
  Node guarded_reciprocal(Node x);
  Node guarded_log(Node x);

  // Every node of `other` made here, in its order; `input` says what an input of it is here, `slope` what
  // the derivative of an f made here is. Where each went is written to `to`, which `input` may read:
  // what came before is there.
  void copy(const Graph& other, const std::function<Node(Node)>& input,
            const std::function<Node(Node f, Node variable)>& slope, std::vector<Node>& to);

  // How often an operation was asked for: the work done here, counted and the same everywhere.
  std::int64_t work() const { return work_; }

  const Operation& operator[](Node n) const { return nodes_[n]; }
  Node size() const { return static_cast<Node>(nodes_.size()); }
  bool full() const { return full_; }
  bool is_constant(Node n) const { return nodes_[n].op == Op::constant; }
  bool is_constant(Node n, double value) const {
    return is_constant(n) && nodes_[n].value == value;
  }
  double value(Node n) const { return nodes_[n].value; }

  bool is_whole_power(Node n) const;  // x^n with a constant n that is whole and not too large

  // For every node: does some of `roots` need it?
  std::vector<bool> reachable(const std::vector<Node>& roots) const;

 private:
  struct Hash {
    std::size_t operator()(const Operation& o) const;
  };
  struct Scaled {
    double factor;
    Node rest;
  };  // factor * rest; rest < 0: a constant
  struct Powered {
    Node base;
    int exponent;
    bool guarded;
  };

  bool system_needs(const Operation& flow, Node input, const std::vector<bool>& depends) const;
  Node make(Operation operation);
  Node fold_or_make(Operation operation);
  Node find(Operation operation) const;  // -1 when there is none
  Node find_negative(Node x) const;      // the node of -x, if there is one
  Scaled split(Node x) const;
  Powered power_of(Node x) const;
  Node from_power(const Powered& p);
  bool merge_terms(Node x, Node y, Node& sum);
  bool is_circle(Node x, Node y) const;
  bool factors_of(Node x, std::vector<Powered>& out) const;
  bool factor_terms(const Scaled& x, const Scaled& y, Node& sum);

  std::vector<Operation> nodes_;
  std::unordered_map<Operation, Node, Hash> known_;  // looked up only, never walked
  std::map<Node, State> states_;
  mutable std::map<Node, std::vector<Node>> systems_;  // of states that were asked for
  std::map<std::pair<Node, std::vector<std::pair<Node, Node>>>, Node> derived_;
  std::int64_t work_ = 0;
  bool full_ = false;
  Sums sums_;
};

// The value of one operation on numbers.
double evaluate(Op op, double a, double b = 0, double c = 0);

}  // namespace limber
