// Program -> C++ text, for the definitions in data/, at build time.
//
// A function becomes a struct. Its `one` evaluates once, calls of the same function together
// (bundle.h); for many, its constructor computes what does not depend on the last input and its member
// `along` the rest, in lanes (lanes.h). Values keep their numbers: v17 is what instruction 17
// computes. No name from a formula appears but in the names of structs, reduced to
// [a-z0-9_].
#pragma once

#include <string>
#include <vector>

#include "codegen/compile.h"
#include "codegen/program.h"

namespace limber {

// "Centre of Mass" -> "_x43_entre_x20_of_x20__x4d_ass": injective enough, and safe.
std::string mangle(const std::string& name);

// The name of a function's struct: "curve_circle_point", "constraint_distance_evaluate".
std::string function_name(const CurveFacts& curve, const std::string& function);
std::string function_name(const ConstraintFacts& constraint, const std::string& function);

// The functions of a definition, in the order of visit_functions, those that have no outputs left
// out. What is the same function again (the length of a curve, and the length up to t) is written
// once and goes by the name of the first.
struct WrittenFunction {
  std::string name;
  const Program* program = nullptr;
  bool many = false;
  bool again = false;  // written before
};
std::vector<WrittenFunction> written_functions(const CurveDefinition<Program>& curve);
std::vector<WrittenFunction> written_functions(const ConstraintDefinition<Program>& constraint);

// The struct, and its entry points name_one and name_many (lanes.h). Only `along` programs get lanes.
std::string emit_function(const std::string& name, const Program& program, bool along);

// A source file with every function of the definition, to be compiled for each class of processors.
std::string emit_functions(const Definition<Program>& definition);

// A source file with a function of builtin.h, compiled_definitions or compiled_maps.
std::string emit_registry(const std::string& function,
                          const std::vector<Definition<Program>>& definitions);

}  // namespace limber
