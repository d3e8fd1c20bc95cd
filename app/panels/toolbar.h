// The tools at the left: pull, attach, nail, and one drawing tool for each curve type, shown by its
// own default curve. A type typed a minute ago gets its picture the same way.
#pragma once

#include <map>

#include "app/panels/ui.h"
#include "include/core/SkPath.h"

namespace limber {

class Toolbar {
 public:
  void draw(Ui& ui);

 private:
  bool thumbnail_button(const Ui& ui, const SharedCurveType& type, float size, bool active);
  void type_grid(const Ui& ui, const std::vector<Command>& all, const char* heading,
                 bool with_key);

  std::map<std::string, SkPath> thumbnails_;  // by the text of the type
};

}  // namespace limber
