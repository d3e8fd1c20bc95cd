// Random drags and the laws they are held to, at every tick. A drag follows from its subject and
// its seed; work is counted, never timed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solver/stepper.h"
#include "tests/sweep/subjects.h"

namespace limber {

// A hand takes hold of a curve and is led from corner to corner of its way, in so many events for
// each piece of it, a tick for each event. The way ends where it began.
struct Drag {
  int curve = 0;  // the n-th of the world
  double t = 0;
  std::vector<Point> corners;  // beside the place it took hold of
  int events = 20;
};
Drag random_drag(const World& world, Random& random);

enum class Law {
  finite,    // all numbers are
  met,       // hard constraints that were met stay met
  reached,   // the hand's place is reached, or nothing near by is nearer to it (nearest.h)
  prompt,    // and that no later than four frames after the hand came to rest
  no_flash,  // no point of a free curve goes much farther in a tick than the hand
  still,     // nothing moves while the hand rests and holds what it wants
  at_rest,   // what was let go comes to rest; where springs move it, it moves less every second
  mode,      // what was crossed stays crossed
  events,    // in how many events the way came does not matter, as slowly as the figure can follow it
  work,      // a tick has a limit of work
};
inline constexpr int laws = 10;
const char* name(Law law);

struct Breach {
  Law law = Law::finite;
  int tick = 0;        // of the drag
  double measure = 0;  // by how much: a part of the drawing's size, or a ratio, or a count
};
// Of every law the first breach.
std::vector<Breach> find_breaches(const Subject& subject, const World& world, const Drag& drag);

// The same breach with fewer corners, fewer events, rounder numbers.
Drag shrunk(const Subject& subject, const World& world, Drag drag, Law law);
std::string describe(const Drag& drag);

struct Find {
  std::string subject;
  std::uint32_t seed = 0;
  Breach breach;
  Drag drag;
};
// Drag number k is of subject k modulo their number, its seed is k: any of them can be run alone.
std::vector<Find> sweep_one(const std::vector<Subject>& subjects, std::uint32_t number);

// Of every place at every tick of that drag: two builds that make it alike have the same.
std::uint64_t digest_of(const std::vector<Subject>& subjects, std::uint32_t number);

}  // namespace limber
