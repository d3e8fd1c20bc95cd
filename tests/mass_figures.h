// Figures with mass that tests and benchmarks share, and how far they stray from what is known of them.
#pragma once

#include <functional>
#include <vector>

#include "solver/stepper.h"
#include "tests/scenes.h"

namespace limber {

// What was measured of a figure that played for some time.
struct Strayed {
  double place = 0;   // a point of it from where it should be, of its length
  double energy = 0;  // the largest change of energy, of what is said with the figure
  double rows = 0;    // the largest |c| of a hard row, drawing units
  double momentum = 0, turning = 0;  // changes of momentum and angular momentum, relative
  int refused = 0, steps = 0, ticks = 0;
  double milliseconds = 0;  // a tick
};

// The pendulum of the IFToMM library (A01): 1 kg on 1 m, let go level. Energy of m g l.
Strayed iftomm_pendulum(double seconds);

// Its row of n four-bar windows (A02), 1 kg and 1 m each bar, thrown from where all stand upright, through
// the places where all lie flat. Energy of the mass of a bar falling its length.
Strayed iftomm_windows(int n, double seconds);

// n bars between two nails, let go from a shape 10 % off the one in which they hang. Energy of m g l.
Strayed hanging_chain(int n, double seconds);

// A curve whose numbers bend, each so hard that it swings some times a second by itself. No energy: nothing
// of it bends, or there are numbers that move no point of it, and have no inertia.
struct Bent {
  World world;
  CurveId curve;
  double energy = 0;  // of the order of what is in it
};
Bent bent_curve(const SharedCurveType& type, double frequency);

// Free, thrown with a turn and with rates of its shape, without gravity. Energy of what it begins with.
Strayed thrown_bent(Bent bent, double seconds);
// Nailed at t, under gravity. Energy of m g times its length.
Strayed nailed_bent(Bent bent, double t, double seconds);

// Parts of a running figure of bars snapped on and cut off at random, one every other tick.
struct Snapped {
  int snaps = 0;
  double risen = 0;        // most that energy rose beyond the work that is booked, of all that was there
  double reacted = 0;      // of snaps that were met: the largest |c|/size one tick later
  int refused = 0;
};
Snapped random_snaps(int bars, int count);

}  // namespace limber
