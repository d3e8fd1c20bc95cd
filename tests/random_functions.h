// The random functions that are compiled into the tests, as programs and compiled: programs made of
// any instructions, and what becomes of random formulas.
#pragma once

#include <variant>
#include <vector>

#include "codegen/builtin.h"
#include "codegen/compile.h"
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

// Curves given by differential equations, as books have them.
inline constexpr const char* flow_examples[] = {
    "curve pendulum \"Phase curve of a pendulum\"\n  place c = (0, 0)\n  length s = 10, s > 0\n"
    "  number w = 1.2\n  t from 0 to 6\n  theta' = omega\n  omega' = -sin(theta)\n  theta(0) = 0.3\n"
    "  omega(0) = w\n  at = c + s*(theta, omega)\n",
    "curve tractrix \"Tractrix\"\n  place c = (0, 0)\n  length a = 10, a > 0\n  t from 0 to 2\n"
    "  let along = sqrt(max(1 - v^2, 0))\n  u' = along^2\n  v' = -v*along\n  u(0) = 0\n  v(0) = 0.99\n"
    "  at = c + a*(u, v)\n",
    "curve pursuit \"Pursuit\"\n  place c = (0, 0)\n  length a = 20\n  number k = 0.6, 0 < k < 0.9\n"
    "  t from 0 to 0.7\n  let way = (k*t, 1) - (u, v)\n  u' = way.x/|way|\n  v' = way.y/|way|\n"
    "  u(0) = 0\n  v(0) = 0\n  at = c + a*(u, v)\n",
    "curve van_der_pol \"Van der Pol\"\n  place c = (0, 0)\n  length s = 8, s > 0\n  number m = 0.5\n"
    "  t from 0 to 8\n  u'' = m*(1 - u^2) u' - u\n  u(0) = 1\n  u'(0) = 0\n  at = c + s*(u, u')\n"};

// The point and the motion of each.
inline std::vector<Program> flow_functions() {
  std::vector<Program> programs;
  for (const char* text : flow_examples) {
    const Result<Definition<Program>> curve = lower(text);
    programs.push_back(std::get<CurveDefinition<Program>>(*curve).point);
    programs.push_back(std::get<CurveDefinition<Program>>(*curve).motion);
  }
  return programs;
}

inline std::vector<Program> random_functions() {
  RandomPrograms random(1990);
  std::vector<Program> programs = random_formulas(random_formulas_compiled);
  for (int i = 0; i < random_programs_compiled; ++i)
    programs.push_back(random.program(5 + random.below(45)));
  for (Program& program : flow_functions()) programs.push_back(std::move(program));
  return programs;
}

std::vector<Compiled> compiled_random_functions();

}  // namespace limber
