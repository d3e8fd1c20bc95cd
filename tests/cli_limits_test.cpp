#include "app/cli/limits.h"

#include <doctest/doctest.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <vector>

using namespace limber;
using namespace limber::cli;

namespace {

// Exit status of a child that confines itself and then does this; -signal when one ended it.
int confined(const Limits& limits, const std::function<int()>& act) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    if (!confine(limits)) _exit(99);
    _exit(act());
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

bool not_permitted(long result) { return result == -1 && errno == EPERM; }

}  // namespace

TEST_CASE("in a batch there are no sockets, no programs, no tracing and no new code") {
  CHECK(confined(batch_limits,
                 [] { return not_permitted(socket(AF_INET, SOCK_STREAM, 0)) ? 0 : 1; }) == 0);
  CHECK(confined(batch_limits,
                 [] { return not_permitted(socket(AF_UNIX, SOCK_STREAM, 0)) ? 0 : 1; }) == 0);
  CHECK(confined(batch_limits, [] {
          char name[] = "/bin/true";
          char* argv[] = {name, nullptr};
          return not_permitted(execv(name, argv)) ? 0 : 1;
        }) == 0);
  CHECK(confined(batch_limits, [] {
          return not_permitted(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)) ? 0 : 1;
        }) == 0);
  CHECK(confined(batch_limits, [] {
          void* page =
              mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          if (page == MAP_FAILED) return 2;
          return not_permitted(mprotect(page, 4096, PROT_READ | PROT_EXEC)) ? 0 : 1;
        }) == 0);
  CHECK(confined(batch_limits, [] {
          return not_permitted(reinterpret_cast<long>(
                     mmap(nullptr, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)))
                     ? 0
                     : 1;
        }) == 0);
}

TEST_CASE("in a batch files are still read and written") {
  CHECK(confined(batch_limits, [] {
          char name[] = "/tmp/limber-limits-XXXXXX";
          const int file = mkstemp(name);
          const bool good = file >= 0 && write(file, "x", 1) == 1 && unlink(name) == 0;
          return good ? 0 : 1;
        }) == 0);
}

TEST_CASE("each limit, when reached, ends with status 6") {
  Limits time;
  time.seconds = 0.05;
  CHECK(confined(time, [] {
          while (true) pause();
          return 0;
        }) == 6);
  Limits memory;
  memory.memory = 400'000'000;
  CHECK(confined(memory, [] {
          std::vector<std::vector<char>> hoard;
          for (int i = 0; i < 1000; ++i) hoard.emplace_back(10'000'000, 'x');
          return 0;
        }) == 6);
  // A library that aborts for want of memory counts as the same; any other abort stays an abort.
  CHECK(confined(memory, [] {
          while (mmap(nullptr, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
                 MAP_FAILED) {
          }
          std::abort();
          return 0;
        }) == 6);
  CHECK(confined(memory, [] {
          std::abort();
          return 0;
        }) == -SIGABRT);
}

TEST_CASE("a file over the limit fails to be written, with a message to give") {
  Limits limits;
  limits.output = 4096;
  CHECK(confined(limits, [] {
          char name[] = "/tmp/limber-limits-XXXXXX";
          const int file = mkstemp(name);
          unlink(name);
          const std::vector<char> much(10000, 'x');
          if (write(file, much.data(), much.size()) != 4096) return 1;
          return write(file, much.data(), 1) == -1 && errno == EFBIG ? 0 : 2;
        }) == 0);
}

TEST_CASE("while a result is moved into place the time limit waits") {
  Limits limits;
  limits.seconds = 0.02;
  CHECK(confined(limits, [] {
          const Uninterrupted guard;
          usleep(100'000);
          _exit(7);  // the guard still lives
          return 0;
        }) == 7);
}

TEST_CASE(
    "an interrupt ends at once, but for work that looks: there the first asks, the second "
    "insists") {
  CHECK(confined({}, [] {
          listen_for_interrupts();
          raise(SIGINT);
          return 1;
        }) == 130);
  CHECK(confined({}, [] {
          listen_for_interrupts();
          const Attentive looking;
          if (interrupted()) return 1;
          raise(SIGINT);
          if (!interrupted()) return 2;
          raise(SIGINT);
          return 3;
        }) == 130);
}
