#include "codegen/builtin.h"

#include <doctest/doctest.h>

#include "codegen/emit_cpp.h"
#include "codegen/functions.h"
#include "codegen/interpret.h"
#include "tests/golden.h"
#include "tests/random_program.h"

namespace limber {
namespace {

template <class D>
std::vector<Program> programs_of(const D& definition) {
  std::vector<Program> programs;
  visit_functions(definition, [&](const FunctionName&, const Program& p) { programs.push_back(p); });
  return programs;
}

// What was compiled into the program is what its text says today: facts, measures and functions.
template <template <class> class D, class Facts>
void check_definition(const D<Compiled>& compiled) {
  RandomPrograms random(15);
  const Result<Definition<Program>> lowered = lower(compiled.text);
  REQUIRE(lowered);
  const D<Program>& now = std::get<D<Program>>(*lowered);
  CHECK(static_cast<const Facts&>(now) == compiled);
  const std::vector<Program> programs = programs_of(now);
  std::size_t next = 0;
  visit_functions(compiled, [&](const FunctionName& name, const Compiled& f) {
    CAPTURE(name.name);
    const Program& p = programs[next++];
    REQUIRE(f.inputs == (p.outputs.empty() ? 0 : p.inputs));
    REQUIRE(f.outputs == static_cast<int>(p.outputs.size()));
    for (const CpuClass cpu : {CpuClass::plain, CpuClass::fma, CpuClass::avx512}) {
      if (p.outputs.empty() || cpu > this_cpu()) continue;
      const Kernel kernel(f.inputs, f.outputs, f.on(cpu), nullptr);
      REQUIRE(first_difference(interpret(p, cpu), kernel, random, 20) == "");
    }
  });
}

void check(const CurveDefinition<Compiled>& curve) {
  check_definition<CurveDefinition, CurveFacts>(curve);
  const auto lowered = lower(curve.text);
  const auto& now = std::get<CurveDefinition<Program>>(*lowered);
  CHECK(now.drag_facts == curve.drag_facts);
  REQUIRE(now.measures.size() == curve.measures.size());
  for (std::size_t i = 0; i < now.measures.size(); ++i) {
    CHECK(static_cast<const MeasureFacts&>(now.measures[i]) == curve.measures[i]);
    REQUIRE(now.measures[i].integrals.size() == curve.measures[i].integrals.size());
    for (std::size_t k = 0; k < now.measures[i].integrals.size(); ++k) {
      CHECK(now.measures[i].integrals[k].from == curve.measures[i].integrals[k].from);
      CHECK(now.measures[i].integrals[k].to == curve.measures[i].integrals[k].to);
    }
  }
}
void check(const ConstraintDefinition<Compiled>& constraint) {
  check_definition<ConstraintDefinition, ConstraintFacts>(constraint);
}

TEST_CASE("every built-in definition is what its text says, to the last bit") {
  for (const auto& all : {compiled_definitions(), compiled_maps()}) {
    CHECK(!all.empty());
    for (const Definition<Compiled>& definition : all)
      std::visit([](const auto& d) { CAPTURE(d.name); check(d); }, definition);
  }
}

TEST_CASE("a built-in definition is found by name, with functions that run") {
  for (const bool curves : {true, false})
    for (const std::string& name : builtin_names(curves)) {
      const Result<Definition<Kernel>> found = builtin(name, curves);
      REQUIRE(found);
      CHECK(std::holds_alternative<CurveDefinition<Kernel>>(*found) == curves);
    }
  const Result<Definition<Kernel>> circle = builtin("circle", true);
  REQUIRE(circle);
  const double in[] = {1, 2, 3, 0};  // centre (1, 2), radius 3, t = 0
  double x[2];
  REQUIRE(std::get<CurveDefinition<Kernel>>(*circle).point(in, x));
  CHECK(x[0] == 4);
  CHECK(x[1] == 2);
  CHECK_FALSE(builtin("no such thing", true));
}

TEST_CASE("a typed definition runs interpreted and as machine code with the same bits") {
  RandomPrograms random(16);
  for (const Definition<Compiled>& compiled : compiled_definitions()) {
    const std::string text = std::visit([](const auto& d) { return d.text; }, compiled);
    const auto slow = compile_now(text, Tier::interpret), fast = compile_now(text, Tier::machine_code);
    REQUIRE(slow);
    REQUIRE(fast);
    std::vector<Kernel> a, b;
    const auto collect = [](std::vector<Kernel>& into) {
      return [&into](const auto& d) {
        visit_functions(d, [&](const FunctionName&, const Kernel& k) { into.push_back(k); });
      };
    };
    std::visit(collect(a), *slow);
    std::visit(collect(b), *fast);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      REQUIRE(bool(a[i]) == bool(b[i]));
      if (a[i]) REQUIRE(first_difference(a[i], b[i], random, 10) == "");
    }
  }
}

TEST_CASE("the C++ of a circle reads as it did when it was looked at") {
  const Result<Definition<Kernel>> circle = builtin("circle", true);
  REQUIRE(circle);
  const auto lowered = lower(std::get<CurveDefinition<Kernel>>(*circle).text);
  REQUIRE(lowered);
  const auto& curve = std::get<CurveDefinition<Program>>(*lowered);
  CHECK(matches_golden("emit_cpp_circle.txt", emit_function("circle_motion", curve.motion, true)));
}

}  // namespace
}  // namespace limber
