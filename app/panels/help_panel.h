// The pages of docs/ beside the paper: links lead from one to the next, pictures are shown.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/editor/markdown.h"
#include "app/panels/ui.h"
#include "include/core/SkImage.h"

namespace limber {

class HelpPanel {
 public:
  bool handle(const KeyEvent& event, Workspace& workspace);  // true: Esc, it closes
  void draw(Ui& ui);

 private:
  void open(const std::string& page);
  void block(Ui& ui, const PageBlock& block, float width);
  void line(Ui& ui, const TextLine& line, float left, float width, bool strong);
  void row(Ui& ui, std::size_t from, float width);
  void picture(Ui& ui, const std::string& file, float width);

  std::string page_, anchor_;
  std::vector<PageBlock> blocks_;
  std::vector<std::string> before_;  // pages to go back to
  std::map<std::string, sk_sp<SkImage>> pictures_;
  std::string goes_to_;              // a link that was clicked
  bool scroll_ = false;              // to the anchor, in the next frame
};

}  // namespace limber
