// MP4 and WebM by an ffmpeg that is found when it is needed: a process of its own, told by words
// and never by a shell, that reads raw frames and writes a file aside, which goes away in any case.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "app/exchange/film_writer.h"
#include "app/exchange/xml.h"

extern char** environ;

namespace limber {

namespace {

namespace fs = std::filesystem;

// How long ffmpeg may take nothing, or not end when it has everything. A frame takes it a fraction of a
// second; the longest film is put in order in some. LIMBER_FFMPEG_PATIENCE, in milliseconds, is for tests.
constexpr int usual_patience = 20'000;
int patience() {
  const char* said = std::getenv("LIMBER_FFMPEG_PATIENCE");
  const int wanted = said ? std::atoi(said) : 0;
  return wanted > 0 ? std::min(wanted, usual_patience) : usual_patience;
}

// False: nothing happened for as long as that.
bool ready(int file, short what) {
  pollfd waited{file, what, 0};
  int state = 0;
  while ((state = poll(&waited, 1, patience())) < 0 && errno == EINTR) {
  }
  return state > 0;
}

Error cannot(const std::string& why, const char* way_out = "") {
  return {why, 0, 0, 1, way_out, {}};
}

// An own folder for its result and its complaints.
class Aside {
 public:
  bool make() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "limber-film-XXXXXX").string();
    if (error || !mkdtemp(name.data())) return false;
    folder_ = name;
    return true;
  }
  ~Aside() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  std::string file(const char* name) const { return (folder_ / name).string(); }
  std::string contents(const char* name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

 private:
  fs::path folder_;
};

class FfmpegWriter : public FilmWriter {
 public:
  FfmpegWriter(const FilmShape& shape, Format format) : shape_(shape), format_(format) {}
  ~FfmpegWriter() override {
    if (to_ >= 0) close(to_);
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

  Result<bool> begin() {
    // A socket instead of a pipe: a reader that is gone is an error then, and no signal.
    int ends[2];
    if (!aside_.make() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      return cannot("There is no room for a film aside.");
    to_ = ends[1];
    std::vector<std::string> words = command();
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, aside_.file("said").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int failed = posix_spawnp(&process_, "ffmpeg", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (failed == 0) return true;
    process_ = 0;
    return cannot(fmt::format("{} films are made by ffmpeg, and it cannot be started: {}.",
                              entry_of(format_).title, std::strerror(failed)),
                  "install ffmpeg, or export as WebP, APNG or GIF");
  }

  Result<bool> add(const SkPixmap& frame) override {
    for (int y = 0; y < frame.height(); ++y) {
      const char* row = reinterpret_cast<const char*>(frame.addr32(0, y));
      std::size_t left = 4 * static_cast<std::size_t>(frame.width());
      while (left > 0) {
        const ssize_t sent = send(to_, row, left, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
          if (!ready(to_, POLLOUT)) return hangs();
          continue;
        }
        if (sent <= 0) return complaint();
        row += sent, left -= static_cast<std::size_t>(sent);
      }
    }
    return true;
  }

  Result<std::string> finish() override {
    close(to_);
    to_ = -1;
    if (!ends_in_time()) return hangs();
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    std::string film = aside_.contents("film");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || film.empty()) return complaint();
    return film;
  }

 private:
  std::vector<std::string> command() const {
    const std::string size = fmt::format("{}x{}", shape_.width, shape_.height);
    std::vector<std::string> words = {"ffmpeg",
                                      "-hide_banner",
                                      "-loglevel",
                                      "error",
                                      "-y",
                                      "-f",
                                      "rawvideo",
                                      "-pixel_format",
                                      "bgra",
                                      "-video_size",
                                      size,
                                      "-framerate",
                                      exact_number(shape_.rate),
                                      "-i",
                                      "pipe:0",
                                      "-an"};
    const std::vector<std::string> mp4 = {"-c:v", "libx264", "-preset",   "veryfast",
                                          "-crf", "18",      "-movflags", "+faststart"};
    const std::vector<std::string> webm = {
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "6", "-crf", "24", "-b:v", "0"};
    const bool is_mp4 = format_ == Format::mp4;
    const std::vector<std::string>& codec = is_mp4 ? mp4 : webm;
    words.insert(words.end(), codec.begin(), codec.end());
    for (const char* word : {"-pix_fmt", "yuv420p", "-fflags", "+bitexact", "-flags:v", "+bitexact",
                             "-map_metadata", "-1", "-f", is_mp4 ? "mp4" : "webm"})
      words.push_back(word);
    words.push_back(aside_.file("film"));
    return words;
  }

  bool ends_in_time() const {
    const int process = static_cast<int>(syscall(SYS_pidfd_open, process_, 0));
    if (process < 0) return true;  // a system without: it is waited for
    const bool ended = ready(process, POLLIN);
    close(process);
    return ended;
  }
  static Error hangs() {
    return cannot(fmt::format("ffmpeg did nothing for {:.2g} s: it was ended.", patience() / 1000.0),
                  "try again, or export as WebP, APNG or GIF");
  }

  // Its first line, without what it calls its streams.
  Error complaint() const {
    std::string said = aside_.contents("said");
    said = said.substr(0, said.find('\n'));
    return cannot("ffmpeg gave up" + (said.empty() ? std::string(".") : ": " + said));
  }

  FilmShape shape_;
  Format format_;
  Aside aside_;
  pid_t process_ = 0;
  int to_ = -1;
};

}  // namespace

Result<std::unique_ptr<FilmWriter>> ffmpeg_writer(const FilmShape& shape, Format format) {
  auto writer = std::make_unique<FfmpegWriter>(shape, format);
  const Result<bool> begun = writer->begin();
  if (!begun) return begun.error();
  return std::unique_ptr<FilmWriter>(std::move(writer));
}

}  // namespace limber
