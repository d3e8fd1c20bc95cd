// lower: the symbolic half of the road, as a table of contents.
//   parse -> what is declared -> expressions -> derivatives -> programs
#include <algorithm>

#include "codegen/compile.h"
#include "codegen/declare.h"
#include "codegen/differentiate.h"
#include "codegen/expression.h"
#include "codegen/limits.h"
#include "codegen/parse.h"
#include "codegen/simplify.h"

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

void lower_curve_functions(CurveExpressions& e, CurveDefinition<Program>& out) {
  Graph& g = e.graph;
  const Nodes inputs = joined(e.q, {e.t});
  const Nodes by = joined({e.t}, e.q);
  const Nodes x_t = differentiate(g, e.x, {{e.t, g.constant(1)}});
  const Nodes x_tt = differentiate(g, x_t, {{e.t, g.constant(1)}});
  const Nodes motion = with_derivatives(g, e.x, by);
  const std::vector<Seed> direction = directions(g, inputs);
  out.point = simplify(g, inputs, e.x);
  out.motion = simplify(g, inputs, motion);
  out.shape = simplify(g, inputs, joined(joined(e.x, x_t), x_tt));
  out.drag_facts.entries.clear();
  out.drag =
      simplify(g, inputs, different(g, drag_integrand(g, motion), out.drag_facts.entries));
  out.drag_facts.degree = degree_along(out.drag);
  out.bend = simplify(g, joined(inputs, rates(direction)), bend(g, e.x, direction));
  out.sweep = simplify(g, inputs, with_derivatives(g, x_t, by));
  if (!e.gesture.empty()) out.gesture = simplify(g, e.gesture_inputs, e.gesture);
}

double cost(const CurveDefinition<Program>& c) {
  double sum = 0;
  for (const Program* function : {&c.point, &c.motion, &c.shape, &c.drag, &c.sweep})
    sum += cost(*function);
  return sum;
}

Measure<Program> lower_measure(CurveExpressions& e, const MeasureExpression& expression) {
  Graph& g = e.graph;
  Measure<Program> out;
  static_cast<MeasureFacts&>(out) = expression.facts;
  Nodes values;  // inputs that stand for the integrals
  for (const int k : expression.integrals) {
    const IntegralExpression& i = e.integrals[k];
    values.push_back(i.input);
    const Nodes by = joined({e.t}, e.q);
    const std::vector<Seed> direction = directions(g, e.q);
    out.integrals.push_back(
        {i.from, i.to, simplify(g, joined(e.q, {e.t}), with_derivatives(g, {i.integrand}, by)),
         simplify(g, joined(joined(e.q, rates(direction)), {e.t}),
                  bend(g, {i.integrand}, direction))});
  }
  const Nodes inputs = joined(joined(e.q, values), {e.t});
  out.value = simplify(g, inputs,
                       with_derivatives(g, expression.value, joined(joined({e.t}, e.q), values)));
  const std::vector<Seed> direction = directions(g, inputs);
  out.bend = simplify(g, joined(inputs, rates(direction)), bend(g, expression.value, direction));
  return out;
}

Error too_large(const Formula& formula) {
  return error_at(formula.spot,
                  "With its derivatives this formula has more than " +
                      std::to_string(limits::graph_nodes) + " operations.",
                  "simplify it, or use fewer parameters");
}

// The graph as written, and with common factors taken out of sums: the shorter of the two.
Result<Definition<Program>> lower_curve(const Formula& formula, std::string_view text,
                                        std::vector<Error>& errors) {
  CurveDefinition<Program> out;
  static_cast<CurveFacts&>(out) = declare_curve(formula, errors);
  out.text = text;
  CurveExpressions e = curve_expressions(formula, out, {}, errors);
  if (!errors.empty()) return gather(std::move(errors));
  lower_curve_functions(e, out);

  CurveDefinition<Program> factored = out;
  CurveExpressions factored_e = curve_expressions(formula, out, {.factor_sums = true}, errors);
  lower_curve_functions(factored_e, factored);
  const bool better = !factored_e.graph.full() && (e.graph.full() || cost(factored) < cost(out));
  if (better) std::swap(out, factored), std::swap(e, factored_e);

  for (const MeasureExpression& m : e.measures) out.measures.push_back(lower_measure(e, m));
  if (e.graph.full()) return too_large(formula);
  return Definition<Program>(std::move(out));
}

Result<Definition<Program>> describe_curve(const Formula& formula, std::string_view text,
                                           std::vector<Error>& errors) {
  CurveDefinition<Program> out;
  static_cast<CurveFacts&>(out) = declare_curve(formula, errors);
  out.text = text;
  const CurveExpressions e = curve_expressions(formula, out, {.primes = false}, errors);
  if (!errors.empty()) return gather(std::move(errors));
  for (const MeasureExpression& m : e.measures) {
    out.measures.emplace_back();
    static_cast<MeasureFacts&>(out.measures.back()) = m.facts;
    for (const int k : m.integrals)
      out.measures.back().integrals.push_back({e.integrals[k].from, e.integrals[k].to, {}, {}});
  }
  return Definition<Program>(std::move(out));
}

void lower_constraint_functions(ConstraintExpressions& e, ConstraintDefinition<Program>& out) {
  const Nodes inputs = joined(e.inputs, {e.time});
  out.evaluate =
      simplify(e.graph, inputs, with_derivatives(e.graph, e.rows, joined({e.time}, e.inputs)));
  const std::vector<Seed> direction = directions(e.graph, inputs);
  out.bend = simplify(e.graph, joined(inputs, rates(direction)), bend(e.graph, e.rows, direction));
}

Result<Definition<Program>> lower_constraint(const Formula& formula, std::string_view text,
                                             bool functions, std::vector<Error>& errors) {
  ConstraintDefinition<Program> out;
  static_cast<ConstraintFacts&>(out) = declare_constraint(formula, errors);
  out.text = text;
  ConstraintExpressions e = constraint_expressions(formula, out, {}, errors);
  if (!errors.empty()) return gather(std::move(errors));
  out.rows = static_cast<int>(e.rows.size());
  out.row_roles = e.roles;
  out.senses = e.senses;
  out.timed = e.graph.reachable(e.rows)[static_cast<std::size_t>(e.time)];
  if (!functions) return Definition<Program>(std::move(out));

  lower_constraint_functions(e, out);
  ConstraintDefinition<Program> factored = out;
  ConstraintExpressions factored_e =
      constraint_expressions(formula, out, {.factor_sums = true}, errors);
  lower_constraint_functions(factored_e, factored);
  if (e.graph.full() && factored_e.graph.full()) return too_large(formula);
  const bool better =
      !factored_e.graph.full() && (e.graph.full() || cost(factored.evaluate) < cost(out.evaluate));
  return Definition<Program>(better ? std::move(factored) : std::move(out));
}

Result<Definition<Program>> lower(std::string_view text, bool functions) {
  std::vector<Error> errors;
  const Formula formula = parse(text, errors);
  if (!formula.has_header || formula.name.empty()) return gather(std::move(errors));
  if (formula.kind != Formula::curve) return lower_constraint(formula, text, functions, errors);
  return functions ? lower_curve(formula, text, errors) : describe_curve(formula, text, errors);
}

}  // namespace

Result<Definition<Program>> lower(std::string_view text) { return lower(text, true); }
Result<Definition<Program>> describe(std::string_view text) { return lower(text, false); }

}  // namespace limber
