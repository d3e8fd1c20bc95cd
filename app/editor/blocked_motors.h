// Motors that do not turn although they should, and what holds them: the constraints of their figure
// that bear most, or a number that has come to its limit.
#pragma once

#include <string>
#include <vector>

#include "app/document/document.h"
#include "solver/stepper.h"

namespace limber {

struct BlockedMotor {
  MotorId motor;
  bool at_limit = false;             // of its own force
  std::vector<ConstraintId> by;      // what bears most, the most first
  std::vector<Limit> limits;         // numbers of curves at the end of their range
  bool operator==(const BlockedMotor& other) const { return motor == other.motor; }
};

class BlockedMotors {
 public:
  void tick(const World& world, const Stepper& stepper, const StepReport& report, bool playing);
  void forget() { all_.clear(); }
  const std::vector<BlockedMotor>& all() const { return all_; }

 private:
  std::vector<BlockedMotor> all_;
};

// "motor1 stands: held by nail2, pin3".
std::string sentence_of(const Document& document, const BlockedMotor& blocked);

}  // namespace limber
