// An example drawing at work: opened, played or pulled, and read by the names of its quantities.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "app/edits/live.h"

namespace limber {

// How long each example is watched: 2 s, or what LIMBER_EXAMPLE_SECONDS says.
double example_seconds();

class Example {
 public:
  explicit Example(const std::string& name);  // of data/drawings, without its ending

  double operator[](const std::string& quantity);  // now: "crank.phi", "pen.x", "rod@0.5.y"
  Point at(const std::string& point);
  double time() const { return ticks_ * tick; }
  const Document& document() const { return live_.document(); }
  const World& world() const { return live_.world(); }
  Point on(const std::string& curve, double t) const;

  using Frame = std::function<void()>;
  using Path = std::function<Point(double seconds)>;
  // Sixty frames a second, for as long as examples are watched. In each the hard constraints hold
  // to 1e-9 of the drawing's size.
  void play(const Frame& frame = {});
  // A hand leads the point at t of a curve, the motors stand.
  void lead(const std::string& curve, double t, const Path& path, const Frame& frame = {});
  void rest();  // no hand; everything goes where springs and constraints take it

  bool can_be_met = true;

 private:
  CurveId find(const std::string& curve) const;
  void run(Run run, const Frame& frame, const std::function<void()>& before_tick);

  Live live_;
  std::map<std::string, Readout> readouts_;
  long ticks_ = 0;
};

// What the mathematics says of one example.
struct ExampleLaw {
  const char* drawing;
  void (*check)(Example& example);
};
std::span<const ExampleLaw> linkage_laws();   // bars alone
std::span<const ExampleLaw> machine_laws();   // slides, cams, gears
std::span<const ExampleLaw> mass_laws();      // what falls and swings
std::span<const ExampleLaw> plaything_laws();  // what is pulled rather than played

// Where two circles meet; side 1: to the left of the way from a to b, -1: to the right.
Point meet(const Point& a, double ra, const Point& b, double rb, double side);
Point polar(const Point& c, double r, double angle);
Point turned(const Point& v, double angle);

// The smallest and the largest of what was seen.
struct Range {
  double low = 1e300, high = -1e300;
  void add(double value) { low = std::min(low, value), high = std::max(high, value); }
  double size() const { return high - low; }
};

// Agreement with a closed form; the solver holds constraints to 1e-9 of a drawing of some 100 mm.
inline constexpr double exact = 1e-7;

}  // namespace limber
