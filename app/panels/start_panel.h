// The first thing that is seen: the examples as pictures, each of which moves while it is pointed at;
// files of before, unsaved work, an empty paper. A press beside it goes to the drawing that is open.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/edits/live.h"
#include "app/panels/ui.h"
#include "include/core/SkImage.h"

namespace limber {

class StartPanel {
 public:
  bool handle(const KeyEvent& event, Workspace& workspace);  // true: it was for this panel
  void draw(Ui& ui);
  // Pictures that are still to be made: some of them each frame.
  std::size_t left() const { return examples_.size() - made_; }

 private:
  struct Example {
    std::string command, title;
    std::optional<Document> document;  // once it was read
    sk_sp<SkImage> picture;
  };
  void list(Workspace& workspace);
  void make_some(Ui& ui, float density);
  void move(Ui& ui, std::size_t which);
  void choices(Ui& ui);
  void grid(Ui& ui);
  bool cell(Ui& ui, std::size_t which);

  std::vector<Example> examples_;
  std::size_t made_ = 0;
  const Theme* theme_ = nullptr;  // of the pictures
  float density_ = 1;
  std::optional<std::size_t> at_;      // chosen by the keyboard,
  std::optional<std::size_t> moving_;  // pointed at
  std::unique_ptr<Live> live_;         // the drawing that is pointed at
  sk_sp<SkImage> moment_;              // as it is now
  int frame_ = 0;                      // of that motion
  int columns_ = 1;
};

}  // namespace limber
