#include "codegen/flow_meaning.h"

#include <algorithm>
#include <functional>
#include <map>

#include "codegen/limits.h"

namespace limber {

void Unknowns::declare() {
  int count = 0;
  for (const EquationText& text : scope_.formula.equations) {
    if (find(text.name)) {
      scope_.fault(text.spot, "For " + quoted(text.name) + " there is an equation already.");
      continue;
    }
    if ((count += text.order) > limits::unknowns) {
      scope_.fault(text.spot, "A curve has at most " + std::to_string(limits::unknowns) +
                                  " unknowns of differential equations.");
      return;
    }
    Unknown unknown{&text, scope_.out.graph.new_state(), -1};
    if (text.order == 2) unknown.slope = scope_.out.graph.new_state();
    const bool place = text.name == "x" || text.name == "y";
    scope_.values[text.name] = number_value(
        unknown.state, place ? dimension_of(Role::length) : Dimension{0, false, false});
    unknowns_.push_back(unknown);
  }
  if (!scope_.formula.equations.empty() && scope_.out.facts.is_family)
    scope_.fault(scope_.formula.equations.front().spot,
                 "A curve with nodes cannot have differential equations.");
  for (const StartText& start : scope_.formula.starts)
    if (!find(start.name))
      scope_.fault(start.spot, "For " + quoted(start.name) + " the equation is missing.",
                   "add a line " + start.name + "' = ...");
}

const Unknowns::Unknown* Unknowns::find(const std::string& name) const {
  const auto found = std::ranges::find_if(
      unknowns_, [&](const Unknown& unknown) { return unknown.text->name == name; });
  return found == unknowns_.end() ? nullptr : &*found;
}

std::optional<Value> Unknowns::prime_of(const Value& value) const {
  for (const Unknown& unknown : unknowns_)
    if (value.kind == Value::number && value.x == unknown.state && unknown.slope >= 0)
      return number_value(unknown.slope, value.dimension);
  return std::nullopt;
}

// Where all unknowns begin: a plain number, the same for all.
std::optional<double> Unknowns::begin() {
  std::optional<double> from;
  for (const StartText& start : scope_.formula.starts) {
    const Value at = scope_.evaluator.number(start.at, scope_.around);
    if (at.kind == Value::unknown) return {};
    if (!scope_.out.graph.is_constant(at.x)) {
      scope_.fault(start.at.spot, "Where a solution begins is a plain number.",
                   "as in " + start.name + "(0) = ...");
      return {};
    }
    if (from && *from != scope_.out.graph.value(at.x)) {
      scope_.fault(start.at.spot,
                   "All unknowns begin at the same " + scope_.formula.variable + ".");
      return {};
    }
    from = scope_.out.graph.value(at.x);
  }
  return from;
}

// The value of x or x' where it begins; -1 after saying what is wrong with it.
Node Unknowns::start_of(const Unknown& unknown, int primes) {
  const std::string name = unknown.text->name + (primes > 0 ? "'" : "");
  const StartText* found = nullptr;
  for (const StartText& start : scope_.formula.starts)
    if (start.name == unknown.text->name && start.primes == primes) {
      if (found) scope_.fault(start.spot, "Where " + name + " begins was already given.");
      found = &start;
    }
  if (!found) {
    scope_.fault(unknown.text->spot, "It is not said where " + name + " begins.",
                 "add a line " + name + "(0) = ...");
    return -1;
  }
  const Value value = scope_.evaluator.number(found->value, scope_.around);
  if (value.kind == Value::unknown) return -1;
  if (is_unworkable(scope_.out, value.x) || needs_unknown(value.x)) {
    scope_.fault(found->value.spot,
                 "Where a solution begins is said by parameters and lets of them.");
    return -1;
  }
  return value.x;
}
bool Unknowns::needs_unknown(Node root) const {
  const std::vector<bool> reached = scope_.out.graph.reachable({root});
  return std::ranges::any_of(unknowns_, [&](const Unknown& unknown) {
    return reached[unknown.state] || (unknown.slope >= 0 && reached[unknown.slope]);
  });
}

// The variable is the variable also where the curve has an x of that name, at = c + s*(x, y).
Surroundings Unknowns::around_rates() const {
  Surroundings around = scope_.around;
  around.find = [this](const std::string& name) -> std::optional<Value> {
    if (name == scope_.formula.variable) return number_value(scope_.out.t, {0, false, false});
    return scope_.around.find(name);
  };
  return around;
}

// x' = ..., x(0) = ...: everything was written with a state where x is meant; now the rates are
// known, and what is outside of them sees the solution up to t.
void Unknowns::solve() {
  if (unknowns_.empty()) return;
  Graph& g = scope_.out.graph;
  const std::optional<double> from = begin();
  const Node along = g.new_input();
  const Surroundings around = around_rates();
  bool good = from.has_value() && !scope_.out.facts.is_family;
  for (const Unknown& unknown : unknowns_) {
    const Value rate = scope_.evaluator.number(unknown.text->value, around);
    const Node start = start_of(unknown, 0);
    const Node slope = unknown.slope < 0 ? 0 : start_of(unknown, 1);
    good = good && rate.kind == Value::number && start >= 0 && slope >= 0;
    if (rate.kind == Value::number && is_unworkable(scope_.out, rate.x)) {
      scope_.fault(unknown.text->value.spot,
                   "In a differential equation there is no integral and no other prime.");
      good = false;
    }
    if (!good || g.full()) continue;
    const auto begun = [&](Node value) {
      return g.replaced(value, scope_.out.t, g.constant(*from));
    };
    const Node speed = g.replaced(rate.x, scope_.out.t, along);
    if (unknown.slope < 0) {
      g.set_state(unknown.state, {speed, begun(start), along, *from});
    } else {
      g.set_state(unknown.state, {unknown.slope, begun(start), along, *from});
      g.set_state(unknown.slope, {speed, begun(slope), along, *from});
    }
  }
  if (good && !g.full()) put_solutions_in();
}

// What stands for a prime or an integral comes after what it is of, so it is made anew.
void Unknowns::put_solutions_in() {
  Graph& g = scope_.out.graph;
  std::vector<std::pair<Node, Node>> changed;
  for (const Unknown& unknown : unknowns_)
    for (const Node state : {unknown.state, unknown.slope})
      if (state >= 0) changed.emplace_back(state, g.flow(state, scope_.out.t));
  const auto renew = [&](Node& root) {
    for (const auto& [old, by] : changed) root = g.replaced(root, old, by);
  };
  std::map<Node, std::function<void()>> in_order;
  for (PrimeExpression& prime : scope_.out.primes)
    in_order[prime.inputs.front()] = [&] {
      for (Node& of : prime.of) renew(of);
      for (Node& input : prime.inputs) {
        changed.emplace_back(input, g.new_input());
        input = changed.back().second;
      }
    };
  for (IntegralExpression& integral : scope_.out.integrals)
    in_order[integral.input] = [&] {
      renew(integral.integrand);
      changed.emplace_back(integral.input, g.new_input());
      integral.input = changed.back().second;
    };
  for (const auto& [input, remake] : in_order) remake();
  for (Node& node : scope_.out.x) renew(node);
  for (MeasureExpression& measure : scope_.out.measures)
    for (Node& node : measure.value) renew(node);
}

}  // namespace limber
