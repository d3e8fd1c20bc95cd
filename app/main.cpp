// limber [FILE]: the window. limber render ...: the same drawing code, without one.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/run.h"
#include "app/cli/table.h"
#include "app/editor/workspace.h"
#include "app/files/xdg.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "app/window/end_signals.h"
#include "app/window/loop.h"
#include "app/window/window.h"
#include "codegen/explain.h"
#include "codegen/machine_code.h"

namespace limber {
namespace {

int complain(const Error& error) {
  std::fprintf(stderr, "limber: %s\n", safe(sentence(error)).c_str());
  return 1;
}

// Said here for those who started the window from a terminal or a script; the window says it too.
int cannot_open(const std::string& file, const Error& error) {
  complain(error);
  if (!read_file(file)) return cli::status_failed;
  return is_formula_file(file) ? cli::status_formula : cli::status_invalid;
}

// Said by the command line, the environment, or what was chosen in the preferences, in this order.
Renderer renderer_of(const cli::Arguments& arguments, const Preferences& preferences) {
  if (arguments.has("--renderer")) return renderer_named(arguments.text("--renderer"));
  const char* variable = std::getenv("LIMBER_RENDERER");
  return renderer_named(variable && *variable ? variable : preferences.renderer);
}

int open_window(const cli::Arguments& arguments) {
  Result<Document> fresh = empty_document({Tier::machine_code, compile_budget()});
  if (!fresh) return complain(fresh.error());
  Io io;
  PreferencesFile preferences(preferences_path(), io);
  const auto [width, height] =
      arguments.has("--size") ? arguments.size("--size") : preferences.now().window;
  Workspace workspace(*std::move(fresh), io);
  Result<std::unique_ptr<Window>> window =
      Window::open("Limber", width, height, arguments.number("--scale"),
                   renderer_of(arguments, preferences.now()));
  if (!window) return complain(window.error());
  workspace.use_clipboard(system_clipboard());
  Panels panels(workspace);
  workspace.editor().camera().set_view(free_view((*window)->size()));
  workspace.use(preferences);
  workspace.keep_formulas_in(own_folder(OwnFolder::data) / "formulas");
  int status = cli::status_done;
  if (arguments.operands().empty()) {
    workspace.open_example("welcome.limber");
    workspace.show_pane(Pane::start, true);
  } else if (const Result<bool> opened = workspace.open_first(arguments.operand()); !opened) {
    status = cannot_open(arguments.operand(), opened.error());
  }
  if (arguments.has("--theme"))  // for this start; what is chosen in the window is remembered
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
  workspace.keep_drafts_in(own_folder(OwnFolder::state) / "drafts.json");
  workspace.keep_work_in(own_folder(OwnFolder::state) / "journals");
  workspace.offer_recovery(Workspace::Offer::if_any);
  FrameTimes times;
  const Point first_size = (*window)->size();
  const EndSignals signals;
  run_loop(**window, workspace, panels, times);
  if (const Point size = workspace.scale() * (*window)->size(); size != first_size)
    workspace.choose_window(static_cast<int>(size.x()), static_cast<int>(size.y()));
  if (const int signal = signals.received()) status = 128 + signal;
  if (arguments.has("--frame-times"))
    std::fprintf(stderr, "drawn by %s\n%s", (*window)->drawn_by().c_str(), times.table().c_str());
  workspace.editor().set_recorder(nullptr);
  if (arguments.has("--record") && !recording)
    return complain(
        {arguments.text("--record") + " could not be written to its end.", 0, 0, 1, {}, {}});
  return status;
}

}  // namespace
}  // namespace limber

int main(int count, char** words) {
  const std::vector<std::string> all(words + (count > 0), words + count);
  const int status = limber::cli::run(all, limber::open_window);
  limber::stop_compiling();
  return status;
}
