#include "solver/reason.h"

namespace limber {

const char* words(Reason reason) {
  switch (reason) {
    case Reason::none:
      return "";
    case Reason::rests:
      return "it rests";
    case Reason::goes_on:
      return "it goes on";
    case Reason::work_spent:
      return "the work of a step is used up";
    case Reason::no_value:
      return "a formula has no value there";
    case Reason::deviates:
      return "the constraints would be too far off";
    case Reason::not_met:
      return "the constraints cannot be met there";
    case Reason::strays:
      return "the figure would leave its branch";
    case Reason::energy:
      return "the energy would rise";
    case Reason::leaps:
      return "it would go too far at once";
    case Reason::no_nearer:
      return "it comes no nearer to the hand";
    case Reason::motors_stand:
      return "the motors cannot go on";
    case Reason::count:
      break;
  }
  return "";
}

}  // namespace limber
