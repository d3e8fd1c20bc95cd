#include "tests/program.h"

#include <doctest/doctest.h>
#include <fcntl.h>
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

// Files instead of pipes: no amount of output can block.
Ran run_limber(const std::vector<std::string>& words, const std::string& input,
               const std::string& folder) {
  const std::string scratch = scratch_folder();
  const std::string in = scratch + "/stdin", out = scratch + "/stdout", err = scratch + "/stderr";
  write_contents(in, input);
  const std::string program = limber_program();
  std::vector<std::string> all{program};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const std::string where = folder.empty() ? source_folder() : folder;
  posix_spawn_file_actions_addchdir_np(&actions, where.c_str());
  pid_t child = 0;
  const int failed = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  REQUIRE_MESSAGE(failed == 0, program);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  Ran ran;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = contents(out);
  ran.err = contents(err);
  return ran;
}

}  // namespace limber
