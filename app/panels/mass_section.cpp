// What stands in the inspector of mass: of the drawing, and of a curve.
#include <fmt/format.h>

#include <cmath>

#include "app/document/quantity.h"
#include "app/edits/resolve.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"
#include "solver/physics.h"

namespace limber {

namespace {

constexpr float label_width = 90, field_width = 66, choice_width = 80;

void label(const char* words) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", words);
  ImGui::SameLine(label_width);
}

// A number that an edit sets; what cannot be read or done stays in the field with a sentence.
template <class Make>
void edit_field(Ui& ui, const char* id, double value, float width, const char* hint, Make make) {
  const std::string good = fmt::format("{:.10g}", value);
  if (const std::optional<std::string> typed = ui.fields.entry(ui, id, good, width)) {
    const std::optional<double> number = read_quantity(*typed, Dimension::number);
    const Result<bool> done =
        number ? ui.editor().perform(make(*number))
               : Result<bool>(Error{"'" + *typed + "' is no number.", 0, 0, 1, "write 0.5 or 2e-4", {}});
    ui.fields.refuse_unless(ui, done, good, *typed);
  }
  ui.fields.hint(hint);
}

// To five digits, as it is shown.
double rounded(double value) {
  if (!(std::abs(value) > 0)) return value;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 4);
  return std::round(value / unit) * unit;
}

const Bend* bend_of(const Body& body, int parameter) {
  for (const Bend& bend : body.bends)
    if (bend.parameter == parameter) return &bend;
  return nullptr;
}

// Stiff enough that the curve's own weight bends it by a hundredth of its size.
double usual_stiffness(const World& world, CurveId id) {
  InertiaMemory memory;
  Inertia mass, drag;
  if (!weigh(world, id, memory, mass, drag)) return 1;
  const double stiffness = mass.mass * 9810 / (0.01 * std::max(1.0, drag.mass));
  const double power = std::pow(10, std::floor(std::log10(stiffness)));
  return power * std::max(1.0, std::round(stiffness / power));
}

void bend_row(Ui& ui, CurveId id, int parameter, const std::string& words) {
  Editor& editor = ui.editor();
  const Document document = editor.document();
  const Body& body = *document.world->body(id);
  const Bend* bend = bend_of(body, parameter);
  const std::string name = document.name(id);
  const std::string number = written_parameter(*body.curve.type, parameter);
  const char* const choices[] = {"rigid", "elastic", "free"};
  int choice = !bend ? 0 : bend->stiffness > 0 ? 1 : 2;
  ImGui::PushID(parameter);
  label(words.c_str());
  ImGui::SetNextItemWidth(choice_width);
  if (ImGui::Combo("##bends", &choice, choices, 3)) {
    edit::BendEdit made{name, {number}, {}, {}, {}};
    if (choice == 1) made.stiffness = usual_stiffness(document.world, id);
    (void)editor.perform(choice == 0 ? Edit{edit::Stiffen{name, {number}}} : Edit{made});
  }
  tooltip("With mass: it keeps its value, springs about the one it has now, or changes freely");
  if (bend && bend->stiffness > 0) {
    ImGui::SameLine();
    edit_field(ui, "##stiffness", bend->stiffness, -1, "Stiffness: force for each mm it is bent", [&](double k) {
      return Edit{edit::BendEdit{name, {number}, k, bend->damping, {}}};
    });
  }
  ui.fields.show_mistake(ui, label_width);
  if (bend && bend->stiffness > 0) {
    label("  damping");
    edit_field(ui, "##damping", bend->damping, -1, "Force for each mm/s of bending; 0: it swings on", [&](double d) {
      return Edit{edit::BendEdit{name, {number}, bend->stiffness, d, {}}};
    });
    ui.fields.show_mistake(ui, label_width);
  }
  ImGui::PopID();
}

}  // namespace

void damping_field(Ui& ui, ConstraintId spring) {
  const Document document = ui.editor().document();
  const World& world = document.world;
  if (!world.physics.on) return;
  ImGui::PushID(static_cast<int>(spring.index));
  label("damping");
  edit_field(ui, "##damping", world.find(spring)->damping, -1, "Force for each mm/s; 0: it swings on", [&](double d) {
    return Edit{edit::Damp{document.name(spring), d}};
  });
  ui.fields.show_mistake(ui, label_width);
  ImGui::PopID();
}

void mass_section(Ui& ui, CurveId id) {
  const Document document = ui.editor().document();
  const World& world = document.world;
  const Body* body = world.body(id);
  if (!body || !world.physics.on) return;
  InertiaMemory memory;
  Inertia mass, drag;
  if (!weigh(world, id, memory, mass, drag)) return;
  const std::string name = document.name(id);
  ImGui::Dummy({0, 2});
  strong_text(ui, "Mass");
  label("mass");
  edit_field(ui, "##mass", rounded(mass.mass), -1, "kg; by its length when nobody said so", [&](double kg) {
    return Edit{edit::Weigh{{name}, {}, kg}};
  });
  ui.fields.show_mistake(ui, label_width);
  if (body->link) return;
  const auto& parameters = body->curve.type->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int index = static_cast<int>(i);
    if (!why_rigid(*body->curve.type, index).empty()) continue;
    if (parameters[i].role == Role::x && parameters.size() <= 5) continue;  // its place
    bend_row(ui, id, index, parameters[i].label.empty() ? parameters[i].name : parameters[i].label);
  }
}

void physics_section(Ui& ui) {
  const Physics physics = ui.editor().document().world->physics;
  if (!physics.on) return;
  ImGui::Dummy({0, 2});
  strong_text(ui, "Physics");
  label("gravity");
  const Point g = physics.gravity;
  edit_field(ui, "##gx", g.x(), field_width, "To the right, mm/s\u00b2", [&](double x) {
    return Edit{edit::Gravity{Point(x, g.y())}};
  });
  ImGui::SameLine();
  edit_field(ui, "##gy", g.y(), -1, "Upwards, mm/s\u00b2: -9810 on the earth", [&](double y) {
    return Edit{edit::Gravity{Point(g.x(), y)}};
  });
  ui.fields.show_mistake(ui, label_width);
  label("density");
  edit_field(ui, "##density", physics.density, -1, "kg for each mm of a curve that has none of its own",
             [&](double value) { return Edit{edit::Density{value}}; });
  ui.fields.show_mistake(ui, label_width);
  label("air");
  edit_field(ui, "##air", physics.air, -1, "Drag for each mm of a curve and each mm/s of its speed",
             [&](double value) { return Edit{edit::Air{value}}; });
  ui.fields.show_mistake(ui, label_width);
}

}  // namespace limber
