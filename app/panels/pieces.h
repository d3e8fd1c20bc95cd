// The pieces panels are made of: frames, buttons, rows, tooltips, entries of menus.
#pragma once

#include "app/panels/ui.h"

namespace limber {

// A panel as high as what is in it, and never higher than there is room. Ended in any case.
bool begin_panel(Ui& ui, const char* name, const Point& at, double width, bool padded);
void end_panel(Ui& ui);

void strong_text(const Ui& ui, const std::string& words);
void trouble_text(const Ui& ui, const std::string& words, float wrap_at = 0);
void rule();                      // a line between sections
void tooltip(const char* words);  // of the item just drawn, while it is pointed at

// The icon as a texture, to be shown as an image.
ImTextureID icon_texture(const Ui& ui, const std::string& icon, SkColor colour);
bool icon_button(const Ui& ui, const char* id, const std::string& icon, float size,
                 bool active = false, bool enabled = true);
// Words and a button to remove what they are about; true when that was clicked.
bool removable_row(const Ui& ui, int number, const std::string& words, bool trouble,
                   const char* tip);

// ---- commands
std::string key_text(const Command& command);  // its first key, or nothing
void command_tooltip(const Ui& ui, const Command& command);
void command_button(Ui& ui, const char* id, float size);
void menu_item(Ui& ui, const Command& command);

}  // namespace limber
