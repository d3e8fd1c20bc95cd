// The panel at the right: what is selected, in numbers. Parameters to type into and to lock, the
// style, the constraints; below them the drawing's variables. F2 gives the keyboard to the numbers.
#pragma once

#include <cstdint>
#include <string>

#include "app/panels/trouble.h"
#include "app/panels/ui.h"
#include "app/panels/variables.h"

namespace limber {

class Inspector {
 public:
  bool handle(const KeyEvent& event, const Editor& editor);  // true: it was for the numbers
  void draw(Ui& ui);

 private:
  void curve_section(Ui& ui, CurveId id);
  void parameters(Ui& ui, CurveId id);
  void missing(Ui& ui, CurveId id);

  VariableList variables_;
  TroubleList trouble_;
  bool focus_numbers_ = false;  // the keyboard goes to the first number
  std::uint64_t described_ = 0;  // the version of the drawn curve that this is about:
  std::string gaps_;             // what is missing of it
};

}  // namespace limber
