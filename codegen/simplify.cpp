#include "codegen/simplify.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <map>
#include <tuple>

#include "codegen/integral_groups.h"
#include "codegen/products.h"
#include "codegen/root.h"

namespace limber {
namespace {

// Instructions that are written at most once each.
class Writer {
 public:
  std::int32_t constant(double value) {
    Instruction i;
    i.value = value;
    return write(i);
  }
  std::int32_t input(int k) {
    Instruction i;
    i.op = Op::input;
    i.a = k;
    return write(i);
  }
  std::int32_t write(Op op, std::int32_t a, std::int32_t b = -1, std::int32_t c = -1) {
    if ((op == Op::add || op == Op::mul) && a > b) std::swap(a, b);
    Instruction i;
    i.op = op;
    i.a = a;
    i.b = b;
    i.c = c;
    return write(i);
  }

  // x^n by products of powers already there, else by squaring. Powers of x are kept for the next.
  std::int32_t power(std::int32_t x, int n) {
    auto& powers = powers_[x];
    powers[1] = x;
    return power(powers, n);
  }

  std::int32_t part(std::int32_t call, std::size_t output) {
    Instruction i;
    i.op = Op::part;
    i.a = call;
    i.value = static_cast<double>(output);
    return write(i);
  }
  std::int32_t integral(std::int32_t from, std::int32_t to, IntegralCall call) {
    Instruction i;
    i.op = Op::integral;
    i.a = from;
    i.b = to;
    i.value = static_cast<double>(integrals.size());
    integrals.push_back(std::move(call));
    return write(i);
  }

  std::vector<Instruction> code;
  std::vector<IntegralCall> integrals;

 private:
  using Powers = std::map<int, std::int32_t>;

  std::int32_t power(Powers& powers, int n) {
    if (const auto found = powers.find(n); found != powers.end()) return found->second;
    for (int k = n / 2; k > 0; --k) {
      const auto first = powers.find(k), second = powers.find(n - k);
      if (first != powers.end() && second != powers.end())
        return powers[n] = write(Op::mul, first->second, second->second);
    }
    const std::int32_t half = power(powers, n / 2), rest = power(powers, n - n / 2);
    return powers[n] = write(Op::mul, half, rest);
  }

  std::int32_t write(const Instruction& i) {
    const auto key = std::tuple(i.op, i.a, i.b, i.c, std::bit_cast<std::uint64_t>(i.value));
    const auto [place, is_new] = known_.try_emplace(key, static_cast<std::int32_t>(code.size()));
    if (is_new) code.push_back(i);
    return place->second;
  }

  std::map<std::tuple<Op, std::int32_t, std::int32_t, std::int32_t, std::uint64_t>, std::int32_t>
      known_;
  std::map<std::int32_t, Powers> powers_;
};

// Node by node, in order, each as the instructions that suit how often and by whom it is used.
// Some instructions turn out to be needed by nobody; tidy() drops them.
class Lowering {
 public:
  Lowering(const Graph& graph, const std::vector<Node>& inputs, const std::vector<Node>& outputs)
      : graph_(graph),
        groups_(graph, inputs, outputs),
        needed_(groups_.outside()),
        uses_(graph.size(), 0),
        value_(graph.size(), -1),
        done_(graph.size(), false),
        in_product_(graph.size(), false) {
    for (std::size_t k = 0; k < inputs.size(); ++k) position_[inputs[k]] = static_cast<int>(k);
    for (const Node output : outputs) ++uses_[output];
    for (const Node argument : groups_.arguments()) ++uses_[argument];
    for (Node n = 0; n < graph.size(); ++n) count_uses(n);
    collect_products(inputs.empty() ? -1 : inputs.back());
  }

  // In the order of their numbers, but for the arguments of integrals that are computed together.
  void run() {
    for (Node n = 0; n < graph_.size(); ++n) do_now(n);
  }

  std::int32_t value(Node n) const { return value_[n]; }
  std::vector<Instruction>& code() { return out_.code; }
  std::vector<IntegralCall>& integrals() { return out_.integrals; }

 private:
  // Groups of integrals need each other in a few levels at most: one for each written in the text.
  void do_now(Node n) {
    if (!needed_[n] || done_[n]) return;
    for (const Node before : groups_.needed_before(n)) do_now(before);
    value_[n] = lower(n);
    done_[n] = true;
  }
  void count_uses(Node n) {
    const Operation& o = graph_[n];
    if (!needed_[n] || o.op == Op::input || position_.contains(n)) return;
    const bool root = o.op == Op::root;
    for (const Node operand :
         {o.op == Op::flow || root ? -1 : o.a, o.b, o.op == Op::integral || root ? -1 : o.c})
      if (operand >= 0) ++uses_[operand];
    const bool product = o.op == Op::mul && !graph_.is_constant(o.a) && !graph_.is_constant(o.b);
    for (const Node operand : {o.a, o.b})
      if (product) in_product_[operand] = true;
    if (o.op == Op::sin) sine_of_[o.a] = n;
    if (o.op == Op::cos) cosine_of_[o.a] = n;
  }

  // Products of factors that are not products themselves, or are used elsewhere as well.
  void collect_products(Node last_input) {
    std::vector<bool> late(graph_.size(), false);
    for (Node n = 0; n < graph_.size(); ++n) {
      const Operation& o = graph_[n];
      late[n] = n == last_input;
      if (o.op == Op::input || position_.contains(n)) continue;
      for (const Node operand : {o.a, o.b, o.c})
        late[n] = late[n] || (operand >= 0 && late[operand]);
    }
    products_ = Products(std::move(late));
    for (Node n = 0; n < graph_.size(); ++n)
      if (needed_[n] && is_product(n) && !is_inner(n)) add_product(n);
    products_.arrange();
  }

  bool is_product(Node n) const {
    const Operation& o = graph_[n];
    return !position_.contains(n) && o.op == Op::mul && !graph_.is_constant(o.a) && !graph_.is_constant(o.b);
  }
  bool is_inner(Node n) const { return is_product(n) && uses_[n] == 1 && in_product_[n]; }

  // All factors, but for one that divides and serves once: then the rest is divided by it.
  void add_product(Node n) {
    std::vector<Products::Factor> factors;
    std::vector<Node> open{graph_[n].b, graph_[n].a};
    Node divisor = -1;
    while (!open.empty()) {
      const Node factor = open.back();
      open.pop_back();
      if (is_inner(factor))
        open.insert(open.end(), {graph_[factor].b, graph_[factor].a});
      else if (divides(factor) && divisor < 0)
        divisor = factor;
      else
        factors.push_back(factor);
    }
    if (divisor >= 0) divisor_[n] = divisor;
    if (factors.size() > 1)
      products_.add(n, std::move(factors));
    else
      single_[n] = factors.front();
  }

  std::int32_t factor(Products::Factor f) {
    if (!products_.is_pair(f)) return value_[f];
    const auto [a, b] = products_.pair(f);
    const std::int32_t left = factor(a);
    return out_.write(Op::mul, left, factor(b));
  }

  std::int32_t lower(Node n) {
    const Operation& o = graph_[n];
    if (const auto input = position_.find(n); input != position_.end())
      return out_.input(input->second);
    switch (o.op) {
      case Op::constant:
        return out_.constant(o.value);
      case Op::input:
        break;  // all that is needed has a position
      case Op::integral:
      case Op::flow:
      case Op::root:
        return integral(n);
      case Op::add:
        return sum(o);
      case Op::mul:
        return is_inner(n) ? -1 : product(n);
      case Op::pow:
        if (graph_.is_whole_power(n))
          return out_.power(value_[o.a], static_cast<int>(graph_.value(o.b)));
        break;
      case Op::div:
        return o.guarded ? guarded(o.b, out_.write(o.op, value_[o.a], value_[o.b]))
                         : out_.write(o.op, value_[o.a], value_[o.b]);
      case Op::log:
        if (o.guarded) return guarded(o.a, out_.write(o.op, value_[o.a]));
        break;
      case Op::sin:
      case Op::cos:
        return sine_or_cosine(n);
      default:
        break;
    }
    const auto operand = [&](Node x) { return x < 0 ? -1 : value_[x]; };
    return out_.write(o.op, operand(o.a), operand(o.b), operand(o.c));
  }

  // Integrals over the same variable between the same bounds are one call with several outputs.
  std::int32_t integral(Node n) {
    const IntegralGroups::Group& group = groups_.of(n);
    const auto [call, is_new] = calls_.try_emplace(group.members.front(), -1);
    if (is_new) {
      IntegralCall made;
      std::vector<Node> inputs = group.arguments, roots;
      for (const Node argument : group.arguments)
        made.arguments.push_back(value_[argument]);
      for (const Node state : group.states) {
        inputs.push_back(state);
        roots.push_back(graph_.state(state).rate);
        made.arguments.push_back(value_[graph_.state(state).initial]);
      }
      made.states = static_cast<int>(group.states.size());
      inputs.push_back(group.variable);
      for (const Node member : group.members)
        if (group.states.empty()) roots.push_back(graph_[member].c);
      made.is_root = group.is_root;
      if (group.is_root) roots.push_back(graph_[n].a);
      made.integrand = simplify(graph_, inputs, roots);
      const std::int32_t from = group.is_root          ? out_.constant(0)
                                : group.states.empty() ? value_[graph_[n].a]
                                                       : out_.constant(graph_.state(group.states.front()).from);
      const std::int32_t to = group.is_root ? out_.constant(farthest_root) : value_[graph_[n].b];
      call->second = out_.integral(from, to, std::move(made));
    }
    const std::vector<Node>& parts = group.states.empty() ? group.members : group.states;
    const auto part = std::ranges::find(parts, group.states.empty() ? n : graph_[n].a);
    return out_.part(call->second, static_cast<std::size_t>(part - parts.begin()));
  }

  // 0 where x is 0, else the value.
  std::int32_t guarded(Node x, std::int32_t value) {
    const std::int32_t zero = out_.constant(0);
    return out_.write(Op::select, out_.write(Op::equal, value_[x], zero), zero, value);
  }

  // x + (-c)*y as x - c*y, where the negative product has no other use.
  std::int32_t sum(const Operation& o) {
    std::int32_t rest = -1;
    if (subtracts(o.b, rest)) return out_.write(Op::sub, value_[o.a], rest);
    if (subtracts(o.a, rest)) return out_.write(Op::sub, value_[o.b], rest);
    return out_.write(Op::add, value_[o.a], value_[o.b]);
  }

  bool subtracts(Node y, std::int32_t& rest) {
    const Operation& o = graph_[y];
    if (position_.contains(y)) return false;
    if (o.op == Op::constant && o.value < 0) {
      rest = out_.constant(-o.value);
      return true;
    }
    if (o.op != Op::mul) return false;
    const Node factor = graph_.is_constant(o.a) ? o.a : o.b;
    if (!graph_.is_constant(factor) || !(graph_.value(factor) < 0)) return false;
    const Node other = factor == o.a ? o.b : o.a;
    if (graph_.value(factor) == -1) {
      rest = value_[other];
      return true;
    }
    if (uses_[y] > 1) return false;
    rest = scaled(-graph_.value(factor), other);
    return true;
  }

  std::int32_t product(Node n) {
    const Operation& o = graph_[n];
    if (graph_.is_constant(o.a)) return scaled(graph_.value(o.a), o.b);
    if (graph_.is_constant(o.b)) return scaled(graph_.value(o.b), o.a);
    std::int32_t result = -1;
    if (const auto single = single_.find(n); single != single_.end()) {
      result = value_[single->second];
    } else {
      const auto [a, b] = products_.last_two(n);
      const std::int32_t left = factor(a);
      result = out_.write(Op::mul, left, factor(b));
    }
    const auto divisor = divisor_.find(n);
    return divisor == divisor_.end()
               ? result
               : out_.write(Op::div, result, value_[graph_[divisor->second].b]);
  }

  std::int32_t scaled(double factor, Node x) {
    if (factor == -1) return out_.write(Op::neg, value_[x]);
    if (divides(x)) return out_.write(Op::div, out_.constant(factor), value_[graph_[x].b]);
    return out_.write(Op::mul, out_.constant(factor), value_[x]);
  }

  // A reciprocal that serves once: its product is a quotient.
  bool divides(Node x) const {
    return graph_[x].op == Op::div && !graph_[x].guarded && uses_[x] == 1 && !position_.contains(x);
  }

  std::int32_t sine_or_cosine(Node n) {
    const Node x = graph_[n].a;
    const auto sine = sine_of_.find(x), cosine = cosine_of_.find(x);
    if (sine == sine_of_.end() || cosine == cosine_of_.end())
      return out_.write(graph_[n].op, value_[x]);
    const std::int32_t both = out_.write(Op::sincos, value_[x]);
    const std::int32_t second = out_.write(Op::cos_of_sincos, both);
    return graph_[n].op == Op::sin ? both : second;
  }

  const Graph& graph_;
  IntegralGroups groups_;
  std::vector<bool> needed_;
  std::map<Node, std::int32_t> calls_;  // by the first member of the group
  std::vector<int> uses_;
  std::vector<std::int32_t> value_;
  std::vector<bool> done_;
  std::vector<bool> in_product_;  // is a factor of some product
  std::map<Node, int> position_;
  std::map<Node, Node> sine_of_, cosine_of_;
  Products products_{{}};
  std::map<Node, Node> divisor_,
      single_;  // of a product: what it is divided by; its only other factor
  Writer out_;
};

// Drops what no output needs; moves what does not depend on the last input to the front. A sincos
// pair counts as one.
Program tidy(const Program& program) {
  std::vector<bool> need = needed(program);
  for (std::size_t k = 0; k + 1 < program.code.size(); ++k)
    if (program.code[k].op == Op::sincos) need[k] = need[k + 1] = need[k] || need[k + 1];
  const std::vector<bool> along = runs_along(program);

  Program out;
  out.inputs = program.inputs;
  std::vector<std::int32_t> moved(program.code.size(), -1);
  for (const bool late : {false, true})
    for (std::size_t k = 0; k < program.code.size(); ++k) {
      if (!need[k] || along[k] != late) continue;
      Instruction i = program.code[k];
      if (i.op != Op::input)
        for (std::int32_t* operand : {&i.a, &i.b, &i.c})
          if (*operand >= 0) *operand = moved[*operand];
      if (i.op == Op::integral) {
        IntegralCall call = program.integrals[static_cast<std::size_t>(i.value)];
        for (std::int32_t& argument : call.arguments) argument = moved[argument];
        i.value = static_cast<double>(out.integrals.size());
        out.integrals.push_back(std::move(call));
      }
      moved[k] = static_cast<std::int32_t>(out.code.size());
      out.code.push_back(i);
    }
  for (const std::int32_t output : program.outputs) out.outputs.push_back(moved[output]);
  return out;
}

}  // namespace

Program simplify(const Graph& graph, const std::vector<Node>& inputs,
                 const std::vector<Node>& outputs) {
  Lowering lowering(graph, inputs, outputs);
  lowering.run();
  Program program;
  program.inputs = static_cast<int>(inputs.size());
  program.code = std::move(lowering.code());
  program.integrals = std::move(lowering.integrals());
  for (const Node output : outputs) program.outputs.push_back(lowering.value(output));
  program = tidy(program);
  assert(well_formed(program));
  return program;
}

// How often the integrand is asked for, about.
static double cost(const IntegralCall& call) {
  return (call.is_root ? 4 : call.states > 0 ? 500 : 24) * cost(call.integrand);
}

double cost(const Program& program) {
  double sum = 0;
  for (const Instruction& i : program.code) switch (i.op) {
      case Op::constant:
      case Op::input:
      case Op::cos_of_sincos:
      case Op::part:
        break;
      case Op::integral:
        sum += cost(program.integrals[static_cast<std::size_t>(i.value)]);
        break;
      case Op::div:
      case Op::sqrt:
        sum += 4;
        break;
      default:
        sum += i.op >= Op::sin ? 20 : 1;
    }
  return sum;
}

}  // namespace limber
