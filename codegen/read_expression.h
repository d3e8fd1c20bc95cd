// The grammar of expressions, on top of a cursor over the tokens. parse.cpp reads statements with
// it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/formula.h"
#include "codegen/names.h"
#include "codegen/spelling.h"

namespace limber {

// Where we are in the tokens, what was read, what was wrong. After a mistake the rest of the
// statement is skipped: `failed` silences what follows from it. On a line with a sign that means
// nothing no further mistake is told.
class Reader {
 public:
  Reader(std::vector<Token> tokens, Spelling spelling, Formula& formula, std::vector<Error>& errors)
      : tokens_(set_apart(std::move(tokens), spelling)),
        spelling_(std::move(spelling)),
        formula_(formula),
        errors_(errors) {
    for (const Error& error : errors) broken_lines_.insert(error.line);
  }

  const Token& token(int ahead = 0) const;
  bool at_line_end() const { return token().kind == Token::newline || token().kind == Token::end; }
  void advance();
  bool accept(std::string_view sign);
  bool accept_word(std::string_view word);
  bool expect(std::string_view sign,
              std::string_view where);  // else a mistake: "Here a ( is missing ..."

  void fault(const Spot& spot, std::string message, std::string suggestion = {});
  // The same where it is clear how to go on: nothing is skipped.
  void remark(const Spot& spot, std::string message, std::string suggestion = {});
  bool failed() const { return failed_; }
  void next_statement();  // skips to the start of the next line, and forgives

  // The longest expression that starts here; empty after a mistake.
  Phrase phrase();      // conditions included
  Phrase sum_phrase();  // stops before a comparison: a row is two of these

  // A comma between digits, as in 1,5: its right way to be written; else empty.
  std::string decimal_comma() const;

 private:
  template <class Rule>
  Phrase read(Rule rule);
  int condition();  // or, and, not, comparisons
  int conjunction();
  int opposite();
  int comparison();
  int sum();
  int product();
  int unary();
  int power();
  int postfix();
  int primary();
  int bracket();
  int bars();
  int name_or_call();
  int call(const Token& function);
  int own_call(const Token& function);
  int bare_call(const Token& function);
  int bare_value(const Token& function);
  int root(const Token& sign);
  int remainder(int left);
  int series(const Token& word);
  int integral_over(const Token& word);
  bool index_range(Term& series);
  bool series_body(Term& series);
  int node_number(const Token& name);
  int piecewise(const Token& word);
  int condition_if(const Token& word);
  int implicit_product(int left, bool after_division);

  bool starts_factor() const;
  bool is_adjacent_factor() const;
  bool has_index() const;
  const FunctionWord* function_named(std::string_view name) const;
  bool arguments(const Token& function, std::vector<int>& args);
  int add(Term term);
  int missing(std::string_view what);
  bool too_deep();
  std::string comma_between(const Token& open);
  int power_of_function(const Token& function);
  std::string unknown_function_hint(const std::string& name) const;

 protected:
  bool is_declared(const std::string& name) const;
  std::string hint_for_condition() const;
  const Spelling& spelling() const { return spelling_; }

 private:
  std::vector<Token> tokens_;
  Spelling spelling_;
  Formula& formula_;
  std::vector<Error>& errors_;
  std::size_t at_ = 0;
  bool failed_ = false;
  std::set<int> broken_lines_;
  int depth_ = 0, bars_ = 0, operations_ = 0;
};

}  // namespace limber
