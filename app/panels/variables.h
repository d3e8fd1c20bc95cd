// The list of the drawing's variables: names and texts to type into, one row each.
#pragma once

#include "app/document/variables.h"
#include "app/panels/ui.h"

namespace limber {

class VariableList {
 public:
  void begin_new(Ui& ui);  // a row for a new one, with the keyboard
  void draw(Ui& ui);       // nothing when there is none

 private:
  void row(Ui& ui, const Variable& variable);
  void ask_remove(Ui& ui, const Variable& variable);
  void new_row(Ui& ui);
  void add_new(Ui& ui);

  struct New {
    bool open = false, focus = false;
    std::string name, text, words;  // what is typed so far, and what is wrong with it
  };
  New new_;
  std::string removing_;  // the variable in use that someone wants to remove
};

}  // namespace limber
