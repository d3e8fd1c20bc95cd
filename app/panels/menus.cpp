#include "app/panels/menus.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "app/panels/pieces.h"
#include "imgui/imgui_internal.h"

namespace limber {

namespace {

// Those used most come first: where there is little room the last ones are left to the menus.
constexpr const char* buttons[] = {"edit.undo", "edit.redo", "play.toggle",
                                   "view.fit",  "view.grid", "view.dark"};
constexpr float button_size = 34, button_gap = 4, right_margin = 10;
constexpr auto middle = static_cast<float>(menu_height / 2);

// No menu is higher than the window: the rest of it is reached with the wheel.
bool begin_menu(const Ui& ui, const std::string& title) {
  const auto room = static_cast<float>(ui.size.y() - menu_height - margin);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {static_cast<float>(ui.size.x()), room});
  return ImGui::BeginMenu(title.c_str());
}

// Those of one menu; a submenu stands where its first command does.
void menu_items(Ui& ui, const std::vector<Command>& all, const std::string& menu) {
  std::string submenu;
  bool open = false;
  for (const Command& command : all) {
    if (command.menu != menu) continue;
    if (command.submenu != submenu) {
      if (open) ImGui::EndMenu();
      submenu = command.submenu;
      open = !submenu.empty() && begin_menu(ui, submenu);
    }
    if (submenu.empty() || open) menu_item(ui, command);
  }
  if (open) ImGui::EndMenu();
}

// In the middle, where there is room between menus and buttons.
void draw_name(const Ui& ui, float from, float to) {
  const std::string name = (ui.editor().modified() ? "●  " : "") + ui.workspace.name();
  ImGui::PushFont(ui.skia.strong());
  const ImVec2 extent = ImGui::CalcTextSize(name.c_str());
  const float left = (static_cast<float>(ui.size.x()) - extent.x) / 2;
  if (left > from && left + extent.x < to)
    ImGui::GetWindowDrawList()->AddText({left, middle - extent.y / 2},
                                        imgui_colour(ui.theme.text), name.c_str());
  ImGui::PopFont();
}

}  // namespace

bool MenuBar::handle(const KeyEvent& event, bool free) {
  const bool tapped = alt_alone_ && event.key == key_alt && !event.down;
  alt_alone_ = event.key == key_alt && event.down && (alt_alone_ || !event.repeat) &&
               !event.modifiers.ctrl && !event.modifiers.shift;
  const bool left = event.key == key_left, right = event.key == key_right;
  if (menu_at_ >= 0 && event.down && (left || right)) {
    const int count = static_cast<int>(menu_names().size());
    open_menu_ =
        menu_names()[static_cast<std::size_t>((menu_at_ + (right ? 1 : count - 1)) % count)];
    return true;
  }
  if (!free) return false;
  const Modifiers none, alt{false, false, true};
  if (tapped || (event.down && event.key == key_f10 && event.modifiers == none)) {
    open_menu_ = menu_names().front();
    return true;
  }
  // What AltGr types is no chord of Alt.
  if (!event.down || event.modifiers != alt || event.key >= 128 || event.typed) return false;
  for (const std::string& menu : menu_names())
    if (std::tolower(static_cast<unsigned char>(menu[0])) == event.key) {
      open_menu_ = menu;
      return true;
    }
  return false;
}

void MenuBar::lose_focus() {
  alt_alone_ = false;
  open_menu_.clear();
}

void MenuBar::draw_menus(Ui& ui) {
  menu_at_ = -1;
  for (int i = 0; i < static_cast<int>(menu_names().size()); ++i) {
    const std::string& menu = menu_names()[static_cast<std::size_t>(i)];
    if (open_menu_ == menu) {
      ImGui::OpenPopup(menu.c_str());
      open_menu_.clear();
      ui.wake(3);
      // Opened by a key: what Enter would choose is to be seen at once.
      ImGui::GetCurrentContext()->NavDisableHighlight = false;
      ImGui::GetCurrentContext()->NavDisableMouseHover = true;
    }
    if (!begin_menu(ui, menu)) continue;
    menu_at_ = i;
    // A command may change the table it stands in: walk over a copy.
    menu_items(ui, std::vector<Command>(ui.workspace.commands()), menu);
    ImGui::EndMenu();
  }
}

float MenuBar::draw_buttons(Ui& ui, float menus_end) {
  const float end = static_cast<float>(ui.size.x()) - right_margin;
  const auto room = static_cast<int>((end - menus_end) / (button_size + button_gap));
  const int count = std::clamp(room, 0, static_cast<int>(std::size(buttons)));
  const float first = end - static_cast<float>(count) * (button_size + button_gap);
  for (int i = 0; i < count; ++i) {
    ImGui::SetCursorPos({first + static_cast<float>(i) * (button_size + button_gap),
                         middle - button_size / 2});
    command_button(ui, buttons[i], button_size);
  }
  return first;
}

void MenuBar::draw(Ui& ui) {
  ui.covered.push_back(menu_box(ui.size));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {10, static_cast<float>((menu_height - ImGui::GetFontSize()) / 2)});
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {14, 8});
  draw_menus(ui);
  ImGui::PopStyleVar();
  const float menus_end = ImGui::GetItemRectMax().x + 16;
  const float buttons_begin = draw_buttons(ui, menus_end);
  draw_name(ui, menus_end, buttons_begin);
  ImGui::EndMainMenuBar();
}

}  // namespace limber
