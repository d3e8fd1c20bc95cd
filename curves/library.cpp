#include "curves/library.h"

#include <cassert>

#include "curves/trace.h"

namespace limber {

namespace {

// A type as everybody has it. A curve given by an equation is traced as it is first drawn.
SharedCurveType shared(CurveType type) {
  auto made = std::make_shared<CurveType>(std::move(type));
  if (!made->is_traced) return made;
  const Curve first = traced(default_curve(made));
  const auto nodes = static_cast<std::ptrdiff_t>(made->parameters.size());
  made->family.default_nodes.assign(first.q.begin() + nodes, first.q.end());
  return made;
}

}  // namespace

// The built-in types, made once: every library shares them.
const Shared<CurveLibrary::Types>& CurveLibrary::builtin_types() {
  static const auto made = [] {
    Types types;
    for (const std::string& name : builtin_names(true)) {
      Result<Definition<Kernel>> definition = builtin(name, true);
      assert(definition && std::holds_alternative<CurveType>(*definition));
      types[name] = shared(std::get<CurveType>(*std::move(definition)));
    }
    return Shared<Types>(std::move(types));
  }();
  return made;
}

CurveLibrary CurveLibrary::with_builtin_types() {
  CurveLibrary library;
  library.types_ = builtin_types();
  return library;
}

SharedCurveType CurveLibrary::find(std::string_view name) const {
  const auto found = types_->find(name);
  return found == types_->end() ? nullptr : found->second;
}

bool CurveLibrary::is_builtin(std::string_view name) const {
  const auto found = builtin_types()->find(name);
  return found != builtin_types()->end() && find(name) == found->second;
}

std::vector<std::string> CurveLibrary::names() const {
  std::vector<std::string> names;
  for (const auto& [name, type] : *types_) names.push_back(name);
  return names;
}

Result<SharedCurveType> CurveLibrary::add(std::string_view text, Tier tier,
                                          const SharedBudget& budget) {
  for (const auto& [name, type] : *types_)
    if (type->text == text) return type;
  Result<Definition<Kernel>> definition = compile_now(text, tier, budget);
  if (!definition) return definition.error();
  CurveType* type = std::get_if<CurveType>(&*definition);
  if (!type)
    return Error{"this is a constraint; a curve begins with the word curve", 1, 1, 1, {}, {}};
  const SharedCurveType entry = shared(std::move(*type));
  types_.own()[entry->name] = entry;
  return entry;
}

std::string fault_at(const Curve& curve, double t) {
  Locale locale;
  locate(curve, t, locale);
  return explain_value(curve.type->text, locale.in);
}

}  // namespace limber
