// Ids of things in a World: the number of a slot, which is never used again, so that an id kept
// after its thing was removed finds nothing. Plain values; the type of the thing is part of the type
// of the id.
#pragma once

#include <compare>
#include <cstdint>

namespace limber {

template <class Thing>
struct Id {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t index = none;

  explicit operator bool() const { return index != none; }
  friend auto operator<=>(Id, Id) = default;
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
