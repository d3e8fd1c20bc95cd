// Everything that acts on what is selected, with its numbers.
#include <algorithm>

#include "app/document/variables.h"
#include "app/panels/number_fields.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"

namespace limber {

namespace {

void remove(Editor& editor, ThingId id, const std::string& title) {
  (void)editor.perform(title, {{edit::Delete{{editor.document().name(id)}}}});
}

// The numbers of what is selected, each with a field: of the constraint, of the spring, of the
// motor that turns it. Where it is nailed is asked of the nail itself, not of all that hangs on it.
void constraint_numbers(Ui& ui, ConstraintId id) {
  const Document& document = ui.editor().document();
  const World& world = document.world;
  const Constraint constraint = *world.find(id);  // a copy: fields change it
  const bool chosen = ui.editor().selection().contains(id);
  for (int i = 0; i < static_cast<int>(constraint.on.size()); ++i) {
    const Input& input = constraint.kind->inputs[static_cast<std::size_t>(i)];
    if (constraint.on[static_cast<std::size_t>(i)].connector) continue;
    for (int component = 0; component < size_of(input.shape); ++component) {
      const Number number = InputOf{id, i, component};
      const bool follows = text_followed(document, number);
      if (is_driven(world, number) || (input.shape != Shape::number && !chosen && !follows))
        continue;
      number_field(ui, number, input.shape == Shape::number ? input.name : component ? "y" : "x");
    }
  }
  if (constraint.compliance > 0) {
    number_field(ui, StiffnessOf{id}, "stiffness");
    damping_field(ui, id);
  }
  std::vector<MotorId> motors;
  world.motors().each([&](MotorId motor, const Motor& one) {
    if (one.constraint == id) motors.push_back(motor);
  });
  for (const MotorId motor : motors) {
    number_field(ui, SpeedOf{motor}, "motor speed");
    number_field(ui, LimitOf{motor}, "motor limit");
  }
}

void mark_row(Ui& ui, ThingId id) {
  Editor& editor = ui.editor();
  const std::string words = describe(editor.document(), id);
  if (words.empty()) return;
  const ConstraintId constraint = id.as<Constraint>();
  const bool unmet = constraint && editor.not_met().contains(constraint);
  ImGui::PushID(static_cast<int>(id.kind));
  if (removable_row(ui, static_cast<int>(id.index),
                    unmet ? "! " + words + " (cannot be met)" : words, unmet, "Remove it")) {
    remove(ui.editor(), id, "Remove " + words.substr(0, words.find(':')));
  } else if (constraint) {
    constraint_numbers(ui, constraint);
  } else {
    for (const int component : {0, 1})
      number_field(ui, PartOf{id.as<Force>(), component}, component ? "y" : "x");
  }
  ImGui::PopID();
}

void link_row(Ui& ui, LinkId id) {
  const std::string words = describe(ui.editor().document(), id);
  if (words.empty()) return;
  ImGui::PushID("link");
  if (removable_row(ui, static_cast<int>(id.index), words, false, "Take the weld apart"))
    remove(ui.editor(), id, "Take weld apart");
  ImGui::PopID();
}

}  // namespace

void constraint_section(Ui& ui) {
  const Document& document = ui.editor().document();
  const World& world = document.world;
  const Selection& selection = ui.editor().selection();
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
  rule();
  const bool locked = std::any_of(curves.begin(), curves.end(), [&](CurveId id) {
    const Body* body = world.body(id);
    return body && std::count(body->locked.begin(), body->locked.end(), 1) > 0;
  });
  ImGui::TextDisabled("%s", !listed.empty() ? "Constraints"
                            : locked        ? "No constraints but the locks above"
                                            : "No constraints: it moves freely");
  for (const ThingId id : listed) mark_row(ui, id);
  std::vector<LinkId> links;
  world.links().each([&](LinkId id, const Link& link) {
    if (std::any_of(link.members.begin(), link.members.end(),
                    [&](CurveId member) { return curves.contains(member); }))
      links.push_back(id);
  });
  for (const LinkId id : links) link_row(ui, id);
}

}  // namespace limber
