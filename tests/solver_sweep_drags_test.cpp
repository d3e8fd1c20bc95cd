// Five hundred of the random drags of limber_sweep, over every curve type, scene and example
// drawing. What they break still is counted here, with its cause; the rest of the laws hold.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/sweep/drags.h"

using namespace limber;

namespace {

// How many drags may break a law. Their seeds are fixed.
struct Allowed {
  int reached = 0, no_flash = 0, at_rest = 0, events = 0;

  int of(Law law) const {
    return law == Law::reached    ? reached
           : law == Law::no_flash ? no_flash
           : law == Law::at_rest  ? at_rest
           : law == Law::events   ? events
                                  : 0;
  }
};

// Drag k alone: limber_sweep 1 --from k.
void check_drags(std::uint32_t from, std::uint32_t until, const Allowed& allowed) {
  const std::vector<Subject> subjects = every_subject();
  std::array<int, laws> broken{};
  std::array<std::string, laws> where;
  for (std::uint32_t number = from; number < until; ++number)
    for (const Find& find : sweep_one(subjects, number)) {
      const std::size_t law = static_cast<std::size_t>(find.breach.law);
      ++broken[law];
      where[law] += " " + std::to_string(number) + " " + find.subject + ";";
    }
  for (int law = 0; law < laws; ++law) {
    const std::size_t at = static_cast<std::size_t>(law);
    INFO(std::string(name(static_cast<Law>(law))), ": drags", where[at]);
    CHECK(broken[at] <= allowed.of(static_cast<Law>(law)));
  }
}

}  // namespace

// In parts that ctest runs beside each other. Those that still break a law:
//
// reached:  96, 219, 465: rows that contradict each other. No place meets them, so none is the
//             nearest; the figure goes on towards its compromise for seconds while the hand rests.
//           114: springs, and a hand out of reach. The steps go round and round.
// no_flash: 21, an elliptic arc: 8.2 times as far as the hand where 8 is asked; 272, a hypotrochoid:
//             11.4.
// at_rest:  108, 231: a rope let go, which in a second after the fifth moves no less than in the one
//             before.
// events:   in three times as many events the way ends elsewhere, by more than 1e-4 of the drawing:
//             by less than 1e-3: 62, 195, 204, 241, 272, 463;
//             by less than 1e-2: 63, 137, 177, 194, 211, 334, 449, 471;
//             farther: 326 and 434, chains; 438, Peaucellier; 457, a drawing of equations; 472, a
//             pantograph.
TEST_CASE("in random drags the laws hold, but for the drags named: part 1 of 4") {
  check_drags(0, 125, {.reached = 2, .no_flash = 1, .at_rest = 1, .events = 2});
}
TEST_CASE("in random drags the laws hold, but for the drags named: part 2 of 4") {
  check_drags(125, 250, {.reached = 1, .at_rest = 1, .events = 7});
}
TEST_CASE("in random drags the laws hold, but for the drags named: part 3 of 4") {
  check_drags(250, 375, {.no_flash = 1, .events = 3});
}
TEST_CASE("in random drags the laws hold, but for the drags named: part 4 of 4") {
  check_drags(375, 500, {.reached = 1, .events = 7});
}
