// The tools at the left, by their names: pull, move, attach, nail; those to draw with every day; and one
// for every other curve type, by family or by what is typed into the field, each with its own default
// curve as its picture. A type typed a minute ago gets its picture the same way.
#pragma once

#include <map>

#include "app/panels/ui.h"
#include "include/core/SkPath.h"

namespace limber {

struct ToolboxFamily;

class Toolbar {
 public:
  void draw(Ui& ui);

 private:
  bool search_field();
  void family(Ui& ui, const ToolboxFamily& family);
  void row(Ui& ui, const Command& command, const std::string& title, float height);
  ImTextureID picture(const Ui& ui, const Command& command, SkColor colour);
  void choose(Ui& ui, const Command& command);

  std::map<std::string, SkPath> thumbnails_;  // by the text of the type
  std::string words_;                         // typed to find a tool by
};

}  // namespace limber
