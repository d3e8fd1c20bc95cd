#include "app/cli/bench_programs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/cli/work.h"

namespace limber::cli {
namespace {

namespace fs = std::filesystem;

// A file of our own for the rows, gone when we are done.
struct RowsFile {
  std::string name = (fs::temp_directory_path() / "limber-bench-XXXXXX").string();
  bool made = false;
  RowsFile() {
    const int file = mkstemp(name.data());
    made = file >= 0;
    if (made) close(file);
  }
  ~RowsFile() {
    if (made) unlink(name.c_str());
  }
  RowsFile(const RowsFile&) = delete;
  RowsFile& operator=(const RowsFile&) = delete;
};

// What it prints for people goes to standard error when much is asked for, else nowhere. True when
// it ended well.
bool run(const std::string& program, const std::string& rows, bool verbose) {
  std::string setting = "LIMBER_BENCH_ROWS=" + rows, name = program;
  std::vector<char*> environment;
  for (char** one = environ; *one; ++one) environment.push_back(*one);
  environment.push_back(setting.data());
  environment.push_back(nullptr);
  char* argv[] = {name.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (verbose)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawn(&child, name.c_str(), &actions, nullptr, argv, environment.data());
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return failed == 0 && waitpid(child, &status, 0) == child && status == 0;
}

void read_rows(const std::string& file, const std::string& part, std::vector<Measured>& rows) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (second == std::string::npos) continue;
    Measured row{part, line.substr(0, first), 0, line.substr(second + 1)};
    const auto [end, error] =
        std::from_chars(line.data() + first + 1, line.data() + second, row.value);
    if (error == std::errc() && end == line.data() + second) rows.push_back(std::move(row));
  }
}

}  // namespace

const std::vector<std::string>& bench_parts() {
  static const std::vector<std::string> all = {"algebra", "solver",  "codegen",
                                               "curves",  "measure", "mass",    "peers",
                                               "edits",   "frame",   "snap",   "start"};
  return all;
}

void run_bench_program(Work& work, const std::string& part, std::vector<Measured>& rows) {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  const fs::path program = folder / ("bench_" + part);
  if (failed || !fs::exists(program, failed))
    return work.console.note(
        fmt::format("{} was not built: cmake --build build/release --target bench_{}", part, part));
  const RowsFile file;
  work.console.detail(fmt::format("bench_{}", part));
  if (!file.made || !run(program.string(), file.name, work.console.verbose))
    work.console.warn(fmt::format("bench_{} did not end well; its rows may be missing", part));
  read_rows(file.name, part, rows);
}

}  // namespace limber::cli
