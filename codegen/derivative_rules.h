// The derivative of each function with respect to each of its operands, as SymEngine gives it. The
// one door into SymEngine.
#pragma once

#include "codegen/graph.h"

namespace limber {

// d f / d(operand), at the node f of the graph, which is some operation on operands; operand 0 is
// f's a, operand 1 its b. For smooth functions only: see differentiate.h for the others.
Node partial(Graph& graph, Node f, int operand);

}  // namespace limber
