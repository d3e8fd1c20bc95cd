// Quantities of mechanisms: speeds, turning, distances, transmission, advantage, against the closed form of
// the four-bar.
#include <doctest/doctest.h>

#include <cmath>

#include "app/document/readout.h"
#include "app/edits/apply.h"
#include "app/edits/line.h"
#include "app/edits/live.h"
#include "app/files/document_file.h"
#include "tests/program.h"
#include "tests/scripts.h"

using namespace limber;

namespace {

double value(Live& live, const std::string& name) {
  const Result<Readout> readout = find_readout(live.document(), name);
  REQUIRE_MESSAGE(readout, readout.error().message);
  const std::optional<double> found = value_of(live.document(), live.world(), live.stepper(), *readout);
  REQUIRE(found);
  return *found;
}

void change(Document& document, const std::string& line) {
  const Result<Edit> edit = read_edit(line);
  REQUIRE_MESSAGE(edit, line);
  Result<Document> next = apply(document, *edit);
  REQUIRE_MESSAGE(next, line);
  document = *std::move(next);
}

// Angles of coupler and rocker, their rates and accelerations, by the loop of the four-bar:
//   a e^(i crank) + b e^(i coupler) = d + c e^(i rocker)
// and its first and second derivatives, each a 2 x 2 system solved by Cramer's rule.
struct FourBar {
  double a = 30, b = 70, c = 60, d = 80, w = M_PI;
  double coupler = 0, rocker = 0, w_coupler = 0, w_rocker = 0, a_coupler = 0, a_rocker = 0;

  explicit FourBar(double crank) {
    const double dx = d - a * std::cos(crank), dy = -a * std::sin(crank), f = std::hypot(dx, dy);
    coupler = std::atan2(dy, dx) + std::acos((b * b + f * f - c * c) / (2 * b * f));
    rocker = std::atan2(b * std::sin(coupler) - dy, b * std::cos(coupler) - dx);
    const double determinant = b * c * std::sin(coupler - rocker);
    // -b sin(coupler) u + c sin(rocker) v = x,   b cos(coupler) u - c cos(rocker) v = y
    const auto solve = [&](double x, double y, double& u, double& v) {
      u = (-c * std::cos(rocker) * x - c * std::sin(rocker) * y) / determinant;
      v = (-b * std::sin(coupler) * y - b * std::cos(coupler) * x) / determinant;
    };
    solve(a * w * std::sin(crank), -a * w * std::cos(crank), w_coupler, w_rocker);
    const double s = a * w * w, p = b * w_coupler * w_coupler, q = c * w_rocker * w_rocker;
    solve(s * std::cos(crank) + p * std::cos(coupler) - q * std::cos(rocker),
          s * std::sin(crank) + p * std::sin(coupler) - q * std::sin(rocker), a_coupler, a_rocker);
  }
};

}  // namespace

TEST_CASE("speeds, turning, transmission angle and mechanical advantage of a four-bar are those of its closed form") {
  Live live(drawing("four-bar.limber"));
  live.wake();
  for (int k = 0; k < 480; ++k) {
    live.tick(Run::play);
    const double crank = value(live, "crank.phi");
    const FourBar is(crank);
    CAPTURE(crank);
    const auto near = [&](const char* name, double expected) {
      CAPTURE(name);
      CHECK(std::abs(value(live, name) - expected) <= 1e-9 * (1 + std::abs(expected)));
    };
    near("crank.angular_speed", is.w);
    near("crank.angular_acceleration", 0);
    near("coupler.angular_speed", is.w_coupler);
    near("coupler.angular_acceleration", is.a_coupler);
    near("rocker.angular_speed", is.w_rocker);
    near("rocker.angular_acceleration", is.a_rocker);
    near("crank.end.speed", is.a * is.w);
    near("crank.end.acceleration", is.a * is.w * is.w);
    near("rocker.end.speed", is.c * std::abs(is.w_rocker));
    near("rocker.end.acceleration", is.c * std::hypot(is.a_rocker, is.w_rocker * is.w_rocker));
    near("|crank.start-rocker.end|", std::hypot(is.d + is.c * std::cos(is.rocker), is.c * std::sin(is.rocker)));
    // By the law of cosines over the diagonal between crank and right nail.
    const double diagonal = is.a * is.a + is.d * is.d - 2 * is.a * is.d * std::cos(crank);
    near("coupler-rocker.transmission", std::acos((is.b * is.b + is.c * is.c - diagonal) / (2 * is.b * is.c)));
    if (std::abs(is.w_rocker) > 0.1) {
      near("rocker.advantage", is.w / is.w_rocker);
      near("rocker.end.advantage", is.w / (is.c * std::abs(is.w_rocker)));
    }
  }
}

TEST_CASE("a curve that stretches turns as the line between its ends") {
  Document document = empty_paper();
  for (const char* line : {"draw bar as rod a.x=0 a.y=0 l=30 phi=0.3", "nail rod@0", "motor rod as drive speed=2",
                           "draw line as band a.x=40 a.y=5 b.x=40 b.y=0", "nail band.start", "attach rod.end band.end"})
    change(document, line);
  Live live(document);
  live.wake();
  for (int k = 0; k < 480; ++k) live.tick(Run::edit);  // the joint comes together first
  for (int k = 0; k < 120; ++k) live.tick(Run::play);
  const auto place = [&](const std::string& name) {
    return Point(value(live, name + ".x"), value(live, name + ".y"));
  };
  // The motor turns the rod at 2: its end has the velocity 2 across the rod, and -4 along it as acceleration.
  const Point rod = place("rod.end") - place("rod.start"), arm = place("rod.end") - place("band.start");
  const Point v = 2 * Point(-rod.y(), rod.x()), a = -4 * rod;
  const auto across = [](const Point& p, const Point& q) { return p.x() * q.y() - p.y() * q.x(); };
  const double square = arm.squaredNorm(), w = across(arm, v) / square;
  CHECK(value(live, "band.angular_speed") == doctest::Approx(w).epsilon(1e-9));
  CHECK(value(live, "band.angular_acceleration") ==
        doctest::Approx(across(arm, a) / square - 2 * arm.dot(v) * w / square).epsilon(1e-9));
}

TEST_CASE("what cannot be measured is told in one sentence") {
  const Document document = drawing("four-bar.limber");
  const auto refused = [&](const char* name) {
    const Result<Readout> found = find_readout(document, name);
    REQUIRE(!found);
    return found.error().message;
  };
  CHECK(refused("left nail.transmission") == "'left nail' joins no two curves at a point");
  CHECK(refused("|P-nobody.end|") == "'|P-nobody.end|' is no distance between two points of the drawing");
  CHECK(refused("|P|") == "'|P|' is no distance between two points of the drawing");
  CHECK(refused("||") == "'||' is no distance between two points of the drawing");
  Document still = empty_paper();
  change(still, "draw bar as rod");
  CHECK(find_readout(still, "rod.advantage").error().message == "'rod.advantage': the drawing has no motor");
}

TEST_CASE("a distance in a plot follows the names of its points, is copied with them, saved and loaded") {
  Document document = drawing("four-bar.limber");
  change(document,
         "plot |crank.start-coupler.middle| coupler-rocker.transmission rocker.advantage P.speed as graph");
  const auto first_of = [&](const char* name) {
    const Plot* plot = document.plots->find(document.find(name).as<Plot>());
    REQUIRE(plot);
    return plot->quantities[0];
  };
  change(document, "name coupler beam");
  CHECK(first_of("graph") == "|crank.start-beam.middle|");
  change(document, "name crank wheel");
  CHECK(first_of("graph") == "|wheel.start-beam.middle|");
  const Result<std::string> text = to_json(document);
  REQUIRE(text);
  const Result<Document> loaded = from_json(*text, empty_paper());
  REQUIRE(loaded);
  CHECK(same(*loaded, document));
  Live live(document);
  live.wake();
  for (int k = 0; k < 120; ++k) live.tick(Run::play);
  const Series& series = *live.samples().find(document.find("graph").as<Plot>());
  REQUIRE(series.times.size() > 100);
  for (const auto& values : series.values)
    for (const double one : values) CHECK(std::isfinite(one));
  Document copied = document;
  change(copied, "plot |wheel.start-beam.middle| as pair");
  change(copied, "copy wheel beam pair by 0 200");
  std::vector<std::string> names;
  copied.plots->each([&](PlotId, const Plot& plot) { names.push_back(plot.quantities[0]); });
  REQUIRE(names.size() == 3);
  CHECK(names[2] != names[1]);
  CHECK(find_readout(copied, names[2]));
  change(document, "delete rocker");
  CHECK(!document.find("graph"));
}

TEST_CASE("limber simulate traces quantities of mechanisms") {
  const Ran ran = run_limber({"simulate", "data/drawings/four-bar.limber", "--seconds", "0.1", "--every", "24", "--trace",
                              "P.speed,rocker.angular_speed,|P-rocker.end|,coupler-rocker.transmission,rocker.advantage"});
  CHECK(ran.status == 0);
  CHECK(ran.out.starts_with(
      "step,time,P.speed,rocker.angular_speed,|P-rocker.end|,coupler-rocker.transmission,rocker.advantage\n"));
  CHECK(ran.out.find(",35,") != std::string::npos);  // half the coupler, always
}
