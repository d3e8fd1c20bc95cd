// Times of the linear algebra alone, scene by scene: analyse, factor and solve by QR and by LDLT.
// "step" is one factor and one solve with refinement. Times are the least of several batches.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "solver/solve.h"
#include "tests/systems.h"

namespace limber {
namespace {

// Microseconds of one call: the fastest of a dozen batches of about two milliseconds.
template <typename Call>
double microseconds(Call call) {
  using Clock = std::chrono::steady_clock;
  const auto batch = [&](int n) {
    const auto begin = Clock::now();
    for (int i = 0; i < n; ++i) call();
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  };
  int n = 1;
  while (batch(n) < 1000 && n < 1 << 20) n *= 2;
  double best = batch(n);
  for (int i = 0; i < 12; ++i) best = std::min(best, batch(n));
  return best / n;
}

struct Times {
  double factor = 0, step = 0;
};

Times time_path(Solver& solver, const TestSystem& test, Path path) {
  Eigen::VectorXd v(test.pattern.columns()), lambda(test.pattern.rows);
  Times times;
  times.factor = microseconds([&] { solver.factor(test.system, path); });
  times.step = times.factor + microseconds([&] {
                 solver.solve(test.system, test.system.Q, test.system.b, v, lambda);
               });
  return times;
}

Times bench(const std::string& scene, const TestSystem& test) {
  Solver solver;
  const double analyse = microseconds([&] { solver.analyse(test.pattern); });
  const Elimination& elimination = solver.elimination();
  const FactorReport report = solver.factor(test.system, Path::qr);
  const int rank = report.rank;
  const double kept = report.smallest_kept, dropped = report.largest_dropped;
  const Times qr = time_path(solver, test, Path::qr), ldlt = time_path(solver, test, Path::ldlt);
  std::printf("%-22s %6d %6d %6d %6zu %9.0f %8.0f %8.0f | %9.2f %9.2f | %9.2f %9.2f | %5.2f %5.2f | %.0e %.0e\n",
              scene.c_str(), test.pattern.rows, test.pattern.columns(), rank,
              elimination.fronts.size(), analyse, elimination.qr_operations / 1e3,
              elimination.ldlt_operations / 1e3, qr.factor, qr.step, ldlt.factor, ldlt.step,
              qr.factor / ldlt.factor, qr.step / ldlt.step, kept, dropped);
  std::fflush(stdout);
  return qr;
}

void bench_all() {
  std::printf("%-22s %6s %6s %6s %6s %9s %8s %8s | %9s %9s | %9s %9s | %5s %5s | %s\n", "scene", "rows",
              "cols", "rank", "fronts", "analyse", "qr kop", "ldlt kop", "qr factor", "qr step",
              "ldlt fact", "ldlt step", "ratio", "step", "kept dropped");
  for (Bars bars : {Bars::rigid, Bars::ends}) {
    const std::string kind = bars == Bars::rigid ? "rigid" : "ends";
    bench("four-bar " + kind, system_of(four_bar(), bars));
    bench("Jansen leg " + kind, system_of(jansen_leg(), bars));
    double first = 0, last = 0;
    for (int n : {100, 1000, 10000}) {
      last = bench("chain " + std::to_string(n) + " " + kind, system_of(chain(n), bars)).step;
      if (n == 100) first = last;
    }
    std::printf("  growth exponent from 100 to 10,000 bars, by QR: %.3f\n", std::log10(last / first) / 2);
    for (int k : {10, 20, 30}) {
      bench("grid " + std::to_string(k) + " " + kind, system_of(grid(k, false), bars));
      bench("grid " + std::to_string(k) + " braced " + kind, system_of(grid(k, true), bars));
    }
  }
}

}  // namespace
}  // namespace limber

int main() { limber::bench_all(); }
