// Text -> tokens: the words, numbers and signs of a formula, each with its place.
//
// Laws: every byte sequence is accepted and gives tokens or errors; columns count characters, not
// bytes; a newline token ends a statement, and there is none inside brackets or after an operator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/result.h"

namespace limber {

struct Spot {
  int line = 0, column = 0, length = 1;  // from 1, in characters
};

struct Token {
  enum Kind { name, number, string, sign, newline, end } kind = end;
  std::string text;  // of a name: Greek letters spelled out; of a sign: + - <= ( ...
  double value = 0;  // of a number
  Spot spot;
  bool space_before = false;  // nothing but space stands before it, or it starts a line
  std::size_t seam = 0;       // of a name: where Greek letters begin behind Latin ones, as in cosθ
  bool is(std::string_view sign_text) const { return kind == sign && text == sign_text; }
  bool word(std::string_view name_text) const { return kind == name && text == name_text; }
};

// Mistakes are appended to `errors`; the tokens go on after them, and close with `end`.
std::vector<Token> lex(std::string_view text, std::vector<Error>& errors);

// A name as formulas know it: Greek letters spelled out.
std::string spelled_out(std::string_view name);

Error error_at(const Spot& spot, std::string message, std::string suggestion = {});

// What may be shown of a text that is not to be trusted: no control characters, not too long.
std::string quoted(std::string_view text);

// The name among `known` that `name` was probably meant to be, or empty.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

}  // namespace limber
