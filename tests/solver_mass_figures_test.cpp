// The figures that bench_mass prints, as far as they take milliseconds.
#include <doctest/doctest.h>

#include "tests/mass_figures.h"

namespace limber {

TEST_CASE("the pendulum of the IFToMM library strays by less than 5e-6 m and 1e-9 of m g l in 20 s") {
  const Strayed found = iftomm_pendulum(20);
  CHECK(found.place < 5e-6);
  CHECK(found.energy < 1e-9);
  CHECK(found.rows < 1e-9);
}

TEST_CASE("a row of four-bar windows goes through the places where it lies flat") {
  const Strayed found = iftomm_windows(3, 3);
  CHECK(found.refused == 0);
  CHECK(found.place < 1e-3);
  CHECK(found.energy < 1e-8);
  CHECK(found.rows < 1e-9);
}

TEST_CASE("a chain of 100 bars between two nails swings with one step a tick and keeps its energy") {
  const Strayed found = hanging_chain(100, 0.5);
  CHECK(found.refused == 0);
  CHECK(found.steps == found.ticks);
  CHECK(found.energy < 1e-9);
  CHECK(found.rows < 1e-9);
}

TEST_CASE("a thrown chain takes the steps it needs, and keeps its energy and its joints") {
  const Strayed found = thrown_chain(30, 0.5);
  CHECK(found.refused == 0);
  CHECK(found.steps_a_tick() >= 1);
  CHECK(found.energy < 1e-9);
  CHECK(found.rows < 1e-9);
}

TEST_CASE("hundreds of snaps and cuts in a running figure of 300 bars act at once and put in no energy but work") {
  const Snapped all = random_snaps(300, 400);
  CHECK(all.largest == 300);  // it is one figure
  for (const int of_one_kind : all.of_kind) CHECK(of_one_kind > 10);
  CHECK(all.met > 100);
  CHECK(all.reacted < 1e-9);
  CHECK(all.unfelt == 0);
  CHECK(all.risen_alone < 1e-10);
  CHECK(all.risen < 1e-9);
  CHECK(all.regained < 1e-10);
  CHECK(all.refused == 0);
}

}  // namespace limber
