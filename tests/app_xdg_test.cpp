#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>

#include "app/files/xdg.h"
#include "tests/failing_io.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

Environment with(std::map<std::string, std::string> variables) {
  return [variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

mode_t mode_of(const fs::path& path) {
  struct stat s;
  REQUIRE(::stat(path.c_str(), &s) == 0);
  return s.st_mode & 0777;
}

}  // namespace

TEST_CASE("the program's folders are where the desktop's rules say") {
  const Environment home = with({{"HOME", "/home/a"}});
  CHECK(own_folder(OwnFolder::config, home) == "/home/a/.config/limber");
  CHECK(own_folder(OwnFolder::data, home) == "/home/a/.local/share/limber");
  CHECK(own_folder(OwnFolder::state, home) == "/home/a/.local/state/limber");
  CHECK(own_folder(OwnFolder::cache, home) == "/home/a/.cache/limber");
  const Environment given = with({{"HOME", "/home/a"}, {"XDG_STATE_HOME", "/var/b"}});
  CHECK(own_folder(OwnFolder::state, given) == "/var/b/limber");
  CHECK(own_folder(OwnFolder::config, given) == "/home/a/.config/limber");
  CHECK(own_folder(OwnFolder::state, with({})).empty());
}

TEST_CASE("LIMBER_HOME holds all of them; values that are not absolute do not count") {
  const Environment own = with({{"LIMBER_HOME", "/t"}, {"HOME", "/h"}, {"XDG_STATE_HOME", "/x"}});
  CHECK(own_folder(OwnFolder::state, own) == "/t/state");
  CHECK(own_folder(OwnFolder::config, own) == "/t/config");
  const Environment odd = with(
      {{"LIMBER_HOME", "t"}, {"HOME", "/h"}, {"XDG_STATE_HOME", "../x"}, {"XDG_DATA_HOME", ""}});
  CHECK(own_folder(OwnFolder::state, odd) == "/h/.local/state/limber");
  CHECK(own_folder(OwnFolder::data, odd) == "/h/.local/share/limber");
  CHECK(own_folder(OwnFolder::state, with({{"HOME", "h"}})).empty());
}

TEST_CASE("a private folder is made whole, for its user alone; a lax one of ours is closed") {
  const ScratchFolder scratch;
  Io io;
  const fs::path path = scratch.path / "a" / "b" / "c";
  REQUIRE(make_private_folder(path, io));
  CHECK(mode_of(path) == 0700);
  CHECK(mode_of(path.parent_path()) == 0700);
  REQUIRE(chmod(path.c_str(), 0777) == 0);
  REQUIRE(make_private_folder(path, io));
  CHECK(mode_of(path) == 0700);
}

TEST_CASE("no private folder: a link, a file, another user's, no home, a full disk") {
  const ScratchFolder scratch;
  Io io;
  fs::create_directory(scratch.path / "real");
  fs::create_symlink(scratch.path / "real", scratch.path / "link");
  CHECK(!make_private_folder(scratch.path / "link", io));
  CHECK(make_private_folder(scratch.path / "link" / "below", io));  // a linked home is fine
  REQUIRE(io.close(io.open((scratch.path / "file").c_str(), O_CREAT | O_WRONLY, 0600)) == 0);
  CHECK(!make_private_folder(scratch.path / "file", io));
  CHECK(!make_private_folder(scratch.path / "file" / "below", io));
  CHECK(!make_private_folder("", io));
  CHECK(!make_private_folder("relative", io));
  if (geteuid() == 0) {
    fs::create_directory(scratch.path / "theirs");
    REQUIRE(chown((scratch.path / "theirs").c_str(), 65534, 65534) == 0);
    CHECK(make_private_folder(scratch.path / "theirs", io).error().message.find("another user") !=
          std::string::npos);
  }
  FailingIo full(1, ENOSPC, true);
  CHECK(make_private_folder(scratch.path / "new", full).error().message.find("disk is full") !=
        std::string::npos);
}
