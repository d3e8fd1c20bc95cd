// Five hundred of the random drags of limber_sweep, over every curve type, scene and example drawing.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/sweep/drags.h"

using namespace limber;

// Drag k alone: limber_sweep 1 --from k. Of the other laws, which some drags still break, the number
// is printed.
TEST_CASE("in random drags all stays finite, met, on its branch, and within a limit of work") {
  constexpr std::uint32_t drags = 500;
  const std::vector<Subject> subjects = every_subject();
  std::array<int, laws> broken{};
  for (std::uint32_t number = 0; number < drags; ++number)
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
              " of ", drags);
}
