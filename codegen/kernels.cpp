// The last stage of the road: programs made to run. Declared in compile.h.
#include <algorithm>
#include <cassert>

#include "codegen/builtin.h"
#include "codegen/compile.h"
#include "codegen/functions.h"
#include "codegen/interpret.h"
#include "codegen/machine_code.h"

namespace limber {

namespace {

// A definition of either kind, every function through `make`.
template <class To, class From, class Make>
Definition<To> made_of(const Definition<From>& from, Make make) {
  return std::visit([&](const auto& d) { return Definition<To>(transform<To>(d, make)); }, from);
}

Definition<Kernel> interpreted(const Definition<Program>& definition) {
  return made_of<Kernel>(definition, [](const FunctionName&, const Program& program) {
    return program.outputs.empty() ? Kernel() : interpret(program);
  });
}

// All functions of a definition are compiled together, in the order they are visited, and what is the
// same function again (the length of a curve, and the length up to t) once.
Definition<Kernel> in_machine_code(const Definition<Program>& definition,
                                   const SharedBudget& budget) {
  std::vector<FunctionSource> sources;
  const Definition<int> which = made_of<int>(
      definition, [&](const FunctionName& name, const Program& program) {
        if (program.outputs.empty()) return -1;
        const auto same = std::ranges::find_if(sources, [&](const FunctionSource& source) {
          return source.along == name.many && source.program == program;
        });
        const auto place = static_cast<int>(same - sources.begin());
        if (same == sources.end()) sources.push_back({program, name.many});
        return place;
      });
  const std::vector<Kernel> kernels = compile_in_background(std::move(sources), budget);
  return made_of<Kernel>(which, [&](const FunctionName&, int place) {
    return place < 0 ? Kernel() : kernels[static_cast<std::size_t>(place)];
  });
}

const std::vector<Definition<Compiled>>& every_builtin() {
  static const std::vector<Definition<Compiled>> all = compiled_definitions();
  return all;
}

const std::string& name_of(const Definition<Compiled>& definition) {
  return std::visit([](const auto& d) -> const std::string& { return d.name; }, definition);
}

bool is_curve(const Definition<Compiled>& definition) {
  return std::holds_alternative<CurveDefinition<Compiled>>(definition);
}

Definition<Kernel> for_this_cpu(const Definition<Compiled>& definition) {
  return made_of<Kernel>(definition, [](const FunctionName&, const Compiled& f) {
    return f.outputs == 0 ? Kernel() : Kernel(f.inputs, f.outputs, f.on(this_cpu()), nullptr);
  });
}

std::vector<ConstraintDefinition<Kernel>> every_map() {
  std::vector<ConstraintDefinition<Kernel>> maps;
  for (const Definition<Compiled>& map : compiled_maps())
    maps.push_back(std::get<ConstraintDefinition<Kernel>>(for_this_cpu(map)));
  return maps;
}

std::vector<std::string> names_of_kind(bool curves) {
  std::vector<std::string> names;
  for (const Definition<Compiled>& d : every_builtin())
    if (is_curve(d) == curves) names.push_back(name_of(d));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Result<Definition<Kernel>> compile_now(std::string_view text, Tier tier,
                                       const SharedBudget& budget) {
  const Result<Definition<Program>> lowered = lower(text);
  if (!lowered) return lowered.error();
  return tier == Tier::interpret ? interpreted(*lowered) : in_machine_code(*lowered, budget);
}

const std::vector<std::string>& builtin_names(bool curves) {
  static const std::vector<std::string> names[2] = {names_of_kind(false), names_of_kind(true)};
  return names[curves];
}

Result<Definition<Kernel>> builtin(std::string_view name, bool curve) {
  for (const Definition<Compiled>& definition : every_builtin())
    if (is_curve(definition) == curve && name_of(definition) == name)
      return for_this_cpu(definition);
  Error error;
  error.message = "there is no built-in definition named " + std::string(name);
  return error;
}

const ConstraintDefinition<Kernel>& builtin_map(std::string_view name) {
  static const std::vector<ConstraintDefinition<Kernel>> maps = every_map();
  const auto found = std::find_if(maps.begin(), maps.end(), [&](const auto& m) { return m.name == name; });
  assert(found != maps.end());
  return *found;
}

}  // namespace limber
