// limber [FILE]: the window. limber render ...: the same drawing code, without one.
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/run.h"
#include "app/editor/workspace.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "app/window/loop.h"
#include "app/window/window.h"
#include "codegen/machine_code.h"

namespace limber {
namespace {

int complain(const Error& error) {
  std::fprintf(stderr, "limber: %s\n", sentence(error).c_str());
  return 1;
}

int open_window(const cli::Arguments& arguments) {
  const auto [width, height] = arguments.size("--size");
  Result<Document> fresh = empty_document();
  if (!fresh) return complain(fresh.error());
  Io io;
  Workspace workspace(*std::move(fresh), io);
  Result<std::unique_ptr<Window>> window =
      Window::open("Limber", width, height, arguments.number("--scale"));
  if (!window) return complain(window.error());
  Panels panels(workspace);
  workspace.editor().camera().set_view(free_view((*window)->size()));
  if (!arguments.operands().empty())
    workspace.open(arguments.operand());
  else
    workspace.open_example("welcome.limber");
  workspace.editor().set_theme(theme_named(arguments.text("--theme")));
  std::ofstream recording;
  if (arguments.has("--record")) {
    const std::string file = arguments.text("--record");
    recording.open(file == "-" ? "/dev/stdout" : file, std::ios::binary | std::ios::trunc);
    if (!recording)
      return complain({arguments.text("--record") + " cannot be written.", 0, 0, 1, {}, {}});
    workspace.editor().set_recorder(std::make_unique<Recorder>(
        [&](std::string_view text) { recording << text << std::flush; }));
  }
  FrameTimes times;
  run_loop(**window, workspace, panels, times);
  if (arguments.has("--frame-times")) std::fputs(times.table().c_str(), stderr);
  workspace.editor().set_recorder(nullptr);
  if (arguments.has("--record") && !recording)
    return complain(
        {arguments.text("--record") + " could not be written to its end.", 0, 0, 1, {}, {}});
  return 0;
}

}  // namespace
}  // namespace limber

int main(int count, char** words) {
  const std::vector<std::string> all(words + (count > 0), words + count);
  const int status = limber::cli::run(all, limber::open_window);
  limber::stop_compiling();
  return status;
}
