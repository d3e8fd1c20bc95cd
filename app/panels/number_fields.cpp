#include "app/panels/number_fields.h"

#include <charconv>
#include <cmath>
#include <numbers>

#include "app/document/variables.h"
#include "app/edits/resolve.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float field_width = 116, button_size = 26, gap = 6;

// Angles are shown in degrees, speeds of turning in turns per minute, lengths and places in the unit
// of the page. A plain number typed there is taken as it is shown.
struct Shown {
  double factor = 1;  // from what is typed to what is kept
  const char *sign = "", *unit = "";
};

Shown shown_in(const Document& document, Role role) {
  if (role == Role::angle) return {std::numbers::pi / 180, "°", "deg"};
  if (role == Role::number || document.page->unit == "mm") return {};
  if (document.page->unit == "cm") return {10, " cm", "cm"};
  return {25.4, " in", "in"};
}

Shown shown_in(const Document& document, const Number& number) {
  const Role role = role_of(document.world, number);
  if (std::holds_alternative<SpeedOf>(number) && role == Role::angle)
    return {2 * std::numbers::pi / 60, " rpm", "rpm"};
  const bool of_a_length = std::holds_alternative<InputOf>(number);  // not a force, not a stiffness
  return of_a_length ? shown_in(document, role) : Shown{};
}

std::string shown_number(double value, const Shown& in) {
  if (std::isinf(value)) return "none";
  value /= in.factor;
  const double rounded = std::abs(value) < 1e12 ? std::round(value * 1e4) / 1e4 : value;
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, rounded == 0 ? 0.0 : rounded).ptr;
  return std::string(buffer, end) + in.sign;
}

// What was typed, as an expression: a plain number has the unit it is shown in.
std::string with_unit(const std::string& text, const Shown& in) {
  double plain = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), plain);
  const bool is_plain = error == std::errc{} && end == text.data() + text.size();
  return is_plain ? text + in.unit : text;
}

Edit unlimited(const Document& document, const Number& number) {
  return {edit::Unlimit{document.name(std::get<LimitOf>(number).motor)}};
}

bool calls_variable(const Document& document, const std::string& text) {
  for (const std::string& name : names_in(text))
    if (find_variable(document, name)) return true;
  return false;
}

// The drawing's variables and the curve's own parameters: "2*r", "30deg", "45°".
Result<Amount> amount_at(const Document& document, const Curve& curve, const std::string& text) {
  Amounts names = amounts_of(document.variables);
  for (std::size_t i = 0; i < curve.type->parameters.size(); ++i)
    if (const Result<std::string> name = name_for_formulas(curve.type->parameters[i].name))
      names.emplace(*name, Amount{curve.q[static_cast<Eigen::Index>(i)]});
  return amount_in(text, names);
}

// Beside a field whose number follows a text: pressing it, it stays where it is.
bool follow_button(const Ui& ui, const std::string& text) {
  ImGui::SameLine(0, gap);
  const bool pressed = icon_button(ui, "follow", "follow", button_size, true);
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::Text("Follows %s", text.c_str());
    ImGui::TextDisabled("Click: keep the number, follow no longer");
    ImGui::EndTooltip();
  }
  return pressed;
}

float field_left() {
  return ImGui::GetWindowContentRegionMax().x - button_size - gap - field_width;
}

// ---- what typing does

// A text with variables is followed, as is any that takes the place of one that was.
Result<bool> set_parameter(Editor& editor, const Curve& curve, const std::string& name,
                           const Parameter& facts, const std::string& label, bool follows,
                           const std::string& text) {
  if (follows || calls_variable(editor.document(), text))
    return editor.perform(Edit{edit::Follow{name, text}});
  const Result<Amount> amount = amount_at(editor.document(), curve, text);
  if (!amount) return amount.error();
  const Result<double> number = fitting(facts, label, *amount);
  if (!number) return number.error();
  return editor.perform(Edit{edit::Set{name, *number}});
}

Result<bool> set_number(Editor& editor, const Number& number, const std::string& label,
                        bool follows, const std::string& text) {
  const Document& document = editor.document();
  const std::string name = name_of(document, number);
  if (follows || calls_variable(document, text))
    return editor.perform(Edit{edit::Follow{name, text}});
  if (std::holds_alternative<LimitOf>(number) && text == "none")
    return editor.perform(unlimited(document, number));
  const Result<Amount> amount = amount_of(document, text);
  if (!amount) return amount.error();
  const Result<double> fits = fitting(document.world, number, label, *amount);
  if (!fits) return fits.error();
  return editor.perform(Edit{edit::Set{name, *fits}});
}

void lock_button(Ui& ui, const std::string& curve, const std::string& parameter,
                 const std::string& label, bool locked, bool whole) {
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "lock", locked ? "lock" : "unlock", button_size, locked) && !whole)
    (void)ui.editor().perform(locked ? "Unlock " + label : "Lock " + label,
                              {locked ? Edit{edit::Unlock{curve, {parameter}}}
                                      : Edit{edit::Lock{curve, {parameter}}}});
  tooltip(whole    ? "A whole number: pulling does not change it"
          : locked ? "Locked: pulling does not change it"
                   : "Lock: pulling will not change it");
}

}  // namespace

std::string shown_amount(const Document& document, const Amount& amount) {
  const Role role = amount.angle && amount.length == 0 ? Role::angle
                    : amount.length == 1               ? Role::length
                                                       : Role::number;
  return shown_number(amount.value, shown_in(document, role));
}

void value_below(Ui& ui, const std::string& text, const std::string& value, float left) {
  const bool plain = read_quantity(text, Dimension::any) || read_quantity(text, Dimension::speed);
  if (plain || ui.fields.has_mistake()) return;
  ImGui::SetCursorPos({left, ImGui::GetCursorPosY() - 4});
  ImGui::TextDisabled("= %s", value.c_str());
}

void parameter_field(Ui& ui, CurveId id, int parameter, const Parameter& facts,
                     const std::string& label, bool focus) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  const Body* body = editor.world().body(id);
  if (!body) return;
  const Shown in = shown_in(document, facts.role);
  const Curve curve = body->curve;  // a copy: the field changes it
  const bool locked = body->locked[static_cast<std::size_t>(parameter)] != 0;
  const std::optional<InputOf> dimension = dimension_on(document, id, parameter);
  const std::string followed = dimension ? *text_followed(document, *dimension) : "";
  const std::string curve_name = document.name(id);
  const std::string written = written_parameter(*curve.type, parameter);
  const std::string name = curve_name + "." + written;
  const std::string value = shown_number(curve.q[parameter], in);
  ImGui::PushID(parameter);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label.c_str());
  ImGui::PushFont(ui.skia.formula());
  if (facts.name != label) tooltip(facts.name.c_str());
  ImGui::PopFont();
  const float left = field_left();
  ImGui::SameLine(left);
  const std::string good = dimension ? followed : value;
  if (focus) ImGui::SetKeyboardFocusHere();
  if (const auto typed = ui.fields.entry(ui, "##value", good, field_width))
    ui.fields.refuse_unless(ui,
                            set_parameter(editor, curve, name, facts, label,
                                          dimension.has_value(), with_unit(*typed, in)),
                            good, *typed);
  ui.fields.hint("A number or a formula: 2*pi, 30deg, 3mm + r");
  if (dimension) {
    if (follow_button(ui, followed)) (void)editor.perform(Edit{edit::Unfollow{name}});
    value_below(ui, followed, value, left + 9);
  } else {
    lock_button(ui, curve_name, written, label, locked, facts.whole);
  }
  ui.fields.show_mistake(ui, left);
  ImGui::PopID();
}

void shared_parameter_field(Ui& ui, const std::set<CurveId>& curves, int parameter,
                            const Parameter& facts, const std::string& label) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  const Shown in = shown_in(document, facts.role);
  std::set<std::string> values;
  for (const CurveId id : curves) values.insert(shown_number(editor.world().find(id)->q[parameter], in));
  ImGui::PushID(parameter);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label.c_str());
  const float left = field_left();
  ImGui::SameLine(left);
  const std::string good = values.size() == 1 ? *values.begin() : "mixed";
  if (const auto typed = ui.fields.entry(ui, "##value", good, field_width)) {
    std::vector<Edit> edits;
    Result<bool> done = true;
    for (const CurveId id : curves) {
      const Result<Amount> amount = amount_at(document, *editor.world().find(id), with_unit(*typed, in));
      const Result<double> number = amount ? fitting(facts, label, *amount) : Result<double>(amount.error());
      if (!number) done = number.error();
      else edits.push_back({edit::Set{document.name(id) + "." + written_parameter(*document.world->find(id)->type, parameter), *number}});
    }
    if (done) done = editor.perform("Set " + label, edits);
    ui.fields.refuse_unless(ui, done, good, *typed);
  }
  ui.fields.hint(values.size() == 1 ? "Of all that are selected: a number or a formula"
                                    : "They differ; what is typed is given to all of them");
  ui.fields.show_mistake(ui, left);
  ImGui::PopID();
}

void number_entry(Ui& ui, const Number& number, const std::string& label, float width) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  const Shown in = shown_in(document, number);
  const std::string* text = text_followed(document, number);
  const bool follows = text != nullptr;
  const std::string good =
      follows ? *text : shown_number(value_of(document.world, number), in);
  if (const auto typed = ui.fields.entry(ui, "##value", good, width))
    ui.fields.refuse_unless(
        ui, set_number(editor, number, label, follows, with_unit(*typed, in)), good, *typed);
}

void number_field(Ui& ui, const Number& number, const std::string& label) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  if (!exists(document.world, number)) return;
  const std::string* text = text_followed(document, number);
  const std::string followed = text ? *text : "";
  const std::string value =
      shown_number(value_of(document.world, number), shown_in(document, number));
  const std::string name = name_of(document, number);
  ImGui::PushID(name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 12);
  ImGui::TextDisabled("%s", label.c_str());
  const float left = field_left();
  ImGui::SameLine(left);
  number_entry(ui, number, label, field_width);
  ui.fields.hint(document.variables->empty() ? "A number or a formula: 2*pi, 30deg"
                                             : "A number or a formula, with the variables below");
  if (text) {
    if (follow_button(ui, followed)) (void)editor.perform(Edit{edit::Unfollow{name}});
    value_below(ui, followed, value, left + 9);
  }
  ui.fields.show_mistake(ui, left);
  ImGui::PopID();
}

}  // namespace limber
