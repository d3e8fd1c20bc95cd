// TextBuffer: a text of several lines that a person types: caret, selection, its own undo. Places are
// counted in characters, as those of an Error are. It knows no pixel and no key.
//
// Laws: undo then redo is the identity; what is typed in one go is one step; the caret and the anchor
// are always within the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace limber {

std::u32string characters_of(std::string_view utf8);  // what is ill-formed becomes U+FFFD
std::string utf8_of(std::u32string_view characters);

class TextBuffer {
 public:
  std::string text() const { return utf8_of(text_); }
  const std::u32string& characters() const { return text_; }
  void set(std::string_view utf8);  // another text: no past, the caret at its end

  // ---- the caret; the selection lies between it and the anchor
  std::size_t caret() const { return caret_; }
  std::size_t anchor() const { return anchor_; }
  bool has_selection() const { return caret_ != anchor_; }
  std::pair<std::size_t, std::size_t> selection() const;
  std::string selected() const;
  enum class To { left, right, up, down, word_left, word_right, line_begin, line_end, begin, end };
  void move(To where, bool extend);
  void place(std::size_t caret, bool extend);
  void select(std::size_t from, std::size_t to);  // the caret at `to`
  void select_all() { select(0, text_.size()); }
  void select_word(std::size_t at);
  void select_line(std::size_t at);

  // ---- changes
  void insert(std::string_view utf8);  // in place of the selection
  void begin_line();                   // as far in as this one
  void erase(To where);                // the selection, or up to there
  void replace(std::size_t from, std::size_t to, std::u32string_view with);
  bool undo();  // false: there is nothing
  bool redo();
  int version() const { return version_; }  // another one when the text is another

  // ---- lines, from 0
  std::size_t line_of(std::size_t at) const;
  std::size_t begin_of_line(std::size_t line) const;  // the end of the text beyond the last
  std::size_t end_of_line(std::size_t line) const;
  std::size_t lines() const;
  std::size_t column_of(std::size_t at) const { return at - begin_of_line(line_of(at)); }

 private:
  struct State {
    std::u32string text;
    std::size_t caret = 0;
  };
  std::size_t target(To where) const;
  void keep(bool typing);  // the text as it is, for undo

  std::u32string text_;
  std::size_t caret_ = 0, anchor_ = 0;
  std::size_t wanted_column_ = 0;  // of up and down, over shorter lines
  std::vector<State> past_, future_;
  bool typing_ = false;  // the newest step goes on
  int version_ = 0;
};

}  // namespace limber
