#include "app/panels/outline.h"

#include <algorithm>

#include "app/editor/arranging.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float row_height = 28, button_size = 26, indent = 14;
constexpr double width = 236;
constexpr const char* paper_words = "On the paper";
constexpr const char* payload = "things";

std::string kind_words(const Document& document, ThingId id) {
  if (const Curve* curve = document.world->find(id.as<Body>())) return curve->type->title;
  if (const Constraint* constraint = document.world->find(id.as<Constraint>()))
    return constraint->kind->title;
  std::string words(name_of(id.kind));
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

// What is chosen is let go over a layer, or over the paper: it goes there.
void take_dropped(Ui& ui, const std::string& layer) {
  if (!ImGui::BeginDragDropTarget()) return;
  if (ImGui::AcceptDragDropPayload(payload)) put_into_layer(ui.editor(), layer);
  ImGui::EndDragDropTarget();
  ui.wake();
}

// The row just drawn: a layer takes what is dropped on it, anything else can be dragged there.
void drag_row(Ui& ui, ThingId id) {
  Editor& editor = ui.editor();
  if (id.kind == ThingKind::layer) return take_dropped(ui, editor.document().name(id));
  if (!ImGui::BeginDragDropSource()) return;
  if (!editor.selection().contains(id)) editor.select_only(with_groups(editor.document(), {id}));
  ImGui::SetDragDropPayload(payload, &id, sizeof id);
  ImGui::TextUnformatted("Drop it on a layer");
  ImGui::EndDragDropSource();
  ui.wake();
}

}  // namespace

bool Outline::handle(const KeyEvent& event, const Workspace& workspace) {
  const Selection& selection = workspace.editor().selection();
  if (!workspace.outline_shown() || !event.down || event.key != key_f2 || selection.size() != 1)
    return false;
  renaming_ = *selection.things().begin();
  return focus_ = true;
}

std::vector<Outline::Row> Outline::rows(const Document& document) const {
  std::vector<Row> all;
  std::vector<ThingId> drawn = drawing_order(document, Level::paper);
  std::reverse(drawn.begin(), drawn.end());
  document.guides->each([&](GuideId id, const Guide&) { drawn.push_back(id); });
  std::set<GroupId> listed;
  const std::function<void(ThingId, int)> add = [&](ThingId id, int depth) {
    all.push_back({id, depth, {}});
    const GroupId group = id.as<Group>();
    if (!group) return;
    document.groups->each([&](GroupId inner, const Group&) {
      if (document.of(inner).group == group) add(inner, depth + 1);
    });
    for (const ThingId member : drawn)
      if (document.of(member).group == group) add(member, depth + 1);
  };
  const auto add_layer = [&](LayerId layer, int depth) {
    for (const ThingId id : drawn) {
      if (document.of(id).layer != layer) continue;
      const GroupId group = outermost_group(document, id);
      if (!group)
        add(id, depth);
      else if (listed.insert(group).second)
        add(group, depth);
    }
  };
  std::vector<LayerId> layers;
  document.layers->each([&](LayerId id, const Layer&) { layers.push_back(id); });
  std::sort(layers.begin(), layers.end(), [&](LayerId a, LayerId b) {
    return document.of(a).rank > document.of(b).rank;
  });
  for (const LayerId layer : layers) {
    all.push_back({layer, 0, {}});
    add_layer(layer, 1);
  }
  if (!layers.empty()) all.push_back({{}, 0, paper_words});
  add_layer({}, layers.empty() ? 0 : 1);
  const int count = static_cast<int>(document.world->constraints().size());
  if (count == 0) return all;
  all.push_back({{}, 0, "Constraints (" + std::to_string(count) + ")"});
  if (constraints_open_)
    document.world->constraints().each(
        [&](ConstraintId id, const Constraint&) { all.push_back({id, 1, {}}); });
  return all;
}

void Outline::click(Ui& ui, ThingId id) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  const bool add = ImGui::GetIO().KeyShift || ImGui::GetIO().KeyCtrl;
  std::set<ThingId> things{id};
  if (id.kind == ThingKind::layer) {
    things.clear();
    each_thing(document, [&](ThingId one) {
      if (has_place(one) && document.of(one).layer == id.as<Layer>()) things.insert(one);
    });
  } else if (id.kind == ThingKind::group) {
    things.clear();
    each_thing(document, [&](ThingId one) {
      if (!has_place(one)) return;
      for (GroupId g = document.of(one).group; g; g = document.of(g).group)
        if (ThingId(g) == id) things.insert(one);
    });
  }
  if (!add) return editor.select_only(things);
  for (const ThingId one : things) editor.selection().toggle(one);
  editor.touch();
}

void Outline::name_field(Ui& ui, ThingId id, float room) {
  Editor& editor = ui.editor();
  const std::string name = editor.document().name(id);
  if (focus_) ImGui::SetKeyboardFocusHere();
  if (const auto typed = ui.fields.entry(ui, "##name", name, room))
    ui.fields.refuse_unless(ui, editor.perform(Edit{edit::Name{name, *typed}}), name, *typed);
  const bool active = ImGui::IsItemActive();
  if (focus_) ui.wake(3);
  focus_ = focus_ && !active;
  const bool ended = was_active_ && !active && !ui.fields.waits_for_keyboard();
  was_active_ = active;
  if (ended && !ui.fields.has_mistake()) {
    renaming_.reset();
    was_active_ = false;
    ui.wake();
  }
}

void Outline::thing_row(Ui& ui, const Row& row) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  const Attributes its = document.of(row.id);
  const float left = static_cast<float>(row.depth) * indent + 6;
  const float right = ImGui::GetWindowContentRegionMax().x;
  const bool constraint = row.id.kind == ThingKind::constraint;
  const float room = right - ImGui::GetCursorPosX() - left - (constraint ? 0 : 2 * button_size) - 4;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float y = ImGui::GetCursorPosY();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
  if (renaming_ == row.id) {
    name_field(ui, row.id, room);
    ui.fields.show_mistake(ui, left);
    if (ui.fields.has_mistake()) return;
  } else {
    const bool chosen = editor.selection().contains(row.id);
    if (ImGui::InvisibleButton("thing", {room, row_height})) {
      click(ui, row.id);
      ui.wake();
    }
    drag_row(ui, row.id);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && ImGui::IsMouseDoubleClicked(0)) {
      renaming_ = row.id;
      focus_ = true;
      ui.wake(3);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = {corner.x + left, corner.y};
    if (chosen || hovered)
      list.AddRectFilled({at.x - 4, at.y}, {at.x + room, at.y + row_height},
                         imgui_colour(chosen ? SkColorSetA(ui.theme.selected, 60)
                                             : ui.theme.panel_hover), 6);
    const bool faint = its.hidden;
    const bool strong = row.id.kind == ThingKind::layer;
    if (strong) ImGui::PushFont(ui.skia.strong());
    list.PushClipRect(at, {at.x + room, at.y + row_height}, true);
    list.AddText({at.x + 2, at.y + (row_height - ImGui::GetFontSize()) / 2},
                 imgui_colour(faint ? ui.theme.text_dim : ui.theme.text), its.name.c_str());
    list.PopClipRect();
    if (strong) ImGui::PopFont();
    tooltip(kind_words(document, row.id).c_str());
  }
  if (constraint) return;
  const Strings name{its.name};
  ImGui::SetCursorPos({right - 2 * button_size, y + 1});
  if (icon_button(ui, "hide", its.hidden ? "eye_closed" : "eye", button_size)) {
    (void)editor.perform(its.hidden ? Edit{edit::Show{name}} : Edit{edit::Hide{name}});
    ui.wake();
  }
  tooltip(its.hidden ? "Hidden: show it" : "Shown: hide it");
  ImGui::SetCursorPos({right - button_size, y + 1});
  if (icon_button(ui, "lock", its.locked ? "lock" : "unlock", button_size)) {
    (void)editor.perform(its.locked ? Edit{edit::Unprotect{name}} : Edit{edit::Protect{name}});
    ui.wake();
  }
  tooltip(its.locked ? "Locked: let the pointer take it" : "Free: lock it against the pointer");
  ImGui::SetCursorPosY(y + row_height);
}

void Outline::draw(Ui& ui) {
  if (!ui.workspace.outline_shown()) return;
  if (renaming_ && !ui.editor().document().has(*renaming_)) renaming_.reset();
  const Point at(toolbar_width + 2 * margin, menu_height + margin);
  if (begin_panel(ui, "outline", at, width, true)) {
    strong_text(ui, "Outline");
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - button_size);
    command_button(ui, "arrange.layer", button_size);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const std::vector<Row> all = rows(ui.editor().document());
    if (all.empty()) ImGui::TextDisabled("Nothing is drawn yet");
    const auto room = static_cast<float>(ui.size.y() - status_height - margin - at.y()) - 70;
    ImGui::BeginChild("rows", {0, std::min(room, row_height * static_cast<float>(all.size()) + 4)});
    for (std::size_t i = 0; i < all.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (all[i].id) {
        thing_row(ui, all[i]);
      } else {
        ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(ui.theme.text_dim));
        if (ImGui::Selectable(all[i].heading.c_str(), false, 0, {0, row_height}) &&
            all[i].heading.starts_with("Constraints"))
          constraints_open_ = !constraints_open_;
        ImGui::PopStyleColor();
        if (all[i].heading == paper_words) take_dropped(ui, "");
      }
      ImGui::PopID();
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }
  end_panel(ui);
}

}  // namespace limber
