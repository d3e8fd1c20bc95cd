// The last stage of the road: programs made to run.
#pragma once

#include "codegen/compile.h"
#include "codegen/functions.h"

namespace limber {

// A definition of either kind, every function through `make`.
template <class To, class From, class Make>
Definition<To> made_of(const Definition<From>& from, Make make) {
  return std::visit([&](const auto& d) { return Definition<To>(transform<To>(d, make)); }, from);
}

Definition<Kernel> interpreted(const Definition<Program>& definition);

// Interpreted until LLVM is done, within the budget.
Definition<Kernel> in_machine_code(const Definition<Program>& definition,
                                   const SharedBudget& budget);

}  // namespace limber
