#include "app/editor/arrange_commands.h"

#include <numbers>

#include "app/editor/arranging.h"
#include "app/editor/command_parts.h"
#include "app/editor/workspace.h"

namespace limber {

namespace {
using W = Workspace;
bool has_selection(const W& w) { return !w.editor().selection().empty(); }
bool has_several(const W& w) { return w.editor().selection().size() > 1; }
constexpr double right_angle = std::numbers::pi / 2;
}  // namespace

std::vector<Command> clipboard_commands() {
  return {
      when(command("edit.cut", "Cut", {"Ctrl+X"}, "Edit",
                   "Copy what is selected, and take it away here", "",
                   [](W& w) { w.cut(); }),
           has_selection),
      when(command("edit.copy", "Copy", {"Ctrl+C"}, "Edit",
                   "With the constraints inside, for this drawing and for others", "",
                   [](W& w) { w.copy(); }),
           has_selection),
      command("edit.copy_svg", "Copy as SVG", {"Ctrl+Shift+C"}, "Edit",
              "What is chosen, or all, for other programs; pasted here it is what it was", "",
              [](W& w) { w.copy_as_svg(); }),
      command("edit.copy_picture", "Copy as picture", {"Ctrl+Alt+C"}, "Edit",
              "What is chosen, or all, as pixels", "", [](W& w) { w.copy_as_picture(); }),
      command("edit.paste", "Paste", {"Ctrl+V"}, "Edit", "Where the pointer is", "",
              [](W& w) { w.paste(); }),
      ruled(when(command("edit.duplicate", "Duplicate", {"Ctrl+D"}, "Edit",
                         "A copy beside it, with the constraints inside (or drag with Alt)", "",
                         [](W& w) { duplicate(w.editor()); }),
                 has_selection)),
  };
}

std::vector<Command> choosing_commands() {
  const auto below = [](W& w) { select_below(w.editor(), w.editor().pointer()); };
  const auto more = [](Command c) { return under("Select more", when(std::move(c), has_selection)); };
  return {
      more(command("select.connected", "What is joined to it", {"Ctrl+Shift+A"}, "Edit",
                   "All curves that constraints or welds connect with what is selected", "",
                   [](W& w) { select_connected(w.editor()); })),
      more(command("select.type", "The same type", {}, "Edit", "All circles, all lines, all texts", "",
                   [](W& w) { select_same_type(w.editor()); })),
      more(command("select.colour", "The same colour", {}, "Edit", "Whatever has the same stroke", "",
                   [](W& w) { select_same_colour(w.editor()); })),
      more(command("select.others", "The others", {"Ctrl+Shift+I"}, "Edit",
                   "What is not selected now, instead", "",
                   [](W& w) { select_others(w.editor()); })),
      under("Select more",
            command("select.below", "What lies below, at the pointer", {"Ctrl+U"}, "Edit",
                    "Of things on top of each other the next one (or Alt+click)", "", below)),
  };
}

std::vector<Command> arrange_commands() {
  const auto chosen = [](Command c) { return when(std::move(c), has_selection); };
  const auto several = [](Command c) { return when(std::move(c), has_several); };
  const auto align = [&](Command c) { return under("Align", several(std::move(c))); };
  const auto order = [&](Command c) { return under("Order", chosen(std::move(c))); };
  return {
      several(command("arrange.group", "Group", {"Ctrl+G"}, "Arrange", "They are picked as one", "",
                      [](W& w) { group_chosen(w.editor()); })),
      ruled(chosen(command("arrange.ungroup", "Ungroup", {"Ctrl+Shift+G"}, "Arrange",
                           "Take the group apart", "",
                           [](W& w) { ungroup_chosen(w.editor()); }))),
      chosen(command("arrange.mirror", "Mirror left and right", {"Shift+H"}, "Arrange",
                     "In the upright line through its middle", "",
                     [](W& w) { mirror_chosen(w.editor(), true); })),
      chosen(command("arrange.mirror_up", "Mirror up and down", {"Shift+V"}, "Arrange",
                     "In the level line through its middle", "",
                     [](W& w) { mirror_chosen(w.editor(), false); })),
      chosen(command("arrange.turn_left", "Turn left by 90°", {"Ctrl+["}, "Arrange",
                     "About its middle", "",
                     [](W& w) { turn_chosen(w.editor(), right_angle); })),
      ruled(chosen(command("arrange.turn_right", "Turn right by 90°", {"Ctrl+]"}, "Arrange",
                           "About its middle", "",
                           [](W& w) { turn_chosen(w.editor(), -right_angle); }))),
      ruled(chosen(command("arrange.other", "Other solution", {"Shift+O"}, "Arrange",
                           "Bars between two joints go over to the other side of them", "",
                           [](W& w) { other_solution(w.editor()); }))),
      order(command("arrange.front", "To the front", {"Home"}, "Arrange", "Over everything else", "",
                    [](W& w) { order_chosen(w.editor(), "front"); })),
      order(command("arrange.forward", "Forward", {"Shift+PageUp"}, "Arrange", "Over the next one", "",
                    [](W& w) { order_chosen(w.editor(), "forward"); })),
      order(command("arrange.backward", "Backward", {"Shift+PageDown"}, "Arrange",
                    "Under the next one", "",
                    [](W& w) { order_chosen(w.editor(), "backward"); })),
      order(command("arrange.back", "To the back", {"End"}, "Arrange", "Under everything else", "",
                    [](W& w) { order_chosen(w.editor(), "back"); })),
      align(command("arrange.left", "Left edges", {}, "Arrange", "One under the other, flush left", "",
                    [](W& w) { align_chosen(w.editor(), Edge::left); })),
      align(command("arrange.middle", "Middles, one under the other", {}, "Arrange",
                    "Their middles on one upright line", "",
                    [](W& w) { align_chosen(w.editor(), Edge::middle); })),
      align(command("arrange.right", "Right edges", {}, "Arrange",
                    "One under the other, flush right", "",
                    [](W& w) { align_chosen(w.editor(), Edge::right); })),
      align(command("arrange.top", "Top edges", {}, "Arrange", "Side by side, flush at the top", "",
                    [](W& w) { align_chosen(w.editor(), Edge::top); })),
      align(command("arrange.centre", "Middles, side by side", {}, "Arrange",
                    "Their middles on one level line", "",
                    [](W& w) { align_chosen(w.editor(), Edge::centre); })),
      align(ruled(command("arrange.bottom", "Bottom edges", {}, "Arrange",
                          "Side by side, flush at the bottom", "",
                          [](W& w) { align_chosen(w.editor(), Edge::bottom); }))),
      align(command("arrange.spread", "Equal gaps, side by side", {}, "Arrange",
                    "The outermost two stay, the others are spread between them", "",
                    [](W& w) { distribute_chosen(w.editor(), true); })),
      align(command("arrange.spread_up", "Equal gaps, one under the other", {}, "Arrange",
                    "The outermost two stay, the others are spread between them", "",
                    [](W& w) { distribute_chosen(w.editor(), false); })),
      chosen(command("tool.array", "Array in a row", {"Shift+A"}, "Arrange",
                     "Copies side by side: type how many, drag from one to the next", "",
                     [](W& w) { w.editor().use("tool.array"); })),
      ruled(chosen(command("tool.array_around", "Array around a place", {"Shift+R"}, "Arrange",
                           "Copies around a middle: type how many, click it", "",
                           [](W& w) { w.editor().use("tool.array_around"); }))),
      ruled(chosen(command("style.fill", "Fill or not", {"Shift+I"}, "Arrange",
                           "The inside in the pale colour of the line", "",
                           [](W& w) { fill_chosen(w.editor()); }))),
      chosen(command("arrange.hide", "Hide", {"Ctrl+H"}, "Arrange",
                     "It is there and acts, and is not seen", "",
                     [](W& w) { hide_chosen(w.editor()); })),
      command("arrange.show", "Show all", {"Ctrl+Shift+H"}, "Arrange", "What was hidden is seen again",
              "", [](W& w) { show_all(w.editor()); }),
      chosen(command("arrange.lock", "Lock", {"Ctrl+L"}, "Arrange",
                     "The pointer passes over it; it cannot be taken or moved by hand", "",
                     [](W& w) { lock_chosen(w.editor()); })),
      ruled(command("arrange.unlock", "Unlock all", {"Ctrl+Shift+U"}, "Arrange",
                    "What was locked can be taken again", "",
                    [](W& w) { unlock_all(w.editor()); })),
      command("arrange.guide", "Level guide", {}, "Arrange",
              "A line to draw along, through the pointer's place; drag it, Delete removes it", "",
              [](W& w) { add_guide(w.editor(), 0); }),
      ruled(command("arrange.guide_up", "Upright guide", {}, "Arrange",
                    "A line to draw along, through the pointer's place", "",
                    [](W& w) { add_guide(w.editor(), right_angle); })),
      command("arrange.layer", "New layer", {"Ctrl+Shift+N"}, "Arrange",
              "Above the others; what is selected comes into it", "plus",
              [](W& w) { put_into_new_layer(w.editor()); }),
  };
}

}  // namespace limber
