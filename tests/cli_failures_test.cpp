// When the disk is full, the file read-only, the display missing, the person impatient: what was
// there stays, nothing half done is left, and one sentence says why.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "tests/program.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

const std::string four_bar = "data/drawings/four-bar.limber";

// Commands that write a file, the file last.
std::vector<std::vector<std::string>> writers() {
  return {
      {"render", four_bar, "--size", "640x480", "-o"},
      {"simulate", four_bar, "--trace", "P.x,P.y", "--seconds", "20", "-o"},
      {"simulate", four_bar, "--save"},
      {"pull", four_bar, "data/drawings/four-bar.pull", "--record"},
      {"pull", four_bar, "data/drawings/four-bar.pull", "-o"},
      {"convert", "data/drawings/chain-of-100.limber", "-o"},
      {"curve", "circle", "--preview"},
  };
}

std::string suffix_for(const std::vector<std::string>& words) {
  return words[0] == "render" || words[0] == "curve" ? ".png" : ".txt";
}

// A folder on a disk of its own, of so few bytes; empty when we may not have one.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& bytes) {
    folder_ = scratch_folder() + "/disk";
    fs::create_directories(folder_);
    mounted_ = mount("none", folder_.c_str(), "tmpfs", 0, ("size=" + bytes).c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount(folder_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted() const { return mounted_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  bool mounted_ = false;
};

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("on a full disk the old file stays, and nothing else is left behind") {
  const SmallDisk disk("4k");
  if (!disk.mounted()) {
    MESSAGE(
        "no small disk may be mounted here; the failing system calls of app_atomic_write do it");
    return;
  }
  for (std::vector<std::string> words : writers()) {
    const std::string file = disk.folder() + "/result" + suffix_for(words);
    words.push_back(file);
    CAPTURE(words[0] + " " + words[words.size() - 2]);
    write_contents(file, "old");
    const Ran ran = run_limber(words);
    CAPTURE(ran.err);
    CHECK(ran.status == 1);
    CHECK(ran.err.find("the disk is full") != std::string::npos);
    CHECK(contents(file) == "old");
    CHECK(files_in(disk.folder()) == 1);
    fs::remove(file);
  }
}

TEST_CASE("a device that takes nothing is a failure, and stays a device") {
  if (!fs::is_character_file("/dev/full")) return;
  const Ran ran = run_limber({"simulate", four_bar, "--trace", "P.x", "-o", "/dev/full"});
  CHECK(ran.status == 1);
  CHECK(ran.err.find("the disk is full") != std::string::npos);
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("standard output that is full or closed is told, for every command that prints") {
  if (!fs::is_character_file("/dev/full")) return;
  const std::string program = limber_program(), at = "cd " + source_folder() + " && ";
  for (const std::string& words :
       std::vector<std::string>{"info", "help", "--help", "actions", "check " + four_bar,
                                "curve circle", "fmt " + four_bar, "simulate --hash " + four_bar,
                                "completions bash", "help --man", "render -o - " + four_bar}) {
    CAPTURE(words);
    const std::string err = scratch_folder() + "/err";
    for (const std::string to : {">/dev/full", ">&-"}) {
      const int status = std::system((at + program + " " + words + " 2>" + err + " " + to).c_str());
      CHECK(WEXITSTATUS(status) == 1);
      CHECK(contents(err).find("standard output cannot be written") != std::string::npos);
    }
  }
}

TEST_CASE("an input or a read-only file is not written over") {
  const std::string file = scratch_folder() + "/mine.limber",
                    text = contents(source_folder() + "/" + four_bar);
  write_contents(file, text);
  fs::permissions(file, fs::perms::owner_read);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"simulate", four_bar, "--save", file},
        {"convert", four_bar, "-o", file},
        {"fmt", "--in-place", file}}) {
    const Ran ran = run_limber(words);
    CHECK(ran.status == 1);
    CHECK(ran.err.find("the file is read-only") != std::string::npos);
  }
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const std::string link = scratch_folder() + "/link.limber";
  fs::create_symlink(file, link);
  const Ran ran = run_limber({"simulate", file, "--save", link});
  CHECK(ran.status == 2);
  CHECK(ran.err.find("this is the input") != std::string::npos);
  CHECK(contents(file) == text);
}

TEST_CASE("Ctrl+C ends a long run with status 130 and leaves no file") {
  const std::string folder = scratch_folder() + "/interrupted";
  fs::create_directories(folder);
  write_contents(folder + "/old.csv", "old");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"simulate", "data/drawings/jansen-leg.limber", "--seconds",
                                 "100000", "--trace", "foot.x", "-o", folder + "/old.csv"},
        {"render", "data/drawings/jansen-leg.limber", "--time", "100000s", "-o",
         folder + "/a.png"}}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      const Ran ran = interrupt_limber(words, signal);
      CAPTURE(ran.err);
      CHECK(ran.status == 130);
      CHECK(files_in(folder) == 1);
      CHECK(contents(folder + "/old.csv") == "old");
    }
  }
}

TEST_CASE("without a display the window says so and ends") {
  const std::string err = scratch_folder() + "/err";
  for (const std::string environment : {"env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER",
                                        "env -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER DISPLAY=:987"}) {
    CAPTURE(environment);
    const int status = std::system((environment + " " + limber_program() + " 2>" + err).c_str());
    CHECK(WEXITSTATUS(status) == 1);
    CHECK(contents(err).find("Cannot open a window") != std::string::npos);
    CHECK(contents(err).find("limber render") != std::string::npos);
  }
}
