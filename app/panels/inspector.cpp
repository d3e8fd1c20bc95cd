// What is selected, in numbers: parameters to type into and to lock, the look, the constraints.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/variables.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

std::string label_of(const Parameter& parameter) {
  return parameter.label.empty() ? parameter.name : parameter.label;
}

// A fill in a colour of the palette, so faint that what lies under it is seen.
std::string pale(int swatch) { return std::string(swatch_name(swatch)) + "/0.14"; }

}  // namespace

void Panels::draw_inspector() {
  const Selection& selection = workspace_.editor().selection();
  const std::set<CurveId> curves = selection.curves();
  const std::set<TextId> texts = selection.of<Text>();
  const Point at(size_.x() - margin - inspector_width, menu_height + margin);
  const bool nothing = selection.empty();
  if (curves.empty()) focus_numbers_ = false;
  if (nothing && narrow(size_)) return;
  if (begin_panel("inspector", at, inspector_width, true)) {
    if (nothing)
      inspect_nothing();
    else if (curves.size() == 1)
      inspect_curve(*curves.begin());
    else if (!curves.empty()) {
      ImGui::PushFont(skia_.strong());
      ImGui::Text("%zu curves", curves.size());
      ImGui::PopFont();
      inspect_look(*curves.begin());
    } else if (!texts.empty()) {
      inspect_text(*texts.begin());
    }
    if (!nothing && texts.empty()) inspect_constraints();
    inspect_variables();
  }
  end_panel();
}

void Panels::inspect_nothing() {
  const World& world = workspace_.editor().world();
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

void Panels::inspect_text(TextId id) {
  Editor& editor = workspace_.editor();
  const Text* found = editor.document().texts->find(id);
  if (!found) return;
  const Text before = *found;
  const std::string name = editor.document().name(id);
  ImGui::PushFont(skia_.strong());
  ImGui::TextUnformatted("Text");
  ImGui::PopFont();
  ImGui::SetNextItemWidth(-1);
  std::string text = before.text;
  if (ImGui::InputText("##text", &text)) change_while("##text", Edit{edit::Write{name, text, {}}});
  end_change("##text");
  auto size = static_cast<float>(before.size);
  ImGui::SetNextItemWidth(116);
  if (ImGui::SliderFloat("size", &size, 1, 40, "%.1f"))
    change_while("size", Edit{edit::Write{name, before.text,
                                          std::round(static_cast<double>(size) * 2) / 2}});
  end_change("size");
}

// While a field or slider is held, its edits are one step.
void Panels::change_while(const char* field, const Edit& edit) {
  Editor& editor = workspace_.editor();
  const bool begins = ImGui::GetID(field) != changing_field_;
  changing_field_ = ImGui::GetID(field);
  (void)editor.perform_while(begins, title(editor.document(), edit), {edit});
}

void Panels::end_change(const char* field) {
  if (ImGui::IsItemDeactivated() && changing_field_ == ImGui::GetID(field)) changing_field_ = 0;
}

void Panels::inspect_curve(CurveId id) {
  const Document& document = workspace_.editor().document();
  const Curve* curve = document.world->find(id);
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
  const Curve curve = *workspace_.editor().world().find(id);  // a copy: fields change it
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
  const Style style = editor.document().style(id);
  const int swatch = style.stroke.kind == Paint::Kind::plain ? style.stroke.colour.swatch : -1;
  const bool filled = style.fill.kind != Paint::Kind::none;
  ImGui::Dummy({0, 2});
  ImGui::Separator();
  ImGui::Dummy({0, 2});
  const float size = 22;
  for (int i = 0; i < swatch_count; ++i) {
    if (i > 0) ImGui::SameLine(0, 6);
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("colour", {size, size})) {
      edit::Parts parts{{"stroke", std::string(swatch_name(i))}};
      if (filled) parts.emplace_back("fill", pale(i));
      set_style_of_selection(parts);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle = {at.x + size / 2, at.y + size / 2};
    list.AddCircleFilled(middle, size / 2 - 3, imgui_colour(curve_colour(*theme_, i)), 24);
    if (swatch == i || ImGui::IsItemHovered())
      list.AddCircle(middle, size / 2,
                     imgui_colour(swatch == i ? theme_->accent : theme_->panel_edge), 28, 1.75f);
    if (ImGui::IsItemHovered()) {
      ImGui::BeginTooltip();
      ImGui::TextUnformatted(swatch_name(i).data());
      ImGui::EndTooltip();
    }
    ImGui::PopID();
  }
  auto width = static_cast<float>(style.width);
  ImGui::SetNextItemWidth(116);
  if (ImGui::SliderFloat("width", &width, 0.5f, 12, "%.1f"))
    change_while("width", Edit{edit::StyleEdit{
                              names_of_curves(),
                              {{"width", shortest(std::round(static_cast<double>(width) * 2) / 2) +
                                             (style.width_in_mm ? "mm" : "pt")}}}});
  end_change("width");
  bool dashed = !style.dash.empty(), fill = filled;
  if (ImGui::Checkbox("dashed", &dashed))
    set_style_of_selection({{"dash", dashed ? "3,2.5" : "none"}});
  ImGui::SameLine(0, 18);
  if (ImGui::Checkbox("filled", &fill))
    set_style_of_selection({{"fill", fill ? pale(std::max(swatch, 0)) : "none"}});
}

Strings Panels::names_of_curves() const {
  const Editor& editor = workspace_.editor();
  Strings names;
  for (const CurveId id : editor.selection().curves()) names.push_back(editor.document().name(id));
  return names;
}

void Panels::set_style_of_selection(const edit::Parts& parts) {
  (void)workspace_.editor().perform(Edit{edit::StyleEdit{names_of_curves(), parts}});
}

// Everything that acts on what is selected.
void Panels::inspect_constraints() {
  const Document& document = workspace_.editor().document();
  const World& world = document.world;
  const Selection& selection = workspace_.editor().selection();
  const std::set<CurveId> curves = selection.curves();
  std::vector<ThingId> listed;
  for (const ThingId id : selection.things())
    if (id.kind == ThingKind::constraint || id.kind == ThingKind::force) listed.push_back(id);
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    // What only makes a parameter follow a text is shown at the parameter.
    const bool shown_above =
        parameter_fixed_by(world, constraint) && text_followed(document, InputOf{id, 1, 0});
    if (!selection.contains(id) && !shown_above && rides_on(world, constraint, curves))
      listed.push_back(id);
  });
  world.forces().each([&](ForceId id, const Force& force) {
    const Connector* on = world.find(force.on);
    if (!selection.contains(id) && on && curves.contains(on->curve)) listed.push_back(id);
  });
  ImGui::Dummy({0, 2});
  ImGui::Separator();
  ImGui::Dummy({0, 2});
  ImGui::TextDisabled(listed.empty() ? "No constraints: it moves freely" : "Constraints");
  for (const ThingId id : listed) mark_row(id);
  std::vector<LinkId> links;
  world.links().each([&](LinkId id, const Link& link) {
    if (std::any_of(link.members.begin(), link.members.end(),
                    [&](CurveId member) { return curves.contains(member); }))
      links.push_back(id);
  });
  for (const LinkId id : links) link_row(id);
}

// The numbers of what is selected, each with a field: of the constraint, of the spring, of the
// motor that turns it. Where it is nailed is asked of the nail itself, not of all that hangs on it.
void Panels::constraint_numbers(ConstraintId id) {
  const Document& document = workspace_.editor().document();
  const World& world = document.world;
  const Constraint constraint = *world.find(id);  // a copy: fields change it
  const bool chosen = workspace_.editor().selection().contains(id);
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

void Panels::mark_row(ThingId id) {
  Editor& editor = workspace_.editor();
  const std::string words = describe(editor.document(), id);
  if (words.empty()) return;
  const ConstraintId constraint = id.as<Constraint>();
  const bool unmet = constraint && editor.not_met().contains(constraint);
  ImGui::PushID(static_cast<int>(id.kind));
  if (row(static_cast<int>(id.index), unmet ? "! " + words + " (cannot be met)" : words, unmet,
          "Remove it")) {
    remove_row(id, "Remove " + words.substr(0, words.find(':')));
  } else if (constraint) {
    constraint_numbers(constraint);
  } else {
    for (const int component : {0, 1})
      given_number(PartOf{id.as<Force>(), component}, component ? "y" : "x");
  }
  ImGui::PopID();
}

void Panels::link_row(LinkId id) {
  const std::string words = describe(workspace_.editor().document(), id);
  if (words.empty()) return;
  ImGui::PushID("link");
  if (row(static_cast<int>(id.index), words, false, "Take the weld apart"))
    remove_row(id, "Take weld apart");
  ImGui::PopID();
}

void Panels::remove_row(ThingId id, const std::string& title) {
  Editor& editor = workspace_.editor();
  (void)editor.perform(title, {{edit::Delete{{editor.document().name(id)}}}});
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
