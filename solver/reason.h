// Reason: why a trial was no good, why a step was cut, why a tick ended as it did.
#pragma once

#include <array>
#include <cstddef>

namespace limber {

enum class Reason {
  none,          // of a trial: it is good
  rests,         // nothing moves the figure any more
  goes_on,       // the tick is over; the next goes on
  work_spent,    // the work of a tick is used up; the rest of the way is for the next
  no_value,      // a formula has no finite value there
  deviates,      // the rows were too far off before projection: a shorter step is asked
  not_met,       // projection found no place where the rows hold
  strays,        // projection led elsewhere than the step: perhaps to another branch
  energy,        // the energy rose by more than the work of hands and motors
  leaps,         // what is not met asked for too much at once
  no_nearer,     // the held point came no nearer to the hand
  motors_stand,  // the motors cannot go on; the rest does without them
  count
};

inline constexpr std::size_t reasons = static_cast<std::size_t>(Reason::count);
const char* words(Reason reason);  // for people, the end of a sentence: "a formula has no value"

using ReasonCounts = std::array<int, reasons>;
inline void count(ReasonCounts& counts, Reason reason) { ++counts[static_cast<std::size_t>(reason)]; }

}  // namespace limber
