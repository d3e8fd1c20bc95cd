// The figures of mass: how far known motions stray, what is kept, what a tick costs. `bench_mass` takes some
// minutes; `bench_mass --hour` also plays every curve type of the toolbox, bending and nailed, for an hour of
// its own time.
#include <cstdio>
#include <cstring>

#include "curves/library.h"
#include "tests/mass_figures.h"

namespace limber {
namespace {

void pendulums() {
  const Strayed a01 = iftomm_pendulum(2000);
  std::printf("A01 pendulum, 2000 s         place %.1e of its length   energy %.1e of m g l   rows %.0e\n",
              a01.place, a01.energy, a01.rows);
  for (const int n : {1, 5, 40}) {
    const Strayed a02 = iftomm_windows(n, 20);
    std::printf("A02, %2d windows, 20 s        place %.1e of a bar        energy %.1e of m g l   "
                "refused %d   %.2f steps a tick\n",
                n, a02.place, a02.energy, a02.refused, static_cast<double>(a02.steps) / a02.ticks);
  }
}

void chains() {
  double before = 0;
  for (const int n : {125, 250, 500, 1000, 2000}) {
    const Strayed chain = hanging_chain(n, 2);
    std::printf("chain of %4d between nails   %.3f ms a tick (%.2f times that of half)   %.2f steps a tick   "
                "energy %.1e of m g l   refused %d\n",
                n, chain.milliseconds, before > 0 ? chain.milliseconds / before : 0,
                static_cast<double>(chain.steps) / chain.ticks, chain.energy, chain.refused);
    before = chain.milliseconds;
  }
}

void snaps() {
  const Snapped all = random_snaps(300, 10000);
  std::printf("%d snaps and cuts in 300 bars: energy rises beyond work by %.1e of what is there, refused %d\n",
              all.snaps, all.risen, all.refused);
}

void bent(double seconds) {
  const Strayed free = thrown_bent(bent_curve(curve_type(std::string_view("ellipse")), 3), 20);
  std::printf("free elastic ellipse, 20 s   energy %.1e   momentum %.1e   angular momentum %.1e   %.2f ms a tick\n",
              free.energy, free.momentum, free.turning, free.milliseconds);
  std::printf("every type, bending, nailed, %.0f s: energy of m g l, rows, refused ticks\n", seconds);
  double energy = 0, rows = 0;
  int refused = 0, kinds = 0;
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  for (const std::string& name : library.names()) {
    const SharedCurveType type = library.find(name);
    const Bent made = bent_curve(type, 12);
    if (made.energy == 0) continue;
    const Curve curve = *made.world.find(made.curve);
    const double t = t_begin(curve) + 0.3 * (t_end(curve) - t_begin(curve));
    const Strayed one = nailed_bent(made, t, seconds);
    std::printf("  %-22s %8.1e %8.1e %6d   %.2f ms a tick\n", type->name.c_str(), one.energy, one.rows,
                one.refused, one.milliseconds);
    std::fflush(stdout);
    energy = std::max(energy, one.energy);
    rows = std::max(rows, one.rows);
    refused += one.refused;
    ++kinds;
  }
  std::printf("  worst of %d: energy %.1e, rows %.1e, refused %d\n", kinds, energy, rows, refused);
}

}  // namespace
}  // namespace limber

int main(int count, char** words) {
  const bool hour = count > 1 && std::strcmp(words[1], "--hour") == 0;
  if (!hour) {
    limber::pendulums();
    limber::chains();
    limber::snaps();
  }
  limber::bent(hour ? 3600 : 5);
}
