// What stands in the inspector for a trace or a plot.
#include <algorithm>

#include "app/document/quantity.h"
#include "app/drawing/draw_plot.h"
#include "app/editor/trace_commands.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"

namespace limber {

namespace {

constexpr float label_width = 74;

void label(const char* words) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", words);
  ImGui::SameLine(label_width);
}

// How long the motion is kept; 0: all of it.
void seconds_field(Ui& ui, const std::string& name, double seconds) {
  Editor& editor = ui.editor();
  label("seconds");
  const std::string good = shortest(seconds);
  if (const std::optional<std::string> typed = ui.fields.entry(ui, "##seconds", good, -1)) {
    const std::optional<double> value = read_quantity(*typed, Dimension::time);
    const Result<bool> done =
        value ? editor.perform(Edit{edit::Span{name, *value}})
              : Result<bool>(Error{"'" + *typed + "' is no time.", 0, 0, 1, "write 10 or 500ms", {}});
    ui.fields.refuse_unless(ui, done, good, *typed);
  }
  ui.fields.hint("How long the motion is kept; 0: all of it");
  ui.fields.show_mistake(ui, label_width);
}

// "P.x, rod.phi" as its names.
Strings names_in(const std::string& text) {
  Strings names;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    std::string name = text.substr(at, comma - at);
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (!name.empty()) names.push_back(std::move(name));
    at = comma + 1;
  }
  return names;
}

std::string joined(const Strings& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void quantities_field(Ui& ui, const std::string& name, const Plot& plot) {
  label("plots");
  const std::string good = joined(plot.quantities);
  if (const auto typed = ui.fields.entry(ui, "##quantities", good, -1)) {
    const Strings names = names_in(*typed);
    const Result<bool> done =
        names.empty() ? Result<bool>(Error{"A plot shows at least one quantity.", 0, 0, 1, {}, {}})
                      : ui.editor().perform(Edit{edit::Replot{name, names, plot.over}});
    ui.fields.refuse_unless(ui, done, good, *typed);
  }
  ui.fields.hint("Quantities by their names, with commas between them: P.x, crank.phi, P.vx, pin.force");
  ui.fields.show_mistake(ui, label_width);
}

void over_field(Ui& ui, const std::string& name, const Plot& plot) {
  label("over");
  if (const auto typed = ui.fields.entry(ui, "##over", plot.over, -1)) {
    const Result<bool> done = ui.editor().perform(Edit{edit::Replot{name, plot.quantities, *typed}});
    ui.fields.refuse_unless(ui, done, plot.over, *typed);
  }
  ui.fields.hint("time, or another quantity");
  ui.fields.show_mistake(ui, label_width);
}

}  // namespace

void trace_section(Ui& ui, TraceId id) {
  const Document document = ui.editor().document();
  const Trace* trace = document.traces->find(id);
  if (!trace) return;
  strong_text(ui, "Trace");
  ImGui::SameLine();
  ImGui::TextDisabled("%s", document.name(id).c_str());
  ImGui::TextDisabled("%s", describe(document, *document.world->find(trace->of)).c_str());
  seconds_field(ui, document.name(id), trace->seconds);
  style_section(ui, id);
}

void plot_section(Ui& ui, PlotId id) {
  const Document document = ui.editor().document();
  const Plot* plot = document.plots->find(id);
  if (!plot) return;
  const std::string name = document.name(id);
  strong_text(ui, "Plot");
  ImGui::SameLine();
  ImGui::TextDisabled("%s", name.c_str());
  quantities_field(ui, name, *plot);
  over_field(ui, name, *plot);
  seconds_field(ui, name, plot->seconds);
  const Series* series = ui.editor().samples().find(id);
  if (ImGui::Button("Save CSV")) save_table(ui.workspace, id);
  tooltip("The numbers as a table, in a new file beside the drawing");
  ImGui::SameLine(0, 6);
  if (ImGui::Button("Copy CSV") && series) {
    ui.workspace.clipboard().put(csv_of(*plot, *series));
    ui.editor().say("The numbers are on the clipboard");
  }
  tooltip("The numbers as a table, to be pasted elsewhere");
  if (ImGui::Button("Save SVG")) save_picture(ui.workspace, id);
  tooltip("This plot alone as a picture, in a new file beside the drawing");
}

}  // namespace limber
