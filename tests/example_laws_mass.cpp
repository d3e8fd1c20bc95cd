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

// What is lost is what the books miss, and never comes back; the weight swings about where it will hang, less each time.
void damped_spring(Example& it) {
  const double books = it["energy"] + it["lost"], begun = it["energy"];
  double lost = it["lost"];
  it.play([&] {
    CHECK(it["lost"] >= lost - 1e-9 * std::abs(books));
    lost = it["lost"];
  });
  CHECK(it["lost"] > 0.01 * (begun - it["energy"]));
  CHECK(std::abs(it["energy"] + it["lost"] - books) < 1e-6 * (it["lost"] + std::abs(books)));
  CHECK(it["coil.force"] > 0);
}

// The torque's own energy is in the potential: all of it is kept.
void slider_crank_torque(Example& it) {
  const double before = it["crank.phi"], books = it["energy"] - it["work"] + it["lost"];
  double fastest = 0;
  it.play([&] { fastest = std::max(fastest, it["kinetic"]); });
  CHECK(std::abs(it["crank.phi"] - before) > 0.5);
  CHECK(fastest > 0);
  CHECK(std::abs(it["energy"] - it["work"] + it["lost"] - books) < 1e-8 * fastest);
}

// Its links lie loose, and fall as all does, but for the air.
void chain_between_towers(Example& it) {
  const double begin = it["link1.start.y"], books = it["energy"] + it["lost"], from = it["time"];
  double fastest = 0, before = begin;
  it.play([&] {
    CHECK(it["link1.start.y"] <= before);
    before = it["link1.start.y"];
    fastest = std::max(fastest, it["kinetic"]);
    const double t = it["time"] - from;
    CHECK(begin - before <= 0.5 * 9810 * t * t * (1 + 1e-9));
  });
  CHECK(before < begin - 100);
  CHECK(std::abs(it["energy"] + it["lost"] - books) < 1e-6 * fastest);
}

// The motor turns its crank, the arm is let go by its damped spring, and nothing touches the loose parts.
void tinkertoys(Example& it) {
  const double books = it["energy"] - it["work"] + it["lost"], crank = it["crank.phi"], rod = it["rod1.a.x"];
  double fastest = 0, lost = it["lost"];
  it.play([&] {
    fastest = std::max(fastest, it["kinetic"]);
    CHECK(it["lost"] >= lost);
    lost = it["lost"];
  });
  CHECK(it["work"] > 0);
  CHECK(std::abs(it["energy"] - it["work"] + it["lost"] - books) < 1e-6 * fastest);
  CHECK(it["crank.phi"] - crank > 6);
  CHECK(it["rod1.a.x"] == rod);
  CHECK(it["lost"] > 0);
}

// It flies as a stone does, whatever its shape does.
void elastic_ellipse(Example& it) {
  const double energy = it["energy"], mass = it["egg.mass"];
  const double x = it["egg.c.x"], y = it["egg.c.y"], from = it["time"];
  double thinnest = it["egg.b"], widest = thinnest;
  it.play([&] {
    const double t = it["time"] - from;
    CHECK(it["egg.c.x"] == doctest::Approx(x + 220 * t).epsilon(1e-9));
    CHECK(std::abs(it["egg.c.y"] - (y + 560 * t - 750 * t * t)) < 1e-6 * (1 + 1000 * t));
    thinnest = std::min(thinnest, it["egg.b"]);
    widest = std::max(widest, it["egg.b"]);
  });
  CHECK(widest - thinnest > 5);
  CHECK(std::abs(it["energy"] - energy) < 1e-9 * (std::abs(energy) + std::abs(it["kinetic"])));
  CHECK(it["egg.mass"] == doctest::Approx(mass).epsilon(1e-12));
}

constexpr ExampleLaw laws[] = {{"pendulum", keeps_energy},
                               {"double-pendulum", keeps_energy},
                               {"triple-pendulum", keeps_energy},
                               {"bead-on-wire", bead_on_wire},
                               {"damped-spring", damped_spring},
                               {"slider-crank-torque", slider_crank_torque},
                               {"chain-between-towers", chain_between_towers},
                               {"elastic-ellipse", elastic_ellipse},
                               {"tinkertoys", tinkertoys}};

}  // namespace

std::span<const ExampleLaw> mass_laws() { return laws; }

}  // namespace limber
