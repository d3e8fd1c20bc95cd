// Times of the linear algebra alone, scene by scene: analyse, factor and solve by QR and by LDLT.
// "step" is one factor and one solve; "ratio" is QR's step over LDLT's.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "solver/solve.h"
#include "tests/bench/rows.h"
#include "tests/systems.h"

namespace limber {
namespace {

// Microseconds of each call: the fastest of many short batches, taken in turns, so that whatever else
// the machine does slows all of them alike.
template <typename... Calls>
std::array<double, sizeof...(Calls)> microseconds(Calls... calls) {
  using Clock = std::chrono::steady_clock;
  const auto batch = [](auto& call, int n) {
    const auto begin = Clock::now();
    for (int i = 0; i < n; ++i) call();
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count() / n;
  };
  std::array<int, sizeof...(Calls)> count;
  std::array<double, sizeof...(Calls)> best;
  size_t k = 0;
  const auto measure = [&](auto& call) {
    const double once = std::min(batch(call, 1), batch(call, 1));
    count[k] = std::max(1, static_cast<int>(200 / once));
    best[k++] = once;
  };
  (measure(calls), ...);
  for (int round = 0; round < 60; ++round) {
    k = 0;
    ((best[k] = std::min(best[k], batch(calls, count[k])), ++k), ...);
  }
  return best;
}

// Returns microseconds of a step by QR.
double bench(const std::string& scene, const TestSystem& test) {
  Solver qr, ldlt;
  const double analyse = microseconds([&] { qr.analyse(test.pattern); })[0];
  ldlt.analyse(test.pattern);
  const Elimination& elimination = qr.elimination();
  const FactorReport report = qr.factor(test.system, Path::qr);
  const int rank = report.rank;
  ldlt.factor(test.system, Path::ldlt);
  Eigen::VectorXd v(test.pattern.columns()), lambda(test.pattern.rows);
  const auto [qr_factor, ldlt_factor, qr_solve, ldlt_solve] = microseconds(
      [&] { qr.factor(test.system, Path::qr); }, [&] { ldlt.factor(test.system, Path::ldlt); },
      [&] { qr.solve(test.system, test.system.Q, test.system.b, v, lambda); },
      [&] { ldlt.solve(test.system, test.system.Q, test.system.b, v, lambda); });
  const double qr_step = qr_factor + qr_solve, ldlt_step = ldlt_factor + ldlt_solve;
  std::printf("%-22s %6d %6d %6d %6zu %8.0f %8.0f %8.0f | %8.2f %8.2f | %8.2f %8.2f | %5.2f | %.0e %.0e\n",
              scene.c_str(), test.pattern.rows, test.pattern.columns(), rank,
              elimination.fronts.size(), analyse, elimination.qr_operations / 1e3,
              elimination.ldlt_operations / 1e3, qr_factor, qr_step, ldlt_factor, ldlt_step,
              qr_step / ldlt_step, report.smallest_kept, report.largest_dropped);
  std::fflush(stdout);
  bench_row(scene + ", factor and solve by QR", qr_step, "us");
  bench_row(scene + ", QR beside LDLT", qr_step / ldlt_step, "times");
  return qr_step;
}

void bench_all() {
  std::printf("%-22s %6s %6s %6s %6s %8s %8s %8s | %8s %8s | %8s %8s | %5s | %s\n", "microseconds",
              "rows", "cols", "rank", "fronts", "analyse", "qr kop", "ldlt kop", "qr fact", "qr step",
              "ldlt fac", "ldlt step", "ratio", "least kept, most dropped");
  for (Bars bars : {Bars::rigid, Bars::ends}) {
    const std::string kind = bars == Bars::rigid ? "rigid" : "ends";
    bench("four-bar " + kind, system_of(four_bar(), bars));
    bench("Jansen leg " + kind, system_of(jansen_leg(), bars));
    double first = 0, last = 0;
    for (int n : {100, 1000, 10000}) {
      last = bench("chain " + std::to_string(n) + " " + kind, system_of(chain(n), bars));
      if (n == 100) first = last;
    }
    std::printf("  growth exponent from 100 to 10,000 bars, by QR: %.3f\n", std::log10(last / first) / 2);
    bench_row("growth from 100 to 10,000 bars " + kind + ", exponent", std::log10(last / first) / 2, "");
    for (int k : {10, 20, 30}) {
      bench("grid " + std::to_string(k) + " " + kind, system_of(grid(k, false), bars));
      bench("grid " + std::to_string(k) + " braced " + kind, system_of(grid(k, true), bars));
    }
  }
}

}  // namespace
}  // namespace limber

int main() { limber::bench_all(); }
