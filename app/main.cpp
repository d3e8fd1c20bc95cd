// limber [FILE]: the window. limber render ...: the same drawing code, without one.
#include <cstdio>
#include <cstring>

#include "app/editor/workspace.h"
#include "app/panels/panels.h"
#include "app/window/loop.h"
#include "app/window/window.h"

namespace limber {
namespace {

int complain(const Error& error) {
  std::fprintf(stderr, "limber: %s\n", sentence(error).c_str());
  return 1;
}

int open_window(const char* path) {
  Result<Document> fresh = empty_document();
  if (!fresh) return complain(fresh.error());
  Io io;
  Workspace workspace(*std::move(fresh), io);
  Result<std::unique_ptr<Window>> window = Window::open("Limber", 1280, 800);
  if (!window) return complain(window.error());
  Panels panels(workspace);
  if (path)
    workspace.open(path);
  else
    workspace.open_example("welcome.limber");
  run_loop(**window, workspace, panels);
  return 0;
}

}  // namespace
}  // namespace limber

int main(int count, char** arguments) {
  return limber::open_window(count > 1 ? arguments[1] : nullptr);
}
