#include "tests/x_server.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace limber {

namespace {
constexpr int number_goes_to = 3;  // a descriptor of the server's own
}

XServer::XServer(int width, int height) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
  // Without -noreset the server starts anew whenever the last window has gone, and refuses the next.
  const char* words[] = {"Xvfb",       "-displayfd", "3",   "-screen",  "0",
                         size.c_str(), "-nolisten",  "tcp", "-noreset", nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_adddup2(&actions, ends[1], number_goes_to);
  const int failed =
      posix_spawnp(&process_, words[0], &actions, nullptr, const_cast<char**>(words), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  REQUIRE_MESSAGE(failed == 0, "cannot start Xvfb");
  // The number of the display and a line end, in one piece or in two.
  std::string number;
  for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
  close(ends[0]);
  REQUIRE_MESSAGE(!number.empty(), "Xvfb did not start");
  display_ = ":" + number;
}

XServer::~XServer() {
  if (process_ <= 0) return;
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

void use_screen(const XServer& server) {
  setenv("DISPLAY", server.display().c_str(), 1);
  setenv("SDL_VIDEODRIVER", "x11", 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
}

}  // namespace limber
