// Unsaved work is in a journal, whatever is done: with drawings that are a row of numbers.
#include <doctest/doctest.h>

#include <cerrno>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>

#include "app/files/work_keeper.h"
#include "tests/failing_io.h"
#include "tests/scratch_folder.h"

using namespace limber;
using Pace = WorkKeeper::Pace;

namespace {

using Row = std::vector<int>;

std::string text_of(const Row& row) {
  std::string text;
  for (const int number : row) text += std::to_string(number) + " ";
  return text;
}

Row row_of(const std::string& text) {
  std::istringstream in(text);
  Row row;
  for (int number; in >> number;) row.push_back(number);
  return row;
}

// A history of rows, changed by lines as the editor writes them: "add 3". What changes
// nothing is no step and is not written; but "instead add 0" takes a step back and puts none.
struct Rows {
  std::vector<Row> steps{{}};
  std::size_t at = 0;
  Row now, seen;  // of the newest step; and with what is only on its way
  bool bracket = false;

  explicit Rows(const Row& base = {}) : steps{base}, now(base), seen(base) {}

  void change(const std::string& line) {
    if (const int number = std::stoi(line.substr(4))) now.push_back(number);
  }
  void push() {
    if (now == steps[at]) return;
    steps.resize(at + 1);
    steps.push_back(now);
    ++at;
  }
  void obey(const std::string& line) {
    const auto rest = [&](const std::string& word) { return line.substr(word.size() + 1); };
    if (line == "undo" || line == "redo") {
      const bool can = line == "undo" ? at > 0 : at + 1 < steps.size();
      REQUIRE(can);
      at += line == "undo" ? std::size_t(-1) : 1;
      now = steps[at];
    } else if (line.starts_with("instead ")) {
      REQUIRE(at > 0);
      steps.resize(at);
      now = steps[--at];
      return obey(rest("instead"));
    } else if (line.starts_with("amend ")) {
      change(rest("amend"));
      steps[at] = now;
    } else if (line.starts_with("meanwhile ")) {
      seen = now;
      seen.push_back(-std::stoi(line.substr(14)));
      return;
    } else if (line.starts_with("begin")) {
      bracket = true;
    } else if (line == "end") {
      bracket = false;
      push();
    } else {
      change(line);
      if (!bracket) push();
    }
    seen = now;
  }
};

struct Desk {
  ScratchFolder folder;
  Io io;
  Rows rows;
  double now = 100;
  std::vector<std::string> on_its_way;  // the newest line, when it is one of a motion

  WorkKeeper::Work work() {
    return {{"rows", "", {}}, [this] {
              return Result<WorkKeeper::Base>({text_of(rows.now), on_its_way});
            }};
  }
  void write(WorkKeeper& keeper, const std::string& line) {
    rows.obey(line);
    keeper.take(line);
    on_its_way.clear();
    if (line.starts_with("meanwhile ")) on_its_way.push_back(line);
  }
  // A row as it comes back after a crash now; the keeper lives on.
  std::optional<Row> after_crash() {
    for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      const Result<Recovered> recovered = read_journal(text);
      REQUIRE(recovered);
      CHECK(recovered->damage == "");
      Rows again(row_of(recovered->base));
      for (const std::string& line : recovered->lines) again.obey(line);
      return again.seen;
    }
    return {};
  }
};

}  // namespace

TEST_CASE("a journal is there while there is unsaved work, and no longer") {
  Desk desk;
  WorkKeeper keeper(desk.folder.path, desk.io);
  CHECK(!desk.after_crash());
  desk.write(keeper, "add 1");
  CHECK(!keeper.keep(desk.work(), desk.now, Pace::busy));
  CHECK(!desk.after_crash());  // in a second
  CHECK(!keeper.keep(desk.work(), desk.now + 1.1, Pace::busy));
  CHECK(desk.after_crash() == Row{1});
  desk.write(keeper, "add 2");
  CHECK(!keeper.keep(desk.work(), desk.now + 1.2, Pace::busy));
  CHECK(desk.after_crash() == Row{1, 2});
  keeper.drop();
  CHECK(!desk.after_crash());
  desk.write(keeper, "add 3");
  CHECK(!keeper.keep(desk.work(), desk.now + 2, Pace::resting));  // at once
  CHECK(desk.after_crash() == Row{1, 2, 3});
}

// Nothing was synced while a new base was due, which comes a second later.
TEST_CASE("what led up to a new base outlasts a power cut before that is written") {
  Desk desk;
  LosingIo disk;
  WorkKeeper keeper(desk.folder.path, disk);
  desk.write(keeper, "add 1");
  CHECK(!keeper.keep(desk.work(), desk.now, Pace::resting));
  desk.write(keeper, "add 2");
  CHECK(!keeper.keep(desk.work(), desk.now + 0.1, Pace::busy));
  desk.write(keeper, "undo");
  desk.write(keeper, "add 3");
  keeper.take("undo");
  keeper.take("undo");  // to before the base
  CHECK(!keeper.keep(desk.work(), desk.now + 0.9, Pace::busy));
  CHECK(desk.after_crash() == Row{1});
  CHECK(!keeper.keep(desk.work(), desk.now + 1.2, Pace::busy));
  CHECK(desk.after_crash() == Row{1, 2});
  CHECK(!keeper.keep(desk.work(), desk.now + 2, Pace::busy));
  CHECK(desk.after_crash() == desk.rows.now);
}

TEST_CASE("whatever is done, at rest a crash loses nothing; amid, no more than the last second") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Desk desk;
    WorkKeeper keeper(desk.folder.path, desk.io);
    std::vector<std::pair<double, Row>> seen;  // when
    const auto any = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int i = 0; i < 150; ++i) {
      const int number = 1 + any(9);
      const std::string add = "add " + std::to_string(number);
      const bool can_undo = desk.rows.at > 0, can_redo = desk.rows.at + 1 < desk.rows.steps.size();
      switch (any(8)) {
        case 0:
          if (can_undo) desk.write(keeper, "undo");
          break;
        case 1:
          if (can_redo) desk.write(keeper, "redo");
          break;
        case 2:
          if (can_undo && !can_redo)
            desk.write(keeper, any(3) == 0 ? "instead add 0" : "instead " + add);
          break;
        case 3:
          if (!can_redo) desk.write(keeper, "amend " + add);
          break;
        case 4:
          desk.write(keeper, "meanwhile add " + std::to_string(number));
          break;
        case 5: {
          const bool again = any(2) == 0 && can_undo && !can_redo;
          desk.write(keeper, again ? "instead begin Two" : "begin Two");
          desk.write(keeper, add);
          desk.write(keeper, add);
          desk.write(keeper, "end");
          break;
        }
        default:
          desk.write(keeper, add);
      }
      desk.now += 0.05 * any(10);
      const bool rest = any(4) == 0;
      seen.emplace_back(desk.now, desk.rows.seen);
      CHECK(!keeper.keep(desk.work(), desk.now, rest ? Pace::resting : Pace::busy));
      const std::optional<Row> found = desk.after_crash();
      if (rest) {
        REQUIRE(found);
        CHECK(*found == desk.rows.seen);  // what is still on its way, too
        continue;
      }
      bool recent = !found && seen.front().first > desk.now - 2;
      for (const auto& [when, row] : seen) recent |= when > desk.now - 2 && found == row;
      for (std::size_t k = 0; k < desk.rows.steps.size(); ++k)
        recent |= found == desk.rows.steps[k];
      CHECK(recent);
    }
  }
}

TEST_CASE("work left for the next start is there, once, and is said to be left by choice") {
  Desk desk;
  WorkKeeper keeper(desk.folder.path, desk.io);
  desk.write(keeper, "add 1");
  REQUIRE(keeper.keep_for_next_start(desk.work()));
  std::vector<Recoverable> all = find_recoverable(desk.folder.path, desk.io);
  REQUIRE(all.size() == 1);
  CHECK(all[0].left_by == LeftBy::choice);

  // Taken up again, it goes as soon as the new journal is there.
  WorkKeeper next(desk.folder.path, desk.io);
  Result<TakenJournal> taken = TakenJournal::take(all[0], desk.io);
  REQUIRE(taken);
  next.continue_from(*std::move(taken));
  CHECK(std::filesystem::exists(all[0].file));
  CHECK(!next.keep(desk.work(), desk.now, Pace::resting));
  CHECK(!std::filesystem::exists(all[0].file));
  CHECK(desk.after_crash() == Row{1});
}

TEST_CASE("a disk that is full is told once; with room again, all of the work is there") {
  struct MoodyIo : Io {
    bool full = false;
    ssize_t write(int file, const void* bytes, std::size_t count) override {
      return full ? -ENOSPC : Io::write(file, bytes, count);
    }
  } io;
  Desk desk;
  WorkKeeper keeper(desk.folder.path, io);
  desk.write(keeper, "add 1");
  CHECK(!keeper.keep(desk.work(), 0, Pace::resting));
  io.full = true;
  int told = 0;
  for (int i = 2; i < 9; ++i) {
    desk.write(keeper, "add " + std::to_string(i));
    told += keeper.keep(desk.work(), i, Pace::resting).has_value();
  }
  CHECK(told == 1);
  CHECK(desk.after_crash() == Row{1});  // what was there before
  CHECK(!keeper.keep_for_next_start(desk.work()));
  io.full = false;
  desk.write(keeper, "add 9");
  CHECK(!keeper.keep(desk.work(), 20, Pace::resting));
  CHECK(desk.after_crash() == Row{1, 2, 3, 4, 5, 6, 7, 8, 9});
}
