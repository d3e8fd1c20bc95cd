// What has mass: energy is kept where nothing takes it, and things come to rest where they must.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/example.h"

namespace limber {

namespace {

// Nothing but gravity acts.
void keeps_energy(Example& it) {
  const double before = it["energy"];
  double most = 0;
  it.play([&] { most = std::max(most, it["kinetic"]); });
  CHECK(most > 0);
  CHECK(std::abs(it["energy"] - before) < 1e-9 * (most + std::abs(before)));
}

void bead_on_wire(Example& it) {
  keeps_energy(it);
  CHECK(std::abs(it["bead.p.y"] - it["other.p.y"]) < 1e-4);
}

void damped_spring(Example& it) {
  it.play();
  CHECK(it["lost"] > 0);
  CHECK(it["coil.force"] > 0);
}

void slider_crank_torque(Example& it) {
  const double before = it["crank.phi"];
  it.play();
  CHECK(std::abs(it["crank.phi"] - before) > 0.5);
}

// Its links lie loose, and fall.
void chain_between_towers(Example& it) {
  const double before = it["link1.start.y"];
  it.play();
  CHECK(it["link1.start.y"] < before);
}

void tinkertoys(Example& it) {
  it.play();
  CHECK(it["work"] > 0);
}

constexpr ExampleLaw laws[] = {{"pendulum", keeps_energy},
                               {"double-pendulum", keeps_energy},
                               {"triple-pendulum", keeps_energy},
                               {"bead-on-wire", bead_on_wire},
                               {"damped-spring", damped_spring},
                               {"slider-crank-torque", slider_crank_torque},
                               {"chain-between-towers", chain_between_towers},
                               {"tinkertoys", tinkertoys}};

}  // namespace

std::span<const ExampleLaw> mass_laws() { return laws; }

}  // namespace limber
