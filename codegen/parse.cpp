#include "codegen/parse.h"

#include <algorithm>
#include <map>
#include <utility>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/names.h"
#include "codegen/read_expression.h"

namespace limber {
namespace {

const std::vector<std::string> curve_words = {
    "place", "length",    "angle", "number", "parameters", "let",    "fixed",
    "point", "direction", "nodes", "pieces", "corners",    "closed", "draw",
    "x",     "y",         "at",    "r",      "t"};

bool word_of(const Token& token, Word& word) {
  constexpr std::pair<std::string_view, Word> words[] = {
      {"place", Word::place},   {"length", Word::length}, {"angle", Word::angle},
      {"number", Word::number}, {"point", Word::point},   {"direction", Word::direction}};
  for (const auto& [text, value] : words)
    if (token.word(text)) {
      word = value;
      return true;
    }
  return false;
}

class Parser : Reader {
 public:
  Parser(std::vector<Token> tokens, Formula& formula, std::vector<Error>& errors)
      : Reader(std::move(tokens), formula, errors), formula_(formula) {}

  void file() {
    if (token().kind == Token::newline) advance();
    header();
    while (token().kind != Token::end && !another_definition()) {
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
            token().is(",") ? "a point is written (u, v)" : "");
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
    if (!word_of(token(), input.word) || input.word == Word::place) {
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
    const std::string word = quoted(token().text);
    if (token(1).is(",") || token(1).is(")") || token(1).is("="))
      return "write point " + word + ", or number " + word;
    const std::string near =
        did_you_mean(token().text, {"point", "direction", "length", "angle", "number"});
    return near.empty() ? "write point " + quoted(token(1).text) : near;
  }

  bool name(Named& named) {
    if (token().kind != Token::name) {
      fault(token().spot, "A name is missing here.");
      return false;
    }
    named.name = token().text;
    named.spot = token().spot;
    advance();
    return true;
  }

  void constraint_statement() {
    if (token().word("let")) {
      let();
      return;
    }
    do row();
    while (!failed() && accept(","));
    if (failed()) formula_.rows.emplace_back();  // one was meant
  }

  void row() {
    RowText row;
    row.left = sum_phrase();
    if (failed()) return;
    if (token().is(">=") || token().is("<=") || token().is(">") || token().is("<")) {
      row.comparison = token().text[0] == '>' ? Comparison::at_least : Comparison::at_most;
      advance();
      row.right = sum_phrase();
    } else if (accept("=") || accept("==")) {
      row.right = sum_phrase();
    }
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

  void curve_statement() {
    const Token first = token();
    Word word{};
    if (first.kind != Token::name) {
      bare_line();
    } else if (mistaken_equation()) {
    } else if (token(1).word("from")) {
      variable();
    } else if (token(1).is("=")) {
      position();
    } else if (first.text == "fixed") {
      fixed();
    } else if (word_of(first, word)) {
      declarations(word, false);
    } else if (first.text == "parameters") {
      declarations(Word::number, true);
    } else if (first.text == "let") {
      let();
    } else if (first.text == "nodes") {
      nodes();
    } else if (first.text == "corners") {
      corners();
    } else if (first.text == "closed") {
      advance();
      formula_.closed = true;
    } else if (first.text == "draw") {
      draw();
    } else {
      unknown_line();
    }
  }

  // lenght a = 1, radius a = 1: a name is declared all the same, so that its use is no mistake.
  void unknown_line() {
    const Token first = token(), named = token(1);
    std::string suggestion = did_you_mean(first.text, curve_words);
    const bool declares = named.kind == Token::name;
    if (declares) {
      formula_.lets.push_back({named.text, {}, named.spot});
      if (const std::string hint = hint_for_line(first.text, quoted(named.text)); !hint.empty())
        suggestion = hint;
    }
    if (first.text == formula_.variable || first.text == "t" || first.text == "theta") {
      suggestion = "write " + quoted(first.text) + " from 0 to tau";
      variable_is_meant(first);
    }
    fault(first.spot, "A line cannot start with " + quoted(first.text) + ".", suggestion);
  }

  // (x, y) = ..., 0 <= t <= 1: a line that starts with no word.
  void bare_line() {
    std::string suggestion = "as in let, point or x =";
    if (token().is("(") && token(1).word("x")) {
      suggestion = "write at = ( , )";
      is_meant(formula_.at, "at");
    }
    const Token& sign = token(1);
    if (token().kind == Token::number && (sign.is("<") || sign.is("<=")) &&
        token(2).kind == Token::name) {
      const Token& name = token(2);
      const bool parameter = is_declared(name.text) && name.text != formula_.variable;
      suggestion = parameter ? "a range stands behind the value, after a comma"
                             : "write " + quoted(name.text) + " from 0 to 1";
      if (!parameter) variable_is_meant(name);
    }
    fault(token().spot, "A line starts with a word.", suggestion);
  }

  // x(t) = ..., x := ..., x == ..., X = ..., t = 0 to 1: what was meant is clear, and counts as
  // said.
  bool mistaken_equation() {
    const Token first = token();
    const std::string lower = first.text == "X" ? "x" : first.text == "Y" ? "y" : first.text;
    Named* const target = position_named(lower);
    const bool to_follows = [&] {
      for (int k = 2; token(k).kind != Token::newline && token(k).kind != Token::end; ++k)
        if (token(k).word("to")) return true;
      return false;
    }();
    if (token(1).is("=") && to_follows && !target) {
      fault(first.spot, "The range of " + quoted(first.text) + " is given with from and to.",
            "write " + quoted(first.text) + " from 0 to tau");
      variable_is_meant(first);
      return true;
    }
    if (!target) return false;
    const bool called = token(1).is("(") && token(2).kind == Token::name && token(3).is(")");
    const bool assigned = (token(1).is(":") && token(2).is("=")) || token(1).is("==");
    const bool capital = lower != first.text && token(1).is("=");
    if (!called && !assigned && !capital) return false;
    fault(first.spot,
          called     ? lower + " is written without (" + quoted(token(2).text) + ")."
          : assigned ? "After " + lower + " comes a single =."
                     : "It is not said what " + first.text + " is.",
          "write " + lower + " = ...");
    is_meant(*target, lower);
    return true;
  }

  Named* position_named(std::string_view word) {
    return word == "x"    ? &formula_.x
           : word == "y"  ? &formula_.y
           : word == "at" ? &formula_.at
           : word == "r"  ? &formula_.r
                          : nullptr;
  }
  void is_meant(Named& position, std::string_view name) {
    if (position.name.empty()) position.name = name;
    position.spot = token().spot;
  }
  void variable_is_meant(const Token& name) {
    formula_.variable = name.text;
    formula_.range_spot = name.spot;
    formula_.has_range = true;
  }

  // t from 0 to tau closed
  void variable() {
    if (formula_.has_range)
      fault(token().spot, "The range of " + formula_.variable + " was already given.");
    formula_.variable = token().text;
    formula_.range_spot = token().spot;
    formula_.has_range = true;
    advance();
    advance();
    formula_.from = phrase();
    if (!failed() && !accept_word("to"))
      fault(token().spot, "Here the word to is missing.",
            "write " + formula_.variable + " from 0 to tau");
    if (!failed()) formula_.to = phrase();
    if (failed()) return;
    if (accept_word("closed"))
      formula_.closed = true;
    else
      accept_word("open");
  }

  // x = ..., y = ..., at = ..., r = ... about ... turned ..., pieces = ...
  void position() {
    const Token word = token();
    if (word.text == "pieces") {
      pieces();
      return;
    }
    Named* const target = position_named(word.text);
    if (!target) {
      const bool angle = word.text == "theta" || word.text == "phi" || word.text == "angle";
      fault(word.spot, "It is not said what " + quoted(word.text) + " is.",
            angle && !formula_.r.name.empty()
                ? "leave it out: with r = ... the angle is " + formula_.variable + " itself"
                : "to name a value, write let " + quoted(word.text) + " = ...");
      formula_.lets.push_back({word.text, {}, word.spot});  // known, if not what it is
      return;
    }
    if (!target->name.empty()) {
      fault(word.spot, word.text + " was already given.");
      return;
    }
    name(*target);
    advance();
    target->value = phrase();
    if (target != &formula_.r) return;
    while (!failed() && (token().word("about") || token().word("turned"))) {
      Phrase& phrase_of = token().word("about") ? formula_.about : formula_.turned;
      advance();
      phrase_of = phrase();
    }
  }

  // pieces = nodes - 1, pieces = (nodes - 1)/3
  void pieces() {
    formula_.pieces_spot = token().spot;
    formula_.has_pieces = true;
    advance();
    advance();
    const bool bracket = accept("(");
    if (!accept_word("nodes")) {
      fault(token().spot, "The number of pieces follows from the number of nodes.",
            "write pieces = nodes - 1 or pieces = (nodes - 1)/3");
      return;
    }
    if (token().is("+") || token().is("-")) {
      const int sign = token().is("+") ? 1 : -1;
      advance();
      formula_.pieces_extra = sign * whole(0, limits::window);
    }
    if (bracket && !failed()) expect(")", " after the number of nodes");
    if (!failed() && token().is("/")) {
      if (!bracket && formula_.pieces_extra != 0) {
        fault(token().spot, "It is unclear what is divided.", "write (nodes - 1)/3");
        return;
      }
      advance();
      formula_.pieces_step = whole(1, limits::window);
    }
  }

  int whole(int least, int most) {
    const Token number = token();
    if (number.kind != Token::number || number.value < least || number.value > most ||
        number.value != static_cast<int>(number.value)) {
      fault(number.spot, "Here stands a whole number from " + std::to_string(least) + " to " +
                             std::to_string(most) + ".");
      return least;
    }
    advance();
    return static_cast<int>(number.value);
  }

  void let() {
    advance();
    Named let;
    if (!name(let)) return;
    if (token().is("==") || (token().is(":") && token(1).is("="))) {
      fault(token().spot, "After " + quoted(let.name) + " comes a single =.",
            "write let " + quoted(let.name) + " = ...");
      formula_.lets.push_back(std::move(let));
      return;
    }
    if (!expect("=", " after the name")) return;
    let.value = phrase();
    formula_.lets.push_back(std::move(let));
  }

  // fixed number teeth = 24
  void fixed() {
    advance();
    Word word{};
    if (!word_of(token(), word) || word == Word::point || word == Word::direction) {
      fault(token().spot, "After fixed comes place, length, angle or number.",
            "write fixed number teeth = 24");
      return;
    }
    declarations(word, false, true);
  }

  // length r "radius" = 1, h = 2, r > 0
  void declarations(Word word, bool plain, bool locked = false) {
    advance();
    do {
      const bool declares =
          token().kind == Token::name &&
          (token(1).is("=") || (token(1).kind == Token::string && token(2).is("=")));
      if (declares)
        declaration(word, plain, locked);
      else if (token().kind == Token::name && (token(1).kind == Token::newline || token(1).is(",")))
        without_value(word);
      else if (token().kind == Token::name && is_comparison(token(1)) &&
               !is_declared(token().text) && !declared_later())
        without_value(word);
      else
        formula_.ranges.push_back(phrase());
    } while (!failed() && !lone_number(word) && accept(","));
  }

  static bool is_comparison(const Token& t) {
    return t.is("<") || t.is("<=") || t.is(">") || t.is(">=");
  }

  // length r > 0, r = 1 is unusual, and fine.
  bool declared_later() const {
    for (int k = 1; token(k).kind != Token::newline && token(k).kind != Token::end; ++k)
      if (token(k).kind == Token::name && token(k).text == token().text && token(k + 1).is("="))
        return true;
    return false;
  }

  // r = 1,5 and place p = 0, 0: a number alone behind a comma says nothing.
  bool lone_number(Word word) {
    if (!token().is(",") || token(1).kind != Token::number) return false;
    if (token(2).kind != Token::newline && token(2).kind != Token::end && !token(2).is(","))
      return false;
    if (formula_.parameters.empty()) return false;
    ParameterText& last = formula_.parameters.back();
    if (word == Word::place) {
      fault(last.value.spot, "A place is two numbers in brackets.",
            "write " + quoted(last.name) + " = (0, 0)");
      last.value = {};
      return true;
    }
    const std::string number = decimal_comma();
    if (number.empty()) return false;
    fault(token().spot, "A number is written with a point, not with a comma.", "write " + number);
    return true;
  }

  void without_value(Word word) {
    ParameterText parameter;
    parameter.word = word;
    name(parameter);
    fault(token().spot, "After " + quoted(parameter.name) + " its value is missing.",
          "write " + quoted(parameter.name) + (word == Word::place ? " = (0, 0)" : " = 1") +
              (is_comparison(token()) ? ", and the range after a comma" : ""));
    stands_for(parameter);
  }

  void declaration(Word word, bool plain, bool locked) {
    ParameterText parameter;
    parameter.word = word;
    parameter.plain = plain;
    name(parameter);
    if (token().kind == Token::string) {
      parameter.label = token().text;
      advance();
    }
    advance();
    parameter.value = phrase();
    if (failed()) {
      stands_for(parameter);
      return;
    }
    if (range_inside(parameter)) {
      fault(parameter.value.spot, "A range stands behind the value, after a comma.",
            "as in " + quoted(parameter.name) + " = 1, " + quoted(parameter.name) + " > 0");
      parameter.value = {};
      stands_for(parameter);
      return;
    }
    const bool measure =
        word == Word::point || word == Word::direction || names_something(parameter.value);
    if (measure && word != Word::place && !plain) {
      MeasureText text;
      static_cast<Named&>(text) = parameter;
      text.word = word;
      formula_.measures.push_back(std::move(text));
      return;
    }
    parameter.locked = locked;
    formula_.parameters.push_back(std::move(parameter));
  }

  // length r = 1 (r > 0): the range of r within its own value.
  bool range_inside(const ParameterText& parameter) const {
    for (int k = parameter.value.first; k <= parameter.value.root; ++k) {
      const Term& term = formula_.terms[k];
      if (term.kind != Term::compare) continue;
      for (const int arg : term.args)
        if (formula_.terms[arg].kind == Term::named && formula_.terms[arg].name == parameter.name)
          return true;
    }
    return false;
  }

  // A name whose value could not be read is still a name: no further mistake where it is used.
  void stands_for(const ParameterText& parameter) {
    if (parameter.word == Word::point || parameter.word == Word::direction) return;
    formula_.parameters.push_back(parameter);
  }

  bool names_something(const Phrase& phrase) const {
    for (int k = phrase.first; k <= phrase.root; ++k) {
      const Term& term = formula_.terms[k];
      if (term.kind == Term::named && !find_constant(term.name)) return true;
      if (term.kind == Term::node || term.kind == Term::prime) return true;
      if (term.kind == Term::call && term.name == "integral") return true;
    }
    return false;
  }

  // nodes place p "corner" = (0, 0), (1, 1) at least 2
  // nodes fixed number w = 1, 1, 0 <= w <= 1
  void nodes() {
    advance();
    NodesText nodes;
    nodes.locked = accept_word("fixed");
    if (word_of(token(), nodes.word)) advance();
    if (token().kind != Token::name) {
      fault(token().spot, "A name for the nodes is missing here.",
            "write nodes place p = (0, 0), (1, 1)");
      return;
    }
    nodes.name = token().text;
    nodes.spot = token().spot;
    advance();
    if (token().kind == Token::string) {
      nodes.label = token().text;
      advance();
    }
    if (!expect("=", " after the name of the nodes")) return;
    bool more = true;
    while (more && !failed()) {
      if (!at_least()) {
        const Phrase value = phrase();
        if (failed()) break;
        const Term::Kind kind = formula_.terms[value.root].kind;
        const bool range = kind == Term::compare || kind == Term::both;
        (range ? formula_.ranges : nodes.values).push_back(value);
      }
      more = accept(",") || (token().word("at") && token(1).word("least"));
    }
    formula_.nodes.push_back(std::move(nodes));
  }

  bool at_least() {
    if (!token().word("at") || !token(1).word("least")) return false;
    formula_.at_least_spot = token().spot;
    advance();
    advance();
    formula_.at_least = whole(1, limits::nodes);
    return true;
  }

  // corners at 0.25, 0.5   corners at joints
  void corners() {
    formula_.corners_spot = token().spot;
    advance();
    if (!accept_word("at")) {
      fault(token().spot, "After corners comes the word at.",
            "write corners at 0.5 or corners at joints");
      return;
    }
    if (accept_word("joints")) {
      formula_.corners_at_joints = true;
      return;
    }
    do formula_.corners.push_back(phrase());
    while (!failed() && accept(","));
  }

  void draw() {
    if (!formula_.draw.empty()) fault(token().spot, "How it is drawn was already said.");
    formula_.draw_spot = token().spot;
    advance();
    do {
      Named named;
      if (!name(named) || !expect("=", " after the parameter's name")) return;
      named.value = phrase();
      formula_.draw.push_back(std::move(named));
    } while (!failed() && accept(","));
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
  Parser(lex(text, errors), formula, errors).file();
  return formula;
}

Formula parse_expression(std::string_view text, std::vector<Error>& errors) {
  Formula formula;
  if (too_long(text, errors)) return formula;
  Parser(lex(text, errors), formula, errors).expression();
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
