// Ids of things in a World: an index and a generation, so that an id kept after its thing was
// removed finds nothing, even when another thing has taken its place. Plain values; the type of the
// thing is part of the type of the id.
#pragma once

#include <cstdint>

namespace limber {

template <class Thing>
struct Id {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t index = none;
  std::uint32_t generation = 0;

  explicit operator bool() const { return index != none; }
  friend bool operator==(Id a, Id b) { return a.index == b.index && a.generation == b.generation; }
  friend bool operator!=(Id a, Id b) { return !(a == b); }
  friend bool operator<(Id a, Id b) {
    return a.index != b.index ? a.index < b.index : a.generation < b.generation;
  }
};

struct Body;
struct Connector;
struct Constraint;
struct Link;
struct Motor;
struct Force;
struct Hand;

using CurveId = Id<Body>;
using ConnectorId = Id<Connector>;
using ConstraintId = Id<Constraint>;
using LinkId = Id<Link>;
using MotorId = Id<Motor>;
using ForceId = Id<Force>;
using HandId = Id<Hand>;

}  // namespace limber
