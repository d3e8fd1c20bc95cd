// Text: click where it should stand and type; Enter or a click elsewhere ends it. A click on a text that
// is there goes on with it. All that is typed into one text is one step of undo.
#include <string>

#include "app/drawing/draw.h"
#include "app/editor/editor.h"
#include "app/tools/tools.h"

namespace limber {

namespace {

constexpr double letter_height = 14;  // window points, of a new one

std::string utf8_of(int character) {
  std::string out;
  const auto put = [&](int byte) { out += static_cast<char>(byte); };
  if (character < 0x80) return put(character), out;
  if (character < 0x800) return put(0xC0 | character >> 6), put(0x80 | (character & 0x3F)), out;
  if (character < 0x10000) put(0xE0 | character >> 12);
  else put(0xF0 | character >> 18), put(0x80 | (character >> 12 & 0x3F));
  put(0x80 | (character >> 6 & 0x3F)), put(0x80 | (character & 0x3F));
  return out;
}

class TextTool : public Tool {
 public:
  std::string_view command() const override { return "tool.text"; }

  void press(Editor& editor, const PointerEvent& event) override {
    finish(editor);
    const auto still = editor.still_at(event.at);
    const TextId there = still ? still->as<Text>() : TextId();
    at_ = editor.camera().to_paper(event.at);
    begun_ = false;
    writing_ = true;
    made_ = !there;
    name_ = there ? editor.document().name(there) : "";
    text_ = there ? editor.document().texts->find(there)->text : "";
    size_ = letter_height / editor.camera().scale();
    if (there) editor.select_only({there});
    editor.touch();
  }
  void move(Editor&, const PointerEvent&) override {}
  void release(Editor&, const PointerEvent&) override {}

  bool writes() const override { return writing_; }
  bool key(Editor& editor, const KeyEvent& event) override {
    if (!writing_ || event.modifiers.ctrl || event.modifiers.alt) return false;
    if (!event.down) return true;
    if (event.key == key_enter) {
      finish(editor);
    } else if (event.key == key_backspace) {
      do {
        if (text_.empty()) return true;
        const bool middle = (static_cast<unsigned char>(text_.back()) & 0xC0) == 0x80;
        text_.pop_back();
        if (!middle) break;
      } while (true);
      write(editor);
    } else if (event.typed >= ' ') {
      text_ += utf8_of(event.typed);
      write(editor);
    } else {
      return event.key < key_escape;  // Esc, arrows and the like are not letters
    }
    return true;
  }

  bool busy() const override { return writing_; }
  bool changes() const override { return writing_ && begun_; }
  bool cancel(Editor& editor) override {
    if (!std::exchange(writing_, false)) return false;
    if (std::exchange(begun_, false)) editor.undo();
    editor.touch();
    return true;
  }
  void finish(Editor& editor) override {
    writing_ = begun_ = false;
    editor.touch();
  }
  bool look_again(Editor& editor) override {
    if (begun_ && !editor.document().find(name_)) writing_ = begun_ = false;
    return true;
  }

  // The place of the next letter.
  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (!writing_) return;
    const Text* text = editor.document().texts->find(editor.document().find(name_).as<Text>());
    Box box = text ? extent_of(*text) : Box(at_, at_);
    const Point right(box.max().x(), text ? text->at.y() : at_.y());
    const double size = text ? text->size : size_;
    const SkPoint low = to_skia(editor.camera().to_window(right - Point(0, 0.2 * size)));
    const SkPoint high = to_skia(editor.camera().to_window(right + Point(0, 0.9 * size)));
    canvas.drawLine(low + SkVector{2, 0}, high + SkVector{2, 0}, stroke(editor.theme().accent, 1.5f));
  }
  std::string status(const Editor&) const override {
    return writing_ ? "Type the text · Enter: done · Esc: as it was"
                    : "Text: click where it should stand, or on a text to go on with it";
  }
  Cursor cursor(const Editor&) const override { return Cursor::text; }

 private:
  void write(Editor& editor) {
    if (name_.empty()) name_ = editor.document().names->fresh("text");
    const Edit edit = made_ ? Edit{edit::TextEdit{text_, name_, at_, size_}}
                            : Edit{edit::Write{name_, text_, {}}};
    if (text_.empty() && made_) {
      if (std::exchange(begun_, false)) editor.undo();
      name_.clear();
      return;
    }
    if (!editor.perform_while(!begun_, made_ ? "Text" : "Edit text", {edit})) return;
    begun_ = true;
    editor.select_only({editor.document().find(name_)});
  }

  bool writing_ = false;
  bool begun_ = false;  // the newest step is this text's
  bool made_ = false;   // the text is new
  std::string name_, text_;
  Point at_ = Point::Zero();
  double size_ = 5;
};

}  // namespace

std::unique_ptr<Tool> make_text_tool() { return std::make_unique<TextTool>(); }

}  // namespace limber
