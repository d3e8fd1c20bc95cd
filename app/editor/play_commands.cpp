#include "app/editor/play_commands.h"

#include <algorithm>

#include "app/editor/command_parts.h"
#include "app/editor/workspace.h"

namespace limber {

namespace {

using W = Workspace;

constexpr double step_seconds = 1.0 / 30;  // what an eye can tell apart

bool has_motors(const W& w) { return w.editor().document().world->motors().size() > 0; }
bool is_slowest(const W& w) { return w.editor().pace() <= paces.front(); }
bool is_fastest(const W& w) { return w.editor().pace() >= paces.back(); }

void one_step(Editor& editor) {
  const double pace = editor.pace();
  editor.set_pace(1);
  editor.set_playing(true);
  editor.advance(step_seconds);
  editor.set_playing(false);
  editor.set_pace(pace);
}

// All of them, as one step.
void reverse(Editor& editor) {
  std::vector<Edit> edits;
  const Document& document = editor.document();
  document.world->motors().each([&](MotorId id, const Motor& motor) {
    edits.push_back({edit::Drive{document.name(id), -motor.speed}});
  });
  if (!edits.empty()) (void)editor.perform("Turn the motors round", edits);
}

void slower(W& w) {
  const auto next =
      std::find_if(paces.rbegin(), paces.rend(), [&](double one) { return one < w.editor().pace(); });
  if (next != paces.rend()) w.choose_pace(*next);
}
void faster(W& w) {
  const auto next =
      std::find_if(paces.begin(), paces.end(), [&](double one) { return one > w.editor().pace(); });
  if (next != paces.end()) w.choose_pace(*next);
}

}  // namespace

std::vector<Command> play_commands() {
  return {
      command("play.step", "One step", {"Alt+Right"}, "Tools",
              "Play a thirtieth of a second, and stand", "step",
              [](W& w) { one_step(w.editor()); }),
      when(command("play.reverse", "Motors the other way round", {"Alt+Left"}, "Tools",
                   "All motors turn back", "reverse", [](W& w) { reverse(w.editor()); }),
           has_motors),
      amid(when(command("play.slower", "Play slower", {"Alt+Down"}, "Tools",
                        "The time of the drawing runs slower, down to a tenth", "",
                        [](W& w) { slower(w); }),
                [](const W& w) { return !is_slowest(w); })),
      amid(when(command("play.faster", "Play faster", {"Alt+Up"}, "Tools",
                        "The time of the drawing runs faster, up to twice", "",
                        [](W& w) { faster(w); }),
                [](const W& w) { return !is_fastest(w); })),
  };
}

}  // namespace limber
