// Graph -> Program: the last step of the symbolic half. Writes the nodes that some output needs as
// straight-line code with few operations:
//   x - y instead of x + (-1)*y;  x/y where 1/y serves once, 1/y and products where it serves
//   often; whole powers as products that share their squares;  sine and cosine of one argument
//   together; what does not depend on the last input first, so that it can be computed once for
//   many.
//
// Law: the same graph, inputs and outputs give the same Program, in every process.
#pragma once

#include <vector>

#include "codegen/graph.h"
#include "codegen/program.h"

namespace limber {

// inputs[k] becomes the k-th input of the program; every input node an output needs is among them.
Program simplify(const Graph& graph, const std::vector<Node>& inputs,
                 const std::vector<Node>& outputs);

// How long a program takes to run, roughly, in simple operations.
double cost(const Program& program);

}  // namespace limber
