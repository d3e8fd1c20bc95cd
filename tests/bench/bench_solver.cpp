// Steps of whole drags, scene by scene: time, what the constraints and the hand are off by (parts
// of the drawing's size), and the work: evaluations and factorisations a step.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "tests/bench/drags.h"
#include "tests/bench/rows.h"

using namespace limber;

namespace {

Times row(const DragScene& drag, Path path, int steps) {
  const Times times = measure(drag, path, steps);
  std::printf("%-28s %-5s %10.2f %10.2f  %8.1e %8.1e  %6.1f %6.1f\n", drag.name.c_str(), times.path,
              times.median, times.slowest_of_20, times.residual, times.lag, times.iterations,
              times.factorisations);
  std::fflush(stdout);
  bench_row(drag.name + (path == Path::automatic ? "" : std::string(", by ") + times.path),
            times.median, "us");
  return times;
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  std::printf("%-28s %-5s %10s %10s  %8s %8s  %6s %6s\n", "scene", "path", "median us", "95% us",
              "residual", "lag", "evals", "factors");
  for (const Path path : {Path::automatic, Path::qr, Path::ldlt}) {
    row(four_bar_play(), path, 2000);
    row(jansen_play(), path, 1000);
    row(chain_drag(100), path, 200);
    row(chain_drag(1000), path, quick ? 40 : 100);
    row(grid_drag(20), path, quick ? 20 : 60);
    if (!quick) row(grid_drag(30), path, 60);
  }
  const Times one = row(four_bars_drag(1), Path::automatic, 2000);
  const Times many = row(four_bars_drag(1000), Path::automatic, 2000);
  std::printf("1,000 four-bars, one pulled, beside one alone: %.2f\n", many.median / one.median);
  const Times hundred = row(chain_drag(100), Path::automatic, 100);
  const Times ten_thousand = row(chain_drag(10000), Path::automatic, quick ? 6 : 20);
  std::printf("chain: growth from 100 to 10,000 bars with exponent %.2f\n",
              std::log10(ten_thousand.median / hundred.median) / 2);
}
