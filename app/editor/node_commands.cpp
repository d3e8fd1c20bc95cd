#include "app/editor/node_commands.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/editor/command_parts.h"
#include "app/editor/workspace.h"
#include "curves/handles.h"

namespace limber {

namespace {

using W = Workspace;

bool has_selection(const W& w) { return !w.editor().selection().empty(); }

struct Node {
  CurveId curve;
  int node = 0;  // from 0
};

// Nodes that were pointed at; none: of one chosen curve all of them, where all can be meant.
std::vector<Node> chosen_nodes(const Editor& editor, bool or_all) {
  std::vector<Node> out;
  for (const PickedPlace& place : editor.selection().places()) {
    const Curve* curve = editor.world().find(place.curve);
    const auto* point = place.special ? std::get_if<PointAt>(&place.special->what) : nullptr;
    if (!curve || !has_nodes(*curve->type) || !point || point->t != std::round(point->t)) continue;
    out.push_back({place.curve, static_cast<int>(point->t) % node_count(*curve)});
  }
  if (!out.empty() || !or_all) return out;
  for (const CurveId id : editor.selection().curves())
    for (int k = 0; k < node_count(*editor.world().find(id)); ++k) out.push_back({id, k});
  return out;
}

// What was pointed at may lie elsewhere now: the curves stay chosen as wholes.
void perform_on(Editor& editor, const std::string& title, const std::vector<Edit>& edits) {
  const std::set<CurveId> curves = editor.selection().curves();
  if (!editor.perform(title, edits)) return;
  std::set<ThingId> left;
  for (const CurveId id : curves)
    if (editor.document().has(id)) left.insert(id);
  editor.select_only(left);
}

void insert_nodes(Editor& editor) {
  editor.finish_gesture();
  std::vector<Edit> edits;
  std::map<CurveId, std::vector<double>> places;
  for (const PickedPlace& place : editor.selection().places())
    if (!place.special) places[place.curve].push_back(place.t);
  if (places.empty())  // in the middle of every span
    for (const CurveId id : editor.selection().curves())
      for (int k = 0; k < span_count(*editor.world().find(id)); ++k) places[id].push_back(k + 0.5);
  for (auto& [id, all] : places) {
    if (!has_nodes(*editor.world().find(id)->type)) continue;
    std::sort(all.rbegin(), all.rend());  // from the end: those before it keep their t
    for (const double t : all) edits.push_back({edit::InsertNode{editor.document().name(id), t}});
  }
  if (edits.empty()) return editor.say("Select a curve made of nodes, where another should be");
  perform_on(editor, "Insert node", edits);
}

void remove_nodes(Editor& editor) {
  editor.finish_gesture();
  std::vector<Node> nodes = chosen_nodes(editor, false);
  if (nodes.empty()) return editor.say("Click a node first, then delete it");
  std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.node > b.node; });
  std::vector<Edit> edits;
  for (const Node& one : nodes)
    edits.push_back({edit::RemoveNode{editor.document().name(one.curve), double(one.node + 1)}});
  perform_on(editor, "Delete node", edits);
}

void set_joints(Editor& editor, const char* how) {
  editor.finish_gesture();
  std::vector<Edit> edits;
  for (const Node& one : chosen_nodes(editor, true))
    if (has_handles(*editor.world().find(one.curve)->type))
      edits.push_back({edit::Joint{editor.document().name(one.curve), how, double(one.node + 1)}});
  if (edits.empty()) return editor.say("Select a path, or a node of one; others become one first (Shift+K)");
  if (editor.perform("Joint: " + std::string(how), edits)) editor.touch();
}

void split_chosen(Editor& editor) {
  editor.finish_gesture();
  std::vector<PickedPlace> places = editor.selection().places();
  std::erase_if(places, [&](const PickedPlace& one) { return !editor.document().has(one.curve); });
  if (places.size() != 1) return editor.say("Click the place of a curve where it should be cut, then split it");
  const std::string name = editor.document().name(places[0].curve);
  perform_on(editor, "Split",
             {{edit::Split{name, editor.document().names->fresh(editor.world().find(places[0].curve)->type->name),
                           places[0].t}}});
}

void join_chosen(Editor& editor) {
  editor.finish_gesture();
  const std::set<CurveId> curves = editor.selection().curves();
  if (curves.empty() || curves.size() > 2) return editor.say("Select two open curves to join, or one to close");
  const Document& document = editor.document();
  perform_on(editor, curves.size() == 1 ? "Close" : "Join",
             {{edit::Join{document.name(*curves.begin()), document.name(*curves.rbegin())}}});
}

void convert_chosen(Editor& editor) {
  editor.finish_gesture();
  std::vector<Edit> edits;
  for (const CurveId id : editor.selection().curves())
    if (const CurveType& type = *editor.world().find(id)->type; !has_handles(type))
      edits.push_back({edit::Convert{editor.document().name(id), type.closed ? "closed_path" : "path", {}}});
  if (edits.empty()) return editor.say("Select a curve that is no path yet");
  perform_on(editor, "Convert to path", edits);
}

void simplify_chosen(Editor& editor) {
  editor.finish_gesture();
  std::vector<Edit> edits;
  for (const CurveId id : editor.selection().curves())
    if (has_nodes(*editor.world().find(id)->type))
      edits.push_back({edit::Simplify{editor.document().name(id), {}}});
  if (edits.empty()) return editor.say("Select a curve made of nodes");
  perform_on(editor, "Simplify", edits);
}

}  // namespace

std::vector<Command> node_commands() {
  const auto path = [](Command c) { return under("Path", when(std::move(c), has_selection)); };
  return {
      path(command("path.insert", "Insert node", {"Insert"}, "Arrange",
                   "Where the curve was clicked (or double-click it); else in the middle of every span", "",
                   [](W& w) { insert_nodes(w.editor()); })),
      path(ruled(command("path.delete", "Delete node", {"Shift+Delete", "Shift+Backspace"}, "Arrange",
                         "The nodes that were clicked; their neighbours stay", "",
                         [](W& w) { remove_nodes(w.editor()); }))),
      path(command("path.corner", "Corner", {"Shift+C"}, "Arrange", "Handles that are free of each other", "",
                   [](W& w) { set_joints(w.editor(), "corner"); })),
      path(command("path.smooth", "Smooth", {"Shift+S"}, "Arrange", "Handles in one line", "",
                   [](W& w) { set_joints(w.editor(), "smooth"); })),
      path(ruled(command("path.symmetric", "Symmetric", {"Shift+Y"}, "Arrange",
                         "Handles in one line and of one length", "",
                         [](W& w) { set_joints(w.editor(), "symmetric"); }))),
      path(command("path.split", "Split", {"Shift+B"}, "Arrange", "Where the curve was clicked", "",
                   [](W& w) { split_chosen(w.editor()); })),
      path(command("path.join", "Join or close", {"Shift+J"}, "Arrange",
                   "Two curves by their nearest ends; one by its own", "",
                   [](W& w) { join_chosen(w.editor()); })),
      path(command("path.convert", "Convert to path", {"Shift+K"}, "Arrange",
                   "The same course with nodes and handles", "",
                   [](W& w) { convert_chosen(w.editor()); })),
      path(ruled(command("path.simplify", "Simplify", {"Ctrl+Shift+M"}, "Arrange", "Fewer nodes, nearly the same course", "",
                         [](W& w) { simplify_chosen(w.editor()); }))),
      under("Path", command("tool.trim", "Trim", {"Shift+X"}, "Arrange",
                            "Click the part of a curve to cut away, as far as the next crossing", "",
                            [](W& w) { w.editor().use("tool.trim"); })),
      under("Path", command("tool.extend", "Extend", {"Shift+E"}, "Arrange",
                            "Click near an end: it goes on to the next curve", "",
                            [](W& w) { w.editor().use("tool.extend"); })),
      under("Path", command("tool.fillet", "Round a corner", {"Shift+F"}, "Arrange",
                            "Drag from a corner, or type the radius", "",
                            [](W& w) { w.editor().use("tool.fillet"); })),
      under("Path", command("tool.offset", "Offset", {"Shift+W"}, "Arrange",
                            "Drag from a curve to where another should run beside it, or type the distance", "",
                            [](W& w) { w.editor().use("tool.offset"); })),
  };
}

}  // namespace limber
