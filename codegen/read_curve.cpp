#include "codegen/read_curve.h"

#include <algorithm>
#include <set>
#include <utility>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/names.h"

namespace limber {
namespace {

const std::vector<std::string> curve_words = {"place", "vector", "length", "angle",   "number", "parameters",
                                              "let",   "fixed",  "whole",   "point",  "direction",
                                              "nodes", "pieces", "corners", "closed", "draw",
                                              "x",     "y",      "at",      "r",      "t",      "within"};

bool is_below(const Token& t) { return t.is("<") || t.is("<="); }

}  // namespace

bool word_of(const Token& token, Word& word) {
  constexpr std::pair<std::string_view, Word> words[] = {
      {"place", Word::place},   {"length", Word::length}, {"angle", Word::angle},
      {"number", Word::number}, {"point", Word::point},   {"direction", Word::direction},
      {"vector", Word::vector}};
  for (const auto& [text, value] : words)
    if (token.word(text)) {
      word = value;
      return true;
    }
  return false;
}

bool CurveReader::name(Named& named) {
  if (token().kind != Token::name) {
    fault(token().spot, "A name is missing here.");
    return false;
  }
  named.name = token().text;
  named.spot = token().spot;
  advance();
  return true;
}

void CurveReader::curve_statement() {
  const Token first = token();
  ParameterText like;
  if (between_bounds()) {
  } else if (first.kind != Token::name) {
    bare_line();
  } else if (differential_line() || mistaken_equation() || called_position() || own_function() ||
             within_line()) {
  } else if (token(1).word("from") || token(1).word("in")) {
    variable();
  } else if (token(1).is("=")) {
    position();
  } else if (first.text == "fixed" || first.text == "whole") {
    fixed();
  } else if (word_of(first, like.word)) {
    declarations(like);
  } else if (first.text == "parameters") {
    like.plain = true;
    declarations(like);
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
  } else if (is_comparison(token(1)) && is_declared(first.text)) {
    formula_.ranges.push_back(phrase());
  } else {
    unknown_line();
  }
}

// x' = ..., x'' = ..., and where it begins: x(0) = ..., x'(0) = ...
bool CurveReader::differential_line() {
  if (!spelling().unknowns.contains(token().text)) return false;
  int primes = 0;
  while (token(1 + primes).is("'")) ++primes;
  const bool equation = primes > 0 && token(1 + primes).is("=");
  if (!equation && !token(1 + primes).is("(")) return false;
  StartText start;
  name(start);
  start.primes = primes;
  for (int k = 0; k < primes; ++k) advance();
  if (primes > (equation ? 2 : 1)) {
    fault(start.spot, "A differential equation has one prime or two.",
          "give the derivative a name of its own, as in u'' = v and v' = ...");
    formula_.equations.push_back({static_cast<Named&>(start), 2});
    return true;
  }
  if (!equation) {
    advance();
    start.at = phrase();
    if (failed() || !expect(")", " after where it begins")) return true;
  }
  if (!expect("=", " here")) return true;
  start.value = phrase();
  if (equation)
    formula_.equations.push_back({static_cast<Named&>(start), primes});
  else
    formula_.starts.push_back(std::move(start));
  return true;
}

// x^3 + y^3 = 3 a x y, |p - f| = 2a: true of the points of the curve, which is given by that.
bool CurveReader::equation_line() {
  int equals = 0;
  bool of_point = false, of_radius = false;
  for (int k = 0; token(k).kind != Token::newline && token(k).kind != Token::end; ++k) {
    if (token(k).is("=") && equals == 0) equals = k;
    of_point = of_point || token(k).word("x") || token(k).word("y") || token(k).word("p");
    of_radius = of_radius || token(k).word("r");
  }
  const Token first = token();
  if (equals < 2 || !(of_point || of_radius)) return false;
  const bool product = first.word("x") || first.word("y") || is_parameter(first.text);
  if (first.kind == Token::name && token(1).kind == Token::name && !product) return false;
  if (first.word("r") && token(1).is("^") && !is_parameter("r")) {
    fault(first.spot, "This is not solved for r.", "write r = sqrt( )");
    is_meant(formula_.r, "r");
    return true;
  }
  if (!of_point) return false;
  implicit();
  return true;
}

void CurveReader::implicit() {
  ImplicitText text;
  text.spot = token().spot;
  text.left = sum_phrase();
  if (!failed() && expect("=", " here")) text.right = sum_phrase();
  frame(text.frame);
  if (formula_.implicit)
    fault(text.spot, "A curve is given by one equation.",
          "for a curve of several parts multiply them: (left - right)*(left - right) = 0");
  formula_.implicit = text;
}

// about c turned phi scale s
void CurveReader::frame(FrameText& frame) {
  while (!failed()) {
    Phrase* const given = token().word("about")    ? &frame.about
                          : token().word("turned") ? &frame.turned
                          : token().word("scale")  ? &frame.scale
                                                   : nullptr;
    if (!given) return;
    if (*given) fault(token().spot, quoted(token().text) + " was already said.");
    advance();
    *given = phrase();
  }
}

// within 3a
bool CurveReader::within_line() {
  if (!token().word("within") || token(1).is("=")) return false;
  formula_.within_spot = token().spot;
  if (formula_.within) fault(token().spot, "Within what it is traced was already said.");
  advance();
  formula_.within = phrase();
  return true;
}

// lenght a = 1, radius a = 1: a name is declared all the same, so that its use is no mistake.
void CurveReader::unknown_line() {
  if (equation_line()) return;
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

// A line that starts with no word.
void CurveReader::bare_line() {
  if (pair_of_positions() || equation_line()) return;
  fault(token().spot, "A line starts with a word.", "as in let, point or x =");
}

// (x, y) = ..., (x(t), y(t)) = ...
bool CurveReader::pair_of_positions() {
  int k = 0;
  const auto is_position = [&](const char* name) {
    if (!token(k).word(name)) return false;
    ++k;
    if (token(k).is("(") && token(k + 1).kind == Token::name && token(k + 2).is(")")) k += 3;
    return true;
  };
  const auto is_sign = [&](const char* sign) { return token(k++).is(sign); };
  if (!is_sign("(") || !is_position("x") || !is_sign(",") || !is_position("y") || !is_sign(")") ||
      !token(k).is("="))
    return false;
  formula_.at.spot = token().spot;
  while (k-- > 0) advance();
  say_position(formula_.at, "at");
  return true;
}

// 0 <= t <= tau: where the variable runs, or the range of a parameter.
bool CurveReader::between_bounds() {
  int name = 0, depth = 0;
  for (int k = 0; token(k).kind != Token::newline && token(k).kind != Token::end; ++k) {
    if (token(k).is("(")) ++depth;
    if (token(k).is(")")) --depth;
    if (depth == 0 && (token(k).is("=") || token(k).is(","))) return false;
    if (k > 0 && is_below(token(k - 1)) && token(k).kind == Token::name && is_below(token(k + 1)))
      name = k;
  }
  if (name == 0 || is_grammar_word(token().text)) return false;
  const Token variable = token(name);
  const Phrase all = phrase();
  if (failed()) {
    variable_is_meant(variable);
    return true;
  }
  if (variable.text != spelling().variable) {
    formula_.ranges.push_back(all);
    return true;
  }
  // from < t and t < to
  const Term& both = formula_.terms[static_cast<std::size_t>(all.root)];
  if (both.kind != Term::both) return false;
  const int first = both.args[0], second = both.args[1];
  const auto& terms = formula_.terms;
  say_variable(variable);
  formula_.from = {all.first, terms[static_cast<std::size_t>(first)].args[0], all.spot};
  formula_.to = {first + 1, terms[static_cast<std::size_t>(second)].args[1], variable.spot};
  closed_or_open();
  return true;
}

// x := ..., x == ..., X = ..., t = 0 to 1: what was meant is clear, and counts as said.
bool CurveReader::mistaken_equation() {
  const Token first = token();
  const std::string lower = first.text == "X" ? "x" : first.text == "Y" ? "y" : first.text;
  Named* const target = position_named(lower);
  if (token(1).is("=") && !target && line_has_word("to")) {
    fault(first.spot, "The range of " + quoted(first.text) + " is given with from and to.",
          "write " + quoted(first.text) + " from 0 to tau");
    variable_is_meant(first);
    return true;
  }
  if (!target) return false;
  const bool assigned = (token(1).is(":") && token(2).is("=")) || token(1).is("==");
  const bool capital = lower != first.text && token(1).is("=");
  if (!assigned && !capital) return false;
  fault(first.spot,
        assigned ? "After " + lower + " comes a single =."
                 : "It is not said what " + first.text + " is.",
        "write " + lower + " = ...");
  is_meant(*target, lower);
  return true;
}

bool CurveReader::line_has_word(std::string_view word) const {
  for (int k = 0; token(k).kind != Token::newline && token(k).kind != Token::end; ++k)
    if (token(k).word(word)) return true;
  return false;
}

// x(t) = ..., r(theta) = ...
bool CurveReader::called_position() {
  const Token first = token(), input = token(2);
  Named* const target = position_named(first.text);
  if (!target || !token(1).is("(") || input.kind != Token::name || !token(3).is(")") ||
      !token(4).is("="))
    return false;
  if (input.text != formula_.variable) {
    fault(input.spot, "The variable here is " + quoted(formula_.variable) + ".",
          "write " + first.text + " = ...");
    is_meant(*target, first.text);
    return true;
  }
  target->spot = first.spot;
  for (int k = 0; k < 4; ++k) advance();
  say_position(*target, first.text);
  return true;
}

Named* CurveReader::position_named(std::string_view word) {
  return word == "x"                                                           ? &formula_.x
         : word == "y"                                                         ? &formula_.y
         : word == "at"                                                        ? &formula_.at
         : word == "r"                                                         ? &formula_.r
         : word == "theta" && spelling().polar && formula_.variable != "theta" ? &formula_.theta
                                                                               : nullptr;
}
void CurveReader::is_meant(Named& position, std::string_view name) {
  if (position.name.empty()) position.name = name;
  position.spot = token().spot;
}
void CurveReader::variable_is_meant(const Token& name) {
  formula_.variable = name.text;
  formula_.range_spot = name.spot;
  formula_.has_range = true;
}

void CurveReader::say_variable(const Token& name) {
  if (formula_.has_range)
    fault(name.spot, "The range of " + formula_.variable + " was already given.");
  variable_is_meant(name);
}

void CurveReader::closed_or_open() {
  if (failed()) return;
  if (accept_word("closed"))
    formula_.closed = true;
  else
    accept_word("open");
}

// t from 0 to tau closed, t in [0, tau], t in 0..tau
void CurveReader::variable() {
  say_variable(token());
  advance();
  const bool interval = token().word("in") && (token(1).is("[") || token(1).is("("));
  advance();
  if (interval) advance();
  formula_.from = phrase();
  if (!failed() && !(interval ? accept(",") : accept_word("to") || accept("..")))
    fault(token().spot, interval ? "Here a comma is missing." : "Here the word to is missing.",
          "write " + formula_.variable + " from 0 to tau");
  if (!failed()) formula_.to = phrase();
  if (!failed() && interval && !accept("]") && !accept(")"))
    fault(token().spot, "Here a ] is missing.", "write " + formula_.variable + " from 0 to tau");
  closed_or_open();
}

// x = ..., y = ..., at = ..., r = ... about ... turned ... scale ..., pieces = ..., t = 0..1
void CurveReader::position() {
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
  target->spot = word.spot;
  advance();
  say_position(*target, word.text);
}

// What stands behind the sign =.
void CurveReader::say_position(Named& target, std::string_view name) {
  if (!target.name.empty()) {
    fault(target.spot, std::string(name) + " was already given.");
    return;
  }
  target.name = name;
  advance();
  target.value = phrase();
  if (&target != &formula_.r) return;
  frame(formula_.frame);
}

// pieces = nodes - 1, pieces = (nodes - 1)/3
void CurveReader::pieces() {
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

int CurveReader::whole(int least, int most) {
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

void CurveReader::let() {
  advance();
  if (own_function()) return;
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

// f(u, v) = ...
bool CurveReader::own_function() {
  if (!spelling().headings.contains({token().spot.line, token().spot.column})) return false;
  FunctionText function;
  name(function);
  while (!accept("=")) {
    if (token().kind == Token::name) function.inputs.push_back(token().text);
    advance();
  }
  function.value = phrase();
  formula_.functions.push_back(std::move(function));
  return true;
}

// fixed number teeth = 24, whole n = 5
void CurveReader::fixed() {
  ParameterText like;
  like.whole = token().word("whole");
  like.locked = true;
  advance();
  const Token second = token();
  const bool declares = word_of(second, like.word) && like.word != Word::point &&
                        like.word != Word::direction && (!like.whole || like.word == Word::number);
  if (!declares && like.whole) {
    like.word = Word::number;
    declared(like);
    return;
  }
  if (!declares) {
    fault(second.spot, "After fixed comes place, vector, length, angle or number.",
          "write fixed number teeth = 24");
    return;
  }
  declarations(like);
}

// length r "radius" = 1, h = 2, r > 0
void CurveReader::declarations(const ParameterText& like) {
  advance();
  declared(like);
}

void CurveReader::declared(const ParameterText& like) {
  do {
    const bool declares =
        token().kind == Token::name &&
        (token(1).is("=") || (token(1).kind == Token::string && token(2).is("=")));
    if (declares)
      declaration(like);
    else if (token().kind == Token::name && (token(1).kind == Token::newline || token(1).is(",")))
      without_value(like.word);
    else if (token().kind == Token::name && is_comparison(token(1)) &&
             !is_parameter(token().text) && !declared_later())
      without_value(like.word);
    else
      formula_.ranges.push_back(phrase());
  } while (!failed() && !lone_number(like.word) && accept(","));
}

bool CurveReader::is_parameter(const std::string& name) const {
  return std::ranges::find(formula_.parameters, name, &ParameterText::name) !=
             formula_.parameters.end() ||
         std::ranges::find(formula_.nodes, name, &NodesText::name) != formula_.nodes.end();
}

bool CurveReader::is_comparison(const Token& t) {
  return t.is("<") || t.is("<=") || t.is(">") || t.is(">=");
}

// length r > 0, r = 1 is unusual, and fine.
bool CurveReader::declared_later() const {
  for (int k = 1; token(k).kind != Token::newline && token(k).kind != Token::end; ++k)
    if (token(k).kind == Token::name && token(k).text == token().text && token(k + 1).is("="))
      return true;
  return false;
}

// r = 1,5 and place p = 0, 0: a number alone behind a comma says nothing.
bool CurveReader::lone_number(Word word) {
  if (!token().is(",") || token(1).kind != Token::number) return false;
  if (token(2).kind != Token::newline && token(2).kind != Token::end && !token(2).is(","))
    return false;
  if (formula_.parameters.empty()) return false;
  ParameterText& last = formula_.parameters.back();
  if (is_pair_of_numbers(word)) {
    fault(last.value.spot, word == Word::place ? "A place is two numbers in brackets."
                                               : "A vector is two numbers in brackets.",
          "write " + quoted(last.name) + " = (0, 0)");
    last.value = {};
    return true;
  }
  const std::string number = decimal_comma();
  if (number.empty()) return false;
  fault(token().spot, "A number is written with a point, not with a comma.", "write " + number);
  return true;
}

void CurveReader::without_value(Word word) {
  ParameterText parameter;
  parameter.word = word;
  name(parameter);
  fault(token().spot, "After " + quoted(parameter.name) + " its value is missing.",
        "write " + quoted(parameter.name) + (is_pair_of_numbers(word) ? " = (0, 0)" : " = 1") +
            (is_comparison(token()) ? ", and the range after a comma" : ""));
  stands_for(parameter);
}

void CurveReader::declaration(const ParameterText& like) {
  ParameterText parameter = like;
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
      like.word == Word::point || like.word == Word::direction || names_something(parameter.value);
  if (measure && !is_pair_of_numbers(like.word) && !like.plain) {
    MeasureText text;
    static_cast<Named&>(text) = parameter;
    text.word = like.word;
    formula_.measures.push_back(std::move(text));
    return;
  }
  formula_.parameters.push_back(std::move(parameter));
}

// length r = 1 (r > 0): the range of r within its own value.
bool CurveReader::range_inside(const ParameterText& parameter) const {
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
void CurveReader::stands_for(const ParameterText& parameter) {
  if (parameter.word == Word::point || parameter.word == Word::direction) return;
  formula_.parameters.push_back(parameter);
}

bool CurveReader::names_something(const Phrase& phrase) const {
  std::set<std::string, std::less<>> indices;
  for (int k = phrase.first; k <= phrase.root; ++k)
    if (formula_.terms[k].kind == Term::inner) indices.insert(formula_.terms[k].name);
  for (int k = phrase.first; k <= phrase.root; ++k) {
    const Term& term = formula_.terms[k];
    if (term.kind == Term::named && !find_constant(term.name) && !indices.contains(term.name))
      return true;
    if (term.kind == Term::node || term.kind == Term::prime) return true;
    if (term.kind == Term::call && term.name == "integral") return true;
  }
  return false;
}

// nodes place p "corner" = (0, 0), (1, 1) at least 2
// nodes fixed number w = 1, 1, 0 <= w <= 1
void CurveReader::nodes() {
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

bool CurveReader::at_least() {
  if (!token().word("at") || !token(1).word("least")) return false;
  formula_.at_least_spot = token().spot;
  advance();
  advance();
  formula_.at_least = whole(1, limits::nodes);
  return true;
}

// corners at 0.25, 0.5   corners at joints
void CurveReader::corners() {
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

void CurveReader::draw() {
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

}  // namespace limber
