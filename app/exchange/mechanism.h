// A plane mechanism as others describe it: joints at places, links that name the joints they have.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/exchange/import_writer.h"

namespace limber {

struct MechanismJoint {
  Point at = Point::Zero();
  Strings links;                // the first is the one with the slot, where there is one
  std::optional<double> slot;   // its direction, radians: the others slide along it
  bool turns = true;            // and may turn in it
  std::string name;             // may be empty
  std::pair<int, int> place{};  // in the file
};

struct MechanismMotor {
  int joint = 0;     // on the ground
  std::string link;  // that it turns
  double speed = 0;  // radians in a second
};

struct Mechanism {
  std::vector<MechanismJoint> joints;
  std::vector<MechanismMotor> motors;
};

inline constexpr std::string_view ground_link = "ground";

// Bars for its links, nails on the ground, joints and slides between them, and its motors. A link of
// three joints or more is bars from joint to joint, welded.
void write_mechanism(Mechanism mechanism, ImportWriter& writer);

}  // namespace limber
