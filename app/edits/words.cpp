#include "app/edits/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace limber {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

int characters(std::string_view text) {  // UTF-8: continuation bytes do not count
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

constexpr std::array<std::string_view, 19> keywords = {
    "as", "by",   "about", "through", "at",      "file", "nodes", "in",   "speed", "from",
    "to", "text", "over",  "note",    "inside",  "on",   "off",   "rest", "="};

}  // namespace

bool is_keyword(std::string_view word) {
  return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

std::size_t ScriptWord::find(char c) const {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == c && quoted[i] == ' ') return i;
  return std::string::npos;
}

std::size_t ScriptWord::rfind(char c, std::size_t before) const {
  for (std::size_t i = std::min(before, text.size()); i-- > 0;)
    if (text[i] == c && quoted[i] == ' ') return i;
  return std::string::npos;
}

bool Words::split() {
  std::size_t i = 0, counted = 0;
  int column = 1;  // of the byte `counted`
  while (true) {
    while (i < text_.size() && is_blank(text_[i])) ++i;
    if (i == text_.size() || text_[i] == '#') return true;
    ScriptWord word;
    column += characters(text_.substr(counted, i - counted));
    counted = i;
    word.column = column;
    const std::size_t begin = i;
    bool inside = false, was_quoted = false;
    for (; i < text_.size() && (inside || !is_blank(text_[i])); ++i) {
      if (text_[i] == '"') {
        inside = !inside;
        was_quoted = true;
        continue;
      }
      char c = text_[i];
      if (inside && c == '\\' && i + 1 < text_.size()) {
        c = text_[++i];
        if (c == 'n') c = '\n';
      }
      word.text += c;
      word.quoted += inside ? 'q' : ' ';
    }
    if (inside) {
      fail_at(word.column, 1, "this quotation mark is never closed");
      return false;
    }
    if (was_quoted && word.text.empty()) word.quoted = "q";  // "" is a word, and an empty one
    word.length = characters(text_.substr(begin, i - begin));
    words_.push_back(std::move(word));
  }
}

std::string_view Words::after_first_word() const {
  std::string_view rest = text_;
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && !is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

bool Words::next_is(std::string_view word) const {
  return !done() && words_[next_].plain() && words_[next_].text == word;
}

bool Words::take_word(std::string_view word) {
  if (!next_is(word)) return false;
  ++next_;
  return true;
}

bool Words::next_is_number() const {
  return !done() && words_[next_].plain() &&
         read_quantity(words_[next_].text, Dimension::length).has_value();
}

void Words::fail(std::string message, std::string suggestion) {
  const ScriptWord at = next_ > 0 ? words_[next_ - 1] : ScriptWord{"", "", 1, 1};
  fail_at(at.column, at.length, std::move(message), std::move(suggestion));
}

void Words::fail_at(int column, int length, std::string message, std::string suggestion) {
  if (!error_)
    error_ = Error{std::move(message), number_, column, length, std::move(suggestion), {}};
}

void Words::missing(std::string_view what) {
  const ScriptWord& last = words_.back();
  fail_at(last.column + last.length + 1, 1,
          fmt::format("the line ends where {} should be", what));
}

std::optional<double> Words::number(Dimension dimension, std::string_view what) {
  if (error_) return {};
  if (done()) return missing(what), std::nullopt;
  const ScriptWord& word = take();
  const std::optional<double> value =
      word.plain() ? read_quantity(word.text, dimension) : std::nullopt;
  if (!value)
    fail(fmt::format("'{}' is not {}", word.text, what),
         fmt::format("write {}", examples_of(dimension)));
  return value;
}

std::string Words::name(std::string_view what) {
  if (error_) return {};
  if (done()) return missing(what), std::string();
  const ScriptWord& word = take();
  if (word.text.empty()) fail(fmt::format("{} cannot be empty", what));
  return word.text;
}

std::string written(std::string_view text) {
  bool plain = !text.empty() && text[0] != '@' && text[0] != '#' && !is_keyword(text);
  for (const char c : text)
    if (is_blank(c) || c == '"' || c == '\\' || c == '\n' || c == '=') plain = false;
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

}  // namespace limber
