// The figures of mass: how far known motions stray, what is kept, what a tick costs. `bench_mass` takes some
// minutes. `bench_mass --hour` plays every curve type of the toolbox, bending and nailed, for an hour of its own
// time at each of three places; with names of types behind it, those. Types are shared by two threads, and
// the time each takes is its thread's own. It ends with status 1 when a bound is broken.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "curves/library.h"
#include "tests/bench/rows.h"
#include "tests/mass_figures.h"

namespace limber {
namespace {

constexpr double most_energy = 1e-8, most_rows = 1e-9;  // of m g l, of the size
constexpr double places[] = {0, 0.37, 0.81};            // where a curve is nailed, of the range of its t
constexpr int threads = 2;

bool broken = false;

// A number with the bound it is held to; none: 0.
void row(const std::string& name, double value, const char* unit, double bound = 0) {
  bench_row(name, value, unit);
  const bool bad = bound > 0 && !(value <= bound);
  broken |= bad;
  std::printf("%-62s %9.2e %s%s\n", name.c_str(), value, unit, bad ? "   BEYOND ITS BOUND" : "");
  std::fflush(stdout);
}

void pendulums() {
  const Strayed a01 = iftomm_pendulum(2000);
  row("A01 pendulum, 2000 s: place", a01.place, "of its length", 5e-6);
  row("A01 pendulum, 2000 s: energy", a01.energy, "of m g l", 1e-9);
  row("A01 pendulum, 2000 s: rows", a01.rows, "of its size", most_rows);
  for (const int n : {1, 5, 40}) {
    const Strayed a02 = iftomm_windows(n, 20);
    const std::string what = "A02, " + std::to_string(n) + " windows, 20 s: ";
    row(what + "place", a02.place, "of a bar", 1e-3);
    row(what + "energy", a02.energy, "of m g l");
    row(what + "steps a tick", static_cast<double>(a02.steps) / a02.ticks, "");
    row(what + "refused ticks", a02.refused, "");
    broken |= a02.refused > 0;
  }
}

void references() {
  const char* const rods[] = {"single", "double", "triple"};
  const double seconds[] = {10, 2, 1};
  for (int n = 1; n <= 3; ++n)
    row(std::string(rods[n - 1]) + " pendulum, " + std::to_string(static_cast<int>(seconds[n - 1])) + " s: place",
        hung_rods(n, seconds[n - 1]).place, "of its length", 1e-6);
  const char* const wires[] = {"sliding point", "distance", "implicit row"};
  for (const Wire how : {Wire::slides, Wire::distance, Wire::implicit})
    row(std::string("bead on a wire as a ") + wires[static_cast<int>(how)] + ", 5 s: place",
        bead_on_wire(how, 5).place, "of the radius", 1e-6);
  row("slider-crank, torque on, off, turned round, 3 s: place", slider_crank(3).place, "of its length", 1e-6);
}

void chains() {
  double before = 0;
  for (const int n : {125, 250, 500, 1000, 2000}) {
    const Strayed chain = hanging_chain(n, 2);
    const std::string what = "chain of " + std::to_string(n) + " between nails, 2 s: ";
    row(what + "a tick", chain.milliseconds, "ms");
    if (before > 0) row(what + "beside one of half", chain.milliseconds / before, "times");
    row(what + "steps a tick", static_cast<double>(chain.steps) / chain.ticks, "");
    row(what + "energy", chain.energy, "of m g l", most_energy);
    row(what + "rows", chain.rows, "of its size", most_rows);
    broken |= chain.refused > 0;
    before = chain.milliseconds;
  }
}

void snaps() {
  const Snapped all = random_snaps(300, 10000);
  const std::string what = "10,000 snaps and cuts in 300 bars: ";
  row(what + "met one tick later, all " + std::to_string(all.met), all.reacted, "of its size", most_rows);
  row(what + "without a force one tick later", all.unfelt, "");
  row(what + "energy rises while nothing drives it by", all.risen_alone, "of it", most_energy);
  row(what + "and else beyond the work booked by", all.risen, "of it", most_energy);
  row(what + "what was lost comes back by", all.regained, "of it", most_energy);
  row(what + "refused ticks", all.refused, "");
  broken |= all.refused > 0 || all.unfelt > 0;
}

void thrown() {
  const Strayed free = thrown_bent(bent_curve(curve_type(std::string_view("ellipse")), 3), 20);
  row("free elastic ellipse, 20 s: energy", free.energy, "of it", 1e-10);
  row("free elastic ellipse, 20 s: momentum", free.momentum, "of it", 1e-10);
  row("free elastic ellipse, 20 s: angular momentum", free.turning, "of it", 1e-10);
  row("free elastic ellipse: a tick", free.milliseconds, "ms");
}

void bent(double seconds, const std::vector<std::string>& wanted) {
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  std::vector<std::pair<std::string, double>> jobs;  // a type, where it is nailed
  for (const std::string& name : library.names()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
    const Bent made = bent_curve(library.find(name), 12);
    if (made.energy == 0) std::printf("  %-20s not played: %s\n", name.c_str(), made.why_not.c_str());
    else
      for (const double at : places) jobs.push_back({name, at});
  }
  std::printf("every type, bending, nailed, %.0f s: energy of m g l, rows of its size, refused ticks, ms a tick\n", seconds);
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  Strayed worst;
  const auto work = [&] {
    for (std::size_t k = next++; k < jobs.size(); k = next++) {
      const Bent made = bent_curve(library.find(jobs[k].first), 12);
      const Curve curve = *made.world.find(made.curve);
      const double t = t_begin(curve) + jobs[k].second * (t_end(curve) - t_begin(curve));
      const Strayed one = nailed_bent(made, t, seconds);
      const bool bad = !(one.energy <= most_energy) || !(one.rows <= most_rows) || one.refused > 0;
      const std::lock_guard lock(telling);
      std::printf("  %-20s at %.2f   %.1e   %.1e   %d   %.3f%s\n", jobs[k].first.c_str(), jobs[k].second, one.energy,
                  one.rows, one.refused, one.milliseconds, bad ? "   BEYOND ITS BOUND" : "");
      std::fflush(stdout);
      worst.energy = std::max(worst.energy, one.energy);
      worst.rows = std::max(worst.rows, one.rows);
      worst.refused += one.refused;
    }
  };
  std::vector<std::thread> others;
  for (int k = 1; k < threads; ++k) others.emplace_back(work);
  work();
  for (std::thread& one : others) one.join();
  const std::string what = "curves that bend, nailed, " + std::to_string(static_cast<int>(seconds)) + " s, all of " +
                           std::to_string(jobs.size()) + ": ";
  row(what + "energy", worst.energy, "of m g l", most_energy);
  row(what + "rows", worst.rows, "of their size", most_rows);
  row(what + "refused ticks", worst.refused, "");
  broken |= worst.refused > 0;
}

}  // namespace
}  // namespace limber

int main(int count, char** words) {
  const bool hour = count > 1 && std::strcmp(words[1], "--hour") == 0;
  const std::vector<std::string> types(words + (hour ? 2 : count), words + count);
  if (!hour) {
    limber::pendulums();
    limber::references();
    limber::chains();
    limber::snaps();
    limber::thrown();
  }
  limber::bent(hour ? 3600 : 2, types);
  return limber::broken ? 1 : 0;
}
