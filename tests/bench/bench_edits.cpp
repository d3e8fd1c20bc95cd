// What an edit of a large drawing costs, and what its undo holds: edits go through the Editor, as
// those of tools and panels do, without a window.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "app/editor/editor.h"
#include "app/edits/line.h"
#include "app/files/document_file.h"
#include "tests/bench/rows.h"

using namespace limber;

namespace {

// Separate pairs of bars, the first nailed to the paper, the second to the first.
std::string pairs_of_bars(int curves) {
  std::string bars, points, constraints;
  const auto row = [](std::string& list, const std::string& text) {
    list += (list.empty() ? "\n    {" : ",\n    {") + text + "}";
  };
  for (int i = 0; i < curves; ++i) {
    const std::string n = std::to_string(i), x = std::to_string(i % 100 * 20),
                      y = std::to_string(i / 100 * 20), x1 = std::to_string(i % 100 * 20 + 10);
    row(bars, "\"name\": \"bar" + n + "\", \"type\": \"line\", \"q\": {\"a.x\": " + x +
                  ", \"a.y\": " + y + ", \"b.x\": " + x1 + ", \"b.y\": " + y + "}");
    row(points, "\"name\": \"end" + n + "\", \"curve\": \"bar" + n + "\", \"t\": 0");
    row(constraints, "\"name\": \"joint" + n + "\", \"kind\": \"coincident\", \"on\": [\"end" + n +
                         "\", [" + x + ", " + y + "]]");
  }
  return "{\n  \"limber\": 3,\n  \"curves\": [" + bars + "\n  ],\n  \"connectors\": [" + points +
         "\n  ],\n  \"constraints\": [" + constraints + "\n  ]\n}\n";
}

// Of the processor: what other programs do does not count.
double milliseconds(const std::function<void()>& work) {
  const auto used = [] {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  };
  const double began = used();
  work();
  return used() - began;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

bool perform(Editor& editor, const std::string& line) {
  const Result<Edit> edit = read_edit(line);
  if (edit && editor.perform(*edit)) return true;
  std::fprintf(stderr, "not done: %s (%s)\n", line.c_str(), editor.message().c_str());
  return false;
}

// Each verb a few times, on other things each time, with # for the number of the time.
const std::vector<std::pair<const char*, const char*>> verbs = {
    {"name", "name bar1# other#"},
    {"style", "style bar2# stroke=red"},
    {"move", "move bar3# by 1 1"},
    {"draw", "draw circle c.x=3 r=10"},
    {"nail", "nail bar4#@1"},
    {"constrain", "constrain fixed_length bar5#.length 9"},
    {"set", "set bar6#.b.y 3"},
    {"text", "text hello at 3 4"},
    {"order", "order front bar7#"},
    {"delete", "delete bar8#"},
};

std::string numbered(std::string line, int number) {
  for (std::size_t at = 0; (at = line.find('#', at)) != std::string::npos;)
    line.replace(at, 1, std::to_string(number));
  return line;
}

void print_verbs(const Document& small, const Document& large) {
  std::printf("an edit and its undo, milliseconds of the processor (median of 15)\n%-12s %10s %10s %12s\n", "verb",
              "100", "10,000", "undo 10,000");
  for (const auto& [verb, line] : verbs) {
    double cost[2] = {}, back = 0;
    for (const bool big : {false, true}) {
      Editor editor(big ? large : small);
      std::vector<double> times, backs;
      for (int i = 0; i < 16; ++i) {
        const std::string text = big ? numbered(line, i + 100) : numbered(line, 0);
        times.push_back(milliseconds([&] { (void)perform(editor, text); }));
        backs.push_back(milliseconds([&] { editor.undo(); }));
      }
      times.erase(times.begin());  // it reads the code and the drawing into the caches
      cost[big] = median(times);
      back = median(backs);
    }
    std::printf("%-12s %10.3f %10.3f %12.3f\n", verb, cost[0], cost[1], back);
    bench_row(std::string("edit ") + verb + " of 10,000 curves", cost[1], "ms");
  }
}

// 10,000 steps, each of which moves one curve: how much memory they hold, and a step's time.
void print_history(const Document& document) {
  const double before = resident_megabytes();
  Editor editor(document);
  for (std::size_t i = 1; i < History::max_steps; ++i)
    if (!perform(editor, "move bar" + std::to_string(i % 300) + " by 0.1 0.1")) return;
  const double after = resident_megabytes();
  std::vector<double> steps;
  while (editor.history().can_undo()) steps.push_back(milliseconds([&] { editor.undo(); }));
  while (editor.history().can_redo()) steps.push_back(milliseconds([&] { editor.redo(); }));
  std::printf(
      "\n%zu steps of 300 curves and 300 constraints: %.0f MB resident beside the drawing "
      "(%.0f MB by our own count)\na step back or forth: median %.3f ms, longest %.3f ms\n",
      editor.history().size(), after - before,
      static_cast<double>(editor.history().bytes()) / (1 << 20), median(steps),
      *std::max_element(steps.begin(), steps.end()));
  bench_row("history of 10,000 steps", after - before, "MB");
  bench_row("a step of undo, median", median(steps), "ms");
}

}  // namespace

int main() {
  const Result<Document> fresh = empty_document();
  if (!fresh) return 1;
  const auto drawing = [&](int curves) { return from_json(pairs_of_bars(curves), *fresh, nullptr); };
  const Result<Document> small = drawing(100), middle = drawing(300), large = drawing(10000);
  if (!small || !middle || !large) {
    std::fprintf(stderr, "%s\n", (small ? middle ? large : middle : small).error().message.c_str());
    return 1;
  }
  print_verbs(*small, *large);
  print_history(*middle);
  return 0;
}
