#include "app/panels/preferences_page.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "app/panels/fields.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float label_width = 150, row_width = 440;
constexpr double scales[] = {0.75, 1, 1.25, 1.5, 2, 2.5, 3};

struct Paper {
  const char* name;
  double width, height;  // mm
};
constexpr Paper papers[] = {{"Endless", 0, 0},     {"A4", 210, 297},         {"A4 across", 297, 210},
                            {"A3", 297, 420},      {"A3 across", 420, 297},  {"Letter", 215.9, 279.4},
                            {"Letter across", 279.4, 215.9}};

void label(const char* words) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(words);
  ImGui::SameLine(label_width);
}

bool choice(const Ui& ui, const char* words, bool chosen) {
  ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(chosen ? ui.theme.accent : ui.theme.panel_sunk));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, imgui_colour(chosen ? ui.theme.accent : ui.theme.panel_hover));
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(chosen ? ui.theme.panel : ui.theme.text));
  const bool clicked = ImGui::Button(words);
  ImGui::PopStyleColor(3);
  return clicked;
}

void for_all_drawings(Ui& ui) {
  Workspace& workspace = ui.workspace;
  strong_text(ui, "For all drawings");
  ImGui::Dummy({row_width, 2});
  label("Colours");
  const std::pair<const char*, const Theme*> themes[] = {
      {"Light", &light_theme()}, {"Dark", &dark_theme()}, {"High contrast", &contrast_theme()}};
  for (const auto& [name, theme] : themes) {
    if (choice(ui, name, &ui.theme == theme)) workspace.choose_theme(*theme);
    ImGui::SameLine(0, 6);
  }
  ImGui::NewLine();
  label("Size of the interface");
  for (const double scale : scales) {
    char name[16];
    std::snprintf(name, sizeof name, "%.0f%%##scale", 100 * scale);
    if (choice(ui, name, workspace.scale() == scale)) workspace.choose_scale(scale);
    ImGui::SameLine(0, 4);
  }
  ImGui::NewLine();
  label("Grid");
  bool grid = ui.editor().grid_shown();
  if (ImGui::Checkbox("shown##grid", &grid)) workspace.choose_grid(grid);
  label("Keys");
  if (ImGui::Button("Show them all…")) workspace.show(Dialog::keys);
  label("Unsaved work");
  ImGui::TextDisabled("kept every 2 seconds, offered after a crash");
}

void set_page(Editor& editor, double width, double height, const std::string& unit) {
  (void)editor.perform(Edit{edit::PageEdit{{width, height}, unit}});
}

// "297 x 210", in mm.
std::optional<Point> read_size(const std::string& text) {
  double width = 0, height = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf x %lf %c", &width, &height, &rest) != 2) return std::nullopt;
  const bool fits = width > 0 && height > 0 && width <= largest_page && height <= largest_page;
  return fits ? std::optional(Point(width, height)) : std::nullopt;
}

void for_this_drawing(Ui& ui) {
  Editor& editor = ui.editor();
  const Page page = editor.document().page;
  strong_text(ui, "For this drawing");
  ImGui::Dummy({row_width, 2});
  label("Page");
  int n = 0;
  for (const Paper& paper : papers) {
    const bool chosen = page.width == paper.width && page.height == paper.height;
    if (choice(ui, paper.name, chosen) && !chosen) set_page(editor, paper.width, paper.height, page.unit);
    if (++n == 5) ImGui::Dummy({label_width - 20, 0});
    ImGui::SameLine(0, 6);
  }
  ImGui::NewLine();
  label("Width x height, mm");
  char size[48];
  std::snprintf(size, sizeof size, "%.10g x %.10g", page.width, page.height);
  if (const auto typed = ui.fields.entry(ui, "##size", size, 160)) {
    const std::optional<Point> read = read_size(*typed);
    if (read) set_page(editor, read->x(), read->y(), page.unit);
    ui.fields.refuse_unless(ui, read ? Result<bool>(true)
                                     : Result<bool>(Error{"'" + *typed + "' is no size of a page.", 0, 0, 1, "write 297 x 210", {}}),
                            size, *typed);
  }
  ui.fields.show_mistake(ui, label_width);
  label("Numbers in");
  for (const std::string_view unit : page_units) {
    if (choice(ui, std::string(unit).c_str(), page.unit == unit) && page.unit != unit)
      set_page(editor, page.width, page.height, std::string(unit));
    ImGui::SameLine(0, 6);
  }
  ImGui::NewLine();
}

}  // namespace

void preferences_page(Ui& ui) {
  for_all_drawings(ui);
  rule();
  for_this_drawing(ui);
  ImGui::Dummy({0, 6});
  if (ImGui::Button("Close", {100, 0})) ui.workspace.close_dialog();
}

}  // namespace limber
