// Structure: all of an island that its analysis depends on: which things it consists of and how they
// hang together, and the numbers that cannot move. Not where it is, nor what is read anew in every
// step (numbers, compliances and forces of constraints). Islands with equal structures, of whichever
// worlds, share their analysis.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "solver/islands.h"

namespace limber {

class Structure {
 public:
  Structure() = default;
  Structure(const World& world, const Island& island);
  friend bool operator==(const Structure&, const Structure&) = default;

  // Of all but the addresses of types and kinds: the same in every run of the program.
  std::uint64_t fingerprint() const;

 private:
  void add(std::uint64_t word) { words_.push_back(word); }
  void add(double number);
  void add(std::string_view text);
  template <class Thing>
  void add_ids(const std::vector<Id<Thing>>& ids);
  void add_curve(const World& world, CurveId id);
  void add_connector(const World& world, const Connector& connector);
  void add_constraint(const World& world, const Constraint& constraint);

  std::vector<std::uint64_t> words_;
  std::vector<std::shared_ptr<const void>> shared_;  // types and kinds, which it keeps alive
};

}  // namespace limber
