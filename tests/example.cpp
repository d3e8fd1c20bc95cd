#include "tests/example.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "tests/app_fixture.h"
#include "tests/places.h"

namespace limber {

namespace {

constexpr long ticks_per_frame = 4;
// Of a hard constraint, relative to the drawing's size: what README.md promises.
constexpr double held_to = 1e-9;

Document opened(const std::string& name) {
  const Result<FileText> file = read_file(data_folder() + "/drawings/" + name + ".limber");
  REQUIRE_MESSAGE(file, name);
  const Result<Document> document = from_json(file->bytes, fresh_document());
  REQUIRE_MESSAGE(document, sentence(document.error()));
  return *document;
}

}  // namespace

double example_seconds() {
  constexpr double usual = 2;
  const char* set = std::getenv("LIMBER_EXAMPLE_SECONDS");
  return set ? std::atof(set) : usual;
}

Example::Example(const std::string& name) : live_(opened(name)) {}

double Example::operator[](const std::string& quantity) {
  auto found = readouts_.find(quantity);
  if (found == readouts_.end()) {
    const Result<Readout> readout = find_readout(document(), quantity);
    REQUIRE_MESSAGE(readout, quantity);
    found = readouts_.emplace(quantity, *readout).first;
  }
  const std::optional<double> value = value_of(document(), world(), live_.stepper(), found->second);
  REQUIRE_MESSAGE(value, quantity);
  return *value;
}

Point Example::at(const std::string& point) { return {(*this)[point + ".x"], (*this)[point + ".y"]}; }

CurveId Example::find(const std::string& curve) const {
  const CurveId id = document().find(curve).as<Body>();
  REQUIRE_MESSAGE(world().find(id), curve);
  return id;
}

Point Example::on(const std::string& curve, double t) const {
  return end_of(world(), find(curve), t);
}

void Example::run(Run run, const Frame& frame, const std::function<void()>& before_tick) {
  const long end = ticks_ + std::lround(example_seconds() * ticks_per_second);
  while (ticks_ < end) {
    ++ticks_;
    if (before_tick) before_tick();
    double residual = 0;
    for (const IslandReport& island : live_.tick(run).islands)
      residual = std::max(residual, island.residual);
    if (ticks_ % ticks_per_frame != 0) continue;
    CAPTURE(time());
    if (can_be_met) CHECK(residual <= held_to * world().size());
    if (frame) frame();
  }
}

void Example::play(const Frame& frame) {
  live_.wake();
  run(Run::play, frame, {});
}

void Example::lead(const std::string& curve, double t, const Path& path, const Frame& frame) {
  const HandId hand = live_.grab(point_at(find(curve), t));
  const double start = time();
  run(Run::edit, frame, [&] { live_.pull(hand, path(time() - start)); });
  live_.release(hand);
}

void Example::rest() {
  live_.wake();
  run(Run::edit, {}, {});
}

Point meet(const Point& a, double ra, const Point& b, double rb, double side) {
  const double d = (b - a).norm(), along = (ra * ra - rb * rb + d * d) / (2 * d);
  const Point u = (b - a) / d;
  return a + along * u + side * std::sqrt(ra * ra - along * along) * Point(-u.y(), u.x());
}

Point polar(const Point& c, double r, double angle) {
  return c + r * Point(std::cos(angle), std::sin(angle));
}

Point turned(const Point& v, double angle) {
  return Eigen::Rotation2Dd(angle) * v;
}

}  // namespace limber
