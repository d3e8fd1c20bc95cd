// The random functions that are compiled into the tests, as programs and compiled: programs made of
// any instructions, and what becomes of random formulas.
#pragma once

#include <variant>
#include <vector>

#include "codegen/builtin.h"
#include "codegen/compile.h"
#include "tests/formula_forms.h"
#include "tests/random_formula.h"
#include "tests/random_program.h"

namespace limber {

inline constexpr int random_programs_compiled = 100, random_formulas_compiled = 1000;

// The point of each curve, and of every tenth one all that its motion asks for.
inline std::vector<Program> random_formulas(int count) {
  RandomFormula random(1990, false);
  std::vector<Program> programs;
  while (static_cast<int>(programs.size()) < count) {
    const Result<Definition<Program>> curve = lower(random.curve());
    if (!curve) continue;  // over a limit
    const auto& definition = std::get<CurveDefinition<Program>>(*curve);
    programs.push_back(programs.size() % 10 ? definition.point : definition.motion);
  }
  return programs;
}

// Of each form that no file of the toolbox has: the point and the motion, of an equation what it is traced by.
inline std::vector<Program> form_functions() {
  std::vector<Program> programs;
  const auto add = [&](const char* text) {
    const Result<Definition<Program>> lowered = lower(text);
    const auto& curve = std::get<CurveDefinition<Program>>(*lowered);
    for (const Program* program : {&curve.point, &curve.motion, &curve.equation, &curve.scope})
      if (!program->outputs.empty()) programs.push_back(*program);
  };
  for (const char* text : flow_examples) add(text);
  for (const char* text : form_examples) add(text);
  return programs;
}

inline std::vector<Program> random_functions() {
  RandomPrograms random(1990);
  std::vector<Program> programs = random_formulas(random_formulas_compiled);
  for (int i = 0; i < random_programs_compiled; ++i)
    programs.push_back(random.program(5 + random.below(45)));
  for (Program& program : form_functions()) programs.push_back(std::move(program));
  return programs;
}

std::vector<Compiled> compiled_random_functions();

}  // namespace limber
