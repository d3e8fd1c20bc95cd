// Formula -> expressions: nodes of one Graph for the point of a curve, its measures and its
// gesture, or for the rows of a constraint, in terms of input nodes. What they mean is settled
// here; what they become is for differentiate and simplify.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "codegen/definition.h"
#include "codegen/formula.h"
#include "codegen/graph.h"
#include "codegen/result.h"

namespace limber {

struct IntegralExpression {
  Bound from = Bound::begin, to = Bound::end;
  Node integrand = 0;
  Node input = 0;  // stands for its value
};

// d/dt of one node or two, for which as many inputs stand: what it is, differentiate works out.
struct PrimeExpression {
  std::vector<Node> of, inputs;
};

struct MeasureExpression {
  MeasureFacts facts;
  std::vector<Node> value;     // two nodes, or one
  std::vector<int> integrals;  // which of the curve's it needs; known once primes are worked out
};

struct CurveExpressions {
  CurveFacts facts;
  Spot spot;  // of the name
  Graph graph;
  std::vector<Node> q;  // inputs: shared parameters, then the nodes one piece sees
  Node t = 0;
  std::vector<Node> x;  // two
  std::vector<IntegralExpression> integrals;
  std::vector<PrimeExpression> primes;
  std::vector<MeasureExpression> measures;    // tangent and normal last
  // Of an equation: x and y as inputs, left less right, and the middle and half side of its square.
  std::vector<Node> plane, equation, scope;
  std::vector<Node> gesture_inputs, gesture;  // press and release, 4; q, or empty
};

struct ConstraintExpressions {
  ConstraintFacts facts;
  Spot spot;
  Graph graph;
  std::vector<Node> inputs;
  Node time = 0;
  std::vector<Node> rows;
};

using Expressions = std::variant<CurveExpressions, ConstraintExpressions>;

// `mistakes` are those of the parser: all of a text are told in one go.
Result<Expressions> to_expressions(const Formula& formula, std::string_view text, Sums sums,
                                   std::vector<Error> mistakes);

// The two halves of it.
CurveExpressions curve_expressions(const Formula& formula, CurveFacts facts, Sums sums,
                                   std::vector<Error>& errors);
ConstraintExpressions constraint_expressions(const Formula& formula, ConstraintFacts facts,
                                             Sums sums, std::vector<Error>& errors);

// Which integrals a measure needs, and whether there is one for each place along the curve. Primes
// are worked out.
void settle(const CurveExpressions& expressions, MeasureExpression& measure);

Error too_large(const Spot& spot);

}  // namespace limber
