// Figures with mass that tests and benchmarks share, and how far they stray from what is known of them.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "solver/stepper.h"
#include "tests/scenes.h"

namespace limber {

// What was measured of a figure that played for some time.
struct Strayed {
  double place = 0;   // a point of it from where it should be, of its length
  double energy = 0;  // the largest change of energy, of what is said with the figure
  double rows = 0;    // the largest |c| of a hard row, of the figure's size
  double momentum = 0, turning = 0;  // changes of momentum and angular momentum, relative
  int refused = 0, steps = 0, ticks = 0;
  double milliseconds = 0;  // a tick, of the processor
  double steps_a_tick() const { return static_cast<double>(steps) / ticks; }
};

// The pendulum of the IFToMM library (A01): 1 kg on 1 m, let go level. Energy of m g l.
Strayed iftomm_pendulum(double seconds);

// Its row of n four-bar windows (A02), 1 kg and 1 m each bar, thrown from where all stand upright, through
// the places where all lie flat. Energy of the mass of a bar falling its length.
Strayed iftomm_windows(int n, double seconds);

// A chain of n bars, 2 m long, between two nails, let go from a shape 10 % off the one in which it hangs. Energy of
// m g times its length.
Strayed hanging_chain(int n, double seconds);
// The same chain on one nail, hanging straight down, thrown about it at 4 rad/s: it goes slack before the top,
// and whips.
Strayed thrown_chain(int n, double seconds);

// ---- figures whose motion few equations say, integrated finely: a point of it from there, of their size

// n rods of 100 mm hung on each other, let go from 0.6, 0.9, ... rad: n = 1, 2, 3. Size: their length.
Strayed hung_rods(int n, double seconds);
// A bead on a fixed ring of 100 mm under gravity: as a point that slides along a circle, as a distance, and
// as a row of its own, (x^2 + y^2 - r^2)/2 = 0 (seed 002). Size: the radius.
enum class Wire { slides, distance, implicit };
Strayed bead_on_wire(Wire how, double seconds);
// A crank of 30 mm turned by a torque, a rod of 80 mm, a slider on a level rail under gravity (seed 003); the
// torque is on, off and the other way round, a third of the time each. Size: crank and rod.
Strayed slider_crank(double seconds);

// A curve whose numbers bend, each so hard that it swings some times a second by itself; but for counts (teeth,
// turns), and those that move no point of it, or none but as others do together: they have no inertia of their own
// and stay rigid.
struct Bent {
  World world;
  CurveId curve;
  double energy = 0;       // of the order of what is in it; 0: nothing of it bends
  std::vector<int> rigid;  // parameters that have no inertia of their own
};
Bent bent_curve(const SharedCurveType& type, double frequency);

// Free, thrown with a turn and with rates of its shape, without gravity. Energy of what it begins with.
Strayed thrown_bent(Bent bent, double seconds);
// Nailed at t, under gravity. Energy of m g times its length, or of its kinetic energy where that is more: the arms of a
// parabola that hangs upside down grow for ever, and it falls by hundreds of that. It ends sooner when it has taken so many
// seconds of the processor.
Strayed nailed_bent(Bent bent, double t, double seconds,
                    double most_processor = std::numeric_limits<double>::infinity());

// Parts of a running figure of bars snapped on and cut off at random, one every other tick, all `count` of
// them: nails, fixed angles, pins where two bars cross, welds, and joints of ends that are far apart.
// Half of the time nothing drives it and only what is met is snapped: its energy never rises.
// The other half a hand and two motors do, and what is snapped on flies together.
struct Snapped {
  int snaps = 0;
  std::array<int, 5> of_kind{};  // nails, angles, pins, welds, joints that are not met
  double risen_alone = 0;  // the largest rise of energy in a tick while nothing drives it, of all that is there
  double risen = 0;        // beyond the work that is booked in that tick, while something does; likewise
  double regained = 0;     // by which what was lost has ever become less; likewise
  double reacted = 0;      // of snaps that were met: how far off they are one tick later, of its size
  int met = 0, unfelt = 0; // so many of them; snaps that had no force one tick later
  int refused = 0, steps = 0, ticks = 0;
  int largest = 0;         // curves in its largest figure, ever
  std::vector<double> milliseconds;  // of ticks that begin with a snap or a cut, of the processor, sorted
};
Snapped random_snaps(int bars, int count);

}  // namespace limber
