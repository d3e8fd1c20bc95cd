// limber_kills [COUNT] [SEED]: so many times someone works at random without a window, the process is
// killed (SIGKILL) at a random moment, and the unsaved work is looked for as the next start does.
//
// What must hold after every kill: what is recovered is, to the byte, a state the work had no more
// than 2 s before the end (of the session's own clock, a sixtieth of a second a frame), with nothing
// missing; nothing is found only when there was no unsaved work within those 2 s.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "app/editor/workspace.h"
#include "app/files/document_file.h"
#include "app/files/hash.h"
#include "tests/random_session.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

constexpr double promised_seconds = 2;
constexpr int longest_life_us = 120'000;  // some hundred frames
constexpr double frame_seconds = 1.0 / 60;

// A kill leaves to the system what was written; syncing is for power cuts, and is slow.
class UnsyncedIo : public Io {
 public:
  int fsync(int) override { return 0; }
  int fdatasync(int) override { return 0; }
};

std::uint64_t hash_of(const Document& document) {
  const Result<std::string> text = to_json(document);
  return text ? hash_bytes(*text) : 0;
}

// At the end of a frame.
struct State {
  double now = 0;
  std::uint64_t document = 0;  // what the edits have made,
  std::uint64_t seen = 0;      // and with what hands and time did since
  std::uint64_t unsaved = 0;
};

// The same seed does the same.
class Session {
 public:
  Session(const Document& fresh, const fs::path& folder, unsigned seed, Io& io)
      : workspace_(fresh, io), session_(workspace_.editor(), seed), random_(seed), folder_(folder) {
    workspace_.keep_work_in(folder / "journals");
  }
  // One frame; `announce` hears of the state before any of it can be in the journal.
  template <class Announce>
  void frame(Announce announce) {
    Editor& editor = workspace_.editor();
    session_.frame();
    if (random_() % 250 == 0) workspace_.save_as(folder_ / "drawing.limber");
    const bool unsaved = editor.modified() || editor.pulling();
    // A motion that leads beyond what can be kept leaves the state as it was told before.
    if (const std::optional<std::string> motion = editor.motion_line())
      seen_ = hash_of(replay(editor.document(), std::vector<std::string>{*motion}).document);
    now += frame_seconds;
    announce(State{now, hash_of(editor.document()), seen_, unsaved});
    const bool rests = !editor.moving() && !editor.pulling() && random_() % 3 == 0;
    workspace_.keep_work(now, rests ? WorkKeeper::Pace::resting : WorkKeeper::Pace::busy);
  }
  double now = 0;

 private:
  Workspace workspace_;
  RandomSession session_;
  std::mt19937 random_;
  fs::path folder_;
  std::uint64_t seen_ = 0;
};

[[noreturn]] void work_until_killed(const Document& fresh, const fs::path& folder, unsigned seed) {
  UnsyncedIo io;
  const int out = ::open((folder / "states").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  Session session(fresh, folder, seed, io);
  while (true)
    session.frame([&](const State& state) {
      if (::write(out, &state, sizeof state) != sizeof state) std::_Exit(1);
    });
}

std::vector<State> states_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<State> all;
  for (State state; in.read(reinterpret_cast<char*>(&state), sizeof state);) all.push_back(state);
  return all;
}

// Records what the journal gives after every call of the last 2 s that changed it. Not every such
// state is one at the end of a frame: a kill may come between two lines, and a pull given up while it
// plays is told as it was at the press, and has moved on when the frame ends.
class WatchingIo : public UnsyncedIo {
 public:
  WatchingIo(const Document& fresh, fs::path folder) : fresh_(fresh), folder_(std::move(folder)) {}
  ssize_t write(int file, const void* bytes, std::size_t count) override {
    const ssize_t written = UnsyncedIo::write(file, bytes, count);
    look();
    return written;
  }
  int rename(const char* from, const char* to) override {
    const int status = UnsyncedIo::rename(from, to);
    look();
    return status;
  }
  double now = 0, since = 0;
  std::vector<std::uint64_t> seen;

 private:
  void look() {
    if (now < since) return;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
      if (entry.path().extension() != ".journal") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      const Result<Recovered> journal = read_journal(text);
      if (!journal) continue;
      if (const auto drawing = recovered_drawing(*journal, fresh_))
        seen.push_back(hash_of(drawing->document));
    }
  }
  const Document& fresh_;
  fs::path folder_;
};

bool was_between_lines(const Document& fresh, unsigned seed, double last, std::uint64_t hash) {
  const ScratchFolder folder;
  WatchingIo io(fresh, folder.path / "journals");
  io.since = last - promised_seconds;
  Session session(fresh, folder.path, seed, io);
  while (session.now < last + frame_seconds / 2)
    session.frame([&](const State& state) { io.now = state.now; });
  return std::find(io.seen.begin(), io.seen.end(), hash) != io.seen.end();
}

struct Tally {
  int recovered = 0, nothing = 0, between = 0;
  double worked = 0;  // all sessions together, in seconds
  double oldest = 0;  // of the last moment at which the recovered state was the newest
};

// Why what was found is not what was promised, or nothing.
std::string objection(const Document& fresh, const fs::path& folder, unsigned seed, Tally& tally) {
  Io io;
  const std::vector<State> states = states_in(folder / "states");
  if (states.empty()) return "";  // killed before it began
  const double last = states.back().now;
  tally.worked += last;
  std::vector<FoundWork> found = find_work(folder / "journals", fresh, 0, io);
  if (found.size() > 1) return "more than one journal";
  const auto recent = [&](const State& state) { return state.now >= last - promised_seconds; };
  if (found.empty()) {
    ++tally.nothing;
    const bool saved = last < promised_seconds || std::any_of(states.begin(), states.end(), [&](const State& s) {
      return recent(s) && !s.unsaved;
    });
    return saved ? "" : "nothing was found, and there was unsaved work";
  }
  if (!found[0].trouble.empty()) return found[0].trouble;
  const std::uint64_t hash = hash_of(found[0].drawing->document);
  ++tally.recovered;
  for (auto state = states.rbegin(); state != states.rend(); ++state) {
    if (!recent(*state)) break;
    if (state->document != hash && state->seen != hash) continue;
    tally.oldest = std::max(tally.oldest, last - state->now);
    return "";
  }
  ++tally.between;
  if (was_between_lines(fresh, seed, last, hash)) return "";
  return "what was recovered is no state of the last 2 s";
}

}  // namespace

int main(int count, char** words) {
  const int kills = count > 1 ? std::atoi(words[1]) : 200;
  const unsigned first = count > 2 ? static_cast<unsigned>(std::strtoul(words[2], nullptr, 10)) : 1990;
  std::printf("%d kills, seed %u\n", kills, first);
  const Result<Document> fresh = empty_document();
  if (!fresh) return 1;
  std::mt19937 random(first);
  Tally tally;
  int broken = 0;
  for (int i = 0; i < kills; ++i) {
    const unsigned seed = first + static_cast<unsigned>(i);
    const ScratchFolder folder;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) work_until_killed(*fresh, folder.path, seed);
    usleep(static_cast<useconds_t>(random() % longest_life_us));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    const std::string why =
        killed ? objection(*fresh, folder.path, seed, tally) : "it ended before it was killed";
    if (why.empty()) continue;
    ++broken;
    std::printf("kill %d, session %u: %s\n", i, seed, why.c_str());
  }
  std::printf("%.0f s of work; %d recovered (%d of them as within a frame), %d with nothing to recover; "
              "the oldest state was %.2f s behind; %d broke the promise\n",
              tally.worked, tally.recovered, tally.between, tally.nothing, tally.oldest, broken);
  return broken == 0 && tally.recovered > 0 ? 0 : 1;
}
