#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "app/files/atomic_write.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

// Fails its n-th call, and from then on all of them if it is for ever.
class FailingIo : public Io {
 public:
  FailingIo(int which, int error, bool for_ever)
      : left_(which), error_(error), for_ever_(for_ever) {}
  int calls = 0;
  int open(const char* p, int f, mode_t m) override {
    return fails() ? -error_ : Io::open(p, f, m);
  }
  ssize_t write(int f, const void* b, std::size_t n) override {
    return fails() ? -error_ : Io::write(f, b, n);
  }
  int fchmod(int f, mode_t m) override { return fails() ? -error_ : Io::fchmod(f, m); }
  int fsync(int f) override { return fails() ? -error_ : Io::fsync(f); }
  int close(int f) override {
    const int status = Io::close(f);  // a failing close still closes
    return fails() ? -error_ : status;
  }
  int link(const char* a, const char* b) override { return fails() ? -error_ : Io::link(a, b); }
  int rename(const char* a, const char* b) override { return fails() ? -error_ : Io::rename(a, b); }
  int unlink(const char* p) override { return fails() ? -error_ : Io::unlink(p); }

 private:
  bool fails() {
    ++calls;
    if (--left_ == 0) return true;
    return for_ever_ && left_ < 0;
  }
  int left_, error_;
  bool for_ever_;
};

// Writes a few bytes at a time, and is interrupted now and then.
class SlowIo : public Io {
 public:
  ssize_t write(int f, const void* b, std::size_t n) override {
    if (++calls_ % 3 == 0) return -EINTR;
    return Io::write(f, b, std::min<std::size_t>(n, 7));
  }

 private:
  int calls_ = 0;
};

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
