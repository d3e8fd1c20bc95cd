// Words: one line of a script, cut into words, and how words are written so that they read back.
//
//   set "side 3".r 12mm      # a comment
//
// Words are separated by blanks. In quotation marks blanks belong to the word, and \" \\ \n stand
// for a quotation mark, a backslash and the end of a line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/quantity.h"
#include "codegen/result.h"

namespace limber {

struct ScriptWord {
  std::string text;      // without its quotation marks
  std::string quoted;    // for each byte of it 'q' when it stood in them, else ' '
  int column = 0, length = 0;

  bool plain() const { return quoted.find('q') == quoted.npos && !text.empty(); }
  // Where this character stands outside of quotation marks; npos when nowhere.
  std::size_t find(char c) const;
  std::size_t rfind(char c, std::size_t before) const;
};

class Words {
 public:
  Words(std::string_view text, int line_number) : text_(text), number_(line_number) {}

  bool split();  // false: error() says why
  const std::optional<Error>& error() const { return error_; }
  std::string_view after_first_word() const;  // the rest of the line as written

  bool done() const { return next_ == words_.size(); }
  std::size_t position() const { return next_; }
  const ScriptWord& take() { return words_[next_++]; }
  const ScriptWord& peek() const { return words_[next_]; }
  bool take_word(std::string_view word);  // when it is the next, and not quoted
  bool next_is(std::string_view word) const;
  bool next_is_number() const;
  std::span<const ScriptWord> all() const { return words_; }
  int line_number() const { return number_; }

  void fail(std::string message, std::string suggestion = {});  // at the word just taken
  void fail_at(int column, int length, std::string message, std::string suggestion = {});
  void missing(std::string_view what);  // at the end of the line

  std::optional<double> number(Dimension dimension, std::string_view what);
  std::string name(std::string_view what);

 private:
  std::string_view text_;
  int number_;
  std::vector<ScriptWord> words_;
  std::size_t next_ = 0;
  std::optional<Error> error_;
};

// As a word that reads back: in quotation marks when it needs them. Words of the language (as, by,
// at, ...) are quoted when they are meant as names.
std::string written(std::string_view text);
bool is_keyword(std::string_view word);

}  // namespace limber
