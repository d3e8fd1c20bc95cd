#include "app/editor/commands.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <iterator>

#include "app/drawing/assets.h"
#include "app/editor/arrange_commands.h"
#include "app/editor/command_parts.h"
#include "app/editor/constraint_commands.h"
#include "app/editor/dimensions.h"
#include "app/editor/formula_commands.h"
#include "app/editor/kind_commands.h"
#include "app/editor/node_commands.h"
#include "app/editor/play_commands.h"
#include "app/editor/trace_commands.h"
#include "app/editor/workspace.h"

namespace limber {

namespace {

using W = Workspace;

bool has_selection(const W& w) { return !w.editor().selection().empty(); }
void zoom(W& w, double factor) {
  w.editor().camera().zoom(factor, w.editor().camera().view().center());
  w.editor().touch();
}

constexpr std::int64_t rewind_step = 24;  // ticks: a tenth of a second

std::vector<Command> fixed_commands() {
  return {
      command("file.new", "New", {"Ctrl+N"}, "File", "An empty paper", "blank",
              [](W& w) { w.new_drawing(); }),
      command("file.start", "Start…", {}, "File",
              "The examples as pictures, files opened lately", "",
              [](W& w) { w.show_pane(Pane::start, !w.pane_shown(Pane::start)); }),
      command("file.open", "Open…", {"Ctrl+O"}, "File", "Open a drawing, or drop it on the window",
              "open", [](W& w) { w.show(Dialog::open); }),
      command("file.save", "Save", {"Ctrl+S"}, "File", "Write the drawing to its file", "save",
              [](W& w) { w.save(); }),
      command("file.save_as", "Save as…", {"Ctrl+Shift+S"}, "File",
              "Write the drawing to another file", "", [](W& w) { w.show(Dialog::save_as); }),
      command("file.export", "Export…", {"Ctrl+Shift+E"}, "File",
              "As a picture or a plan for other programs", "",
              [](W& w) { w.show(Dialog::export_as); }),
      command("file.export_again", "Export again", {"Ctrl+E"}, "File",
              "The same way to the same file", "", [](W& w) { w.export_again(); }),
      ruled(command("file.recover", "Recover unsaved work…", {}, "File",
                    "What a crash, a power cut or a log-out left behind", "",
                    [](W& w) { w.offer_recovery(Workspace::Offer::on_request); })),
      command("file.quit", "Quit", {"Ctrl+Q"}, "File", "Leave; asks when something is not saved",
              "", [](W& w) { w.quit(); }),

      amid(when(command("edit.undo", "Undo", {"Ctrl+Z"}, "Edit", "Take the last step back", "undo",
                        [](W& w) { w.editor().undo(); }),
                [](const W& w) { return w.editor().can_undo(); })),
      amid(ruled(when(
          command("edit.redo", "Redo", {"Ctrl+Shift+Z", "Ctrl+Y"}, "Edit",
                  "Do the step again that was taken back", "redo", [](W& w) { w.editor().redo(); }),
          [](const W& w) { return w.editor().history().can_redo(); }))),
      when(command("edit.delete", "Delete", {"Delete", "Backspace"}, "Edit",
                   "Remove what is selected and what hangs on it", "bin",
                   [](W& w) { w.editor().remove_selection(); }),
           has_selection),
      command("edit.select_all", "Select all", {"Ctrl+A"}, "Edit", "Everything that is drawn", "",
              [](W& w) { w.editor().select_all(); }),
      amid(ruled(command("edit.escape", "Cancel", {"Esc"}, "Edit",
                         "Leave the gesture, then the tool, then the selection", "",
                         [](W& w) { w.editor().escape(); }))),
      switched(command("edit.history", "History", {"Ctrl+Alt+Z"}, "Edit",
                       "All steps by their names; a click goes there", "",
                       [](W& w) { w.show_pane(Pane::history, !w.pane_shown(Pane::history)); }),
               [](const W& w) { return w.pane_shown(Pane::history); }),
      command("edit.preferences", "Preferences…", {"Ctrl+,"}, "Edit",
              "Colours, the size of the interface, the grid; page and units of this drawing", "",
              [](W& w) { w.show(Dialog::preferences); }),
      command("edit.next", "Select next", {"PageDown"}, "Edit", "The next curve, in order of age",
              "", [](W& w) { w.editor().select_next(1); }),
      ruled(command("edit.previous", "Select previous", {"PageUp"}, "Edit",
                    "The curve before, in order of age", "",
                    [](W& w) { w.editor().select_next(-1); })),
      command("edit.variable", "New variable", {"Ctrl+Shift+V"}, "Edit",
              "A name for a number: type it in any field, change it, and all of them follow",
              "plus", [](W& w) { w.begin_variable(); }),

      command("tool.pull", "Pull", {"F1"}, "Tools", "Take hold of a curve anywhere and pull it",
              "pull", [](W& w) { w.editor().use("tool.pull"); }),
      command("tool.move", "Move", {"F8", "Shift+M"}, "Tools",
              "Drag anything: it moves as it is. Its frame turns and scales it", "move",
              [](W& w) { w.editor().use("tool.move"); }),
      command("tool.lasso", "Lasso", {"Shift+L"}, "Tools",
              "Select by a line around things (or Alt+drag on the paper)", "",
              [](W& w) { w.editor().use("tool.lasso"); }),
      command("tool.attach", "Attach", {"A"}, "Tools",
              "Join two points; Shift lets one slide along", "attach",
              [](W& w) { w.editor().use("tool.attach"); }),
      ruled(command("tool.nail", "Nail", {"T", "]"}, "Tools",
                    "Fix a point to the paper; click a nail to pull it out", "nail",
                    [](W& w) { w.editor().use("tool.nail"); })),
      ruled(command("edit.motor", "Motor", {"G"}, "Tools",
                    "Drive the selected curve, or stop driving it", "motor",
                    [](W& w) { w.editor().toggle_motor(); })),
      command("tool.force", "Force", {"Z"}, "Tools",
              "Drag an arrow out of a point: a constant force on it", "",
              [](W& w) { w.editor().use("tool.force"); }),
      command("tool.pipette", "Pipette", {"F7"}, "Tools",
              "Click a colour on the paper: the line of what is chosen gets it; Shift: its fill", "",
              [](W& w) { w.editor().use("tool.pipette"); }),
      command("edit.weld", "Weld", {"Ctrl+J"}, "Tools",
              "The chosen curves move as one, or come apart again", "",
              [](W& w) { toggle_weld(w.editor()); }),
      command("edit.soft", "Soft or hard", {"Y"}, "Tools",
              "The chosen constraint gives like a spring, or holds again", "",
              [](W& w) { toggle_soft(w.editor()); }),
      command("edit.stiffer", "Stiffer", {"Ctrl+Shift+Up"}, "Tools", "The chosen spring, by half", "",
              [](W& w) { scale_stiffness(w.editor(), 1.5); }),
      command("edit.softer", "Softer", {"Ctrl+Shift+Down"}, "Tools", "The chosen spring, by a third",
              "", [](W& w) { scale_stiffness(w.editor(), 1 / 1.5); }),
      ruled(command("edit.acting", "Switch constraint", {"Ctrl+Shift+D"}, "Tools",
                    "The chosen constraint does not act, or acts again", "",
                    [](W& w) { toggle_acting(w.editor()); })),
      command("edit.dimension", "Number on the paper", {"Shift+D"}, "Tools",
              "Write the number of the chosen constraint beside it, with lines and arrows, or not", "",
              [](W& w) { toggle_dimensions(w.editor()); }),
      command("edit.trace", "Trace", {"Ctrl+Shift+T"}, "Tools",
              "The chosen point, or the one under the pointer, leaves its path behind, or no longer", "",
              [](W& w) { toggle_trace(w.editor()); }),
      ruled(command("edit.plot", "Plot", {"Ctrl+Shift+P"}, "Tools",
                    "Numbers of what is chosen over time, in a frame on the paper", "",
                    [](W& w) { add_plot(w.editor()); })),
      switched(command("physics.toggle", "Physics", {"Ctrl+M"}, "Tools",
                       "Curves have mass and fall while it plays, or not", "",
                       [](W& w) {
                         const bool on = w.editor().document().world->physics.on;
                         (void)w.editor().perform(Edit{edit::PhysicsEdit{on ? "off" : "on"}});
                       }),
               [](const W& w) { return w.editor().document().world->physics.on; }),
      when(command("physics.rest", "Stand still", {"Ctrl+Shift+Space"}, "Tools",
                   "All that moves with mass comes to rest where it is", "",
                   [](W& w) { (void)w.editor().perform(Edit{edit::PhysicsEdit{"rest"}}); }),
           [](const W& w) { return w.editor().document().world->physics.on; }),
      switched(command("play.toggle", "Play", {"Space"}, "Tools",
                       "Let the motors run, or stop them (tap Space)", "play",
                       [](W& w) { w.editor().set_playing(!w.editor().playing()); }),
               [](const W& w) { return w.editor().playing(); }),
      amid(when(command("play.back", "Back in time", {"Alt+,"}, "Tools",
                   "A tenth of a second back in what was played, at most a minute", "",
                   [](W& w) { w.editor().rewind_to(w.editor().past().now() - rewind_step); }),
           [](const W& w) { return w.editor().past().now() > w.editor().past().begin(); })),
      amid(when(command("play.forth", "Forth in time", {"Alt+."}, "Tools",
                   "A tenth of a second forth in what was played", "",
                   [](W& w) { w.editor().rewind_to(w.editor().past().now() + rewind_step); }),
           [](const W& w) { return w.editor().past().went_back(); })),

      command("view.fit", "Fit the drawing", {"F", "Shift+1"}, "View", "Show everything", "fit",
              [](W& w) { w.editor().fit(); }),
      command("view.fit_selection", "Fit the selection", {"Shift+2"}, "View",
              "Show what is selected", "", [](W& w) { w.editor().fit_selection(); }),
      command("view.zoom_in", "Zoom in", {"+", "="}, "View", "Closer (wheel: at the pointer)",
              "zoom_in", [](W& w) { zoom(w, 1.2); }),
      command("view.zoom_out", "Zoom out", {"-"}, "View", "Farther (wheel: at the pointer)",
              "zoom_out", [](W& w) { zoom(w, 1 / 1.2); }),
      ruled(command("view.zoom_100", "True size", {"Shift+0"}, "View",
                    "One unit is a millimetre on the screen", "",
                    [](W& w) { zoom(w, points_per_unit_at_100 / w.editor().camera().scale()); })),
      switched(command("view.outline", "Outline", {"Ctrl+Shift+O"}, "View",
                       "All things by their names: choose, rename (F2), hide, lock, layers", "",
                       [](W& w) { w.show_outline(!w.outline_shown()); }),
               [](const W& w) { return w.outline_shown(); }),
      switched(command("view.play_bar", "Bar of play", {}, "View",
                       "Play, step, pace and the last minute, also where nothing moves by itself", "",
                       [](W& w) { w.show_pane(Pane::mechanism, !w.pane_shown(Pane::mechanism)); }),
               [](const W& w) { return w.pane_shown(Pane::mechanism); }),
      switched(command("view.crosshair", "Crosshair for the keyboard", {"F9"}, "View",
                       "Arrows move it, Enter clicks, Shift+Enter holds; it snaps as the mouse does", "",
                       [](W& w) { w.editor().crosshair().show(w.editor(), !w.editor().crosshair().shown()); }),
               [](const W& w) { return w.editor().crosshair().shown(); }),
      switched(command("view.marks", "Marks of constraints", {"Shift+N"}, "View",
                       "Show or hide nails, joints, springs, forces and dimensions", "",
                       [](W& w) { w.editor().show_marks(!w.editor().marks_shown()); }),
               [](const W& w) { return w.editor().marks_shown(); }),
      switched(command("view.grid", "Grid", {"#"}, "View", "Show or hide the grid",
                       "grid", [](W& w) { w.choose_grid(!w.editor().grid_shown()); }),
               [](const W& w) { return w.editor().grid_shown(); }),
      command("view.larger", "Larger interface", {"Ctrl+="}, "View", "Letters and panels, by a quarter", "",
              [](W& w) { w.choose_scale(w.scale() + 0.25); }),
      command("view.smaller", "Smaller interface", {"Ctrl+-"}, "View", "Letters and panels, by a quarter", "",
              [](W& w) { w.choose_scale(w.scale() - 0.25); }),
      switched(command("view.contrast", "High contrast", {}, "View", "Black on white, strong edges", "",
                       [](W& w) {
                         const bool on = w.editor().theme().name == contrast_theme().name;
                         w.choose_theme(on ? light_theme() : contrast_theme());
                       }),
               [](const W& w) { return w.editor().theme().name == contrast_theme().name; }),
      switched(command("view.dark", "Dark colours", {"Ctrl+Shift+L"}, "View",
                       "Light letters on dark paper", "moon",
                       [](W& w) {
                         w.choose_theme(w.editor().theme().dark ? light_theme() : dark_theme());
                       }),
               [](const W& w) { return w.editor().theme().dark; }),

      amid(command("help.palette", "Find…", {"Ctrl+K", "Ctrl+P", "F3", "?"}, "Help",
                   "Any command, curve, constraint, example or thing of the drawing, by its name", "find",
                   [](W& w) { w.show_pane(Pane::palette, !w.pane_shown(Pane::palette)); })),
      switched(command("help.lesson", "First lesson", {}, "Help",
                       "Seven steps from a pulled curve to a mechanism that draws: it sees what you do", "",
                       [](W& w) { w.show_pane(Pane::lesson, !w.pane_shown(Pane::lesson)); }),
               [](const W& w) { return w.pane_shown(Pane::lesson); }),
      command("help.hand", "By hand", {}, "Help", "What the mouse does, with the keys that change it", "",
              [](W& w) { w.show_help("hand.md"); }),
      command("help.formulas", "Formulas", {}, "Help", "How curves and constraints are written", "",
              [](W& w) { w.show_help("formulas.md"); }),
      command("help.kinds", "Curves and constraints", {}, "Help", "All that are built in", "",
              [](W& w) { w.show_help("kinds.md"); }),
      command("help.dynamics", "Mass", {}, "Help", "Figures that fall and swing", "",
              [](W& w) { w.show_help("dynamics.md"); }),
      ruled(command("help.exchange", "Files of other programs", {}, "Help", "What goes out and comes in", "",
                    [](W& w) { w.show_help("exchange.md"); })),
      command("help.keys", "Keys", {"Shift+F1"}, "Help", "Every command and its key", "help",
              [](W& w) { w.show(Dialog::keys); }),
      command("help.about", "About Limber", {}, "Help", "What it is and where it comes from", "",
              [](W& w) { w.show(Dialog::about); }),
  };
}

// Arrows move the selection by 1, with Shift by 10, with Ctrl by a tenth.
template <int x, int y, int tenths>
Command nudge_command(const char* where, const char* key, const char* words) {
  const char* size = tenths == 10 ? "" : tenths > 10 ? "_far" : "_fine";
  const char* by = tenths == 10 ? "" : tenths > 10 ? " by 10" : " by 0.1";
  const std::string id = fmt::format("edit.{}{}", where, size);
  const std::string title = fmt::format("Nudge {}{}", where, by);
  return when(command(id.c_str(), title.c_str(), {key}, "", words, "",
                      [](W& w) { w.editor().nudge(Point(x, y) * tenths / 10.0); }),
              has_selection);
}

template <int tenths>
void add_nudges(std::vector<Command>& all, const std::string& prefix, const char* words) {
  all.push_back(nudge_command<-1, 0, tenths>("left", (prefix + "Left").c_str(), words));
  all.push_back(nudge_command<1, 0, tenths>("right", (prefix + "Right").c_str(), words));
  all.push_back(nudge_command<0, 1, tenths>("up", (prefix + "Up").c_str(), words));
  all.push_back(nudge_command<0, -1, tenths>("down", (prefix + "Down").c_str(), words));
}

// Types most people reach for first, with their keys; the others follow by title.
constexpr std::pair<const char*, const char*> favourites[] = {
    {"bar", "B"},     {"line", "S"},     {"circle", "C"},    {"arc", "R"},
    {"ellipse", "E"}, {"polyline", "P"}, {"rectangle", "W"}, {"spline", "U"},
    {"path", "K"},    {"bspline", "I"},  {"point", "."},     {"regular_polygon", "J"},
};

int rank(const std::string& type) {
  const auto found = std::find_if(std::begin(favourites), std::end(favourites),
                                  [&](const auto& f) { return f.first == type; });
  return static_cast<int>(found - std::begin(favourites));
}

// "jansen-leg.limber" is shown as "Jansen leg".
Command example_command(std::string_view file) {
  Command c;
  c.example = file;
  c.title = file.substr(0, file.find('.'));
  c.id = "example." + c.title;
  std::replace(c.title.begin(), c.title.end(), '-', ' ');
  c.title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(c.title[0])));
  c.menu = "Examples";
  c.help = "Open this example";
  return c;
}

Command recent_command(std::size_t number, const std::filesystem::path& file) {
  Command c;
  c.file = file;
  c.id = fmt::format("recent.{}", number);
  c.title = shown(file.filename());
  c.menu = "File";
  c.submenu = "Open recent";
  c.help = shown(file);
  return c;
}

Command draw_command(const CurveType& type) {
  Command c;
  c.id = "draw." + type.name;
  c.title = type.title;
  c.menu = "Draw";
  c.help = "Draw: " + type.title;
  c.curve_type = type.name;
  for (const auto& [name, key] : favourites)
    if (name == type.name) c.keys = chords({key});
  if (c.keys.empty()) c.submenu = "More curves";
  return c;
}

}  // namespace

const std::vector<std::string>& menu_names() {
  static const std::vector<std::string> names = {"File", "Edit", "Arrange",  "Tools", "Constrain",
                                                 "Draw", "View", "Examples", "Help"};
  return names;
}

std::vector<Command> make_commands(const Document& document,
                                   std::span<const std::filesystem::path> recent,
                                   std::span<const std::filesystem::path> kept) {
  std::vector<Command> all = fixed_commands();
  std::vector<Command> files;
  for (const std::filesystem::path& file : recent)
    files.push_back(recent_command(files.size() + 1, file));
  const auto open = std::find_if(all.begin(), all.end(),
                                 [](const Command& c) { return c.id == "file.open"; });
  all.insert(open + 1, files.begin(), files.end());
  const auto insert_after = [&](std::string_view id, const std::vector<Command>& more) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.id == id; });
    all.insert(at + 1, more.begin(), more.end());
  };
  insert_after("edit.redo", clipboard_commands());
  insert_after("edit.select_all", choosing_commands());
  insert_after("edit.variable", {edit_formula_command()});
  insert_after("formula.edit", arrange_commands());
  insert_after("arrange.other", node_commands());
  insert_after("play.toggle", play_commands());
  add_nudges<10>(all, "", "Move the selection by 1");
  add_nudges<100>(all, "Shift+", "Move the selection by 10");
  add_nudges<1>(all, "Ctrl+", "Move the selection by 0.1");
  const std::vector<Command> own_kinds = new_kind_commands(kept);
  all.insert(all.end(), own_kinds.begin(), own_kinds.end());
  const std::vector<Command> constraining = kind_commands(document.kinds);
  all.insert(all.end(), constraining.begin(), constraining.end());
  const CurveLibrary& library = document.library;
  std::vector<Command> drawing;
  for (const std::string& name : library.names())
    drawing.push_back(draw_command(*library.find(name)));
  std::stable_sort(drawing.begin(), drawing.end(), [](const Command& a, const Command& b) {
    return std::pair(rank(a.curve_type), a.title) < std::pair(rank(b.curve_type), b.title);
  });
  const Command freehand =
      command("tool.freehand", "Freehand", {"Shift+P"}, "Draw",
              "A stroke becomes the simplest curve that follows it", "freehand",
              [](W& w) { w.editor().use("tool.freehand"); });
  const Command text = command("tool.text", "Text", {"Shift+T"}, "Draw", "Click and type", "text",
                               [](W& w) { w.editor().use("tool.text"); });
  drawing.insert(drawing.begin() + static_cast<std::ptrdiff_t>(std::size(favourites)),
                 {freehand, text});
  const std::vector<Command> own_curves = new_curve_commands(kept);
  all.insert(all.end(), own_curves.begin(), own_curves.end());
  all.insert(all.end(), drawing.begin(), drawing.end());
  for (const std::string_view file : assets_ending_in(".limber"))
    all.push_back(example_command(file));
  return all;
}

const Command* find_command(const std::vector<Command>& commands, const KeyEvent& press) {
  for (const Chord& chord : chords_of(press))
    for (const Command& c : commands)
      if (std::find(c.keys.begin(), c.keys.end(), chord) != c.keys.end()) return &c;
  return nullptr;
}

const Command* find_command(const std::vector<Command>& commands, std::string_view id) {
  for (const Command& c : commands)
    if (c.id == id) return &c;
  return nullptr;
}

bool is_enabled(const Command& command, const Workspace& workspace) {
  return !command.enabled || command.enabled(workspace);
}

void run(const Command& command, Workspace& workspace) {
  if (!is_enabled(command, workspace)) return;
  if (!command.within_gesture) workspace.editor().finish_gesture();
  if (command.act)
    command.act(workspace);
  else if (!command.example.empty())
    workspace.open_example(command.example);
  else if (!command.file.empty())
    workspace.open(command.file);
  else
    workspace.editor().use(command.id);
}

}  // namespace limber
