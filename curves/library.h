// CurveLibrary: the toolbox, name -> CurveType, built in or the user's. Both are formulas and take
// the same road; they differ in when they were compiled. A value: a document has its own, and
// copies share the list until one of them changes it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/compile.h"
#include "codegen/result.h"
#include "codegen/shared.h"
#include "curves/curve.h"

namespace limber {

using SharedCurveType = std::shared_ptr<const CurveType>;

class CurveLibrary {
 public:
  // The types compiled into the program.
  static CurveLibrary with_builtin_types();

  SharedCurveType find(std::string_view name) const;  // null when there is none of that name
  bool is_builtin(std::string_view name) const;       // as the program has it, not replaced
  std::vector<std::string> names() const;             // in alphabetical order

  // Compiles a formula text and puts it under the name it gives itself, in place of the type of
  // that name if there is one. Curves keep the type they have until they are given the new one; the
  // text of a type already here is not compiled again.
  Result<SharedCurveType> add(std::string_view text, Tier tier,
                              const SharedBudget& budget = nullptr);

  bool operator==(const CurveLibrary&) const = default;  // the very same types
  bool shares_with(const CurveLibrary& other) const { return types_.shares_with(other.types_); }

 private:
  using Types = std::map<std::string, SharedCurveType, std::less<>>;
  static const Shared<Types>& builtin_types();
  Shared<Types> types_;
};

// Why the curve has no value at t: "the logarithm of a negative number". Empty when it has one. The
// formula is worked through again for this: for messages.
std::string fault_at(const Curve& curve, double t);

}  // namespace limber
