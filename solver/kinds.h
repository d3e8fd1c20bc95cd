// ConstraintLibrary: name -> ConstraintKind, built in or the user's. Both are formulas.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/compile.h"
#include "codegen/result.h"
#include "codegen/shared.h"
#include "solver/constraint.h"

namespace limber {

class ConstraintLibrary {
 public:
  // With the built-in kinds of data/constraints. An Error when one of them does not compile.
  static Result<ConstraintLibrary> load();

  // Compiles a definition a person wrote. A kind of that name is replaced for later use;
  // constraints that have the old one keep it.
  Result<std::shared_ptr<const ConstraintKind>> add(std::string_view text, Tier tier,
                                                    const SharedBudget& budget = nullptr);

  std::shared_ptr<const ConstraintKind> find(std::string_view name) const;  // null when unknown
  const std::vector<std::shared_ptr<const ConstraintKind>>& all() const { return *kinds_; }
  bool shares_with(const ConstraintLibrary& other) const {
    return kinds_.shares_with(other.kinds_);
  }

 private:
  Shared<std::vector<std::shared_ptr<const ConstraintKind>>> kinds_;  // by name
};

}  // namespace limber
