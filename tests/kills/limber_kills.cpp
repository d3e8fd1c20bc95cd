// limber_kills [COUNT] [SEED]: so many times someone works at random before the program's own frame
// loop and panels, without a window; the process is killed (SIGKILL) at a random moment, and the
// unsaved work is looked for as the next start does.
//
// The sessions' clock runs faster than the work, up to 0.25 s a frame, so that most of them last
// longer than the 2 s that are promised. Half of them end in a pull that is not let go, longer than
// these 2 s: then the edits alone are not enough, and what the hand did must have been told. In
// half of them the power goes instead: what was not synced is not there. At rest no frame is run,
// as in the window: what is not on disk by then stays away.
//
// What must hold after every kill: what is recovered is, to the byte, a state the work had no more
// than 2 s before the end, with nothing missing; nothing is found only when there was no unsaved
// work within those 2 s.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "app/edits/apply.h"
#include "app/files/document_file.h"
#include "app/files/hash.h"
#include "app/panels/layout.h"
#include "app/window/frame_loop.h"
#include "include/core/SkSurface.h"
#include "tests/failing_io.h"
#include "tests/random_session.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

constexpr double promised_seconds = 2;
constexpr unsigned longest_life = 60;        // frames: the 2 s are some twelve
constexpr unsigned longest_frame_us = 3000;  // it is killed amid the next one
constexpr double slowest_frame = 0.25;       // seconds
constexpr unsigned last_pull = 32;           // frames: some four seconds
constexpr double longest_wait = 60;          // seconds, for one session to come so far
// Of the sessions, see main.
constexpr double least_share_longer = 0.5, least_share_old = 0.2, least_share_pulled = 0.15;
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
  std::uint64_t beyond = 0;  // what hands and time did leads beyond what can be kept
};

// What a session is: the same plan does the same.
struct Plan {
  unsigned seed = 0;
  unsigned frames = 0, more_us = 0;    // when it ends
  bool power_goes = false;             // else it is killed
  std::optional<unsigned> pulls_from;  // a frame: from there on it pulls, and does not let go
};

Plan plan_of(unsigned seed) {
  std::mt19937 random(seed);
  Plan plan{seed, 0, static_cast<unsigned>(random()) % longest_frame_us, random() % 2 == 0, {}};
  if (random() % 2 == 0) {
    plan.frames = static_cast<unsigned>(random()) % longest_life;
    return plan;
  }
  plan.pulls_from = static_cast<unsigned>(random()) % (longest_life / 2);
  plan.frames = *plan.pulls_from + last_pull / 2 + static_cast<unsigned>(random()) % last_pull;
  return plan;
}

// Something to be pulled from the first frame on.
Result<Document> mechanism(const Document& fresh) {
  return apply(fresh, edit::Insert{"draw line a.x=-30 a.y=0 b.x=-10 b.y=20 as crank\n"
                                   "draw line a.x=-10 a.y=20 b.x=40 b.y=30 as rod\n"
                                   "draw circle c.x=20 c.y=-20 r=12 as wheel\n"
                                   "nail crank@0\n"
                                   "attach crank@1 rod@0\n"});
}

class Session {
 public:
  Session(const Document& fresh, const Document& opened, const fs::path& folder, const Plan& plan,
          Io& io)
      : workspace_(fresh, io),
        session_(workspace_.editor(), plan.seed),
        random_(plan.seed),
        folder_(folder),
        pulls_from_(plan.pulls_from) {
    workspace_.keep_work_in(folder / "journals");
    workspace_.editor().open(opened);
    workspace_.editor().camera().set_view(free_view(size));
    workspace_.editor().fit();
    session_.to = [this](const PointerEvent& event) { loop_.take(event); };
  }
  // One frame, unless all rests; `announce` hears of the state before any of it can be in the
  // journal.
  template <class Announce>
  void frame(Announce announce) {
    Editor& editor = workspace_.editor();
    if (frames_++ == pulls_from_) session_.pull_on();
    session_.act();
    if (random_() % 250 == 0) workspace_.save_as(folder_ / "drawing.limber");
    now += std::uniform_real_distribution<double>(frame_seconds, slowest_frame)(random_);
    const bool wakes = loop_.advance(now);
    if (wakes) loop_.draw(*canvas_->getCanvas(), size, 1);
    // A motion that leads beyond what can be kept leaves the state as it was told before, or the
    // newest step when none was told since. While the past is looked at, the newest step is the work.
    const Document& kept = editor.history().now();
    const std::optional<std::string> motion =
        editor.rewound() ? std::nullopt : editor.motion_line();
    if (editor.rewound()) seen_ = hash_of(kept);
    if (motion) seen_ = hash_of(replay(kept, std::vector<std::string>{*motion}).document);
    announce(State{now, hash_of(kept), seen_, editor.modified() || editor.pulling(),
                   !motion && !editor.rewound()});
    if (wakes || !rests_) rests_ = std::isinf(loop_.idle(now));
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
  std::optional<unsigned> pulls_from_;
  unsigned frames_ = 0;
  bool rests_ = false;
  std::uint64_t seen_ = 0;
};

// What all sessions begin with.
struct Begin {
  Document fresh, mechanism;
  const Document& opened(const Plan& plan) const { return plan.pulls_from ? mechanism : fresh; }
};

[[noreturn]] void work_until_killed(const Begin& begin, const fs::path& folder, const Plan& plan) {
  UnsyncedIo unsynced;
  LosingIo power;
  Io& io = plan.power_goes ? static_cast<Io&>(power) : unsynced;
  const int out = ::open((folder / "states").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  Session session(begin.fresh, begin.opened(plan), folder, plan, io);
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

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Waits until the session has come so far: counted in frames, as a busy machine may take long for
// one. False: it never did.
bool wait_for(const fs::path& states, unsigned frames, unsigned more_us) {
  std::error_code none;
  for (const double begun = seconds_now(); seconds_now() - begun < longest_wait; usleep(200)) {
    const auto written = fs::file_size(states, none);
    if (none || written < frames * sizeof(State)) continue;
    usleep(more_us);
    return true;
  }
  return false;
}

// Records what the journal gives after every call of the last 2 s that changed it. Not every such
// state is one at the end of a frame: a kill may come between two lines, and a pull given up while it
// plays is told as it was at the press, and has moved on when the frame ends.
template <class Disk>
class Watched : public Disk {
 public:
  Watched(const Document& fresh, fs::path folder) : fresh_(fresh), folder_(std::move(folder)) {}
  ssize_t write(int file, const void* bytes, std::size_t count) override {
    return seeing(Disk::write(file, bytes, count));
  }
  int fsync(int file) override { return seeing(Disk::fsync(file)); }
  int fdatasync(int file) override { return seeing(Disk::fdatasync(file)); }
  int rename(const char* from, const char* to) override { return seeing(Disk::rename(from, to)); }
  double now = 0, since = 0;
  std::vector<std::uint64_t> seen;

 private:
  template <class Status>
  Status seeing(Status status) {
    if (now >= since) look();
    return status;
  }
  void look() {
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

template <class Disk>
bool was_between_lines(const Begin& begin, const Plan& plan, double last, std::uint64_t hash) {
  const ScratchFolder folder;
  Watched<Disk> io(begin.fresh, folder.path / "journals");
  io.since = last - promised_seconds;
  Session session(begin.fresh, begin.opened(plan), folder.path, plan, io);
  while (session.now < last) session.frame([&](const State& state) { io.now = state.now; });
  return std::find(io.seen.begin(), io.seen.end(), hash) != io.seen.end();
}

struct Tally {
  int recovered = 0, nothing = 0, between = 0;
  int longer = 0;  // sessions than the 2 s promised
  int old = 0;  // of them, those with a state before those 2 s that would have been wrong to find
  int pulled = 0;     // of them, those in which the edits alone would have been
  double worked = 0;  // all sessions together, in seconds
  double oldest = 0;  // of the last moment at which the recovered state was the newest
};

// Why what was found is not what was promised, or nothing.
std::string objection(const Begin& begin, const fs::path& folder, const Plan& plan, Tally& tally) {
  Io io;
  const std::vector<State> states = states_in(folder / "states");
  if (states.empty()) return "";  // killed before it began
  const double last = states.back().now;
  tally.worked += last;
  const auto recent = [&](const State& state) { return state.now >= last - promised_seconds; };
  const bool longer = !recent(states.front());
  tally.longer += longer;
  std::vector<FoundWork> found = find_work(folder / "journals", begin.fresh, 0, io);
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
    const bool newest = edited || state.beyond || state.seen == state.document;
    return state.seen == one || (state.document == one && newest);
  };
  const auto is_state = [&](std::uint64_t one) {
    return std::any_of(states.begin(), states.end(),
                       [&](const State& state) { return recent(state) && was(state, one); });
  };
  tally.old += std::any_of(states.begin(), states.end(), [&](const State& state) {
    return state.unsaved && !recent(state) && !is_state(state.document);
  });
  tally.pulled += longer && !is_state(states.back().document);
  for (auto state = states.rbegin(); state != states.rend(); ++state) {
    if (!recent(*state)) break;
    if (!was(*state, hash)) continue;
    tally.oldest = std::max(tally.oldest, last - state->now);
    return "";
  }
  ++tally.between;
  const auto between =
      plan.power_goes ? was_between_lines<LosingIo> : was_between_lines<UnsyncedIo>;
  if (between(begin, plan, last, hash)) return "";
  return "what was recovered is no state of the last 2 s";
}

}  // namespace

int main(int count, char** words) {
  const int kills = count > 1 ? std::atoi(words[1]) : 200;
  const unsigned first = count > 2 ? static_cast<unsigned>(std::strtoul(words[2], nullptr, 10)) : 1990;
  std::printf("%d kills, seed %u\n", kills, first);
  const Result<Document> fresh = empty_document();
  const Result<Document> moving = fresh ? mechanism(*fresh) : fresh;
  if (!moving) return std::printf("%s\n", moving.error().message.c_str()), 1;
  const Begin begin{*fresh, *moving};
  Tally tally;
  int broken = 0;
  for (int i = 0; i < kills; ++i) {
    const Plan plan = plan_of(first + static_cast<unsigned>(i));
    const ScratchFolder folder;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) work_until_killed(begin, folder.path, plan);
    const bool came = wait_for(folder.path / "states", plan.frames, plan.more_us);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    const std::string why = !killed ? "it ended before it was killed"
                            : !came ? "a frame took longer than a minute"
                                    : objection(begin, folder.path, plan, tally);
    if ((i + 1) % 1000 == 0) std::printf("%d done, %d broke the promise\n", i + 1, broken);
    if (why.empty()) continue;
    ++broken;
    std::printf("%s %d, session %u: %s\n", plan.power_goes ? "power cut" : "kill", i, plan.seed,
                why.c_str());
  }
  std::printf(
      "%.0f s of work, %.1f s a session, %d longer than 2 s, %d of them with work that is older, "
      "%d amid "
      "a motion that lasted so long; "
      "%d recovered (%d of them as within a frame), %d with nothing to recover; "
      "the oldest state was %.2f s behind; %d broke the promise\n",
      tally.worked, tally.worked / kills, tally.longer, tally.old, tally.pulled, tally.recovered,
      tally.between, tally.nothing, tally.oldest, broken);
  // A test of the 2 s that hardly ever lasts so long, or has nothing to lose, tests nothing.
  const bool tested = tally.longer >= least_share_longer * kills &&
                      tally.old >= least_share_old * kills &&
                      tally.pulled >= least_share_pulled * kills;
  if (!tested) std::printf("too few sessions lasted longer than the 2 s that are promised\n");
  return broken == 0 && tested ? 0 : 1;
}
