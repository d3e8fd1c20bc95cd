// What is selected, in numbers: parameters to type into and to lock, the look, the constraints.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "app/drawing/icons.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "codegen/compile.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

// Angles are shown in degrees, everything else in drawing units.
constexpr double degrees = 180 / std::numbers::pi;

std::string shown_number(double value, Role role) {
  if (role == Role::angle) value *= degrees;
  char buffer[64];
  const double rounded = std::abs(value) < 1e12 ? std::round(value * 1e4) / 1e4 : value;
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, rounded == 0 ? 0.0 : rounded).ptr;
  return std::string(buffer, end) + (role == Role::angle ? "°" : "");
}

// What a person typed, with the curve's own parameters as names: "2*r", "30deg", "45°".
Result<double> typed_number(std::string text, Role role,
                            const std::map<std::string, double>& names) {
  // A plain number in an angle's field is degrees, as shown.
  for (std::size_t at; (at = text.find("°")) != text.npos;) text.replace(at, 2, "deg");
  double plain = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), plain);
  if (role == Role::angle && error == std::errc{} && end == text.data() + text.size())
    return plain / degrees;
  return evaluate(text, names);
}

std::map<std::string, double> names_of(const Curve& curve) {
  std::map<std::string, double> names;
  for (std::size_t i = 0; i < curve.type->parameters.size(); ++i)
    names[curve.type->parameters[i].name] = curve.q[static_cast<Eigen::Index>(i)];
  return names;
}

std::string label_of(const Parameter& parameter) {
  return parameter.label.empty() ? parameter.name : parameter.label;
}

bool allowed(const Parameter& p, double value) {
  return std::isfinite(value) && (p.above_minimum ? value > p.minimum : value >= p.minimum) &&
         (p.below_maximum ? value < p.maximum : value <= p.maximum);
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

void Panels::number_field(CurveId id, int parameter, const Parameter& facts,
                          const std::string& label) {
  Editor& editor = workspace_.editor();
  const Body* body = editor.document().world.body(id);
  if (!body) return;
  const double value = body->curve.q[parameter];
  const bool locked = body->locked[static_cast<std::size_t>(parameter)] != 0;
  ImGui::PushID(parameter);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label.c_str());
  if (ImGui::IsItemHovered() && facts.name != label) {
    ImGui::BeginTooltip();
    ImGui::PushFont(skia_.formula());
    ImGui::TextUnformatted(facts.name.c_str());
    ImGui::PopFont();
    ImGui::EndTooltip();
  }
  const float lock_size = 26, width = ImGui::GetWindowContentRegionMax().x;
  ImGui::SameLine(width - lock_size - 6 - 116);
  ImGui::SetNextItemWidth(116);
  ImGui::PushFont(skia_.formula());
  const ImGuiID field = ImGui::GetID("##value");
  if (std::exchange(focus_numbers_, false)) ImGui::SetKeyboardFocusHere();
  std::string text = field == editing_field_ ? editing_ : shown_number(value, facts.role);
  const bool entered = ImGui::InputText(
      "##value", &text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopFont();
  if (ImGui::IsItemActive()) {
    editing_field_ = field;
    editing_ = text;
  } else if (field == editing_field_) {
    editing_field_ = 0;
  }
  if (entered || ImGui::IsItemDeactivatedAfterEdit()) {
    const Result<double> number = typed_number(text, facts.role, names_of(body->curve));
    if (!number)
      editor.say(label + ": " + sentence(number.error()));
    else if (!allowed(facts, *number))
      editor.say(label + " must stay within its range");
    else if (shown_number(*number, facts.role) != shown_number(value, facts.role))
      editor.set_parameter(id, parameter, *number);
  }
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
    ImGui::BeginTooltip();
    ImGui::TextDisabled("A number or a formula: 2*pi, 30deg, 3mm + r");
    ImGui::EndTooltip();
  }
  ImGui::SameLine(0, 6);
  if (icon_button("lock", locked ? "lock" : "unlock", lock_size, locked, true)) {
    editor.document().world.set_locked(id, parameter, !locked);
    editor.commit(locked ? "Unlock " + label : "Lock " + label);
  }
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(locked ? "Locked: pulling does not change it"
                                  : "Lock: pulling will not change it");
    ImGui::EndTooltip();
  }
  ImGui::PopID();
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
    if (!selection.marks.contains(id) && rides_on(document.world, constraint, selection.curves))
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
