// What is pulled rather than played: a hand leads a part of it to and fro.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/example.h"

namespace limber {

namespace {

constexpr double pi = std::numbers::pi;

doctest::Approx same_as(double value) { return doctest::Approx(value).epsilon(1e-9); }

// From a place out by `reach` and back, in two seconds.
Example::Path to_and_fro(const Point& from, const Point& reach) {
  return [=](double seconds) { return from + std::sin(pi * seconds / 2) * reach; };
}

// P runs on the cycloid of a wheel of radius 12.
void rolling_circle(Example& it) {
  Range way;
  it.lead("wheel", pi, to_and_fro(it.on("wheel", pi), {40, 0}), [&] {
    const double turn = it["wheel.phi"];
    CHECK(it["wheel.c.y"] == same_as(12));
    CHECK(it["wheel.c.x"] - 10 == doctest::Approx(-12 * (turn + pi / 2)).epsilon(1e-7));
    way.add(it["wheel.c.x"]);
  });
  CHECK(way.size() > 10);
}

void bars_keep_their_length(Example& it, int bars, double length) {
  for (int i = 1; i <= bars; ++i) {
    const std::string bar = "bar" + std::to_string(i);
    CHECK((it.at(bar + ".end") - it.at(bar + ".start")).norm() == same_as(length));
  }
}

void chain(Example& it) {
  const Point middle = it.at("bar6.end");
  it.lead("bar6", 1, to_and_fro(middle, {10, 20}), [&] { bars_keep_their_length(it, 12, 11.579657799365); });
}

void rope(Example& it) {
  const Point middle = it.at("bar12.end");
  it.lead("bar12", 1, to_and_fro(middle, {-15, 25}), [&] { bars_keep_their_length(it, 24, 6); });
}

void chain_of_100(Example& it) {
  const Point end = it.at("bar50.end");
  it.lead("bar50", 1, to_and_fro(end, {5, 20}));
  bars_keep_their_length(it, 100, 3);
}

// Pulled aside the tower comes back to where no spring is stretched.
void springs(Example& it) {
  const Point top = it.at("bar6.middle");
  Range away;
  it.lead("bar6", 0.5, to_and_fro(top, {12, 0}), [&] { away.add((it.at("bar6.middle") - top).norm()); });
  CHECK(away.high > 2);
  it.rest();
  CHECK((it.at("bar6.middle") - top).norm() < 0.02);
}

// Its own weight bends it evenly about its middle.
void bridge(Example& it) {
  it.play([&] {
    CHECK(it["deck1.b.y"] == doctest::Approx(it["deck6.a.y"]).epsilon(1e-6));
    CHECK(it["deck3.b.x"] == doctest::Approx(60).epsilon(1e-6));
  });
  CHECK(it["deck3.b.y"] < -0.1);
}

// 30 + 40 and 100 in one line, and the gap of 30 shared out: at rest, whatever was tried.
void impossible_triangle(Example& it) {
  it.can_be_met = false;
  it.rest();
  const Point apart = it.at("short.end") - it.at("middle.end");
  CHECK(apart.norm() < 30);
  CHECK(it["long.l"] == same_as(100));
}

// A pulled curve follows, the others stay.
void curves(Example& it) {
  const double spiral = it["spiral1.c.x"];
  const Point from = polar(it.at("circle1.center"), it["circle1.r"], 0);
  it.lead("circle1", 0, to_and_fro(from, {0, 9}), [&] {
    CHECK((it.at("circle1@0") - from).norm() < 9.1);
    CHECK(it["spiral1.c.x"] == spiral);
  });
}

void gallery(Example& it) {
  const Point from = it.at("circle@0");
  const double arc = it["arc.r"];
  it.lead("circle", 0, to_and_fro(from, {6, 0}), [&] { CHECK(it["arc.r"] == arc); });
  CHECK((it.at("circle@0") - from).norm() < 6.1);
}

// Round bows and upright stems at every height of the dashed line.
void lettering(Example& it) {
  const Point line = it.at("x-height.middle");
  Range height;
  it.lead("x-height", 0.5, to_and_fro(line, {0, 14}), [&] {
    const double x = it["x-height.a.y"];
    CHECK(it["b bowl.r"] == same_as(x / 2));
    CHECK(it["e.r"] == same_as(x / 2));
    CHECK(it["m arch 1.r"] == same_as(13));
    CHECK(it["m arch 2.c.y"] == same_as(x - 13));
    CHECK(it["r.b.y"] == same_as(x));
    CHECK(it["b.b.y"] == same_as(72));
    height.add(x);
  });
  CHECK(height.high == doctest::Approx(42 + 14).epsilon(0.005));
}

// Every copy is the first one, turned by so many twelfths.
void ornament(Example& it) {
  const Point tip = it.at("petal 1 node 3");
  const auto check_copies = [&] {
    for (int i = 1; i < 12; ++i) {
      const std::string copy = std::to_string(i + 1);
      for (const std::string node : {"1", "2", "3", "4"})
        CHECK((it.at("petal " + copy + " node " + node) -
               turned(it.at("petal 1 node " + node), i * pi / 6)).norm() < exact);
      CHECK((it.at("bead " + copy + " center") - turned(it.at("bead 1 center"), i * pi / 6)).norm() <
            exact);
    }
  };
  it.lead("petal 1", 2, to_and_fro(tip, {6, 8}), check_copies);
  it.lead("bead 7", 0, to_and_fro(it.at("bead 7@0"), {3, 5}), check_copies);
}

// In balance everywhere: where it is left it stays.
void desk_lamp(Example& it) {
  const Point hinge = it.at("upper arm.end");
  it.lead("upper arm", 1, [&](double seconds) { return Point(hinge + seconds * Point(9, -12)); });
  const Point left = it.at("upper arm.end");
  CHECK((left - hinge).norm() > 10);
  it.rest();
  CHECK((it.at("upper arm.end") - left).norm() < 0.01);
}

// Pulled anywhere, every place of a curve fulfils its equation.
void equations(Example& it) {
  const auto check_places = [&](const char* curve, const auto& off) {
    for (const double t : {0.3, 1.4, 2.6}) CHECK(std::abs(off(it.on(curve, t))) < 1e-9);
  };
  it.lead("ovals", 1.4, to_and_fro(it.on("ovals", 1.4), {6, -5}), [&] {
    const Point f(it["ovals.f.x"], it["ovals.f.y"]), g(it["ovals.g.x"], it["ovals.g.y"]);
    check_places("ovals", [&](const Point& p) {
      return (p - f).norm() * (p - g).norm() / std::pow(it["ovals.b"], 2) - 1;
    });
  });
  it.lead("folium", 2.6, to_and_fro(it.on("folium", 2.6), {5, 4}), [&] {
    check_places("folium", [&](const Point& p) {
      const Point c(it["folium.c.x"], it["folium.c.y"]);
      const Point q = turned(p - c, -it["folium.phi"]) / it["folium.a"];
      return std::pow(q.x(), 3) + std::pow(q.y(), 3) - 3 * q.x() * q.y();
    });
  });
}

constexpr ExampleLaw laws[] = {
    {"equations", equations},
    {"rolling-circle", rolling_circle},
    {"chain", chain},
    {"rope", rope},
    {"chain-of-100", chain_of_100},
    {"springs", springs},
    {"bridge-of-springs", bridge},
    {"impossible-triangle", impossible_triangle},
    {"curves", curves},
    {"gallery", gallery},
    {"lettering", lettering},
    {"ornament", ornament},
    {"desk-lamp", desk_lamp},
};

}  // namespace

std::span<const ExampleLaw> plaything_laws() { return laws; }

}  // namespace limber
