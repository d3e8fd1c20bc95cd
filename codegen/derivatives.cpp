#include "codegen/derivatives.h"

#include <algorithm>
#include <map>

#include "codegen/differentiate.h"

namespace limber {
namespace {

using Nodes = std::vector<Node>;

Nodes joined(Nodes a, const Nodes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// f, f_t, f_q0, f_q1, ...: one derivative for each of `by`.
Nodes with_derivatives(Graph& graph, const Nodes& f, const Nodes& by) {
  Nodes all = f;
  for (const Node input : by)
    all = joined(std::move(all), differentiate(graph, f, {{input, graph.constant(1)}}));
  return all;
}

// New inputs for the rates of `inputs`.
std::vector<Seed> directions(Graph& graph, const Nodes& inputs) {
  std::vector<Seed> seeds;
  for (const Node input : inputs) seeds.push_back({input, graph.new_input()});
  return seeds;
}

Nodes rates(const std::vector<Seed>& seeds) {
  Nodes all;
  for (const Seed& seed : seeds) all.push_back(seed.rate);
  return all;
}

// x_q' x_q |x_t|, upper triangle, column by column; `motion` is x, x_t, x_q0, x_q1, ...
Nodes drag_integrand(Graph& g, const Nodes& motion) {
  const auto dot = [&](std::size_t i, std::size_t j) {
    return g.add(g.mul(motion[2 * i], motion[2 * j]), g.mul(motion[2 * i + 1], motion[2 * j + 1]));
  };
  const Node speed = g.sqrt(dot(1, 1));
  Nodes triangle;
  for (std::size_t j = 2; 2 * j < motion.size(); ++j)
    for (std::size_t i = 2; i <= j; ++i) triangle.push_back(g.mul(speed, dot(i, j)));
  return triangle;
}

// The different nodes among `all`; entries[k] says which of them all[k] is.
Nodes different(const Graph& g, const Nodes& all, std::vector<int>& entries) {
  Nodes kept;
  for (const Node node : all) {
    if (g.is_constant(node, 0)) {
      entries.push_back(DragFacts::zero);
      continue;
    }
    const auto found = std::find(kept.begin(), kept.end(), node);
    entries.push_back(static_cast<int>(found - kept.begin()));
    if (found == kept.end()) kept.push_back(node);
  }
  return kept;
}

// Where the nodes of a graph went.
struct Moved {
  const std::vector<Node>& to;
  void apply(Node& node) const { node = to[static_cast<std::size_t>(node)]; }
  void apply(Nodes& nodes) const {
    for (Node& node : nodes) apply(node);
  }
};

// The graph again, with what is a derivative worked out: the slope of a root, and a prime, the total
// derivative by t of what it stands behind: an integral up to t grows by its integrand. What a prime
// is of stands before it.
CurveExpressions worked_out(const CurveExpressions& written) {
  CurveExpressions out = written;
  out.graph = Graph(written.graph.sums());
  Graph& g = out.graph;
  std::vector<Node> to;
  Node t = -1;
  std::map<Node, Node> rates;  // of primes whose pair was worked out with another
  const auto total_rate = [&](const Nodes& of, Node here) {
    std::vector<Seed> seeds;
    if (t >= 0) seeds.push_back({t, g.constant(1)});
    const auto moved = [&](Node node) { return to[static_cast<std::size_t>(node)]; };
    for (const IntegralExpression& i : written.integrals) {
      if (i.input > here) continue;
      const Node upper = i.to == Bound::t ? moved(i.integrand) : g.constant(0);
      const Node lower = i.from == Bound::t ? moved(i.integrand) : g.constant(0);
      seeds.push_back({moved(i.input), g.sub(upper, lower)});
    }
    Nodes roots;
    for (const Node node : of) roots.push_back(moved(node));
    return differentiate(g, roots, seeds);
  };
  g.copy(
      written.graph,
      [&](Node input) {
        if (const auto known = rates.find(input); known != rates.end()) return known->second;
        for (const PrimeExpression& prime : written.primes)
          if (prime.inputs.front() == input) {
            const Nodes found = total_rate(prime.of, input);
            for (std::size_t k = 0; k < found.size(); ++k) rates[prime.inputs[k]] = found[k];
            return found.front();
          }
        const Node made = g.new_input();
        if (input == written.t) t = made;
        return made;
      },
      [&](Node f, Node variable) { return differentiate(g, {f}, {{variable, g.constant(1)}}).front(); },
      to);
  if (g.full()) return out;
  const Moved moved{to};
  moved.apply(out.q);
  moved.apply(out.t);
  moved.apply(out.x);
  moved.apply(out.gesture_inputs);
  moved.apply(out.gesture);
  moved.apply(out.plane);
  moved.apply(out.equation);
  moved.apply(out.scope);
  for (IntegralExpression& i : out.integrals) moved.apply(i.integrand), moved.apply(i.input);
  for (MeasureExpression& m : out.measures) {
    moved.apply(m.value);
    settle(out, m);
  }
  return out;
}

}  // namespace

CurveDerivatives differentiate(const CurveExpressions& written) {
  CurveDerivatives d{worked_out(written), {}};
  CurveExpressions& e = d.expressions;
  Graph& g = e.graph;
  CurveDefinition<Outline>& out = d.functions;
  static_cast<CurveFacts&>(out) = written.facts;
  if (g.full()) return d;
  const Nodes inputs = joined(e.q, {e.t});
  const Nodes by = joined({e.t}, e.q);
  const Nodes x_t = differentiate(g, e.x, {{e.t, g.constant(1)}});
  const Nodes x_tt = differentiate(g, x_t, {{e.t, g.constant(1)}});
  const Nodes motion = with_derivatives(g, e.x, by);
  const std::vector<Seed> direction = directions(g, inputs);
  out.point = {inputs, e.x};
  out.motion = {inputs, motion};
  out.shape = {inputs, joined(joined(e.x, x_t), x_tt)};
  out.drag = {inputs, different(g, drag_integrand(g, motion), out.drag_facts.entries)};
  out.bend = {joined(inputs, rates(direction)), bend(g, e.x, direction)};
  out.sweep = {inputs, with_derivatives(g, x_t, by)};
  if (!e.gesture.empty()) out.gesture = {e.gesture_inputs, e.gesture};
  if (e.equation.empty()) return d;
  const Nodes shared(e.q.begin(), e.q.begin() + static_cast<std::ptrdiff_t>(written.facts.parameters.size()));
  const Nodes gradient = with_derivatives(g, e.equation, e.plane);
  const Nodes of_x = differentiate(g, {gradient[1], gradient[2]}, {{e.plane[0], g.constant(1)}});
  const Nodes of_y = differentiate(g, {gradient[2]}, {{e.plane[1], g.constant(1)}});
  out.equation = {joined(shared, e.plane), joined(joined(gradient, of_x), of_y)};
  out.scope = {joined(shared, e.plane), e.scope};
  return d;
}

Measure<Outline> differentiate(CurveExpressions& e, const MeasureExpression& expression) {
  Graph& g = e.graph;
  Measure<Outline> out;
  static_cast<MeasureFacts&>(out) = expression.facts;
  Nodes values;  // inputs that stand for the integrals
  for (const int k : expression.integrals) {
    const IntegralExpression& i = e.integrals[static_cast<std::size_t>(k)];
    values.push_back(i.input);
    const Nodes by = joined({e.t}, e.q);
    const std::vector<Seed> direction = directions(g, e.q);
    out.integrals.push_back(
        {i.from, i.to, Outline{joined(e.q, {e.t}), with_derivatives(g, {i.integrand}, by)},
         Outline{joined(joined(e.q, rates(direction)), {e.t}), bend(g, {i.integrand}, direction)}});
  }
  const Nodes inputs = joined(joined(e.q, values), {e.t});
  out.value = {inputs, with_derivatives(g, expression.value, joined(joined({e.t}, e.q), values))};
  const std::vector<Seed> direction = directions(g, inputs);
  out.bend = {joined(inputs, rates(direction)), bend(g, expression.value, direction)};
  return out;
}

ConstraintDerivatives differentiate(const ConstraintExpressions& written) {
  ConstraintDerivatives d{written, {}};
  ConstraintExpressions& e = d.expressions;
  static_cast<ConstraintFacts&>(d.functions) = written.facts;
  const Nodes inputs = joined(e.inputs, {e.time});
  d.functions.evaluate = {inputs, with_derivatives(e.graph, e.rows, joined({e.time}, e.inputs))};
  const std::vector<Seed> direction = directions(e.graph, inputs);
  d.functions.bend = {joined(inputs, rates(direction)), bend(e.graph, e.rows, direction)};
  return d;
}

}  // namespace limber
