// What is selected, in numbers: parameters to type into and to lock, the look, the constraints.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/variables.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

std::string label_of(const Parameter& parameter) {
  return parameter.label.empty() ? parameter.name : parameter.label;
}

}  // namespace

void Panels::draw_inspector() {
  const Document& document = workspace_.editor().document();
  const Point at(size_.x() - margin - inspector_width, menu_height + margin);
  const bool nothing = document.selection.empty();
  if (document.selection.curves.empty()) focus_numbers_ = false;
  if (nothing && narrow(size_)) return;
  if (begin_panel("inspector", at, inspector_width, true)) {
    if (nothing)
      inspect_nothing();
    else if (document.selection.curves.size() == 1)
      inspect_curve(*document.selection.curves.begin());
    else if (!document.selection.curves.empty()) {
      ImGui::PushFont(skia_.strong());
      ImGui::Text("%zu curves", document.selection.curves.size());
      ImGui::PopFont();
      inspect_look(*document.selection.curves.begin());
    } else if (!document.selection.notes.empty()) {
      inspect_note(*document.selection.notes.begin());
    }
    if (!document.selection.curves.empty() || !document.selection.marks.empty())
      inspect_constraints();
    inspect_variables();
  }
  end_panel();
}

void Panels::inspect_nothing() {
  const World& world = workspace_.editor().document().world;
  ImGui::PushFont(skia_.strong());
  ImGui::TextUnformatted(world.bodies().size() > 0 ? "Nothing selected" : "An empty paper");
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled(world.bodies().size() > 0
                          ? "Click a curve to see its numbers; drag it to pull."
                          : "Choose a curve at the left and drag on the paper.");
  ImGui::Dummy({0, 4});
  ImGui::Separator();
  ImGui::Dummy({0, 4});
  const std::pair<const char*, const char*> hints[] = {{"Pull", "drag any curve"},
                                                       {"Join", "A, then two points"},
                                                       {"Fix", "T, then a point"},
                                                       {"Undo", "Ctrl+Z, always"}};
  for (const auto& [what, how] : hints) {
    ImGui::TextUnformatted(what);
    ImGui::SameLine(74);
    ImGui::TextDisabled("%s", how);
  }
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 2});
  ImGui::TextDisabled("%d curves, %d constraints", world.bodies().size(),
                      world.constraints().size());
}

void Panels::inspect_note(std::size_t note) {
  Editor& editor = workspace_.editor();
  std::vector<Note>& notes = editor.document().notes;
  if (note >= notes.size()) return;
  ImGui::PushFont(skia_.strong());
  ImGui::TextUnformatted("Text");
  ImGui::PopFont();
  ImGui::SetNextItemWidth(-1);
  std::string text = notes[note].text;
  if (ImGui::InputText("##text", &text)) notes[note].text = text;
  if (ImGui::IsItemDeactivatedAfterEdit()) editor.commit("Edit text");
  auto size = static_cast<float>(notes[note].size);
  ImGui::SetNextItemWidth(116);
  if (ImGui::SliderFloat("size", &size, 1, 40, "%.1f"))
    notes[note].size = std::round(static_cast<double>(size) * 2) / 2;
  if (ImGui::IsItemDeactivatedAfterEdit()) editor.commit("Size of text");
}

void Panels::inspect_curve(CurveId id) {
  const Document& document = workspace_.editor().document();
  const Curve* curve = document.world.find(id);
  if (!curve) return;
  ImGui::PushFont(skia_.strong());
  ImGui::TextUnformatted(curve->type->title.c_str());
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::TextDisabled("%s", document.name(id).c_str());
  ImGui::Dummy({0, 2});
  inspect_parameters(id);
  inspect_look(id);
}

void Panels::inspect_parameters(CurveId id) {
  const Curve curve = *workspace_.editor().document().world.find(id);  // a copy: fields change it
  const auto& parameters = curve.type->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    number_field(id, static_cast<int>(i), parameters[i], label_of(parameters[i]));
  if (!curve.type->is_family) return;
  const auto& node = curve.type->family.node;
  const auto shared = static_cast<int>(parameters.size());
  const int per_node = static_cast<int>(node.size());
  const int nodes = (static_cast<int>(curve.q.size()) - shared) / std::max(per_node, 1);
  ImGui::TextDisabled("%d nodes", nodes);
  ImGui::BeginChild("nodes", {0, std::min(static_cast<float>(nodes * per_node) * 33.0f, 230.0f)});
  for (int n = 0; n < nodes; ++n)
    for (int k = 0; k < per_node; ++k)
      number_field(id, shared + n * per_node + k, node[static_cast<std::size_t>(k)],
                   std::to_string(n + 1) + "  " + label_of(node[static_cast<std::size_t>(k)]));
  ImGui::EndChild();
}

void Panels::inspect_look(CurveId id) {
  Editor& editor = workspace_.editor();
  Document& document = editor.document();
  const Look look = document.look(id);
  Look wanted = look;
  ImGui::Dummy({0, 2});
  ImGui::Separator();
  ImGui::Dummy({0, 2});
  const float size = 22;
  for (int i = 0; i < curve_colours; ++i) {
    if (i > 0) ImGui::SameLine(0, 6);
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("colour", {size, size})) wanted.colour = i;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle = {at.x + size / 2, at.y + size / 2};
    list.AddCircleFilled(middle, size / 2 - 3, imgui_colour(curve_colour(*theme_, i)), 24);
    if (look.colour == i || ImGui::IsItemHovered())
      list.AddCircle(middle, size / 2,
                     imgui_colour(look.colour == i ? theme_->accent : theme_->panel_edge), 28,
                     1.75f);
    if (ImGui::IsItemHovered()) {
      ImGui::BeginTooltip();
      ImGui::TextUnformatted(curve_colour_name(i).data());
      ImGui::EndTooltip();
    }
    ImGui::PopID();
  }
  auto width = static_cast<float>(look.width);
  ImGui::SetNextItemWidth(116);
  if (ImGui::SliderFloat("width", &width, 0.5f, 12, "%.1f")) {
    for (const CurveId one : document.selection.curves)
      document.looks[one].width = std::round(width * 2) / 2;
    editor.touch();
  }
  if (ImGui::IsItemDeactivatedAfterEdit()) editor.commit("Width");
  ImGui::Checkbox("dashed", &wanted.dashed);
  ImGui::SameLine(0, 18);
  ImGui::Checkbox("filled", &wanted.filled);
  if (wanted == look) return;
  for (const CurveId one : document.selection.curves) {
    Look& changed = document.looks[one];
    if (wanted.colour != look.colour) changed.colour = wanted.colour;
    changed.dashed = wanted.dashed;
    changed.filled = wanted.filled;
  }
  editor.commit("Look");
}

// Everything that acts on what is selected.
void Panels::inspect_constraints() {
  const Document& document = workspace_.editor().document();
  const Selection& selection = document.selection;
  std::vector<MarkId> listed(selection.marks.begin(), selection.marks.end());
  document.world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    // What only makes a parameter follow a text is shown at the parameter.
    const bool shown_above = parameter_fixed_by(document.world, constraint) &&
                             text_followed(document, InputOf{id, 1, 0});
    if (!selection.marks.contains(id) && !shown_above &&
        rides_on(document.world, constraint, selection.curves))
      listed.push_back(id);
  });
  document.world.forces().each([&](ForceId id, const Force& force) {
    const Connector* on = document.world.find(force.on);
    if (!selection.marks.contains(id) && on && selection.curves.contains(on->curve))
      listed.push_back(id);
  });
  ImGui::Dummy({0, 2});
  ImGui::Separator();
  ImGui::Dummy({0, 2});
  ImGui::TextDisabled(listed.empty() ? "No constraints: it moves freely" : "Constraints");
  for (const MarkId id : listed) mark_row(id);
  document.world.links().each([&](LinkId id, const Link& link) {
    if (std::any_of(link.members.begin(), link.members.end(),
                    [&](CurveId member) { return selection.curves.contains(member); }))
      link_row(id);
  });
}

// The numbers of what is selected, each with a field: of the constraint, of the spring, of the
// motor that turns it. Where it is nailed is asked of the nail itself, not of all that hangs on it.
void Panels::constraint_numbers(ConstraintId id) {
  const Document& document = workspace_.editor().document();
  const World& world = document.world;
  const Constraint constraint = *world.find(id);  // a copy: fields change it
  const bool chosen = document.selection.marks.contains(id);
  for (int i = 0; i < static_cast<int>(constraint.on.size()); ++i) {
    const Input& input = constraint.kind->inputs[static_cast<std::size_t>(i)];
    if (constraint.on[static_cast<std::size_t>(i)].connector) continue;
    for (int component = 0; component < size_of(input.shape); ++component) {
      const Number number = InputOf{id, i, component};
      const bool follows = text_followed(document, number);
      if (is_driven(world, number) || (input.shape != Shape::number && !chosen && !follows))
        continue;
      given_number(number, input.shape == Shape::number ? input.name : component ? "y" : "x");
    }
  }
  if (constraint.compliance > 0) given_number(StiffnessOf{id}, "stiffness");
  std::vector<MotorId> motors;
  world.motors().each([&](MotorId motor, const Motor& one) {
    if (one.constraint == id) motors.push_back(motor);
  });
  for (const MotorId motor : motors) {
    given_number(SpeedOf{motor}, "motor speed");
    given_number(LimitOf{motor}, "motor limit");
  }
}

void Panels::mark_row(MarkId id) {
  Editor& editor = workspace_.editor();
  std::string words = describe(editor.document(), id);
  if (words.empty()) return;
  const auto* constraint = std::get_if<ConstraintId>(&id);
  const bool unmet = constraint && editor.not_met().contains(*constraint);
  const std::string title = words.substr(0, words.find(':'));
  const auto number = std::visit([](auto one) { return static_cast<int>(one.index); }, id);
  ImGui::PushID(static_cast<int>(id.index()));
  if (row(number, unmet ? "! " + words + " (cannot be met)" : words, unmet, "Remove it")) {
    remove(editor.document().world, id);
    editor.commit("Remove " + title);
  } else if (constraint) {
    constraint_numbers(*constraint);
  } else {
    for (const int component : {0, 1})
      given_number(PartOf{std::get<ForceId>(id), component}, component ? "y" : "x");
  }
  ImGui::PopID();
}

void Panels::link_row(LinkId id) {
  Editor& editor = workspace_.editor();
  const Link* link = editor.document().world.find(id);
  if (!link) return;
  std::string words = "Welded:";
  for (const CurveId member : link->members)
    words += (member == link->members.front() ? " " : ", ") + editor.document().name(member);
  ImGui::PushID("link");
  if (row(static_cast<int>(id.index), words, false, "Take the weld apart")) {
    editor.document().world.remove(id);
    editor.commit("Take weld apart");
  }
  ImGui::PopID();
}

// Words and a button to remove it; true when that was clicked.
bool Panels::row(int number, const std::string& words, bool trouble, const char* tip) {
  ImGui::PushID(number);
  const float width = ImGui::GetWindowContentRegionMax().x;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::PushTextWrapPos(width - 34);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(trouble ? theme_->trouble : theme_->text));
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  const float below = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({width - 28, at.y});
  const bool clicked = icon_button("remove", "close", 28, false, true);
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(tip);
    ImGui::EndTooltip();
  }
  ImGui::SetCursorPosY(std::max(below, at.y + 32));
  ImGui::PopID();
  return clicked;
}

}  // namespace limber
