// The figures of mass: how far known motions stray, what is kept, what a tick costs. `bench_mass` takes some
// minutes. `bench_mass --hour` is the same, but every curve type of the toolbox, bending and nailed, plays for an
// hour of its own time at each of three places; `--one-place 7`: at one of them, chosen for each type by that
// seed; `--minutes 60`: they share so long, and what is slower than an hour in its share says how long it played.
// With names of types behind it, those alone. Types are shared by two threads, and the time each takes is
// its thread's own. It ends with status 1 when a bound is broken.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "curves/library.h"
#include "tests/bench/rows.h"
#include "tests/mass_figures.h"

namespace limber {
namespace {

constexpr double most_energy = 1e-8, most_rows = 1e-9;  // of m g l, of the size
constexpr double most_milliseconds = 4, most_growth = 2.4;  // a tick of 1,000 bars; of a chain twice as long
constexpr double frame = 1000.0 / 60;                   // milliseconds
// The library wants 1e-3 J of bars of 1 kg and 1 m.
constexpr double most_windows_energy = 1e-3 / 9.81;
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
    row(what + "energy", a02.energy, "of m g l", most_windows_energy);
    row(what + "rows", a02.rows, "of its size", most_rows);
    row(what + "steps a tick", a02.steps_a_tick(), "");
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
    row(what + "a tick", chain.milliseconds, "ms", n == 1000 ? most_milliseconds : 0);
    if (before > 0) row(what + "beside one of half", chain.milliseconds / before, "times", most_growth);
    row(what + "steps a tick", chain.steps_a_tick(), "", 1);
    row(what + "energy", chain.energy, "of m g l", most_energy);
    row(what + "rows", chain.rows, "of its size", most_rows);
    broken |= chain.refused > 0;
    before = chain.milliseconds;
  }
  for (const int n : {30, 100, 300}) {  // 30 bars: five steps a tick are order 4
    const Strayed chain = thrown_chain(n, 2);
    const std::string what = "chain of " + std::to_string(n) + " thrown about a nail, 2 s: ";
    row(what + "a tick", chain.milliseconds, "ms");
    row(what + "steps a tick", chain.steps_a_tick(), "");
    row(what + "energy", chain.energy, "of m g l", most_energy);
    row(what + "rows", chain.rows, "of its size", most_rows);
    broken |= chain.refused > 0;
  }
}

void snaps() {
  const Snapped all = random_snaps(300, 10000);
  const std::string what = "10,000 snaps and cuts in a figure of 300 bars: ";
  const char* const kinds[] = {"nails", "angles", "pins", "welds", "joints of ends far apart"};
  for (std::size_t k = 0; k < all.of_kind.size(); ++k) row(what + kinds[k], all.of_kind[k], "");
  row(what + "bars in the largest", all.largest, "");
  row(what + "met one tick later, all " + std::to_string(all.met), all.reacted, "of its size", most_rows);
  row(what + "without a force one tick later", all.unfelt, "");
  row(what + "energy rises while nothing drives it by", all.risen_alone, "of it", most_energy);
  row(what + "and else beyond the work booked by", all.risen, "of it", most_energy);
  row(what + "what was lost comes back by", all.regained, "of it", most_energy);
  row(what + "refused ticks", all.refused, "");
  row(what + "steps a tick", static_cast<double>(all.steps) / all.ticks, "");
  row(what + "the tick in which it acts, median", all.milliseconds[all.milliseconds.size() / 2], "ms", frame);
  row(what + "one in a hundred is longer than", all.milliseconds[all.milliseconds.size() * 99 / 100], "ms");
  row(what + "the longest", all.milliseconds.back(), "ms");
  broken |= all.refused > 0 || all.unfelt > 0;
}

void thrown() {
  const Strayed free = thrown_bent(bent_curve(curve_type(std::string_view("ellipse")), 3), 20);
  row("free elastic ellipse, 20 s: energy", free.energy, "of it", 1e-10);
  row("free elastic ellipse, 20 s: momentum", free.momentum, "of it", 1e-10);
  row("free elastic ellipse, 20 s: angular momentum", free.turning, "of it", 1e-10);
  row("free elastic ellipse: a tick", free.milliseconds, "ms");
}

struct Wanted {
  double seconds = 2;
  double minutes = 0;  // of the clock, for the curves that bend; 0: as long as it takes
  bool one_place = false;
  unsigned seed = 0;
  std::vector<std::string> types;  // none: all
};

struct Job {
  std::string type;
  double at = 0;           // where it is nailed, of the range of its t
  double milliseconds = 0; // a tick, as far as it was tried
  Strayed found = {};
};

std::vector<Job> jobs_of(const CurveLibrary& library, const Wanted& wanted) {
  std::mt19937 random(wanted.seed);
  std::vector<Job> jobs;
  for (const std::string& name : library.names()) {
    const double chosen = places[random() % std::size(places)];
    if (!wanted.types.empty() && std::find(wanted.types.begin(), wanted.types.end(), name) == wanted.types.end()) continue;
    if (bent_curve(library.find(name), 12).energy == 0) std::printf("  %-20s nothing of it bends\n", name.c_str());
    else
      for (const double at : places)
        if (!wanted.one_place || at == chosen) jobs.push_back({name, at});
  }
  return jobs;
}

// Each by one of the threads, in their order.
template <class Work>
void share(std::vector<Job>& jobs, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto some = [&] {
    for (std::size_t k = next++; k < jobs.size(); k = next++) work(k);
  };
  std::vector<std::thread> others;
  for (int k = 1; k < threads; ++k) others.emplace_back(some);
  some();
  for (std::thread& one : others) one.join();
}

Strayed play(const CurveLibrary& library, const Job& job, double seconds, double most_processor) {
  const Bent made = bent_curve(library.find(job.type), 12);
  const Curve& curve = *made.world.find(made.curve);
  return nailed_bent(made, t_begin(curve) + job.at * (t_end(curve) - t_begin(curve)), seconds, most_processor);
}

bool beyond(const Strayed& one) {
  return !(one.energy <= most_energy) || !(one.rows <= most_rows) || one.refused > 0;
}

// With minutes to share, the quickest first: what they leave over is for the others.
void bent(const Wanted& wanted) {
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  std::vector<Job> jobs = jobs_of(library, wanted);
  const bool limited = wanted.minutes > 0;
  if (limited) {
    share(jobs, [&](std::size_t k) { jobs[k].milliseconds = play(library, jobs[k], 0.1, 1).milliseconds; });
    std::sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.milliseconds < b.milliseconds; });
  }
  std::printf("every type, bending, nailed, %.0f s%s: energy of m g l, rows of its size, refused ticks, ms a tick, seconds played\n",
              wanted.seconds, wanted.one_place ? (", one place each by seed " + std::to_string(wanted.seed)).c_str() : "");
  const auto begin = std::chrono::steady_clock::now();
  std::mutex telling;
  share(jobs, [&](std::size_t k) {
    const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double left = std::max(0.0, 60 * wanted.minutes - gone);
    const double most = limited ? std::max(5.0, threads * left / static_cast<double>(jobs.size() - k)) : 1e300;
    const Strayed one = jobs[k].found = play(library, jobs[k], wanted.seconds, most);
    const std::lock_guard lock(telling);
    std::printf("  %-20s at %.2f   %.1e   %.1e   %d   %.3f   %.1f%s\n", jobs[k].type.c_str(), jobs[k].at, one.energy, one.rows,
                one.refused, one.milliseconds, one.ticks * tick, beyond(one) ? "   BEYOND ITS BOUND" : "");
    std::fflush(stdout);
  });
  Strayed worst;
  int whole = 0;
  for (const Job& job : jobs) {
    worst.energy = std::max(worst.energy, job.found.energy);
    worst.rows = std::max(worst.rows, job.found.rows);
    worst.refused += job.found.refused;
    whole += job.found.ticks * tick >= wanted.seconds * (1 - 1e-9);
  }
  const std::string what = "curves that bend, nailed, " + std::to_string(static_cast<int>(wanted.seconds)) + " s, all of " +
                           std::to_string(jobs.size()) + ": ";
  row(what + "that played so long", whole, "");
  row(what + "energy", worst.energy, "of m g l", most_energy);
  row(what + "rows", worst.rows, "of their size", most_rows);
  row(what + "refused ticks", worst.refused, "");
  broken |= worst.refused > 0;
}

}  // namespace
}  // namespace limber

int main(int count, char** words) {
  limber::Wanted wanted;
  for (int k = 1; k < count; ++k) {
    if (std::strcmp(words[k], "--hour") == 0) wanted.seconds = 3600;
    else if (std::strcmp(words[k], "--one-place") == 0 && k + 1 < count) {
      wanted.one_place = true;
      wanted.seed = static_cast<unsigned>(std::strtoul(words[++k], nullptr, 10));
    } else if (std::strcmp(words[k], "--minutes") == 0 && k + 1 < count) {
      wanted.minutes = std::strtod(words[++k], nullptr);
    } else wanted.types.push_back(words[k]);
  }
  if (wanted.types.empty()) {
    limber::pendulums();
    limber::references();
    limber::chains();
    limber::snaps();
    limber::thrown();
  }
  limber::bent(wanted);
  return limber::broken ? 1 : 0;
}
