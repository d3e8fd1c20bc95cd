// What giving away and taking in costs, start of the process included, in time of the processor; beside it the time
// that was set as a goal, and the share of it that is used.
//   bench_exchange [FOLDER]   where the files are made
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/places.h"

extern char** environ;

namespace {

namespace fs = std::filesystem;

struct Cost {
  double processor = 0, clock = 0;  // seconds
  int status = 0;
};

Cost run(std::vector<std::string> words) {
  words.insert(words.begin(), limber::limber_program());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto begun = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0) return {0, 0, 127};
  Cost cost;
  rusage used{};
  wait4(child, &cost.status, 0, &used);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  cost.processor = seconds(used.ru_utime) + seconds(used.ru_stime);
  cost.clock = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return cost;
}

// The best of some tries: what others do on the machine is not counted.
void row(const std::string& what, double goal, int tries, const std::vector<std::string>& words) {
  Cost best{1e9, 1e9, 0};
  for (int k = 0; k < tries; ++k) {
    const Cost now = run(words);
    best.status |= now.status;
    best.processor = std::min(best.processor, now.processor);
    best.clock = std::min(best.clock, now.clock);
  }
  fmt::print("{:44} {:8.3f} s processor {:8.3f} s clock  goal {:5.2f} s: {:.2f}{}\n", what, best.processor, best.clock,
             goal, best.clock / goal, best.status ? "  FAILED" : "");
  std::fflush(stdout);
}

// Paths, circles and groups, five million bytes of them.
void write_large_svg(const fs::path& file) {
  std::ofstream out(file);
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2000 2000'>\n";
  for (int k = 0; out.tellp() < 5'000'000; ++k) {
    const double x = 7 * (k % 280), y = 7 * (k / 280 % 280);
    out << fmt::format("<g id='g{0}'><path id='p{0}' d='M {1} {2}", k, x, y);
    for (int n = 1; n <= 40; ++n)
      out << fmt::format(" c {:.3f} {:.3f} {:.3f} {:.3f} {:.3f} {:.3f}", 0.1 * n, 0.3, 0.2 * n, -0.4, 0.25, 0.05 * n);
    out << fmt::format("' fill='none' stroke='#336'/><circle cx='{}' cy='{}' r='2'/></g>\n", x, y);
  }
  out << "</svg>\n";
}

}  // namespace

int main(int count, char** words) {
  const fs::path folder = count > 1 ? fs::path(words[1]) : fs::temp_directory_path() / "limber-bench-exchange";
  fs::create_directories(folder);
  const std::string four_bar = limber::data_folder() + "/drawings/four-bar.limber",
                    gears = limber::data_folder() + "/drawings/gear-pair.limber";
  const auto to = [&](const char* name) { return (folder / name).string(); };
  row("SVG of a four-bar", 0.05, 9, {"render", four_bar, "-o", to("out.svg")});
  row("SVG of a gear pair", 0.05, 9, {"render", gears, "-o", to("out.svg")});
  row("PDF of a four-bar", 0.1, 9, {"render", four_bar, "-o", to("out.pdf")});
  row("PDF of a gear pair", 0.1, 9, {"render", gears, "-o", to("out.pdf")});
  write_large_svg(folder / "large.svg");
  row("an SVG of 5 MB in", 1, 3, {"import", to("large.svg"), "-o", to("large.limber")});
  for (const char* name : {"film.webp", "film.apng", "film.gif", "film.mp4", "film.webm"}) {
    // 50 frames a second is the most a GIF has.
    const std::string rate = std::string(name).ends_with("gif") ? "50" : "60";
    row(std::string("10 s of a four-bar at ") + rate + " fps, 720p, " + name, 10, 1,
        {"render", four_bar, "--film", "--seconds", "10", "--fps", rate, "-o", to(name)});
    fmt::print("{:44} {} bytes\n", "", fs::exists(folder / name) ? fs::file_size(folder / name) : 0);
  }
}
