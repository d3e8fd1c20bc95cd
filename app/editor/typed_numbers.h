// Numbers typed in the middle of a gesture: "3 Tab 4 Enter". Formulas, units and the drawing's
// variables as in any field; an angle without a unit is in degrees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/editor/events.h"

namespace limber {

class TypedNumbers {
 public:
  struct Field {
    std::string name;  // "dx"
    bool angle = false;
  };

  void ask(std::vector<Field> fields);  // others than before, or again: what was typed is forgotten
  void forget();

  // Digits, signs, and once something is typed letters too; Backspace; Tab: the next field.
  bool key(const Document& document, const KeyEvent& event);

  bool any() const;  // something is typed
  std::optional<double> value(std::size_t field) const;  // of what is typed, if it is a number

  // "dx 12 · dy 3.4": what was typed, and where nothing was `now`, in drawing units and radians. The
  // field that the next digit goes to is in brackets, once something is typed.
  std::string words(const std::vector<double>& now) const;

 private:
  struct One {
    Field field;
    std::string text;
    std::optional<double> value;
  };
  std::vector<One> fields_;
  std::size_t at_ = 0;
};

}  // namespace limber
