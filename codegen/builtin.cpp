// The definitions of data/, compiled into the program. Declared in compile.h.
#include "codegen/builtin.h"

#include <algorithm>
#include <cassert>

#include "codegen/kernels.h"

namespace limber {

namespace {

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
  const auto found =
      std::find_if(maps.begin(), maps.end(), [&](const auto& m) { return m.name == name; });
  assert(found != maps.end());
  return *found;
}

}  // namespace limber
