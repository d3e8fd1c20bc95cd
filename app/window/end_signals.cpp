#include "app/window/end_signals.h"

#include <SDL_events.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace limber {

namespace {

constexpr int signals[] = {SIGTERM, SIGHUP, SIGINT};
constexpr int patience_ms = 3000;  // desktops kill what has not ended after some five seconds or more
constexpr char done = 0;           // instead of a signal: the loop has ended

// What a signal handler may touch: lock-free, and set before any handler is.
std::atomic<int> write_end = -1, first_signal = 0;
int pipe_ends[2] = {-1, -1};
static_assert(std::atomic<int>::is_always_lock_free);

void tell(char what) {
  const ssize_t ignored = ::write(write_end.load(), &what, 1);
  (void)ignored;
}

void handle(int signal) {
  const int error = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  tell(static_cast<char>(signal));
  errno = error;
}

char next_byte() {
  char byte = done;
  while (::read(pipe_ends[0], &byte, 1) < 0 && errno == EINTR) continue;
  return byte;
}

void listen() {
  const char signal = next_byte();
  if (signal == done) return;
  SDL_Event event{};
  event.type = EndSignals::event_type();
  SDL_PushEvent(&event);  // wakes the loop
  pollfd wait{pipe_ends[0], POLLIN, 0};
  if (::poll(&wait, 1, patience_ms) == 1 && next_byte() == done) return;
  std::_Exit(128 + signal);
}

void set_handlers(void (*handler)(int)) {
  for (const int signal : signals) {
    struct sigaction before {}, action {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;  // nohup
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

std::uint32_t EndSignals::event_type() {
  static const std::uint32_t type = SDL_RegisterEvents(1);
  return type;
}

EndSignals::EndSignals() {
  event_type();
  if (::pipe2(pipe_ends, O_CLOEXEC) != 0) return;  // then signals end the process as they always do
  write_end = pipe_ends[1];
  first_signal = 0;
  thread_ = std::thread(listen);
  set_handlers(handle);
}

EndSignals::~EndSignals() {
  if (!thread_.joinable()) return;
  set_handlers(SIG_DFL);
  tell(done);
  thread_.join();
  write_end = -1;
  for (const int end : pipe_ends) ::close(end);
}

int EndSignals::received() const { return first_signal; }

}  // namespace limber
