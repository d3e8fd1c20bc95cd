// A Program as a person reads it: formulas again, shared parts named v1, v2, ... in the order they
// are computed. For looking at what the compiler made of a definition.
//
//     v1 = cos(t)
//     x = c.x + r*v1
//     dx/dr = v1
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/compile.h"
#include "codegen/program.h"

namespace limber {

// One line for each shared part and each output. Names that are missing are made up.
std::string listing(const Program& program, std::span<const std::string> inputs,
                    std::span<const std::string> outputs);

// The operations a run costs: what is only known (constants, inputs) is free.
struct Tally {
  int operations = 0;  // additions, products, comparisons, ...
  int functions = 0;   // of them roots, sines, ...
  int once = 0;        // of them those that do not depend on the last input
};
Tally tally(const Program& program);

// Every function a definition has, with what goes in and comes out by name.
struct NamedFunction {
  std::string name;  // "point", "motion", "length: integrand"
  const Program* program;
  std::vector<std::string> inputs, outputs;
};
std::vector<NamedFunction> functions_of(const Definition<Program>& definition);

}  // namespace limber
