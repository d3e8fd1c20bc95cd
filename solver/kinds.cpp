#include "solver/kinds.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

using Kind = std::shared_ptr<const ConstraintKind>;

bool before(const Kind& kind, std::string_view name) { return kind->name < name; }

Result<Kind> kind_of(Result<Definition<Kernel>> definition) {
  if (!definition) return definition.error();
  auto* kind = std::get_if<ConstraintKind>(&*definition);
  if (!kind)
    return Error{
        .message = "This is a curve; a constraint is wanted here.", .suggestion = {}, .others = {}};
  return std::make_shared<const ConstraintKind>(std::move(*kind));
}

}  // namespace

Result<ConstraintLibrary> ConstraintLibrary::load() {
  ConstraintLibrary library;
  std::vector<Kind>& kinds = library.kinds_.own();
  for (const std::string& name : builtin_names(false)) {
    Result<Kind> kind = kind_of(builtin(name, false));
    if (!kind) return kind.error();
    kinds.push_back(std::move(*kind));
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const Kind& a, const Kind& b) { return a->name < b->name; });
  return library;
}

Result<Kind> ConstraintLibrary::add(std::string_view text, Tier tier,
                                    const SharedBudget& budget) {
  Result<Kind> kind = kind_of(compile_now(text, tier, budget));
  if (!kind) return kind.error();
  std::vector<Kind>& kinds = kinds_.own();
  const auto at = std::lower_bound(kinds.begin(), kinds.end(), (*kind)->name, before);
  if (at != kinds.end() && (*at)->name == (*kind)->name)
    *at = *kind;
  else
    kinds.insert(at, *kind);
  return *kind;
}

Kind ConstraintLibrary::find(std::string_view name) const {
  const auto at = std::lower_bound(kinds_->begin(), kinds_->end(), name, before);
  return at != kinds_->end() && (*at)->name == name ? *at : nullptr;
}

}  // namespace limber
