#include "tests/program.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace limber {
namespace {

namespace fs = std::filesystem;

struct Scratch {
  std::string folder;
  Scratch() {
    char name[] = "/tmp/limber-tests-XXXXXX";
    folder = mkdtemp(name);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
};

}  // namespace

std::string scratch_folder() {
  static const Scratch scratch;
  return scratch.folder;
}

std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE_MESSAGE(in, file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void write_contents(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  REQUIRE_MESSAGE(out.good(), file);
}

namespace {

struct Streams {
  std::string in, out, err;
};
Streams streams() {
  const std::string folder = scratch_folder();
  return {folder + "/stdin", folder + "/stdout", folder + "/stderr"};
}

// Files instead of pipes: no amount of output can block.
pid_t start(const std::string& program, const std::vector<std::string>& words,
            const std::string& input, const std::string& folder,
            const std::vector<std::string>& environment) {
  const auto [in, out, err] = streams();
  write_contents(in, input);
  std::vector<std::string> all{program};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<char*> variables;
  for (const std::string& each : environment) variables.push_back(const_cast<char*>(each.c_str()));
  for (char** each = environ; *each; ++each) variables.push_back(*each);
  variables.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const std::string where = folder.empty() ? source_folder() : folder;
  posix_spawn_file_actions_addchdir_np(&actions, where.c_str());
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, program.c_str(), &actions, nullptr, argv.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  REQUIRE_MESSAGE(failed == 0, program);
  return child;
}

Ran finish(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  Ran ran;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = contents(streams().out);
  ran.err = contents(streams().err);
  return ran;
}

// Whether the process has a handler for the signal by now, or is gone.
bool listens(pid_t child, int signal) {
  std::ifstream in("/proc/" + std::to_string(child) + "/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("SigCgt:"))
      return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
  return true;
}

}  // namespace

Ran run_limber(const std::vector<std::string>& words, const std::string& input,
               const std::string& folder, const std::vector<std::string>& environment) {
  return finish(start(limber_program(), words, input, folder, environment));
}

bool has_program(const std::string& name) {
  std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  missing("there is no " + name + " (./test installs what the tests need)");
  return false;
}

namespace {
bool all_wanted() { return std::getenv("LIMBER_TEST_ALL") != nullptr; }
}  // namespace

void missing(const std::string& what) {
  if (all_wanted()) FAIL_CHECK(what);
  else MESSAGE("skipped: " << what);
}

bool long_tests() {
  if (!all_wanted()) MESSAGE("skipped: ./test --all looks at it");
  return all_wanted();
}

std::string shown_by_chromium(const std::string& page, int width, int height, int zoom) {
  const std::string file = scratch_folder() + "/shown.html", picture = file + ".png";
  write_contents(file, page);
  std::error_code ignored;
  fs::remove(picture, ignored);
  const Ran ran = run_program(
      "chromium", {"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=" + std::to_string(zoom),
                   "--window-size=" + std::to_string((width + zoom - 1) / zoom) + "," + std::to_string((height + zoom - 1) / zoom),
                   "--user-data-dir=" + scratch_folder() + "/chromium", "--screenshot=" + picture, "file://" + file});
  CAPTURE(ran.err);
  REQUIRE(fs::exists(picture));
  return contents(picture);
}

Ran run_program(const std::string& program, const std::vector<std::string>& words,
                const std::string& input) {
  return finish(start(program, words, input, {}, {}));
}

Ran interrupt_limber(const std::vector<std::string>& words, int signal) {
  const pid_t child = start(limber_program(), words, {}, {}, {});
  while (!listens(child, signal)) usleep(1000);
  kill(child, signal);
  return finish(child);
}

}  // namespace limber
