#include "app/panels/trouble.h"

#include "app/panels/pieces.h"

namespace limber {

namespace {
// Looking for the smallest sets lets the figure settle without each constraint in turn: for figures a
// person would look through. In larger ones all that is not met is one list.
constexpr int most_curves = 60;
constexpr std::size_t most_rows = 12;
}  // namespace

void TroubleList::look(const Editor& editor) {
  if (for_ == editor.not_met() || editor.moving()) return;
  for_ = editor.not_met();
  conflicts_.clear();
  if (for_.empty()) return;
  if (static_cast<int>(editor.world().bodies().size()) <= most_curves)
    for (const IslandDiagnosis& island : diagnoser_.run(editor.document().world).islands)
      conflicts_.insert(conflicts_.end(), island.conflicts.begin(), island.conflicts.end());
  if (conflicts_.empty()) conflicts_.emplace_back(for_.begin(), for_.end());
}

void TroubleList::row(Ui& ui, ConstraintId id) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  if (!document.has(id)) return;
  const std::string name = document.name(id);
  ImGui::PushID(static_cast<int>(id.index));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(describe(document, id).c_str());
  ImGui::PopTextWrapPos();
  if (ImGui::SmallButton("Show")) {
    editor.select_only({id});
    ui.wake();
  }
  ImGui::SameLine(0, 6);
  if (ImGui::SmallButton("Soften")) {
    (void)editor.perform(Edit{edit::Soften{name, {}}});
    ui.wake();
  }
  tooltip("It gives like a spring, and the others hold");
  ImGui::SameLine(0, 6);
  if (ImGui::SmallButton("Remove")) {
    (void)editor.perform(Edit{edit::Delete{{name}}});
    ui.wake();
  }
  ImGui::Dummy({0, 4});
  ImGui::PopID();
}

void TroubleList::draw(Ui& ui) {
  look(ui.editor());
  if (ui.editor().not_met().empty() || conflicts_.empty()) return;
  for (const std::vector<ConstraintId>& conflict : conflicts_) {
    rule();
    trouble_text(ui, conflict.size() == 1 ? "This cannot be met:" : "These cannot all be met:");
    ImGui::Dummy({0, 2});
    std::size_t rows = 0;
    for (const ConstraintId id : conflict)
      if (rows++ < most_rows) row(ui, id);
    if (rows > most_rows) ImGui::TextDisabled("and %d more", static_cast<int>(rows - most_rows));
  }
}

}  // namespace limber
