// Machines: slides, cams, gears and what is driven by a formula.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/example.h"

namespace limber {

namespace {

constexpr double pi = std::numbers::pi;

doctest::Approx same_as(double value) { return doctest::Approx(value).epsilon(1e-9); }

void check_near(const Point& found, const Point& expected) {
  CAPTURE(found.transpose());
  CAPTURE(expected.transpose());
  CHECK((found - expected).norm() < exact);
}

void slider_crank(Example& it) {
  it.play([&] {
    const Point pin = polar({0, 0}, 25, it["crank.phi"]);
    check_near(it.at("slider"), {pin.x() + std::sqrt(80 * 80 - pin.y() * pin.y()), 0});
  });
}

void scotch_yoke(Example& it) {
  it.play([&] {
    check_near(it.at("block.center"), {78 + 24 * std::cos(0.7 + pi * it.time()), 0});
    CHECK(it["slot.a.x"] == same_as(it["slot.b.x"]));
  });
}

// The lever is at the ends of the ram's stroke when the crank is 60 degrees from the line of the
// nails: acos(15/30). Of every turn the ram goes one way for 240 degrees and the other for 120.
void whitworth(Example& it) {
  const Point crank_nail(0, 10), lever_nail(0, -5);
  double last = it["ram.c.x"];
  int forth = 0, back = 0;
  Range stroke;
  it.play([&] {
    const Point pin = polar(crank_nail, 30, it["crank.phi"]);
    const Point tail = lever_nail - 24 * (pin - lever_nail).normalized();
    const double x = tail.x() + std::sqrt(84 * 84 - std::pow(tail.y() - lever_nail.y(), 2));
    check_near(it.at("ram.center"), {x, lever_nail.y()});
    (x > last ? forth : back)++;
    last = x;
    stroke.add(x);
  });
  CHECK(stroke.size() == doctest::Approx(2 * 24).epsilon(0.002));
  CHECK(std::max(forth, back) == doctest::Approx(2.0 * std::min(forth, back)).epsilon(0.04));
}

// The roller touches the cam: the nearest point of the cam is a radius from its centre, and none is
// nearer.
void cam_and_follower(Example& it) {
  Range lift;
  it.play([&] {
    const Point centre = it.at("roller centre");
    double nearest = 1e9;
    for (int i = 0; i < 720; ++i)
      nearest = std::min(nearest, (it.on("cam", i * pi / 360) - centre).norm());
    CHECK(nearest > 5 - exact);
    CHECK(nearest < 5.002);  // between two of the places looked at
    CHECK((it.at("on cam") - it.at("on roller")).norm() < exact);
    CHECK((it.at("on cam") - centre).norm() == same_as(5));
    lift.add(centre.y());
  });
  CHECK(lift.size() > 4);
}

void gear_pair(Example& it) {
  const double small = it["small.phi"], large = it["large.phi"];
  it.play([&] {
    CHECK(it["large.phi"] - large == same_as(-0.6 * (it["small.phi"] - small)));
    CHECK(it["small.phi"] - small == same_as(it.time() * 2 * pi / 6));
  });
}

void spirograph(Example& it) {
  it.play([&] {
    const double a = it["arm.phi"];
    check_near(it.at("pen"), polar(polar({0, 0}, 35, a), 18, -1.4 * a));
    check_near(it.at("pen"), it.on("path", std::fmod(a / (2 * pi), 5)));
  });
}

void cardan(Example& it) {
  it.play([&] {
    CHECK(std::abs(it["level point.y"]) < 1e-9 * 60);
    CHECK(std::abs(it["upright point.x"]) < 1e-9 * 60);
    const Point p = it.at("inner point");
    CHECK(std::pow(p.x() / 45, 2) + std::pow(p.y() / 15, 2) == same_as(1));
    CHECK(it["level point.x"] == same_as(60 * std::cos(it["arm.phi"])));
  });
}

void lissajous_machine(Example& it) {
  it.play([&] {
    const double t = it["upward wheel.phi"] / 2;
    check_near(it.at("pen"), {20 + 36 * std::sin(3 * t + 0.5), 36 * std::sin(2 * t)});
  });
}

void radial_engine(Example& it) {
  it.play([&] {
    const Point pin = polar({0, 0}, 16, it["crank.phi"]);
    for (int i = 0; i < 5; ++i) {
      const Point axis = polar({0, 0}, 1, pi / 2 + 2 * pi * i / 5);
      const double along = pin.dot(axis), beside = pin.x() * axis.y() - pin.y() * axis.x();
      check_near(it.at("piston " + std::to_string(i + 1) + ".center"),
                 (along + std::sqrt(46 * 46 - beside * beside)) * axis);
    }
  });
}

// While the pin is within 60 degrees of the line of the axles it is on the axis of a slot; else the
// wheel stands. A sixth of a turn for each of the crank's.
void geneva_drive(Example& it) {
  const Point wheel(42, 0);
  double stood = 0;
  bool stands = false;
  const double first = it["wheel.phi"], begun = it["crank.phi"];
  it.play([&] {
    const double crank = std::remainder(it["crank.phi"], 2 * pi), turn = it["wheel.phi"];
    if (std::abs(crank) < pi / 3) {
      const Point pin = turned(it.at("crank.end") - wheel, -turn);
      CHECK(std::abs(std::remainder(std::atan2(pin.y(), pin.x()), pi / 3)) < 1e-9);
      stands = false;
    } else {
      if (stands) CHECK(turn == same_as(stood));
      stood = turn, stands = true;
    }
  });
  const double turns = std::floor((it["crank.phi"] - begun) / (2 * pi));
  CHECK(std::abs(it["wheel.phi"] - first + turns * pi / 3) < pi / 3 + 1e-9);
  if (example_seconds() >= 5) CHECK(turns >= 1);
}

void trammel(Example& it) {
  it.play([&] {
    const Point p = it.at("beam.end");
    CHECK(std::pow(p.x() / 55, 2) + std::pow(p.y() / 25, 2) == same_as(1));
  });
}

// Its size is that of the formula kept in the drawing.
void heart(Example& it) {
  Range size;
  it.play([&] {
    const double beat = it["beat.beat"];
    const auto bump = [](double angle) { return std::pow((1 + std::cos(angle)) / 2, 8); };
    CHECK(it["heart.a"] == same_as(2.2 * (1 + 0.1 * bump(beat) + 0.05 * bump(beat - 1.7))));
    CHECK(it["inner heart.a"] == same_as(it["heart.a"] * 1.35 / 2.2));
    size.add(it["heart.a"]);
  });
  CHECK(size.size() > 0.05 * 2.2);
}

constexpr ExampleLaw laws[] = {
    {"slider-crank", slider_crank}, {"scotch-yoke", scotch_yoke},
    {"whitworth", whitworth},       {"cam-and-follower", cam_and_follower},
    {"gear-pair", gear_pair},       {"spirograph", spirograph},
    {"cardan", cardan},             {"lissajous-machine", lissajous_machine},
    {"radial-engine", radial_engine}, {"geneva-drive", geneva_drive},
    {"trammel", trammel},           {"heart", heart},
};

}  // namespace

std::span<const ExampleLaw> machine_laws() { return laws; }

}  // namespace limber
