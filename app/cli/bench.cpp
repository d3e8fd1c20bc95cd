// limber bench: how fast this machine does what people wait for, and what the benchmark programs of
// the modules measure, in one table. Here each time is the median of many runs, each run long
// enough for the clock.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include "app/cli/bench_programs.h"
#include "app/cli/work.h"
#include "app/drawing/assets.h"
#include "app/drawing/picture.h"
#include "app/files/document_file.h"
#include "app/files/json.h"

namespace limber::cli {
namespace {

constexpr double shortest_run = 2e-3;  // seconds; shorter ones are repeated within a run
constexpr std::size_t fewest_runs = 5;

// Of the processor, on this thread: what else the machine does is not measured.
double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Seconds of one call: the median of as many runs as fit in `budget`.
double median_time(const std::function<void()>& act, double budget) {
  act();  // what is made once is not measured
  int repeats = 1;
  double once = 0;
  while (true) {
    const double begin = seconds_now();
    for (int i = 0; i < repeats; ++i) act();
    once = seconds_now() - begin;
    if (once >= shortest_run) break;
    repeats =
        std::max(repeats * 2, static_cast<int>(repeats * shortest_run / std::max(once, 1e-9)));
  }
  std::vector<double> runs{once / repeats};
  const double begin = seconds_now();
  while (runs.size() < fewest_runs || seconds_now() - begin < budget) {
    const double run = seconds_now();
    for (int i = 0; i < repeats; ++i) act();
    runs.push_back((seconds_now() - run) / repeats);
    if (interrupted()) break;
  }
  std::nth_element(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2),
                   runs.end());
  return runs[runs.size() / 2];
}

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
  std::vector<Measured>& rows() { return rows_; }

 private:
  void row(const std::string& name, const std::function<void()>& act) {
    if (interrupted() || name.find(work_.arguments.text("--filter")) == std::string::npos) return;
    work_.console.detail(name);
    rows_.push_back({"program", name, median_time(act, work_.arguments.number("--seconds")), "s"});
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
    World world = document->world;
    row(name + ": one step, playing", [&] { stepper.step(world, tick, Run::play); });
  }

  // The hand goes round in a circle about where it took hold, a turn in two seconds.
  void pull_row(std::string_view file, const std::string& name, std::string_view curve) {
    std::optional<Document> document = load(file);
    if (!document) return;
    const Result<CurveId> id = find_curve(*document, curve);
    if (!id) return;
    World world = document->world;
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

std::string with_unit(const Measured& row) {
  const double unit = row.unit == "s" ? 1 : row.unit == "ms" ? 1e-3 : row.unit == "us" ? 1e-6 : 0;
  if (unit == 0) return fmt::format("{:.3g} {}", row.value, row.unit);
  const double seconds = row.value * unit;
  if (seconds < 1e-6) return fmt::format("{:.4g} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
  return fmt::format("{:.4g} s", seconds);
}

std::string as_text(const std::vector<Measured>& rows) {
  std::string out;
  for (const Measured& row : rows)
    out += fmt::format("{:<8} {:<60} {:>14}\n", row.part, row.name, with_unit(row));
  return out;
}

std::string as_json(const std::vector<Measured>& rows) {
  std::string out;
  for (const Measured& row : rows)
    out += fmt::format("{}    {{\"part\": {}, \"name\": {}, \"value\": {}, \"unit\": {}}}",
                       out.empty() ? "" : ",\n", json_string(row.part), json_string(row.name),
                       json_number(row.value), json_string(row.unit));
  return fmt::format("{{\n  \"version\": 1,\n  \"benchmarks\": [\n{}\n  ]\n}}\n", out);
}

}  // namespace

int bench(Work& work) {
  std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  const std::string wanted = work.arguments.text("--part");
  const Attentive looking;
  Bench all(work, std::move(*fresh));
  if (wanted == "all" || wanted == "program") all.run();
  for (const std::string& part : bench_parts())
    if (!interrupted() && (wanted == "all" || wanted == part))
      run_bench_program(work, part, all.rows());
  if (interrupted()) return work.status = status_interrupted;
  std::erase_if(all.rows(), [&](const Measured& row) {
    return row.name.find(work.arguments.text("--filter")) == std::string::npos;
  });
  Data data(work, "");
  data.write(work.arguments.has("--json") ? as_json(all.rows()) : as_text(all.rows()));
  data.finish();
  return work.status;
}

}  // namespace limber::cli
