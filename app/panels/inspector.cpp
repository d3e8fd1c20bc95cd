#include "app/panels/inspector.h"

#include <algorithm>
#include <utility>

#include "app/panels/number_fields.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"
#include "curves/gaps.h"

namespace limber {

namespace {

std::string label_of(const Parameter& parameter) {
  return parameter.label.empty() ? parameter.name : parameter.label;
}

// Several curves: the numbers they have in common, when they are of one type.
void shared_section(Ui& ui, const std::set<CurveId>& curves) {
  const World& world = ui.editor().world();
  const SharedCurveType type = world.find(*curves.begin())->type;
  const bool alike = std::ranges::all_of(curves, [&](CurveId id) { return world.find(id)->type == type; });
  strong_text(ui, std::to_string(curves.size()) + (alike ? " × " + type->title : " curves"));
  if (!alike) return;
  for (std::size_t i = 0; i < type->parameters.size(); ++i)
    shared_parameter_field(ui, curves, static_cast<int>(i), type->parameters[i], label_of(type->parameters[i]));
}

}  // namespace

bool Inspector::handle(const KeyEvent& event, const Editor& editor) {
  if (!event.down || event.key != key_f2 || editor.selection().curves().empty()) return false;
  return focus_numbers_ = true;
}

void Inspector::draw(Ui& ui) {
  if (ui.workspace.take_begin_variable()) variables_.begin_new(ui);
  const Selection& selection = ui.editor().selection();
  const std::set<CurveId> curves = selection.curves();
  const std::set<TextId> texts = selection.of<Text>();
  const Point at(ui.size.x() - margin - inspector_width, menu_height + margin);
  const bool nothing = selection.empty();
  if (curves.size() != 1) focus_numbers_ = false;
  if (nothing && narrow(ui.size)) return;
  if (begin_panel(ui, "inspector", at, inspector_width, true)) {
    if (nothing) {
      nothing_section(ui);
      if (ui.editor().tool().draws()) next_style_section(ui);
      physics_section(ui);
    } else if (curves.size() == 1) {
      curve_section(ui, *curves.begin());
    } else if (!curves.empty()) {
      shared_section(ui, curves);
      style_section(ui, *curves.begin());
    } else if (!texts.empty()) {
      text_section(ui, *texts.begin());
    } else if (const std::set<TraceId> traces = selection.of<Trace>(); !traces.empty()) {
      trace_section(ui, *traces.begin());
    } else if (const std::set<PlotId> plots = selection.of<Plot>(); !plots.empty()) {
      plot_section(ui, *plots.begin());
    }
    const bool moves = std::ranges::any_of(selection.things(), [](ThingId id) {
      return id.kind != ThingKind::trace && id.kind != ThingKind::plot;
    });
    if (moves && texts.empty()) constraint_section(ui);
    trouble_.draw(ui);
    variables_.draw(ui);
    if (nothing) try_this_section(ui);
  }
  end_panel(ui);
}

void Inspector::curve_section(Ui& ui, CurveId id) {
  const Document& document = ui.editor().document();
  const Curve* curve = document.world->find(id);
  if (!curve) return;
  strong_text(ui, curve->type->title);
  ImGui::SameLine();
  ImGui::TextDisabled("%s", document.name(id).c_str());
  ImGui::Dummy({0, 2});
  parameters(ui, id);
  missing(ui, id);
  mass_section(ui, id);
  style_section(ui, id);
}

// What the curve has no value for, or cannot be drawn so far: asked again only when it was drawn anew.
void Inspector::missing(Ui& ui, CurveId id) {
  const DrawnCurve* drawn = ui.editor().drawn().find(id);
  if (!drawn) return;
  if (drawn->version != described_) {
    described_ = drawn->version;
    gaps_ = describe_gaps(*ui.editor().world().find(id), drawn->line);
  }
  if (!gaps_.empty()) ImGui::TextWrapped("%s", gaps_.c_str());
}

void Inspector::parameters(Ui& ui, CurveId id) {
  const Curve curve = *ui.editor().world().find(id);  // a copy: fields change it
  const auto& parameters = curve.type->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    parameter_field(ui, id, static_cast<int>(i), parameters[i], label_of(parameters[i]),
                    std::exchange(focus_numbers_, false));
  if (!has_nodes(*curve.type)) return;
  const auto& node = curve.type->family.node;
  const auto shared = static_cast<int>(parameters.size());
  const int per_node = static_cast<int>(node.size());
  const int nodes = (static_cast<int>(curve.q.size()) - shared) / std::max(per_node, 1);
  ImGui::TextDisabled("%d nodes", nodes);
  constexpr float field_row = 33, node_row = 24;
  ImGui::BeginChild("nodes", {0, std::min(static_cast<float>(nodes) * (static_cast<float>(per_node) * field_row + node_row), 262.0f)});
  for (int n = 0; n < nodes; ++n) {
    const std::string which = n == 0 ? "first node" : n == nodes - 1 ? "last node" : "node " + std::to_string(n + 1);
    ImGui::TextDisabled("%s", which.c_str());
    for (int k = 0; k < per_node; ++k)
      parameter_field(ui, id, shared + n * per_node + k, node[static_cast<std::size_t>(k)],
                      label_of(node[static_cast<std::size_t>(k)]), std::exchange(focus_numbers_, false));
  }
  ImGui::EndChild();
}

}  // namespace limber
