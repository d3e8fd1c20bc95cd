#include "app/panels/text_field.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/drawing/fonts.h"
#include "app/drawing/look_hash.h"
#include "app/panels/pieces.h"
#include "include/core/SkPathBuilder.h"

namespace limber {

namespace {

constexpr float letter_size = 14.5f, line_height = 22, inset = 10;

SkColor colour_of(Ink ink, const Theme& theme) {
  switch (ink) {
    case Ink::word:
      return curve_colour(theme, 6);  // violet
    case Ink::function:
      return curve_colour(theme, 1);  // blue
    case Ink::number:
      return curve_colour(theme, 2);  // teal
    case Ink::title:
      return curve_colour(theme, 3);  // green
    case Ink::comment:
      return theme.text_dim;
    case Ink::plain:
      break;
  }
  return theme.text;
}

}  // namespace

// Letters of one width, those of the formula font.
struct TextField::Metrics {
  float advance;
  static Metrics now() {
    return {font(Face::formula, letter_size).measureText("0", 1, SkTextEncoding::kUTF8)};
  }
};

void TextField::take_keyboard(bool takes) {
  keyboard_ = takes;
  if (!takes) composed_.clear();
}

// ---- keys

bool TextField::move_by(const KeyEvent& event) {
  using To = TextBuffer::To;
  const bool ctrl = event.modifiers.ctrl;
  const std::map<int, To> moves = {{key_left, ctrl ? To::word_left : To::left},
                                   {key_right, ctrl ? To::word_right : To::right},
                                   {key_up, To::up},
                                   {key_down, To::down},
                                   {key_home, ctrl ? To::begin : To::line_begin},
                                   {key_end, ctrl ? To::end : To::line_end}};
  const auto found = moves.find(event.key);
  if (found == moves.end() || event.modifiers.alt) return false;
  buffer_.move(found->second, event.modifiers.shift);
  return true;
}

bool TextField::change_by(const KeyEvent& event, Workspace& workspace) {
  using To = TextBuffer::To;
  const bool ctrl = event.modifiers.ctrl, shift = event.modifiers.shift;
  if (event.key == key_backspace) return buffer_.erase(ctrl ? To::word_left : To::left), true;
  if (event.key == key_delete) return buffer_.erase(ctrl ? To::word_right : To::right), true;
  if (event.key == key_enter && !ctrl && !words_) return buffer_.begin_line(), true;
  if (event.key == key_tab && !ctrl && !shift && !words_) return buffer_.insert("  "), true;
  if (!ctrl || event.modifiers.alt) return false;
  const Workspace::Clipboard& clipboard = workspace.clipboard();
  switch (event.key) {
    case 'a':
      return buffer_.select_all(), true;
    case 'c':
    case 'x':
      if (buffer_.has_selection()) clipboard.put(buffer_.selected());
      if (event.key == 'x' && buffer_.has_selection()) buffer_.erase(To::left);
      return true;
    case 'v':
      return buffer_.insert(clipboard.take()), true;
    case 'z':
      return shift ? buffer_.redo() : buffer_.undo(), true;
    case 'y':
      return buffer_.redo(), true;
    default:
      return false;
  }
}

bool TextField::handle(const KeyEvent& event, Workspace& workspace) {
  if (!keyboard_ || event.key == key_escape) return false;
  if (event.key == key_alt) return true;  // let go after a sign it opens no menu
  const bool chord = event.modifiers.ctrl || (event.key >= key_f1 && event.key <= key_f12);
  if (!event.down) return !chord;
  swallow_ = false;
  if (!composed_.empty()) return true;  // the input method's
  caret_moved_ = true;
  if (event.modifiers.alt && !event.modifiers.ctrl && !event.typed)
    if (const char32_t sign = sign_of_alt(event.key, event.modifiers.shift)) {
      buffer_.insert(utf8_of(std::u32string_view(&sign, 1)));
      return swallow_ = true;
    }
  return move_by(event) || change_by(event, workspace) || !(chord || event.modifiers.alt);
}

void TextField::type(const std::string& utf8) {
  composed_.clear();
  if (std::exchange(swallow_, false)) return;
  buffer_.insert(utf8);
  spell();
  caret_moved_ = true;
}

void TextField::spell() {
  const auto sign = spelled_sign(buffer_.characters(), buffer_.caret());
  if (!sign) return;
  buffer_.select(buffer_.caret() - sign->first, buffer_.caret());
  buffer_.insert(utf8_of(std::u32string_view(&sign->second, 1)));
}

// ---- the mouse

void TextField::follow_mouse(const ImVec2& origin, const Metrics& m) {
  const ImGuiIO& io = ImGui::GetIO();
  const float x = (io.MousePos.x - origin.x - inset + scroll_x_) / m.advance;
  const float y = (io.MousePos.y - origin.y - inset + scroll_y_) / line_height;
  const auto line = std::min(static_cast<std::size_t>(std::max(y, 0.0f)), buffer_.lines() - 1);
  const std::size_t begin = buffer_.begin_of_line(line);
  const std::size_t at = std::min(begin + static_cast<std::size_t>(std::lround(std::max(x, 0.0f))),
                                  buffer_.end_of_line(line));
  if (ImGui::IsItemActivated()) {
    clicks_ = io.MouseDoubleClicked[0] ? 2 : clicks_ == 2 && io.MouseDownDurationPrev[0] < 0.3f ? 3 : 1;
    if (clicks_ == 1) buffer_.place(at, io.KeyShift);
    if (clicks_ == 2) buffer_.select_word(at);
    if (clicks_ == 3) buffer_.select_line(at);
    caret_moved_ = true;
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2)) {
    buffer_.place(at, true);
    caret_moved_ = true;
  }
}

// The view goes along with the caret, and no farther.
void TextField::show_caret(const ImVec2& size, const Metrics& m) {
  if (!std::exchange(caret_moved_, false)) return;
  const float x = static_cast<float>(buffer_.column_of(buffer_.caret())) * m.advance;
  const float y = static_cast<float>(buffer_.line_of(buffer_.caret())) * line_height;
  scroll_x_ = std::clamp(scroll_x_, std::max(x + 3 * m.advance - (size.x - 2 * inset), 0.0f),
                         std::max(x - m.advance, 0.0f));
  scroll_y_ = std::clamp(scroll_y_, std::max(y + line_height - (size.y - 2 * inset), 0.0f), y);
}

// ---- the picture

namespace {

struct FieldLook {
  std::u32string text;
  std::string composed;
  std::vector<InkSpan> inks;
  std::vector<TextField::Mark> mistakes;
  std::vector<std::size_t> brackets;
  std::size_t caret = 0, from = 0, to = 0;
  bool keyboard = false;
  float x = 0, y = 0, advance = 0;
  const Theme* theme = nullptr;
};

class FieldPicture {
 public:
  FieldPicture(const FieldLook& look, SkCanvas& canvas, const SkRect& where)
      : look_(look), canvas_(canvas), where_(where) {}

  void draw() const {
    const SkFont letters = font(Face::formula, letter_size);
    each_line([&](std::size_t begin, std::size_t end, float top) {
      shade(begin, end, top, look_.from, look_.to, SkColorSetA(look_.theme->accent, 60));
      for (const std::size_t bracket : look_.brackets)
        shade(begin, end, top, bracket, bracket + 1, SkColorSetA(look_.theme->snap, 80));
      words(letters, begin, end, top);
      for (const TextField::Mark& mark : look_.mistakes) wave(begin, end, top, mark);
    });
    if (look_.keyboard) caret(letters);
  }

 private:
  template <class Visit>
  void each_line(Visit visit) const {
    std::size_t begin = 0;
    for (float top = where_.top() + inset - look_.y;; top += line_height) {
      const std::size_t end = std::min(look_.text.find(U'\n', begin), look_.text.size());
      if (top > -line_height && top < where_.bottom()) visit(begin, end, top);
      if (end == look_.text.size()) return;
      begin = end + 1;
    }
  }
  float x_of(std::size_t column) const {
    return where_.left() + inset - look_.x + static_cast<float>(column) * look_.advance;
  }
  void shade(std::size_t begin, std::size_t end, float top, std::size_t from, std::size_t to,
             SkColor colour) const {
    const std::size_t a = std::max(from, begin), b = std::min(to, end + (to > end ? 1 : 0));
    if (a >= b) return;
    SkPaint paint;
    paint.setColor(colour);
    canvas_.drawRect(SkRect::MakeLTRB(x_of(a - begin), top, x_of(b - begin), top + line_height), paint);
  }
  Ink ink_at(std::size_t at) const {
    Ink ink = Ink::plain;
    for (const InkSpan& span : look_.inks)
      if (at >= span.from && at < span.to) ink = span.ink;
    return ink;
  }
  void words(const SkFont& letters, std::size_t begin, std::size_t end, float top) const {
    for (std::size_t at = begin; at < end;) {
      const Ink ink = ink_at(at);
      std::size_t stop = at + 1;
      while (stop < end && ink_at(stop) == ink) ++stop;
      draw_text(canvas_, utf8_of(std::u32string_view(look_.text).substr(at, stop - at)),
                {x_of(at - begin), top + 15.5f}, letters, colour_of(ink, *look_.theme));
      at = stop;
    }
  }
  // Under what cannot be read; where nothing stands yet, under the place it is missed at.
  void wave(std::size_t begin, std::size_t end, float top, const TextField::Mark& mark) const {
    if (mark.from < begin || mark.from > end) return;
    const std::size_t stop = std::max(std::min(mark.to, end), mark.from + 1);
    SkPathBuilder path;
    const float y = top + line_height - 3.5f, last = x_of(stop - begin);
    float x = x_of(mark.from - begin);
    path.moveTo(x, y);
    for (float side = 2; x < last; x += 2.5f, side = -side) path.quadTo(x + 1.25f, y + side, x + 2.5f, y);
    SkPaint paint;
    paint.setAntiAlias(true);
    paint.setStyle(SkPaint::kStroke_Style);
    paint.setStrokeWidth(1.4f);
    paint.setColor(look_.theme->trouble);
    canvas_.drawPath(path.detach(), paint);
  }
  void caret(const SkFont& letters) const {
    each_line([&](std::size_t begin, std::size_t end, float top) {
      if (look_.caret < begin || look_.caret > end) return;
      float x = x_of(look_.caret - begin);
      SkPaint paint;
      paint.setColor(look_.theme->accent);
      if (!look_.composed.empty()) {
        const float wide = letters.measureText(look_.composed.data(), look_.composed.size(),
                                               SkTextEncoding::kUTF8);
        SkPaint under;
        under.setColor(look_.theme->panel_hover);
        canvas_.drawRect(SkRect::MakeXYWH(x, top, wide, line_height), under);
        draw_text(canvas_, look_.composed, {x, top + 15.5f}, letters, look_.theme->text);
        canvas_.drawRect(SkRect::MakeXYWH(x, top + line_height - 3, wide, 1.5f), paint);
        x += wide;
      }
      canvas_.drawRect(SkRect::MakeXYWH(x - 0.75f, top + 1, 1.75f, line_height - 3), paint);
    });
  }

  const FieldLook& look_;
  SkCanvas& canvas_;
  const SkRect& where_;
};

std::uint64_t hash_of(const FieldLook& look) {
  LookHash hash;
  hash.add(utf8_of(look.text)), hash.add(look.composed), hash.add(look.theme->name);
  for (const TextField::Mark& mark : look.mistakes) hash.add(std::uint64_t{mark.from}), hash.add(std::uint64_t{mark.to});
  for (const std::size_t bracket : look.brackets) hash.add(std::uint64_t{bracket});
  for (const std::size_t n : {look.caret, look.from, look.to, std::size_t{look.keyboard}}) hash.add(std::uint64_t{n});
  hash.add_bytes(&look.x, sizeof look.x), hash.add_bytes(&look.y, sizeof look.y);
  return hash.value;
}

}  // namespace

void TextField::draw(Ui& ui, const ImVec2& size, const std::vector<Mark>& mistakes) {
  const Metrics m = Metrics::now();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("text", size);
  const ImVec2 end = {at.x + size.x, at.y + size.y};
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const float most = static_cast<float>(buffer_.lines()) * line_height - (size.y - 2 * inset);
    scroll_y_ = std::clamp(scroll_y_ - ImGui::GetIO().MouseWheel * 2 * line_height, 0.0f,
                           std::max(most, 0.0f));
  }
  if (ImGui::IsItemActivated()) keyboard_ = true;
  follow_mouse(at, m);
  show_caret(size, m);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, end, imgui_colour(ui.theme.panel_sunk), 6);
  list.AddRect(at, end, imgui_colour(keyboard_ ? ui.theme.accent : ui.theme.panel_edge), 6, 0,
               keyboard_ ? 1.5f : 1.0f);
  const auto [from, to] = buffer_.selection();
  FieldLook look{buffer_.characters(), composed_, {}, mistakes, {},
            buffer_.caret(), from, to, keyboard_, scroll_x_, scroll_y_, m.advance, &ui.theme};
  if (!words_) look.inks = inks_of(look.text);
  if (const auto pair = matched_brackets(look.text, look.caret); pair && keyboard_ && !words_)
    look.brackets = {pair->first, pair->second};
  const float x = at.x + inset - scroll_x_ + static_cast<float>(buffer_.column_of(look.caret)) * m.advance;
  const float y = at.y + inset - scroll_y_ + static_cast<float>(buffer_.line_of(look.caret)) * line_height;
  caret_box_ = Box(Point(x, y), Point(x + 2, y + line_height));
  const std::uint64_t hash = hash_of(look);
  const ImTextureID picture = ui.skia.reserve(
      hash, [look = std::move(look)](SkCanvas& canvas, const SkRect& where) {
        FieldPicture(look, canvas, where).draw();
      });
  list.PushClipRect({at.x + 2, at.y + 2}, {end.x - 2, end.y - 2}, true);
  list.AddImage(picture, at, end);
  list.PopClipRect();
  if (buffer_.characters().empty() && composed_.empty())
    list.AddText({at.x + inset + 5, at.y + (size.y - ImGui::GetFontSize()) / 2}, imgui_colour(ui.theme.text_dim), when_empty_.c_str());
}

}  // namespace limber
