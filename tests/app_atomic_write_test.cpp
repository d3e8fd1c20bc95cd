#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "app/files/atomic_write.h"
#include "tests/failing_io.h"
#include "tests/power_cut.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  const Result<FileText> file = read_file(path);
  return file ? file->bytes : "<" + file.error().message + ">";
}

}  // namespace

TEST_CASE(
    "whatever system call fails, once or for ever, the old file or the new one is there, whole") {
  const ScratchFolder folder;
  const fs::path path = folder.path / "drawing.limber";
  const std::string old_text(5000, 'o'), new_text(9000, 'n');
  Io sound;
  for (const int error : {ENOSPC, EIO, EROFS, EDQUOT, EACCES})
    for (const bool for_ever : {false, true})
      for (int n = 1; n < 20; ++n) {
        REQUIRE(atomic_write(path, old_text, sound));
        FailingIo io(n, error, for_ever);
        const Result<FileStamp> result = atomic_write(path, new_text, io);
        CAPTURE(n);
        CAPTURE(std::strerror(error));
        if (result)
          CHECK(contents(path) == new_text);
        else
          CHECK((contents(path) == old_text || contents(path) == new_text));
        if (!result) CHECK(result.error().message.find("Cannot save") == 0);
        if (n > io.calls) CHECK(result);  // nothing failed after all
        for (const auto& entry : fs::directory_iterator(folder.path)) fs::remove(entry.path());
      }
}

TEST_CASE("a full disk is called by its name, and the temporary file is gone") {
  const ScratchFolder folder;
  const fs::path path = folder.path / "a.limber";
  FailingIo io(2, ENOSPC, false);
  const Result<FileStamp> result = atomic_write(path, "text", io);
  REQUIRE(!result);
  CHECK(result.error().message.find("the disk is full") != std::string::npos);
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("short writes and interruptions lose nothing") {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i);
  SlowIo io;
  REQUIRE(atomic_write(folder.path / "slow", text, io));
  CHECK(contents(folder.path / "slow") == text);
}

TEST_CASE("the state before the last save stays as .bak, the mode is kept, a link is followed") {
  const ScratchFolder folder;
  const fs::path real = folder.path / "real.limber", link = folder.path / "link.limber";
  Io io;
  REQUIRE(atomic_write(real, "one", io));
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(real, link);
  REQUIRE(atomic_write(link, "two", io));
  CHECK(fs::is_symlink(link));
  CHECK(contents(real) == "two");
  CHECK(contents(real.string() + ".bak") == "one");
  struct stat s;
  REQUIRE(::stat(real.c_str(), &s) == 0);
  CHECK((s.st_mode & 0777) == 0600);
}

TEST_CASE("a change by another program is noticed, a mere touch is not") {
  const ScratchFolder folder;
  const fs::path path = folder.path / "a.limber";
  Io io;
  const Result<FileStamp> stamp = atomic_write(path, "ours", io);
  REQUIRE(stamp);
  CHECK(!changed_since(path, *stamp));
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(5));
  CHECK(!changed_since(path, *stamp));
  std::ofstream(path) << "other";
  CHECK(changed_since(path, *stamp));
  fs::remove(path);
  CHECK(!changed_since(path, *stamp));
}

TEST_CASE("a read-only file stays, whoever asks; a device is written to, not replaced") {
  const ScratchFolder folder;
  const fs::path path = folder.path / "a.limber";
  Io io;
  REQUIRE(atomic_write(path, "one", io));
  fs::permissions(path, fs::perms::owner_read);
  const Result<FileStamp> refused = atomic_write(path, "two", io);
  REQUIRE(!refused);
  CHECK(refused.error().message.find("the file is read-only") != std::string::npos);
  CHECK(contents(path) == "one");
  CHECK(atomic_write("/dev/null", "text", io));
  CHECK(fs::is_character_file("/dev/null"));
  if (!fs::is_character_file("/dev/full")) return;
  const Result<FileStamp> full = atomic_write("/dev/full", "text", io);
  REQUIRE(!full);
  CHECK(full.error().message.find("the disk is full") != std::string::npos);
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("folders, missing files and missing folders are refused in words") {
  const ScratchFolder folder;
  Io io;
  CHECK(read_file(folder.path).error().message.find("it is a folder") != std::string::npos);
  CHECK(read_file(folder.path / "no").error().message.find("no such file") != std::string::npos);
  CHECK(!atomic_write(folder.path, "text", io));
  CHECK(!atomic_write(folder.path / "no" / "where", "text", io));
}

// Both links were replaced by a file of their own name, and what they stood for was forgotten.
TEST_CASE(
    "saving to a link whose file is not there makes that file; a circle of links is refused") {
  const ScratchFolder folder;
  Io io;
  const fs::path link = folder.path / "link.limber";
  fs::create_directory(folder.path / "shared");
  fs::create_symlink("shared/drawing.limber", link);
  REQUIRE(atomic_write(link, "text", io));
  CHECK(fs::is_symlink(link));
  CHECK(contents(folder.path / "shared" / "drawing.limber") == "text");

  const fs::path nowhere = folder.path / "nowhere.limber";
  fs::create_symlink("missing/drawing.limber", nowhere);
  CHECK(!atomic_write(nowhere, "text", io));
  CHECK(fs::is_symlink(nowhere));

  const fs::path one = folder.path / "one.limber", two = folder.path / "two.limber";
  fs::create_symlink("two.limber", one);
  fs::create_symlink("one.limber", two);
  const Result<FileStamp> refused = atomic_write(one, "text", io);
  REQUIRE(!refused);
  CHECK(refused.error().message.find("its links lead round in a circle") != std::string::npos);
  CHECK(fs::is_symlink(one));
  CHECK(fs::is_symlink(two));
}

// At most one of them may be there, and it is the newest that was sure.
TEST_CASE("after a power cut in the middle of saving the old file or the new one is there, whole") {
  const ScratchFolder folder;
  PowerCutIo io;
  const fs::path path = folder.path / "drawing.limber";
  std::vector<std::size_t> saved;  // the moment after each
  for (const char* text : {"one", "two", "three"}) {
    REQUIRE(atomic_write(path, std::string(100, *text) + text, io));
    saved.push_back(io.calls());
  }
  std::mt19937 random(1990);
  for (std::size_t moment = saved[0]; moment <= io.calls(); ++moment)
    for (int trial = 0; trial < 6; ++trial) {
      const ScratchFolder disk;
      io.build(disk.path, moment, random);
      const std::string found = contents(disk.path / "drawing.limber");
      CAPTURE(moment);
      const std::string one = std::string(100, 'o') + "one", two = std::string(100, 't') + "two",
                        three = std::string(100, 't') + "three";
      if (moment < saved[1])
        CHECK((found == one || found == two));
      else
        CHECK((found == (moment < saved[2] ? two : three) || found == three));
    }
}
