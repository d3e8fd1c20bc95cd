// Linkages: bars, plates and cranks. Positions are compared with the meeting points of circles, in
// the proportions of the literature; straightness and strokes with its figures.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/example.h"

namespace limber {

namespace {

constexpr double pi = std::numbers::pi;

// From -pi to pi.
double wrapped(double angle) { return std::remainder(angle, 2 * pi); }

void check_near(const Point& found, const Point& expected) {
  CAPTURE(found.transpose());
  CAPTURE(expected.transpose());
  CHECK((found - expected).norm() < exact);
}

void four_bar(Example& it) {
  it.play([&] {
    const Point crank = polar({0, 0}, 30, it["crank.phi"]);
    check_near(it.at("P"), (crank + meet(crank, 70, {80, 0}, 60, 1)) / 2);
    CHECK(it["crank.phi"] == doctest::Approx(pi / 3 + pi * it.time()).epsilon(1e-9));
  });
}

void welcome(Example& it) {
  it.play([&] {
    const Point crank = polar({-58, -12}, 17, it["crank.phi"]);
    check_near(it.at("coupler.end"), meet(crank, 58, {10, -12}, 40, 1));
  });
}

// Watt's curve: r^2 = b^2 - (c sin u +- sqrt(a^2 - c^2 cos^2 u))^2 with arms b, half the link a, half
// the distance of the nails c; r and u from the middle of the nails, u from the line through them.
void watt(Example& it) {
  constexpr double a = 10, b = 40;
  const Point nail(-40, 10), other(40, -10);
  const double c = (other - nail).norm() / 2, base = std::atan2(-20.0, 80.0);
  Range sideways, up;
  it.play([&] {
    const Point p = it.at("cross head");
    const double u = std::atan2(p.y(), p.x()) - base;
    const double root = std::sqrt(std::max(a * a - std::pow(c * std::cos(u), 2), 0.0));
    const double first = b * b - std::pow(c * std::sin(u) + root, 2),
                 second = b * b - std::pow(c * std::sin(u) - root, 2);
    const double off = std::min(std::abs(first - p.squaredNorm()), std::abs(second - p.squaredNorm()));
    if (p.norm() > 2) CHECK(off < 1e-6);  // in the middle the angle u is not known
    const Point beam = polar(nail, b, it["beam.phi"]);
    check_near(p, (beam + meet(beam, 2 * a, other, b, -1)) / 2);
    sideways.add(p.x()), up.add(p.y());
    CHECK(it["piston.phi"] == doctest::Approx(0).epsilon(1e-9));
  });
  // Straight to two thousandths of the stroke, when the arms swing by 15 degrees to each side.
  CHECK(up.size() > 17);
  CHECK(sideways.size() < 0.0022 * up.size());
}

// Hoecken: crank 1, nails 2 apart, coupler and rocker 2.5. Through half a turn the pen is within a
// thousandth of its stroke of a straight line.
void hoecken(Example& it) {
  constexpr double k = 15;
  Range height, way;
  it.play([&] {
    const Point crank = polar({0, 0}, k, it["crank.phi"]);
    check_near(it.at("pen"), 2 * meet(crank, 2.5 * k, {2 * k, 0}, 2.5 * k, 1) - crank);
    if (std::abs(wrapped(it["crank.phi"] - pi)) > pi / 2) return;
    height.add(it["pen.y"]), way.add(it["pen.x"]);
  });
  CHECK(way.size() > 3.9 * k);
  CHECK(height.size() < 0.0033 * way.size());
}

// Chebyshev: nails 4 apart, arms 5, coupler 2. Its middle is at height 4 at both ends and in the
// middle of its way, and 0.0098 higher between them.
void chebyshev(Example& it) {
  constexpr double k = 16;
  Range height, way;
  it.play([&] {
    const Point left = polar({0, 0}, 5 * k, it["left arm.phi"]);
    check_near(it.at("pen"), (left + meet(left, 2 * k, {4 * k, 0}, 5 * k, -1)) / 2);
    height.add(it["pen.y"] / k), way.add(it["pen.x"] / k);
  });
  CHECK(way.size() > 3.5);
  CHECK(height.low >= 4 - 1e-9);
  CHECK(height.high < 4.0098);
}

void hart(Example& it) {
  // Product of the two distances from the nail: a quarter of the difference of the bars' squares.
  constexpr double product = (90.0 * 90 - 30 * 30) / 4, radius = 20;
  Range way;
  it.play([&] {
    CHECK(std::abs(it["pen.x"] - product / (2 * radius)) < 1e-9 * it.world().size());
    CHECK(it.at("pen").norm() * it.at("swing end").norm() == doctest::Approx(product).epsilon(1e-9));
    way.add(it["pen.y"]);
  });
  CHECK(way.size() > 40);
}

void peaucellier(Example& it) {
  constexpr double product = 80.0 * 80 - 40 * 40, radius = 30;
  Range way;
  it.play([&] {
    CHECK(std::abs(it["pen.x"] - product / (2 * radius)) < 1e-9 * it.world().size());
    way.add(it["pen.y"]);
  });
  CHECK(way.size() > 60);
}

void pantograph(Example& it) {
  const Point nail(-60, 0);
  Range across;
  it.play([&] {
    check_near(it.at("pen") - nail, 3 * (it.at("tracer") - nail));
    across.add(it["pen.x"]);
  });
  CHECK(across.size() > 60);
}

// Jansen's holy numbers. side -1: the leg to the left.
Point jansen_foot(double crank, double side) {
  const Point hip(side * 38, -7.8), pin = polar({0, 0}, 15, crank);
  const Point top = meet(pin, 50, hip, 41.5, side), low = meet(pin, 61.9, hip, 39.3, -side);
  const Point back = meet(top, 55.8, hip, 40.1, side);
  const Point ankle = meet(back, 39.4, low, 36.7, side);
  return meet(ankle, 65.7, low, 49, side);
}

// The step of the leg with crank angles counted in degrees.
void check_step(const std::function<Point(double)>& foot, double length, double height,
                double on_ground) {
  Range across, up;
  for (int i = 0; i < 360; ++i) across.add(foot(i * pi / 180).x()), up.add(foot(i * pi / 180).y());
  int down = 0;
  for (int i = 0; i < 360; ++i) down += foot(i * pi / 180).y() < up.low + 2;
  CHECK(across.size() == doctest::Approx(length).epsilon(0.01));
  CHECK(up.size() == doctest::Approx(height).epsilon(0.01));
  CHECK(down > on_ground * 360);
}

void jansen_leg(Example& it) {
  check_step([](double a) { return jansen_foot(a, -1); }, 67.9, 22.5, 0.5);
  it.play([&] { check_near(it.at("foot"), jansen_foot(it["crank.phi"], -1)); });
}

void jansen_walker(Example& it) {
  const double ground = it["ground.a.y"];
  it.play([&] {
    double lowest = 1e9;
    for (const std::string pair : {"near", "middle", "far"})
      for (const std::string leg : {"left", "right"}) {
        const Point foot = it.at(pair + " " + leg + " foot");
        check_near(foot, jansen_foot(it[pair + " crank.phi"], leg == "left" ? -1 : 1));
        lowest = std::min(lowest, foot.y());
      }
    CHECK(lowest > ground);
    CHECK(lowest < ground + 1.3);  // somebody always treads: the line is 1.2 below the soles
  });
}

Point klann_foot(double crank) {
  const Point pin = polar({0, 0}, 17.5, crank), middle = meet(pin, 38.8, {-38.8, -12.5}, 23.7, -1);
  const Point knee = meet(pin, 73.4, middle, 35.2, -1);
  const Point elbow = meet({-14.6, 41.9}, 34.1, knee, 57.7, -1);
  return meet(elbow, 111.7, knee, 59, 1);
}

void klann_leg(Example& it) {
  check_step(klann_foot, 64.2, 31.3, 0.44);
  it.play([&] {
    check_near(it.at("near foot"), klann_foot(it["near crank.phi"]));
    check_near(it.at("far foot"), klann_foot(it["near crank.phi"] + pi));
  });
}

// While the crank goes through the third of its turn that is far from the nails, the lever rests.
void stephenson(Example& it) {
  Range resting, all;
  it.play([&] {
    all.add(it["lever.phi"]);
    if (std::abs(wrapped(it["crank.phi"] - pi)) < pi / 3) resting.add(it["lever.phi"]);
  });
  CHECK(all.size() > 40 * pi / 180);
  CHECK(resting.size() < 0.5 * pi / 180);
}

void wiper(Example& it) {
  const double between = it["right lever.phi"] - it["left lever.phi"];
  Range swing;
  it.play([&] {
    const Point crank = polar({-76, -20}, 13, it["crank.phi"]);
    check_near(it.at("left lever end"), meet(crank, 46, {-30, 0}, 20, -1));
    CHECK(wrapped(it["right lever.phi"] - it["left lever.phi"] - between) ==
          doctest::Approx(0).epsilon(1e-9));
    swing.add(it["left blade.phi"]);
  });
  CHECK(swing.size() == doctest::Approx(81.94 * pi / 180).epsilon(0.01));
}

void scissor_lift(Example& it) {
  Range height;
  it.play([&] {
    const double foot = it["falling 1 end.x"];
    CHECK(it["table.a.y"] == doctest::Approx(3 * std::sqrt(46 * 46 - foot * foot)).epsilon(1e-9));
    CHECK(it["table.a.y"] == doctest::Approx(it["table.b.y"]).epsilon(1e-9));
    height.add(it["table.a.y"]);
  });
  CHECK(height.size() > 30);
}

constexpr ExampleLaw laws[] = {
    {"four-bar", four_bar},         {"welcome", welcome},
    {"watt", watt},                 {"hoecken", hoecken},
    {"chebyshev", chebyshev},       {"hart", hart},
    {"peaucellier", peaucellier},   {"pantograph", pantograph},
    {"jansen-leg", jansen_leg},     {"jansen-walker", jansen_walker},
    {"klann-leg", klann_leg},       {"stephenson-six-bar", stephenson},
    {"windscreen-wiper", wiper},    {"scissor-lift", scissor_lift},
};

}  // namespace

std::span<const ExampleLaw> linkage_laws() { return laws; }

}  // namespace limber
