// Five hundred of the random drags of limber_sweep, over every curve type, scene and example drawing.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/sweep/drags.h"

using namespace limber;

namespace {

// Drag k alone: limber_sweep 1 --from k. Of the other laws, which some drags still break, the number
// is printed.
void check_drags(std::uint32_t from, std::uint32_t until) {
  const std::vector<Subject> subjects = every_subject();
  std::array<int, laws> broken{};
  for (std::uint32_t number = from; number < until; ++number)
    for (const Find& find : sweep_one(subjects, number)) {
      ++broken[static_cast<std::size_t>(find.breach.law)];
      const bool holds = find.breach.law == Law::finite || find.breach.law == Law::met ||
                         find.breach.law == Law::mode || find.breach.law == Law::work;
      CAPTURE(find.subject);
      CAPTURE(number);
      CAPTURE(std::string(name(find.breach.law)));
      CHECK(!holds);
    }
  for (int law = 0; law < laws; ++law)
    if (broken[static_cast<std::size_t>(law)] > 0)
      MESSAGE(std::string(name(static_cast<Law>(law))), ": ", broken[static_cast<std::size_t>(law)],
              " of ", until - from);
}

}  // namespace

// In parts that ctest runs beside each other.
TEST_CASE("in random drags all stays finite, met, on its branch, and within a limit of work: part 1 of 4") {
  check_drags(0, 125);
}
TEST_CASE("in random drags all stays finite, met, on its branch, and within a limit of work: part 2 of 4") {
  check_drags(125, 250);
}
TEST_CASE("in random drags all stays finite, met, on its branch, and within a limit of work: part 3 of 4") {
  check_drags(250, 375);
}
TEST_CASE("in random drags all stays finite, met, on its branch, and within a limit of work: part 4 of 4") {
  check_drags(375, 500);
}
