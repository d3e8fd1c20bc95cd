// Which sort of thing a formula defines, by its first word.
#pragma once

#include <string_view>

#include "codegen/lex.h"

namespace limber {

inline bool defines_constraint(std::string_view formula) {
  std::vector<Error> ignored;
  for (const Token& token : lex(formula, ignored))
    if (token.kind != Token::newline) return token.word("constraint") || token.word("preference");
  return false;
}

}  // namespace limber
