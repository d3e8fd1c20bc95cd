#include "app/panels/lesson_panel.h"

#include <string>

#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr double panel_width = 284, beside_width = 236;  // of the outline and of the history
constexpr float disc = 11, words_left = 34, row_gap = 6;
constexpr const char* drawing_to_pull = "welcome.limber";  // where there is nothing to be pulled

// A tick where it is done: the colour alone does not say it.
void draw_disc(const Ui& ui, const ImVec2& at, std::size_t number, bool done, bool now) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = imgui_colour(done || now ? ui.theme.accent : ui.theme.text_dim);
  if (done) {
    const ImVec2 tick[] = {{at.x - 5, at.y}, {at.x - 1.5f, at.y + 4}, {at.x + 5.5f, at.y - 4.5f}};
    return list.AddPolyline(tick, 3, colour, false, 2.2f);
  }
  if (now)
    list.AddCircleFilled(at, disc, colour, 24);
  else
    list.AddCircle(at, disc, colour, 24, 1.2f);
  const std::string text = std::to_string(number);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  list.AddText({at.x - size.x / 2, at.y - size.y / 2},
               imgui_colour(now ? ui.theme.panel : ui.theme.text_dim), text.c_str());
}

}  // namespace

void LessonPanel::begin(Ui& ui) {
  if (ui.editor().document().world->bodies().size() == 0)
    ui.workspace.open_example(drawing_to_pull);
  lesson_.emplace(ui.editor());
}

// What is in the middle of the view comes into the middle of what is left of it.
void LessonPanel::make_room(Ui& ui) const {
  Editor& editor = ui.editor();
  const Box view = editor.camera().view();
  if (view.sizes().x() > 2 * panel_width)
    editor.camera().pan(Point(0.5 * (panel_width + margin), 0));
  editor.touch();
}

void LessonPanel::step(Ui& ui, std::size_t which, float width) const {
  const bool done = lesson_->done(which), now = which == lesson_->next();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  draw_disc(ui, {corner.x + disc + 1, corner.y + disc}, which + 1, done, now);
  ImGui::SetCursorScreenPos(
      {corner.x + words_left, corner.y + disc - ImGui::GetFontSize() / 2 - 1});
  ImGui::BeginGroup();
  if (now)
    strong_text(ui, first_lesson[which].title);
  else
    ImGui::TextDisabled("%s", first_lesson[which].title);
  if (now) {
    ImGui::PushTextWrapPos(width);
    ImGui::TextUnformatted(lesson_words(which, ui.workspace.commands()).c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::EndGroup();
  ImGui::Dummy({0, row_gap});
}

void LessonPanel::end(Ui& ui) {
  const bool all = lesson_->next() == lesson_steps;
  if (all) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "That is all it takes. Every curve there is can be pulled, nailed, joined and driven like "
        "these.");
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, row_gap});
    if (ImGui::Button("Examples")) ui.workspace.show_pane(Pane::start, true);
    ImGui::SameLine(0, 6);
    if (ImGui::Button("What the mouse does")) ui.workspace.show_help("hand.md");
  }
  if (ImGui::Button("Begin again")) begin(ui), ui.wake();
  ImGui::SameLine(0, 6);
  if (ImGui::Button(all ? "Close" : "Leave")) ui.workspace.show_pane(Pane::lesson, false);
}

void LessonPanel::draw(Ui& ui) {
  Workspace& workspace = ui.workspace;
  if (!workspace.pane_shown(Pane::lesson)) return lesson_.reset();
  if (!lesson_) begin(ui), make_room(ui);
  if (lesson_->watch(ui.editor())) ui.wake();
  double left = toolbar_width + 2 * margin;
  if (workspace.outline_shown()) left += beside_width + margin;
  if (workspace.pane_shown(Pane::history)) left += beside_width + margin;
  if (begin_panel(ui, "lesson", Point(left, menu_height + margin), panel_width, true)) {
    const float width = ImGui::GetWindowContentRegionMax().x;
    strong_text(ui, "First lesson");
    ImGui::SameLine(0, 10);
    const std::size_t next = lesson_->next();
    if (next < lesson_steps)
      ImGui::TextDisabled("step %d of %d", static_cast<int>(next + 1),
                          static_cast<int>(lesson_steps));
    else
      ImGui::TextDisabled("all seven done");
    ImGui::SameLine(width - 26);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 4);
    if (icon_button(ui, "close", "close", 26)) workspace.show_pane(Pane::lesson, false);
    tooltip("Leave: Help, First lesson begins it again");
    ImGui::Dummy({0, 2});
    for (std::size_t i = 0; i < lesson_steps; ++i) step(ui, i, width);
    end(ui);
  }
  end_panel(ui);
}

}  // namespace limber
