// Formula -> expressions: nodes of one Graph for the point of a curve, its measures and its
// gesture, or for the rows of a constraint, in terms of input nodes. What they mean is settled
// here; what they become is for differentiate and simplify.
#pragma once

#include <vector>

#include "codegen/definition.h"
#include "codegen/formula.h"
#include "codegen/graph.h"

namespace limber {

struct IntegralExpression {
  Bound from = Bound::begin, to = Bound::end;
  Node integrand = 0;
  Node input = 0;  // stands for its value
};

struct MeasureExpression {
  MeasureFacts facts;
  std::vector<Node> value;     // two nodes, or one
  std::vector<int> integrals;  // which of the curve's it needs
};

struct CurveExpressions {
  Graph graph;
  std::vector<Node> q;  // inputs: shared parameters, then the nodes one piece sees
  Node t = 0;
  std::vector<Node> x;  // two
  std::vector<IntegralExpression> integrals;
  std::vector<MeasureExpression> measures;    // tangent and normal last
  std::vector<Node> gesture_inputs, gesture;  // press and release, 4; q, or empty
};

struct ConstraintExpressions {
  Graph graph;
  std::vector<Node> inputs;
  Node time = 0;
  std::vector<Node> rows;
  std::vector<Role> roles;
  std::vector<Sense> senses;
};

struct Manner {
  bool primes = true;  // false: d/dt is only known to depend on t, which is enough for the facts
  bool factor_sums = false;  // of the graph
};

CurveExpressions curve_expressions(const Formula& formula, const CurveFacts& facts, Manner manner,
                                   std::vector<Error>& errors);
ConstraintExpressions constraint_expressions(const Formula& formula, const ConstraintFacts& facts,
                                             Manner manner, std::vector<Error>& errors);

}  // namespace limber
