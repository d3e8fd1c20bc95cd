#include "codegen/parse.h"

#include <algorithm>
#include <map>
#include <utility>

#include "codegen/limits.h"
#include "codegen/read_curve.h"

namespace limber {
namespace {

class Parser : CurveReader {
 public:
  Parser(std::vector<Token> tokens, Spelling spelling, Formula& formula, std::vector<Error>& errors)
      : CurveReader(std::move(tokens), std::move(spelling), formula, errors), formula_(formula) {}

  void file() {
    if (token().kind == Token::newline) advance();
    header();
    while (token().kind != Token::end && !another_definition()) {
      formula_.statements.push_back(token().spot);
      if (formula_.kind == Formula::curve)
        curve_statement();
      else
        constraint_statement();
      if (!failed() && !at_line_end()) left_over("line");
      next_statement();
    }
  }

  void expression() {
    formula_.lets.push_back({"value", phrase(), {}});
    if (!failed() && !at_line_end()) left_over("expression");
    advance();
    if (!failed() && token().kind != Token::end)
      fault(token().spot, "One expression is enough here.");
  }

 private:
  void left_over(const std::string& what) {
    if (token().is(")") || token().is("]"))
      fault(token().spot, "This bracket was never opened.");
    else if (const std::string number = decimal_comma(); !number.empty())
      fault(token().spot, "A number is written with a point, not with a comma.", "write " + number);
    else
      fault(token().spot, "The " + what + " should end before " + quoted(token().text) + ".",
            token().is(",") ? "a point is written (u, v)" : hint_for_condition());
  }

  bool another_definition() {
    if (!token().word("curve") && !token().word("constraint") && !token().word("preference"))
      return false;
    if (token(1).kind != Token::name && token(1).kind != Token::string) return false;
    fault(token().spot, "One file defines one thing.", "put this into a file of its own");
    return true;
  }

  void header() {
    const std::string word = first_word();
    if (word == "curve") {
      advance();
      curve_header();
    } else if (word == "constraint" || word == "preference" ||
               (token().kind == Token::name && token(1).is("("))) {
      constraint_header(word);
    } else {
      const bool alone = token().kind == Token::name && token(1).kind == Token::newline;
      fault(token().spot, "The first line says what is defined.",
            alone ? "write curve " + quoted(token().text)
                  : "start with curve, constraint or preference, and a name");
      formula_.has_header = false;
      next_statement();
    }
  }

  // What the first line starts with; a slip of the pen is remarked upon, and read as it was meant.
  std::string first_word() {
    const std::vector<std::string> words = {"curve", "constraint", "preference"};
    if (token().kind != Token::name) return {};
    if (std::ranges::find(words, token().text) != words.end()) return token().text;
    if (token(1).kind != Token::name) return {};
    const std::string meant = nearest_name(token().text, words);
    if (!meant.empty())
      remark(token().spot, "A definition cannot start with " + quoted(token().text) + ".",
             "did you mean " + meant + "?");
    return meant;
  }

  void curve_header() {
    named_header("curve");
    if (token().kind == Token::string) {
      formula_.title = token().text;
      advance();
    }
    if (!failed() && !at_line_end()) {
      const Token& next = token();
      std::string suggestion;
      if (next.kind == Token::name || next.is("-") || next.kind == Token::number)
        suggestion = "a name is one word, as in " + quoted(formula_.name) + "_" +
                     quoted((next.is("-") ? token(1) : next).text);
      if (next.is("'")) suggestion = "a title stands in quotation marks: \"Title\"";
      if (next.is(":") || next.is("=") || next.is("(")) suggestion = "leave out what follows";
      fault(next.spot, "After the curve's name and title the line should end.", suggestion);
    }
    next_statement();
  }

  void named_header(std::string_view what) {
    if (token().kind == Token::number) {
      fault(token().spot, "A name begins with a letter.",
            "as in " + std::string(what) + " c" + quoted(token().text));
      return;
    }
    if (token().kind != Token::name) {
      fault(token().spot, "After the word " + std::string(what) + " its name is missing.",
            "one word without quotation marks, as in " + std::string(what) + " wheel");
      return;
    }
    formula_.name = token().text;
    formula_.spot = token().spot;
    formula_.title = formula_.name;
    advance();
  }

  // constraint name "Title" (point a, number d = 1):
  void constraint_header(const std::string& first) {
    formula_.kind = first == "preference" ? Formula::preference : Formula::constraint;
    const std::string word = formula_.kind == Formula::preference ? "preference" : "constraint";
    if (!first.empty()) advance();
    named_header(word);
    if (token().kind == Token::string) {
      formula_.title = token().text;
      advance();
    }
    if (expect("(", " after the name")) {
      if (!token().is(")")) do
          input();
        while (!failed() && accept(","));
      if (expect(")", " after the inputs")) {
        if (token().kind == Token::string) {
          formula_.title = token().text;
          advance();
        }
        expect(":", " after the inputs");
      }
    }
    if (failed()) {
      formula_.has_header = false;
      next_statement();
      return;
    }
    if (token().kind == Token::newline) advance();
  }

  void input() {
    InputText input;
    if (token().kind == Token::newline) advance();
    if (!word_of(token(), input.word) || is_pair_of_numbers(input.word)) {
      fault(token().spot, "Each input says what it is: point, direction, length, angle or number.",
            input_hint());
      return;
    }
    advance();
    if (!name(input)) return;
    if (accept("=")) input.value = phrase();
    formula_.inputs.push_back(std::move(input));
  }

  std::string input_hint() const {
    if (token().kind != Token::name) return {};
    if (token().word("place")) return "write point";
    if (token().word("vector")) return "write direction, or two points";
    const std::string word = quoted(token().text);
    if (token(1).is(",") || token(1).is(")") || token(1).is("="))
      return "write point " + word + ", or number " + word;
    const std::string near =
        did_you_mean(token().text, {"point", "direction", "length", "angle", "number"});
    return near.empty() ? "write point " + quoted(token(1).text) : near;
  }

  void constraint_statement() {
    if (token().word("let")) {
      let();
      return;
    }
    if (own_function()) return;
    do row();
    while (!failed() && accept(","));
    if (failed()) formula_.rows.emplace_back();  // one was meant
  }

  static bool is_order(const Token& t) {
    return t.is(">=") || t.is("<=") || t.is(">") || t.is("<");
  }

  // left = right, left >= right, left; 0 <= left <= 10 is two rows.
  void row() {
    RowText row;
    row.left = sum_phrase();
    if (failed()) return;
    while (!failed() && is_order(token())) {
      if (row.right) {
        formula_.rows.push_back(row);
        row.left = row.right;
      }
      row.comparison = token().text[0] == '>' ? Comparison::at_least : Comparison::at_most;
      advance();
      row.right = sum_phrase();
    }
    if (!failed() && !row.right && (accept("=") || accept("=="))) row.right = sum_phrase();
    if (failed()) return;
    if (accept_word("scale")) {
      row.scale_spot = token().spot;
      row.scale = token().text;
      if (row.scale != "length" && row.scale != "angle" && row.scale != "number")
        fault(row.scale_spot, "A row is weighed as a length, an angle or a number.",
              "write scale length");
      advance();
    }
    formula_.rows.push_back(std::move(row));
  }

  Formula& formula_;
};

bool too_long(std::string_view text, std::vector<Error>& errors) {
  if (text.size() <= limits::formula_bytes) return false;
  errors.push_back(error_at({1, 1, 1}, "The text is longer than " +
                                           std::to_string(limits::formula_bytes / 1024) + " KiB."));
  return true;
}

}  // namespace

Formula parse(std::string_view text, std::vector<Error>& errors) {
  Formula formula;
  if (too_long(text, errors)) return formula;
  std::vector<Token> tokens = lex(text, errors);
  Spelling spelling = spelling_of(tokens);
  Parser(std::move(tokens), std::move(spelling), formula, errors).file();
  return formula;
}

Formula parse_expression(std::string_view text, const Names& known, std::vector<Error>& errors) {
  Formula formula;
  if (too_long(text, errors)) return formula;
  Spelling spelling;
  spelling.values = known;
  Parser(lex(text, errors), std::move(spelling), formula, errors).expression();
  return formula;
}

Result<Formula> parse(std::string_view text) {
  std::vector<Error> errors;
  Formula formula = parse(text, errors);
  if (!errors.empty()) return gather(std::move(errors));
  return formula;
}

// In the order of the text; of several at one place the first is told.
Error gather(std::vector<Error> errors) {
  std::map<std::pair<int, int>, Error> by_place;
  for (Error& error : errors) by_place.try_emplace({error.line, error.column}, std::move(error));
  Error first = std::move(by_place.begin()->second);
  by_place.erase(by_place.begin());
  for (auto& [place, error] : by_place)
    if (first.others.size() + 1 < limits::errors) first.others.push_back(std::move(error));
  return first;
}

}  // namespace limber
