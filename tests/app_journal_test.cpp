#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "app/files/journal.h"
#include "app/files/recovery.h"
#include "tests/failing_io.h"
#include "tests/power_cut.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

const Origin crank{"crank", "/home/someone/drawings/a crank %.limber", {1, 2, 3, -4, 5}};

std::string base_after(int lines) { return "{\n  \"done\": " + std::to_string(lines) + "\n}\n"; }
std::string line_number(int i) { return "step " + std::to_string(i) + " é"; }

Journal begin(const fs::path& folder, Io& io, const Origin& origin = crank) {
  Result<Journal> journal = Journal::begin(folder, origin, base_after(0), io);
  REQUIRE(journal);
  return *std::move(journal);
}

// Appends lines first ... last.
void append(Journal& journal, int first, int last) {
  for (int i = first; i <= last; ++i) REQUIRE(journal.append(line_number(i), 0));
}

Recovered recover(const Recoverable& one, Io& io) {
  Result<TakenJournal> taken = TakenJournal::take(one, io);
  REQUIRE(taken);
  const Result<Recovered> read = taken->read();
  REQUIRE(read);
  return *read;
}

// How many of the numbered lines are in it, counted from the very beginning; each in its place.
int steps_in(const Recovered& recovered) {
  int steps = 0;
  while (recovered.base != base_after(steps) && steps < 10000) ++steps;
  REQUIRE(recovered.base == base_after(steps));
  for (const std::string& line : recovered.lines) CHECK(line == line_number(++steps));
  return steps;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("what was appended is found after the end of the process, to the byte") {
  const ScratchFolder folder;
  Io io;
  {
    Journal journal = begin(folder.path, io);
    append(journal, 1, 20);
  }
  const std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 1);
  CHECK(all[0].origin == crank);
  CHECK(all[0].left_by == LeftBy::crash);
  const Recovered recovered = recover(all[0], io);
  CHECK(recovered.origin == crank);
  CHECK(recovered.damage == "");
  CHECK(recovered.base == base_after(0));
  CHECK(steps_in(recovered) == 20);
}

TEST_CASE("a name and a path of any bytes come back as they were") {
  const ScratchFolder folder;
  Io io;
  for (const Origin& origin :
       {Origin{"", "", {}}, Origin{"a b\n%41\x1b[2J", "/tmp/\xff\xfe \t%", {~0ull, 0, 7, 1, 1}}}) {
    Journal journal = begin(folder.path, io, origin);
    const fs::path copy = folder.path / "copy.journal";
    fs::copy_file(journal.path(), copy);
    const std::vector<Recoverable> all = find_recoverable(folder.path, io);
    REQUIRE(all.size() == 1);
    CHECK(all[0].origin == origin);
    fs::remove(copy);
    journal.remove();
  }
}

TEST_CASE("a new base takes the place of what led to it; it is wanted after 500 lines") {
  const ScratchFolder folder;
  Io io;
  {
    Journal journal = begin(folder.path, io);
    append(journal, 1, JournalLimits::lines_per_base - 1);
    CHECK(!journal.wants_base());
    append(journal, JournalLimits::lines_per_base, JournalLimits::lines_per_base);
    CHECK(journal.wants_base());
    REQUIRE(journal.restart(crank, base_after(JournalLimits::lines_per_base)));
    CHECK(!journal.wants_base());
    append(journal, JournalLimits::lines_per_base + 1, JournalLimits::lines_per_base + 3);
  }
  const std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 1);
  const Recovered recovered = recover(all[0], io);
  CHECK(recovered.lines.size() == 3);
  CHECK(steps_in(recovered) == JournalLimits::lines_per_base + 3);
}

TEST_CASE("long lines make a new base due before the journal is too large to be read") {
  const ScratchFolder folder;
  Io io;
  Journal journal = begin(folder.path, io);
  const std::string line(JournalLimits::line_bytes - 1, 'x');
  int lines = 0;
  for (; !journal.wants_base(); ++lines) REQUIRE(journal.append(line, 0));
  CHECK(fs::file_size(journal.path()) + line.size() < JournalLimits::bytes);
}

TEST_CASE("a live journal is never found, by this process or another; two windows have two") {
  const ScratchFolder folder;
  Io io;
  Journal one = begin(folder.path, io), two = begin(folder.path, io);
  CHECK(one.path() != two.path());
  append(one, 1, 3);
  CHECK(find_recoverable(folder.path, io).empty());
  REQUIRE(one.restart(crank, base_after(3)));  // another file by now, and as much alive
  CHECK(find_recoverable(folder.path, io).empty());
  const pid_t child = fork();
  if (child == 0) {
    // A lock is of the open file: the child, which has it too, asks by a file of its own.
    Io own;
    _exit(find_recoverable(folder.path, own).empty() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  { const Journal gone = std::move(two); }
  CHECK(find_recoverable(folder.path, io).size() == 1);
}

TEST_CASE("one that is taken cannot be taken again, until it is let go") {
  const ScratchFolder folder;
  Io io;
  { begin(folder.path, io); }
  const std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 1);
  {
    const Result<TakenJournal> taken = TakenJournal::take(all[0], io);
    REQUIRE(taken);
    CHECK(!TakenJournal::take(all[0], io));
    CHECK(find_recoverable(folder.path, io).empty());
  }
  CHECK(TakenJournal::take(all[0], io));
}

TEST_CASE("a journal of saved work is gone; one kept by choice says so") {
  const ScratchFolder folder;
  Io io;
  Journal saved = begin(folder.path, io), kept = begin(folder.path, io);
  saved.remove();
  append(kept, 1, 2);
  REQUIRE(kept.keep());
  const std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 1);
  CHECK(all[0].left_by == LeftBy::choice);
  CHECK(steps_in(recover(all[0], io)) == 2);
}

TEST_CASE("it is synced at rest, and no later than 2 s after a line; otherwise left alone") {
  struct CountingIo : Io {
    int syncs = 0;
    int fdatasync(int file) override {
      ++syncs;
      return Io::fdatasync(file);
    }
  } io;
  const ScratchFolder folder;
  Journal journal = begin(folder.path, io);
  REQUIRE(journal.rest());
  CHECK(io.syncs == 0);  // nothing to do
  double now = 100;
  REQUIRE(journal.append("a", now));
  REQUIRE(journal.flush_if_due(now + 0.5));
  CHECK(io.syncs == 0);
  REQUIRE(journal.append("b", now + 1));
  REQUIRE(journal.flush_if_due(now + 1.9));  // counted from the first one
  CHECK(io.syncs == 1);
  REQUIRE(journal.flush_if_due(now + 100));
  CHECK(io.syncs == 1);
  REQUIRE(journal.append("c", now + 101));
  REQUIRE(journal.rest());
  CHECK(io.syncs == 2);
  // Sixty lines a second for a minute: some sixty syncs, not thousands.
  for (now = 300; now < 360; now += 1.0 / 60) {
    REQUIRE(journal.append("d", now));
    REQUIRE(journal.flush_if_due(now));
  }
  CHECK(io.syncs < 65);
}

TEST_CASE("every prefix of a journal gives what was whole in it, or is refused in words") {
  const ScratchFolder folder;
  Io io;
  fs::path path;
  {
    Journal journal = begin(folder.path, io);
    append(journal, 1, 5);
    path = journal.path();
  }
  const std::string text = text_of(path);
  int most = -1;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const Result<Recovered> read = read_journal(std::string_view(text).substr(0, size));
    if (!read) {
      CHECK(most < 0);
      CHECK(read.error().message.starts_with("The unsaved work cannot be read: "));
      continue;
    }
    CHECK(read->damage == "");  // a torn last line was never finished
    const int steps = steps_in(*read);
    CHECK(steps >= most);
    most = steps;
  }
  CHECK(most == 5);
}

TEST_CASE("a damaged byte anywhere is noticed, and what stood before it is kept") {
  const ScratchFolder folder;
  Io io;
  fs::path path;
  {
    Journal journal = begin(folder.path, io);
    append(journal, 1, 5);
    path = journal.path();
  }
  const std::string text = text_of(path);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    const Result<Recovered> read = read_journal(damaged);
    CAPTURE(at);
    if (!read) continue;
    CHECK(read->damage != "");
    CHECK(steps_in(*read) < 5);
  }
  // A line left out, twice there, or moved is as bad as a damaged one.
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin + 1));
  std::swap(lines[lines.size() - 1], lines[lines.size() - 2]);
  std::string moved;
  for (const std::string& line : lines) moved += line;
  const Result<Recovered> read = read_journal(moved);
  REQUIRE(read);
  CHECK(read->damage != "");
  CHECK(steps_in(*read) == 3);
}

TEST_CASE("files planted in the folder are passed over, however they are made") {
  const ScratchFolder folder;
  Io io;
  const fs::path outside = folder.path / "outside";
  fs::path real;
  {
    Journal journal = begin(folder.path, io);
    real = journal.path();
  }
  fs::rename(real, outside);
  fs::create_symlink(outside, folder.path / "link.journal");
  fs::create_directory(folder.path / "folder.journal");
  REQUIRE(mkfifo((folder.path / "pipe.journal").c_str(), 0600) == 0);  // would block for ever
  std::ofstream(folder.path / "empty.journal");
  std::ofstream(folder.path / "text.journal") << "hello\n";
  std::ofstream(folder.path / "later.journal") << "limber journal 2\n";
  std::ofstream(folder.path / "long.journal") << "limber journal 1\n" << std::string(1 << 20, 'a');
  fs::resize_file(folder.path / "long.journal", JournalLimits::bytes * 4);  // with holes
  fs::copy_file(outside, folder.path / "name.txt");
  CHECK(find_recoverable(folder.path, io).empty());

  // One that begins well and is too large, or promises too large a base.
  fs::copy_file(outside, folder.path / "huge.journal");
  fs::resize_file(folder.path / "huge.journal", JournalLimits::bytes + 1);
  const std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 1);
  const Result<TakenJournal> taken = TakenJournal::take(all[0], io);
  REQUIRE(taken);
  CHECK(taken->read().error().message.find("larger than 200 MB") != std::string::npos);
}

TEST_CASE("of too many files only so many are looked at") {
  struct CountingIo : Io {
    int opened = 0;
    int open(const char* path, int flags, mode_t mode) override {
      ++opened;
      return Io::open(path, flags, mode);
    }
  } io;
  const ScratchFolder folder;
  for (int i = 0; i < JournalLimits::files + 100; ++i)
    std::ofstream(folder.path / (std::to_string(i) + ".journal"));
  find_recoverable(folder.path, io);
  CHECK(io.opened <= JournalLimits::files);
}

TEST_CASE("what was put off goes after seven days; what was never offered stays") {
  const ScratchFolder folder;
  Io io;
  { begin(folder.path, io); }
  { begin(folder.path, io); }
  std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 2);
  TakenJournal::take(all[1], io)->put_off();
  all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 2);
  const std::int64_t day = 86400, now = all[0].written;
  CHECK(tidy(all, now + 6 * day, io).size() == 2);
  const std::vector<Recoverable> stay = tidy(all, now + 8 * day, io);
  REQUIRE(stay.size() == 1);
  CHECK(stay[0].left_by == LeftBy::crash);
  CHECK(find_recoverable(folder.path, io).size() == 1);
}

TEST_CASE("too much that was put off goes, the oldest first") {
  const ScratchFolder folder;
  Io io;
  for (int i = 0; i < 3; ++i) {
    fs::path path;
    {
      Journal journal = begin(folder.path, io, {std::to_string(i), "", {}});
      path = journal.path();
    }
    fs::resize_file(path, JournalLimits::bytes / 2 - 1);
    const fs::path later = fs::path(path).replace_extension(".later");
    fs::rename(path, later);
    fs::last_write_time(later, fs::last_write_time(later) - std::chrono::hours(10 - i));
  }
  const std::vector<Recoverable> all = find_recoverable(folder.path, io);
  REQUIRE(all.size() == 3);
  const std::vector<Recoverable> stay = tidy(all, all[0].written, io);
  REQUIRE(stay.size() == 2);
  CHECK(stay[0].origin.name == "2");
  CHECK(stay[1].origin.name == "1");
}

TEST_CASE("half-written files that a crash left are removed; those of the living stay") {
  const ScratchFolder folder;
  Io io;
  const fs::path dead = folder.path / "a.journal.new", alive = folder.path / "b.journal.new";
  std::ofstream(dead) << "limber jour";
  std::ofstream(alive) << "limber jour";
  const int file = io.open(alive.c_str(), O_RDONLY, 0);
  REQUIRE(io.lock(file) == 0);
  CHECK(find_recoverable(folder.path, io).empty());
  CHECK(!fs::exists(dead));
  CHECK(fs::exists(alive));
  io.close(file);
}

TEST_CASE("whatever system call fails, once or for ever, it is said and nothing before is lost") {
  for (const int error : {ENOSPC, EIO})
    for (const bool for_ever : {false, true})
      for (int n = 1; n < 40; ++n) {
        const ScratchFolder folder;
        FailingIo io(n, error, for_ever);
        CAPTURE(n);
        CAPTURE(error);
        bool said = false;
        int taken = 0;
        bool begun = false;
        {
          Result<Journal> journal = Journal::begin(folder.path, crank, base_after(0), io);
          said = !journal;
          begun = static_cast<bool>(journal);
          for (int i = 1; journal && i <= 10; ++i) {
            const Result<bool> done = journal->append(line_number(i), i);
            if (done) taken = i;
            said |= !done;
            if (!done) {
              CHECK(done.error().message.starts_with("Your work cannot be kept for recovery: "));
              CHECK(journal->wants_base());
              if (journal->restart(crank, base_after(i))) taken = i;
            }
            said |= !journal->flush_if_due(i);
            if (journal->broken() && journal->restart(crank, base_after(i))) taken = i;
            if (i == 5 && journal->restart(crank, base_after(i))) taken = i;
          }
        }
        Io sound;
        const std::vector<Recoverable> all = find_recoverable(folder.path, sound);
        if (begun) REQUIRE(all.size() == 1);
        if (begun) CHECK(steps_in(recover(all[0], sound)) >= taken);
        if (!for_ever && begun) CHECK(steps_in(recover(all[0], sound)) == 10);
        if (for_ever && n < 5) CHECK(said);
        if (n > io.calls) CHECK(!said);
      }
}

TEST_CASE("a disk that fills up in the middle of a line loses no line before it") {
  for (std::size_t room = 0; room < 700; room += 13) {
    const ScratchFolder folder;
    FillingIo io(room);
    int taken = 0;
    bool begun = false;
    {
      Result<Journal> journal = Journal::begin(folder.path, crank, base_after(0), io);
      begun = static_cast<bool>(journal);
      for (int i = 1; journal && i <= 10 && journal->append(line_number(i), 0); ++i) taken = i;
    }
    const std::vector<Recoverable> all = find_recoverable(folder.path, io);
    REQUIRE(all.size() == (begun ? 1 : 0));
    if (begun) CHECK(steps_in(recover(all[0], io)) == taken);
    if (!begun) CHECK(fs::is_empty(folder.path));
  }
}

TEST_CASE(
    "after a power cut at any moment everything that was synced is there, and nothing false") {
  const ScratchFolder folder;
  PowerCutIo io;
  std::vector<std::pair<std::size_t, int>> sure;  // from this moment on, so many lines
  {
    Journal journal = begin(folder.path, io);
    sure.emplace_back(io.calls(), 0);
    for (int i = 1; i <= 12; ++i) {
      append(journal, i, i);
      if (i % 3 == 0) REQUIRE(journal.rest());
      if (i == 7) REQUIRE(journal.restart(crank, base_after(i)));
      if (i % 3 == 0 || i == 7) sure.emplace_back(io.calls(), i);
    }
  }
  std::mt19937 random(1990);
  for (std::size_t moment = 0; moment <= io.calls(); ++moment)
    for (int trial = 0; trial < 4; ++trial) {
      const ScratchFolder disk;
      io.build(disk.path, moment, random);
      int expected = -1;
      for (const auto& [from, lines] : sure)
        if (moment >= from) expected = lines;
      CAPTURE(moment);
      CAPTURE(trial);
      Io sound;
      const std::vector<Recoverable> all = find_recoverable(disk.path, sound);
      if (expected < 0 && all.empty()) continue;
      REQUIRE(all.size() == 1);
      CHECK(steps_in(recover(all[0], sound)) >= expected);
    }
}
