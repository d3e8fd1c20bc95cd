// The bar under the paper of a drawing that time moves, by motors, mass or its clock: play, one step, the way round, how fast, the last
// minute as a line to go back on, and the motors themselves: on or off, speed, limit; what a motor that
// stands is held by.
#pragma once

#include "app/panels/ui.h"

namespace limber {

class MechanismBar {
 public:
  void draw(Ui& ui);

 private:
  void time_line(Ui& ui);
  void motors(Ui& ui);
  void motor_row(Ui& ui, MotorId id);

  bool motors_open_ = false;
};

}  // namespace limber
