// What the two halves of the Reader share: read_expression.cpp and read_call.cpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codegen/formula.h"

namespace limber {

inline Term make(Term::Kind kind, const Spot& spot, std::string name, std::vector<int> args) {
  Term term;
  term.kind = kind;
  term.spot = spot;
  term.name = std::move(name);
  term.args = std::move(args);
  return term;
}

struct Deeper {  // one level further in, for as long as it lives
  explicit Deeper(int& depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  int& depth_;
};

inline std::string shown(const Token& token) {
  if (token.kind == Token::newline || token.kind == Token::end) return "the end of the line";
  return token.kind == Token::string ? "a title" : quoted(token.text);
}

}  // namespace limber
