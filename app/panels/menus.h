// The bar at the top: menus from the table of commands, the drawing's name, the buttons used most.
// F10 or a tap on Alt opens the first menu, Alt and its first letter any other; arrows walk on.
#pragma once

#include "app/panels/ui.h"

namespace limber {

class MenuBar {
 public:
  // True: it opens a menu. `free`: no dialog, menu or gesture goes on.
  bool handle(const KeyEvent& event, bool free);
  void pressed() { alt_alone_ = false; }  // a button of the mouse
  void lose_focus();
  bool opening() const { return !open_menu_.empty(); }

  void draw(Ui& ui);

 private:
  void draw_menus(Ui& ui);
  float draw_buttons(Ui& ui, float menus_end);  // where they begin

  bool alt_alone_ = false;  // Alt is down and nothing else has happened since
  std::string open_menu_;   // to be opened in the next frame
  int menu_at_ = -1;        // which menu was open in the last frame
};

}  // namespace limber
