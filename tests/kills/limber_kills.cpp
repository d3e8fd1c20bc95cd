// limber_kills [COUNT] [SEED]: so many times someone works at random before the program's own frame
// loop and panels, without a window; the process is killed (SIGKILL) at a random moment, and the
// unsaved work is looked for as the next start does.
//
// The sessions' clock runs faster than the work, up to 0.3 s a frame, so that most of them last
// longer than the 2 s that are promised. What must hold after every kill: what is recovered is, to
// the byte, a state the work had no more than 2 s before the end, with nothing missing; nothing is
// found only when there was no unsaved work within those 2 s.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "app/files/document_file.h"
#include "app/files/hash.h"
#include "app/panels/layout.h"
#include "app/window/frame_loop.h"
#include "include/core/SkSurface.h"
#include "tests/random_session.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

constexpr double promised_seconds = 2;
constexpr unsigned longest_life = 60;        // frames: the 2 s are some twelve
constexpr unsigned longest_frame_us = 3000;  // it is killed amid the next one
constexpr double slowest_frame = 0.3;        // seconds
constexpr double least_share_longer = 0.5, least_share_old = 0.2;  // of the sessions, see main
const Point size(1000, 700);

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
    workspace_.editor().camera().set_view(free_view(size));
    workspace_.editor().fit();
    session_.to = [this](const PointerEvent& event) { loop_.take(event); };
  }
  // One frame; `announce` hears of the state before any of it can be in the journal.
  template <class Announce>
  void frame(Announce announce) {
    Editor& editor = workspace_.editor();
    session_.act();
    if (random_() % 250 == 0) workspace_.save_as(folder_ / "drawing.limber");
    now += std::uniform_real_distribution<double>(frame_seconds, slowest_frame)(random_);
    if (loop_.advance(now)) loop_.draw(*canvas_->getCanvas(), size, 1);
    // A motion that leads beyond what can be kept leaves the state as it was told before.
    const std::optional<std::string> motion =
        editor.rewound() ? std::nullopt : editor.motion_line();
    const Document& kept = editor.history().now();
    if (motion) seen_ = hash_of(replay(kept, std::vector<std::string>{*motion}).document);
    announce(State{now, hash_of(kept), seen_, editor.modified() || editor.pulling()});
    loop_.idle(now);
  }
  double now = 0;

 private:
  Workspace workspace_;
  Panels panels_{workspace_};
  FrameLoop loop_{workspace_, panels_, 0};
  sk_sp<SkSurface> canvas_ = SkSurfaces::Raster(
      SkImageInfo::MakeN32Premul(static_cast<int>(size.x()), static_cast<int>(size.y())));
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

// Waits until the session has come so far: counted in frames, as a busy machine may take long for one.
void wait_for(const fs::path& states, unsigned frames, unsigned more_us) {
  constexpr int most_polls = 200'000;
  std::error_code none;
  for (int i = 0; i < most_polls; ++i) {
    const auto written = fs::file_size(states, none);
    if (!none && written >= frames * sizeof(State)) break;
    usleep(200);
  }
  usleep(more_us);
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
  while (session.now < last) session.frame([&](const State& state) { io.now = state.now; });
  return std::find(io.seen.begin(), io.seen.end(), hash) != io.seen.end();
}

struct Tally {
  int recovered = 0, nothing = 0, between = 0;
  int longer = 0;  // sessions than the 2 s promised
  int old = 0;  // of them, those with a state before those 2 s that would have been wrong to find
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
  const auto recent = [&](const State& state) { return state.now >= last - promised_seconds; };
  const bool longer = !recent(states.front());
  tally.longer += longer;
  std::vector<FoundWork> found = find_work(folder / "journals", fresh, 0, io);
  if (found.size() > 1) return "more than one journal";
  if (found.empty()) {
    ++tally.nothing;
    const bool saved = !longer || std::any_of(states.begin(), states.end(), [&](const State& s) {
      return recent(s) && !s.unsaved;
    });
    return saved ? "" : "nothing was found, and there was unsaved work";
  }
  if (!found[0].trouble.empty()) return found[0].trouble;
  const std::uint64_t hash = hash_of(found[0].drawing->document);
  ++tally.recovered;
  // While something is on its way, what the edits alone have made is the work no more.
  const auto was = [&](const State& state, std::uint64_t one) {
    const bool edited = &state == &states.front() || (&state - 1)->document != state.document;
    return state.seen == one || (state.document == one && (edited || state.seen == state.document));
  };
  const auto is_state = [&](std::uint64_t one) {
    return std::any_of(states.begin(), states.end(),
                       [&](const State& state) { return recent(state) && was(state, one); });
  };
  tally.old += std::any_of(states.begin(), states.end(), [&](const State& state) {
    return state.unsaved && !recent(state) && !is_state(state.document);
  });
  for (auto state = states.rbegin(); state != states.rend(); ++state) {
    if (!recent(*state)) break;
    if (!was(*state, hash)) continue;
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
    const unsigned frames = static_cast<unsigned>(random()) % longest_life;
    wait_for(folder.path / "states", frames, static_cast<unsigned>(random()) % longest_frame_us);
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
  std::printf(
      "%.0f s of work, %.1f s a session, %d longer than 2 s, %d of them with work that is older; "
      "%d recovered (%d of them as within a frame), %d with nothing to recover; "
      "the oldest state was %.2f s behind; %d broke the promise\n",
      tally.worked, tally.worked / kills, tally.longer, tally.old, tally.recovered, tally.between,
      tally.nothing, tally.oldest, broken);
  // A test of the 2 s that hardly ever lasts so long tests nothing.
  const bool tested =
      tally.longer >= least_share_longer * kills && tally.old >= least_share_old * kills;
  if (!tested) std::printf("too few sessions lasted longer than the 2 s that are promised\n");
  return broken == 0 && tested ? 0 : 1;
}
