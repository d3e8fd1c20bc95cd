// The names a file declares, read off its tokens before anything is parsed: lets come in any order,
// so whether `mθ` is a name or a product shows only in the whole file.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/lex.h"

namespace limber {

struct Spelling {
  std::set<std::string, std::less<>> values;     // parameters, lets, inputs, indices, the variable
  std::set<std::string, std::less<>> functions;  // the file's own: f(u) = ...
  std::set<std::pair<int, int>> headings;        // line and column where one of them is defined
  std::set<std::string, std::less<>> unknowns;   // of differential equations: x' = ...
  std::string variable = "t";
  bool polar = false;  // a line gives r
  bool implicit = false;  // an equation between x and y gives the curve
};

// Never too few names; a comparison may add one that is none, which its use will tell.
Spelling spelling_of(const std::vector<Token>& tokens);

// Names run together as books print products, set apart: mθ is m θ, 2abt is 2 a b t, cosθ is cos θ.
// Only a name nobody declares, and only where it comes apart in one single way. In the lines that
// say where the curve runs, `at` is a t where there is an a: the point `at` cannot be meant there.
std::vector<Token> set_apart(std::vector<Token> tokens, const Spelling& spelling);

}  // namespace limber
