#include "app/window/picture_clipboard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <vector>

extern char** environ;

namespace limber {

namespace {

constexpr std::size_t most_bytes = 64u << 20;  // of a picture
constexpr int patience = 2000;                 // ms that a helper may be silent

// A helper whose input or output is one end of a socket: a reader that is gone is an error then, no signal.
class Helper {
 public:
  Helper(std::vector<const char*> words, int its_end) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int one = 0; one < 3; ++one)
      if (one != its_end) posix_spawn_file_actions_addopen(&actions, one, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[0], its_end);
    std::vector<char*> argv;
    for (const char* word : words) argv.push_back(const_cast<char*>(word));
    argv.push_back(nullptr);
    const int failed = posix_spawnp(&process_, words[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (failed == 0) socket_ = ends[1];
    else close(ends[1]), process_ = 0;
  }
  ~Helper() {
    if (socket_ >= 0) close(socket_);
    if (process_ > 0) kill(process_, SIGKILL), waitpid(process_, nullptr, 0);
  }
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  bool started() const { return socket_ >= 0; }

  bool send_all(const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      if (!waits_for(POLLOUT)) return false;
      const ssize_t now = send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (now < 0 && errno == EINTR) continue;
      if (now <= 0) return false;
      sent += static_cast<std::size_t>(now);
    }
    close(socket_);
    socket_ = -1;
    return ended_well();
  }

  std::string receive_all() {
    std::string out;
    char buffer[1 << 16];
    while (out.size() <= most_bytes && waits_for(POLLIN)) {
      const ssize_t now = read(socket_, buffer, sizeof buffer);
      if (now < 0 && errno == EINTR) continue;
      if (now <= 0) return ended_well() ? out : "";
      out.append(buffer, static_cast<std::size_t>(now));
    }
    return "";
  }

 private:
  bool waits_for(short what) const {
    pollfd one{socket_, what, 0};
    return poll(&one, 1, patience) > 0;
  }
  // It goes into the background by itself when it has something to keep.
  bool ended_well() {
    int status = 0;
    for (int waited = 0; waited < patience; waited += 10) {
      if (waitpid(process_, &status, WNOHANG) == process_) {
        process_ = 0;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
      }
      usleep(10'000);
    }
    return false;
  }

  pid_t process_ = 0;
  int socket_ = -1;
};

bool on_wayland() { return std::getenv("WAYLAND_DISPLAY") != nullptr; }

}  // namespace

bool put_picture_on_clipboard(const std::string& png) {
  if (on_wayland())
    if (Helper helper({"wl-copy", "--type", "image/png"}, 0); helper.started() && helper.send_all(png))
      return true;
  Helper helper({"xclip", "-selection", "clipboard", "-target", "image/png"}, 0);
  return helper.started() && helper.send_all(png);
}

std::string picture_from_clipboard() {
  if (on_wayland())
    if (Helper helper({"wl-paste", "--type", "image/png"}, 1); helper.started())
      if (std::string png = helper.receive_all(); !png.empty()) return png;
  Helper helper({"xclip", "-selection", "clipboard", "-target", "image/png", "-out"}, 1);
  return helper.started() ? helper.receive_all() : "";
}

}  // namespace limber
