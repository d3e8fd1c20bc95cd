#include "app/panels/context_menu.h"

#include <algorithm>

#include "app/editor/arranging.h"
#include "app/editor/kind_commands.h"
#include "app/editor/picked.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr std::size_t most_constraints = 12;  // more would be a list to read, not a menu

// What was clicked becomes the selection.
void select_under(Editor& editor, const Point& click) {
  const auto mark = editor.mark_at(click);
  const auto hit = editor.pick(click);
  const auto still = mark || hit ? std::nullopt : editor.still_at(click);
  const ThingId thing = mark ? *mark : hit ? ThingId(hit->curve) : still ? *still : ThingId();
  if (!thing || editor.selection().contains(thing)) return;
  editor.selection().clear();
  if (mark)
    editor.selection().add(*mark);
  else if (still)
    editor.selection().add(*still);
  else
    editor.selection().toggle(place_of_hit(editor, *hit, click));
}

// Commands whose kinds need just what is chosen, those that fit without a doubt first. A kind that
// a command with a key stands for is listed by that one.
std::vector<std::string> fitting(const Editor& editor, const std::vector<Command>& commands) {
  const std::vector<Pointing> places = chosen_places(editor.document(), editor.selection());
  if (places.empty()) return {};
  std::vector<std::pair<int, std::string>> found;
  std::vector<std::string> listed;
  for (const Command& command : commands) {
    int best = -1;
    for (const std::string& name : command.kinds) {
      if (std::count(listed.begin(), listed.end(), name)) continue;
      const auto kind = editor.document().kinds->find(name);
      const auto one = kind ? fit(editor.shown(), *kind, places, Prefer::complete) : std::nullopt;
      if (!one || !one->complete()) continue;
      const int cost = 2 * one->forced + one->doubt;
      if (best < 0 || cost < best) best = cost;
      listed.push_back(name);
    }
    if (best >= 0) found.emplace_back(best, command.id);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> ids;
  for (const auto& [cost, id] : found)
    if (ids.size() < most_constraints) ids.push_back(id);
  return ids;
}

// The layers there are, and the paper under them.
void layer_items(Ui& ui) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  if (document.layers->size() == 0 || editor.selection().empty()) return;
  if (!ImGui::BeginMenu("Put into a layer")) return;
  Strings layers;
  document.layers->each([&](LayerId id, const Layer&) { layers.push_back(document.name(id)); });
  for (const std::string& layer : layers)
    if (ImGui::MenuItem(layer.c_str())) put_into_layer(editor, layer);
  if (ImGui::MenuItem("The paper itself")) put_into_layer(editor, "");
  ImGui::EndMenu();
}

}  // namespace

void ContextMenu::draw(Ui& ui) {
  if (const auto click = ui.editor().navigator().take_context_click()) {
    select_under(ui.editor(), *click);
    constraints_ = fitting(ui.editor(), ui.workspace.commands());
    ImGui::OpenPopup("context");
  }
  if (!ImGui::BeginPopup("context")) return;
  const std::vector<Command> all = ui.workspace.commands();
  const auto item = [&](std::string_view id) {
    if (const Command* command = find_command(all, id)) menu_item(ui, *command);
  };
  for (const std::string& id : constraints_) item(id);
  if (!constraints_.empty()) ImGui::Separator();
  for (const char* id : {"edit.motor", "edit.soft", "edit.weld", "edit.dimension", "edit.trace",
                         "edit.plot", "tool.attach", "tool.nail"})
    item(id);
  ImGui::Separator();
  for (const char* id : {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "arrange.group",
                         "arrange.ungroup", "edit.delete"})
    item(id);
  layer_items(ui);
  ImGui::Separator();
  for (const char* id : {"play.toggle", "edit.undo", "edit.redo", "view.fit"}) item(id);
  ImGui::EndPopup();
}

}  // namespace limber
