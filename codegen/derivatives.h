// Expressions -> derivatives: every function of a definition, as nodes of one graph. What the
// derivative of an operation is, differentiate.h says; which derivatives are wanted, definition.h.
#pragma once

#include <vector>

#include "codegen/definition.h"
#include "codegen/expression.h"

namespace limber {

// A function as nodes: what it is of, and what comes out.
struct Outline {
  std::vector<Node> inputs, outputs;
};

// The primes of the text worked out, and the functions of the curve itself; its measures follow
// when they are asked for, since of two ways to write the sums only one is used in the end.
struct CurveDerivatives {
  CurveExpressions expressions;
  CurveDefinition<Outline> functions;
};
CurveDerivatives differentiate(const CurveExpressions& written);
Measure<Outline> differentiate(CurveExpressions& worked_out, const MeasureExpression& measure);

struct ConstraintDerivatives {
  ConstraintExpressions expressions;
  ConstraintDefinition<Outline> functions;
};
ConstraintDerivatives differentiate(const ConstraintExpressions& written);

}  // namespace limber
