// Fields a person types numbers, formulas and names into.
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/document/variables.h"
#include "app/edits/resolve.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "app/document/quantity.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

constexpr float field_width = 116, button_size = 26, gap = 6;

// Angles are shown in degrees, speeds of turning in turns per minute, everything else in drawing
// units. A plain number typed there is taken as it is shown.
struct Shown {
  double factor = 1;  // from what is typed to what is kept
  const char *sign = "", *unit = "";
};

Shown shown_in(Role role) {
  if (role == Role::angle) return {std::numbers::pi / 180, "°", "deg"};
  return {};
}

Shown shown_in(const World& world, const Number& number) {
  const Role role = role_of(world, number);
  if (std::holds_alternative<SpeedOf>(number) && role == Role::angle)
    return {2 * std::numbers::pi / 60, " rpm", "rpm"};
  return shown_in(role);
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

}  // namespace

std::string plain_words(const Error& error) {
  std::string more = error.suggestion;
  if (more.empty()) return error.message;
  if (more[0] >= 'a' && more[0] <= 'z') more[0] = static_cast<char>(more[0] - 'a' + 'A');
  return error.message + " " + more + (more.ends_with('?') ? "" : ".");
}

std::string shown_amount(const Amount& amount) {
  return shown_number(amount.value,
                      shown_in(amount.angle && amount.length == 0 ? Role::angle : Role::number));
}

void Panels::hint(const char* words) {
  if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
  if (mistakes_.contains(last_field_)) return;  // it would cover the sentence below
  ImGui::BeginTooltip();
  ImGui::TextDisabled("%s", words);
  ImGui::EndTooltip();
}

std::optional<std::string> Panels::entry(const char* id, const std::string& good, float width) {
  const unsigned field = last_field_ = ImGui::GetID(id);
  auto mistake = mistakes_.find(field);
  if (mistake != mistakes_.end() && mistake->second.good != good) {
    mistakes_.erase(mistake);
    mistake = mistakes_.end();
  }
  const bool wrong = mistake != mistakes_.end();
  std::string text = field == editing_field_ ? editing_ : wrong ? mistake->second.typed : good;
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(skia_.formula());
  if (wrong) ImGui::PushStyleColor(ImGuiCol_Border, imgui_colour(theme_->trouble));
  const bool entered = ImGui::InputText(
      id, &text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  last_entered_ = entered;
  if (wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  if (ImGui::IsItemActive()) {
    editing_field_ = field;
    editing_ = text;
  } else if (field == editing_field_) {
    editing_field_ = 0;
  }
  if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
    mistakes_.erase(field);
    return {};
  }
  if (!entered && !ImGui::IsItemDeactivatedAfterEdit()) return {};
  mistakes_.erase(field);
  return text == good ? std::nullopt : std::optional(text);
}

// For the item just drawn. ImGui takes the keyboard from a field at Enter and gives it back in the
// next frame; what is typed meanwhile waits for it.
void Panels::keep_keyboard() {
  ImGui::SetKeyboardFocusHere(-1);
  refocus_frames_ = 2;
}

void Panels::refuse(const std::string& good, const std::string& typed, const Error& error) {
  mistakes_[last_field_] = {good, typed, plain_words(error)};
  wake();
  if (last_entered_) keep_keyboard();
}

void Panels::refuse_unless(const Result<bool>& done, const std::string& good,
                           const std::string& typed) {
  if (!done) refuse(good, typed, done.error());
}

void Panels::show_mistake(float left) {
  const auto mistake = mistakes_.find(last_field_);
  if (mistake == mistakes_.end()) return;
  ImGui::SetCursorPosX(left);
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(theme_->trouble));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(mistake->second.words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

// "= 40" under a text that is more than a number.
void Panels::value_below(const std::string& text, const std::string& value, float left) {
  const bool plain = read_quantity(text, Dimension::any) || read_quantity(text, Dimension::speed);
  if (plain || mistakes_.contains(last_field_)) return;
  ImGui::SetCursorPos({left, ImGui::GetCursorPosY() - 4});
  ImGui::TextDisabled("= %s", value.c_str());
}

// Beside a field whose number follows a text: pressing it, it stays where it is.
bool Panels::follow_button(const std::string& text) {
  ImGui::SameLine(0, gap);
  const bool pressed = icon_button("follow", "follow", button_size, true, true);
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::Text("Follows %s", text.c_str());
    ImGui::TextDisabled("Click: keep the number, follow no longer");
    ImGui::EndTooltip();
  }
  return pressed;
}

// ---- a parameter of a curve

void Panels::number_field(CurveId id, int parameter, const Parameter& facts,
                          const std::string& label) {
  Editor& editor = workspace_.editor();
  const Document& document = editor.document();
  const Body* body = editor.world().body(id);
  if (!body) return;
  const Shown in = shown_in(facts.role);
  const double value = body->curve.q[parameter];
  const bool locked = body->locked[static_cast<std::size_t>(parameter)] != 0;
  const std::optional<InputOf> dimension = dimension_on(document, id, parameter);
  const std::string followed = dimension ? *text_followed(document, *dimension) : "";
  const std::string number_name =
      document.name(id) + "." + written_parameter(*body->curve.type, parameter);
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
  const float left = ImGui::GetWindowContentRegionMax().x - button_size - gap - field_width;
  ImGui::SameLine(left);
  const std::string good = dimension ? followed : shown_number(value, in);
  if (std::exchange(focus_numbers_, false)) ImGui::SetKeyboardFocusHere();
  if (const auto typed = entry("##value", good, field_width)) {
    const std::string text = with_unit(*typed, in);
    if (dimension || calls_variable(document, text)) {
      refuse_unless(editor.perform(Edit{edit::Follow{number_name, text}}), good, *typed);
    } else {
      const Result<Amount> amount = amount_at(document, body->curve, text);
      const Result<double> number =
          amount ? fitting(facts, label, *amount) : Result<double>(amount.error());
      refuse_unless(number ? editor.perform(Edit{edit::Set{number_name, *number}})
                           : Result<bool>(number.error()),
                    good, *typed);
    }
  }
  hint("A number or a formula: 2*pi, 30deg, 3mm + r");
  if (dimension) {
    if (follow_button(followed)) (void)editor.perform(Edit{edit::Unfollow{number_name}});
    value_below(followed, shown_number(value, in), left + 9);
  } else {
    ImGui::SameLine(0, gap);
    if (icon_button("lock", locked ? "lock" : "unlock", button_size, locked, true) && !facts.whole) {
      const std::string curve = document.name(id), which = written_parameter(*body->curve.type, parameter);
      (void)editor.perform(locked ? "Unlock " + label : "Lock " + label,
                           {locked ? Edit{edit::Unlock{curve, {which}}}
                                   : Edit{edit::Lock{curve, {which}}}});
    }
    if (ImGui::IsItemHovered()) {
      ImGui::BeginTooltip();
      ImGui::TextUnformatted(facts.whole ? "A whole number: pulling does not change it"
                             : locked    ? "Locked: pulling does not change it"
                                         : "Lock: pulling will not change it");
      ImGui::EndTooltip();
    }
  }
  show_mistake(left);
  ImGui::PopID();
}

// ---- a number of a constraint, motor or force

void Panels::given_number(const Number& number, const std::string& label) {
  Editor& editor = workspace_.editor();
  const Document& document = editor.document();
  if (!exists(document.world, number)) return;
  const Shown in = shown_in(document.world, number);
  const double value = value_of(document.world, number);
  const std::string* follows = text_followed(document, number);
  const std::string followed = follows ? *follows : "";
  const std::string good = follows ? followed : shown_number(value, in);
  ImGui::PushID(name_of(document, number).c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 12);
  ImGui::TextDisabled("%s", label.c_str());
  const float left = ImGui::GetWindowContentRegionMax().x - button_size - gap - field_width;
  ImGui::SameLine(left);
  if (const auto typed = entry("##value", good, field_width)) {
    const std::string text = with_unit(*typed, in);
    if (follows || calls_variable(document, text)) {
      refuse_unless(editor.perform(Edit{edit::Follow{name_of(document, number), text}}), good,
                    *typed);
    } else {
      const bool none = std::holds_alternative<LimitOf>(number) && text == "none";
      const Result<Amount> amount = none ? Amount{INFINITY} : amount_of(document, text);
      const Result<double> fits =
          amount ? fitting(document.world, number, label, *amount) : Result<double>(amount.error());
      refuse_unless(fits ? editor.perform(none ? unlimited(document, number)
                                               : Edit{edit::Set{name_of(document, number), *fits}})
                         : Result<bool>(fits.error()),
                    good, *typed);
    }
  }
  hint(document.variables->empty() ? "A number or a formula: 2*pi, 30deg"
                                  : "A number or a formula, with the variables below");
  if (follows) {
    if (follow_button(followed))
      (void)editor.perform(Edit{edit::Unfollow{name_of(document, number)}});
    value_below(followed, shown_number(value, in), left + 9);
  }
  show_mistake(left);
  ImGui::PopID();
}

}  // namespace limber
