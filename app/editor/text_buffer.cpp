#include "app/editor/text_buffer.h"

#include <algorithm>

namespace limber {

namespace {

// More is nobody's formula; a step keeps the whole text.
constexpr std::size_t most_steps = 1000;

bool is_word(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c >= 0x80;
}

// The length in bytes that the first one says; 0: it begins no character.
std::size_t length_of(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

}  // namespace

std::u32string characters_of(std::string_view utf8) {
  std::u32string out;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(utf8[at + k]); };
    const std::size_t length = length_of(byte(0));
    bool whole = length > 0 && at + length <= utf8.size();
    char32_t c = length == 1 ? byte(0) : byte(0) & (0xFFu >> (length + 1));
    for (std::size_t k = 1; whole && k < length; ++k) {
      whole = (byte(k) & 0xC0) == 0x80;
      c = (c << 6) | (byte(k) & 0x3F);
    }
    out.push_back(whole ? c : U'\uFFFD');
    at += whole ? length : 1;
  }
  return out;
}

std::string utf8_of(std::u32string_view characters) {
  std::string out;
  for (const char32_t c : characters) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xC0 | (c >> 6));
      tail(0);
    } else if (c < 0x10000) {
      out += static_cast<char>(0xE0 | (c >> 12));
      tail(6), tail(0);
    } else {
      out += static_cast<char>(0xF0 | (c >> 18));
      tail(12), tail(6), tail(0);
    }
  }
  return out;
}

void TextBuffer::set(std::string_view utf8) {
  text_ = characters_of(utf8);
  std::erase(text_, U'\r');
  caret_ = anchor_ = text_.size();
  past_.clear();
  future_.clear();
  typing_ = false;
  ++version_;
}

// ---- the caret

std::pair<std::size_t, std::size_t> TextBuffer::selection() const {
  return std::minmax(caret_, anchor_);
}

std::string TextBuffer::selected() const {
  const auto [from, to] = selection();
  return utf8_of(std::u32string_view(text_).substr(from, to - from));
}

std::size_t TextBuffer::target(To where) const {
  const std::size_t line = line_of(caret_), size = text_.size();
  const auto at_column = [&](std::size_t to) {
    return std::min(begin_of_line(to) + wanted_column_, end_of_line(to));
  };
  std::size_t at = caret_;
  switch (where) {
    case To::left:
      return at > 0 ? at - 1 : 0;
    case To::right:
      return std::min(at + 1, size);
    case To::up:
      return line > 0 ? at_column(line - 1) : 0;
    case To::down:
      return line + 1 < lines() ? at_column(line + 1) : size;
    case To::word_left:
      while (at > 0 && !is_word(text_[at - 1])) --at;
      while (at > 0 && is_word(text_[at - 1])) --at;
      return at;
    case To::word_right:
      while (at < size && is_word(text_[at])) ++at;
      while (at < size && !is_word(text_[at])) ++at;
      return at;
    case To::line_begin: {  // of what is written in it, then of all of it
      std::size_t first = begin_of_line(line);
      while (first < end_of_line(line) && text_[first] == ' ') ++first;
      return at == first ? begin_of_line(line) : first;
    }
    case To::line_end:
      return end_of_line(line);
    case To::begin:
      return 0;
    case To::end:
      return size;
  }
  return at;
}

void TextBuffer::move(To where, bool extend) {
  const bool upright = where == To::up || where == To::down;
  const std::size_t column = upright ? wanted_column_ : 0;
  const auto [from, to] = selection();
  const bool collapse = has_selection() && !extend && (where == To::left || where == To::right);
  place(collapse ? (where == To::left ? from : to) : target(where), extend);
  if (upright) wanted_column_ = column;
}

void TextBuffer::place(std::size_t caret, bool extend) {
  caret_ = std::min(caret, text_.size());
  if (!extend) anchor_ = caret_;
  wanted_column_ = column_of(caret_);
  typing_ = false;
}

void TextBuffer::select(std::size_t from, std::size_t to) {
  place(from, false);
  place(to, true);
}

void TextBuffer::select_word(std::size_t at) {
  std::size_t from = std::min(at, text_.size()), to = from;
  while (from > 0 && is_word(text_[from - 1])) --from;
  while (to < text_.size() && is_word(text_[to])) ++to;
  select(from, to);
}

void TextBuffer::select_line(std::size_t at) {
  const std::size_t line = line_of(at);
  select(begin_of_line(line), std::min(end_of_line(line) + 1, text_.size()));
}

// ---- changes

void TextBuffer::keep(bool typing) {
  future_.clear();
  if (typing && typing_) return;
  past_.push_back({text_, caret_});
  if (past_.size() > most_steps) past_.erase(past_.begin());
}

void TextBuffer::replace(std::size_t from, std::size_t to, std::u32string_view with) {
  text_.replace(from, to - from, with);
  caret_ = anchor_ = from + with.size();
  wanted_column_ = column_of(caret_);
  ++version_;
}

// Letters typed one after the other are one step, up to the next space.
void TextBuffer::insert(std::string_view utf8) {
  std::u32string with = characters_of(utf8);
  std::erase_if(with, [](char32_t c) { return c < ' ' && c != '\n' && c != '\t'; });
  if (with.empty() && !has_selection()) return;
  const bool letter = with.size() == 1 && is_word(with[0]) && !has_selection();
  keep(letter);
  const auto [from, to] = selection();
  replace(from, to, with);
  typing_ = letter;
}

void TextBuffer::begin_line() {
  const std::size_t line = line_of(selection().first);
  std::string with = "\n";
  for (std::size_t at = begin_of_line(line); at < caret_ && text_[at] == ' '; ++at) with += ' ';
  insert(with);
}

void TextBuffer::erase(To where) {
  const auto [from, to] = has_selection() ? selection() : std::minmax({caret_, target(where)});
  if (from == to) return;
  keep(false);
  replace(from, to, {});
  typing_ = false;
}

bool TextBuffer::undo() {
  if (past_.empty()) return false;
  future_.push_back({text_, caret_});
  text_ = std::move(past_.back().text);
  place(past_.back().caret, false);
  past_.pop_back();
  ++version_;
  return true;
}

bool TextBuffer::redo() {
  if (future_.empty()) return false;
  past_.push_back({text_, caret_});
  text_ = std::move(future_.back().text);
  place(future_.back().caret, false);
  future_.pop_back();
  ++version_;
  return true;
}

// ---- lines

std::size_t TextBuffer::line_of(std::size_t at) const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at, text_.size()));
  return static_cast<std::size_t>(std::count(text_.begin(), end, U'\n'));
}

std::size_t TextBuffer::begin_of_line(std::size_t line) const {
  std::size_t at = 0;
  for (; line > 0; --line) {
    const std::size_t end = text_.find(U'\n', at);
    if (end == text_.npos) return text_.size();
    at = end + 1;
  }
  return at;
}

std::size_t TextBuffer::end_of_line(std::size_t line) const {
  return std::min(text_.find(U'\n', begin_of_line(line)), text_.size());
}

std::size_t TextBuffer::lines() const { return line_of(text_.size()) + 1; }

}  // namespace limber
