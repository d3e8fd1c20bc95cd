// What differential equations give: x' = ..., x(0) = ...
//
// Until all is read, a state stands for each unknown; then the rates are known, and what is outside
// of them sees the solution up to t.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/curve_scope.h"

namespace limber {

class Unknowns {
 public:
  explicit Unknowns(const CurveScope& scope) : scope_(scope) {}

  void declare();  // before any name is asked for
  bool has(const std::string& name) const { return find(name) != nullptr; }
  // Of an unknown with two primes: what its first one is.
  std::optional<Value> prime_of(const Value& value) const;
  void solve();

 private:
  struct Unknown {
    const EquationText* text = nullptr;
    Node state = -1, slope = -1;  // slope: of one with two primes
  };
  const Unknown* find(const std::string& name) const;
  Surroundings around_rates() const;
  std::optional<double> begin();
  Node start_of(const Unknown& unknown, int primes);
  bool needs_unknown(Node root) const;
  void put_solutions_in();

  const CurveScope& scope_;
  std::vector<Unknown> unknowns_;
};

}  // namespace limber
