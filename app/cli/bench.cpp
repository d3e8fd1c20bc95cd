// limber bench: how fast this machine does what people wait for. One table; each time is the median
// of many runs, each run long enough for the clock.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>

#include "app/cli/work.h"
#include "app/drawing/assets.h"
#include "app/drawing/picture.h"
#include "app/files/document_file.h"
#include "app/files/json.h"

namespace limber::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double shortest_run = 2e-3;  // seconds; shorter ones are repeated within a run
constexpr std::size_t fewest_runs = 5;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Seconds of one call: the median of as many runs as fit in `budget`.
double median_time(const std::function<void()>& act, double budget) {
  act();  // what is made once is not measured
  int repeats = 1;
  double once = 0;
  while (true) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < repeats; ++i) act();
    once = seconds_since(begin);
    if (once >= shortest_run) break;
    repeats =
        std::max(repeats * 2, static_cast<int>(repeats * shortest_run / std::max(once, 1e-9)));
  }
  std::vector<double> runs{once / repeats};
  const Clock::time_point begin = Clock::now();
  while (runs.size() < fewest_runs || seconds_since(begin) < budget) {
    const Clock::time_point run = Clock::now();
    for (int i = 0; i < repeats; ++i) act();
    runs.push_back(seconds_since(run) / repeats);
    if (interrupted()) break;
  }
  std::nth_element(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2),
                   runs.end());
  return runs[runs.size() / 2];
}

struct Measured {
  std::string name, unit;
  double seconds = 0;
};

class Bench {
 public:
  Bench(Work& work, Document fresh) : work_(work), fresh_(std::move(fresh)) {}

  void run() {
    const std::string_view text = asset("jansen-leg.limber");
    row("jansen leg: read the document", [&] { (void)from_json(text, fresh_); });
    drawing_rows("four-bar.limber", "four-bar");
    drawing_rows("jansen-leg.limber", "jansen leg");
    drawing_rows("cam-and-follower.limber", "cam and follower");
    pull_row("chain-of-100.limber", "chain of 100 bars", "bar100");
    pull_row("rope.limber", "rope of 24 bars", "bar12");
    pull_row("bridge-of-springs.limber", "bridge of springs", "deck3");
    picture_rows();
    formula_rows();
  }
  const std::vector<Measured>& rows() const { return rows_; }

 private:
  void row(const std::string& name, const std::function<void()>& act) {
    const std::string filter = work_.arguments.text("--filter");
    if (interrupted() || (!filter.empty() && name.find(filter) == std::string::npos)) return;
    work_.console.detail(name);
    rows_.push_back({name, "s", median_time(act, work_.arguments.number("--seconds"))});
  }

  std::optional<Document> load(std::string_view file) {
    Result<Document> document = from_json(asset(file), fresh_);
    if (document) return std::move(*document);
    work_.fail(status_invalid, document.error(), file, "");
    return {};
  }

  void drawing_rows(std::string_view file, const std::string& name) {
    std::optional<Document> document = load(file);
    if (!document) return;
    Stepper stepper;
    row(name + ": one step, playing", [&] { stepper.step(document->world, tick, Run::play); });
  }

  // The hand goes round in a circle about where it took hold, a turn in two seconds.
  void pull_row(std::string_view file, const std::string& name, std::string_view curve) {
    std::optional<Document> document = load(file);
    if (!document) return;
    const Result<CurveId> id = find_curve(*document, curve);
    if (!id) return;
    World& world = document->world;
    const HandId hand = world.grab(*id, 1);
    const Point middle = world.find(hand)->target;
    const double radius = 0.05 * world.size();
    Stepper stepper;
    int i = 0;
    row(name + ": one step of a pull", [&] {
      const double angle = 2 * M_PI * ++i / (2 * ticks_per_second);
      world.pull(hand, middle + radius * Point(std::sin(angle), std::cos(angle) - 1));
      stepper.step(world);
    });
  }

  void picture_rows() {
    std::optional<Document> document = load("jansen-leg.limber");
    if (!document) return;
    row("jansen leg: draw 1920x1080", [&] { (void)make_picture(*document, {}); });
    Result<sk_sp<SkSurface>> surface = make_picture(*document, {});
    if (surface) row("jansen leg: encode PNG", [&] { (void)encode_png(**surface); });
  }

  void formula_rows() {
    const char* text =
        "curve flower \"Flower\"\n  place c = (0, 0)\n  length r = 10, d = 3, r > 0\n"
        "  t from 0 to tau closed\n  at = c + polar(r + d*cos(5t), t)\n";
    row("flower formula: text to interpreted curve", [&] {
      CurveLibrary library;
      (void)library.add(text, Tier::interpret);
    });
  }

  Work& work_;
  Document fresh_;
  std::vector<Measured> rows_;
};

std::string with_unit(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.1f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

// The other solvers live in a program of their own, beside this one when it was built.
void run_peers(Work& work) {
  std::error_code failed;
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", failed).parent_path() / "bench_peers";
  if (failed || !std::filesystem::exists(program))
    return work.console.note(
        "the peers' side was not built: cmake --build build --target bench_peers");
  std::string name = program.string();
  char* argv[] = {name.data(), nullptr};
  pid_t child = 0;
  std::fflush(stdout);
  if (posix_spawn(&child, name.c_str(), nullptr, nullptr, argv, environ) != 0)
    return work.console.warn("the peers' side could not be started");
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) work.console.warn("the peers' side failed");
}

}  // namespace

int bench(Work& work) {
  std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  Bench all(work, std::move(*fresh));
  all.run();
  if (interrupted()) return work.status = status_interrupted;
  std::string out;
  for (const Measured& one : all.rows())
    out += work.arguments.has("--json")
               ? fmt::format("{}    {{\"name\": {}, \"seconds\": {}}}", out.empty() ? "" : ",\n",
                             json_string(one.name), json_number(one.seconds))
               : fmt::format("{:<44} {:>12}\n", one.name, with_unit(one.seconds));
  Data data(work, "");
  data.write(work.arguments.has("--json")
                 ? fmt::format("{{\n  \"version\": 1,\n  \"benchmarks\": [\n{}\n  ]\n}}\n", out)
                 : out);
  if (data.finish() && work.arguments.has("--peers")) run_peers(work);
  return work.status;
}

}  // namespace limber::cli
