// A line around what is to be chosen, with no key held.
#include "app/tools/select_area.h"
#include "app/tools/tools.h"

namespace limber {

namespace {

class LassoTool : public Tool {
 public:
  std::string_view command() const override { return "tool.lasso"; }
  void press(Editor& editor, const PointerEvent& event) override {
    area_.begin(SelectArea::Shape::lasso, editor.camera().to_paper(event.at));
    down_ = true;
  }
  void move(Editor& editor, const PointerEvent& event) override {
    if (down_) area_.move(editor, event.at);
  }
  void release(Editor& editor, const PointerEvent& event) override {
    if (std::exchange(down_, false)) area_.choose(editor, event.modifiers.shift);
  }
  bool busy() const override { return down_; }
  bool changes() const override { return false; }
  bool cancel(Editor& editor) override {
    editor.touch();
    return std::exchange(down_, false);
  }
  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (down_) area_.draw(canvas, editor);
  }
  std::string status(const Editor&) const override {
    return "Lasso: drag a line around what is to be selected · Shift: beside what is selected";
  }

 private:
  bool down_ = false;
  SelectArea area_;
};

}  // namespace

std::unique_ptr<Tool> make_lasso_tool() { return std::make_unique<LassoTool>(); }

}  // namespace limber
