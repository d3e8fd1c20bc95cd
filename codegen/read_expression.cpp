#include "codegen/read_expression.h"

#include <algorithm>
#include <utility>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/read_term.h"

namespace limber {
namespace {

constexpr std::string_view comparisons[] = {"<", "<=", ">", ">=", "=", "==", "!="};

}  // namespace

const Token& Reader::token(int ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

void Reader::advance() {
  if (at_ + 1 < tokens_.size()) ++at_;
}

bool Reader::accept(std::string_view sign) {
  if (!token().is(sign)) return false;
  advance();
  return true;
}

bool Reader::accept_word(std::string_view word) {
  if (!token().word(word)) return false;
  advance();
  return true;
}

bool Reader::expect(std::string_view sign, std::string_view where) {
  if (accept(sign)) return true;
  fault(token().spot, "Here a " + std::string(sign) + " is missing" + std::string(where) +
                          ", before " + shown(token()) + ".");
  return false;
}

void Reader::fault(const Spot& spot, std::string message, std::string suggestion) {
  if (!failed_) remark(spot, std::move(message), std::move(suggestion));
  failed_ = true;
}

void Reader::remark(const Spot& spot, std::string message, std::string suggestion) {
  if (!broken_lines_.contains(spot.line))
    errors_.push_back(error_at(spot, std::move(message), std::move(suggestion)));
}

std::string Reader::decimal_comma() const {
  if (!token().is(",") || token().space_before || at_ == 0) return {};
  const Token &whole = tokens_[at_ - 1], &rest = token(1);
  const auto digits = [](const Token& t) {
    return t.kind == Token::number && t.text.find_first_not_of("0123456789") == std::string::npos;
  };
  if (!digits(whole) || !digits(rest) || rest.space_before) return {};
  return quoted(whole.text) + "." + quoted(rest.text);
}

void Reader::next_statement() {
  while (!at_line_end()) advance();
  advance();
  failed_ = false;
  depth_ = bars_ = 0;
}

template <class Rule>
Phrase Reader::read(Rule rule) {
  Phrase phrase;
  phrase.first = static_cast<int>(formula_.terms.size());
  phrase.spot = token().spot;
  const int root = (this->*rule)();
  failed_ = failed_ || broken_lines_.contains(phrase.spot.line);
  if (failed_) {
    formula_.terms.resize(phrase.first);
    return {};
  }
  phrase.root = root;
  return phrase;
}

Phrase Reader::phrase() { return read(&Reader::condition); }
Phrase Reader::sum_phrase() { return read(&Reader::sum); }

int Reader::add(Term term) {
  const bool leaf = term.kind == Term::number || term.kind == Term::named ||
                    term.kind == Term::node || term.kind == Term::inner;
  if (!leaf && ++operations_ > limits::operations)
    fault(term.spot, "The formula is too long: it has more than " +
                         std::to_string(limits::operations) + " operations.");
  formula_.terms.push_back(std::move(term));
  return static_cast<int>(formula_.terms.size()) - 1;
}

int Reader::missing(std::string_view what) {
  const Token& t = token();
  if (t.is(")") || t.is("]"))
    fault(t.spot, std::string(what) + " is missing before this " + t.text + ".");
  else if (at_line_end())
    fault(t.spot, "The line ends where " + std::string(what) + " should follow.");
  else if (t.is("[") || t.is("]"))
    fault(t.spot, "Square brackets only number nodes, as in p[0].", "use round brackets ( )");
  else if (t.is("<"))
    fault(t.spot, "Here " + std::string(what) + " should follow, not <.",
          "a point is written (u, v)");
  else if (t.is("!"))
    fault(t.spot, "Here " + std::string(what) + " should follow, not !.", "write not");
  else if (t.is("/") && at_ > 0 && tokens_[at_ - 1].is("/"))
    fault(t.spot, "Here " + std::string(what) + " should follow, not /.",
          "a comment begins with #");
  else
    fault(t.spot, "Here " + std::string(what) + " should follow, not " + shown(t) + ".");
  return -1;
}

// In (1,5 t, 2) the first comma is meant as a point.
std::string Reader::comma_between(const Token& open) {
  const std::size_t here = at_;
  std::string suggestion;
  while (at_ > 0 && tokens_[at_].spot.column != open.spot.column && suggestion.empty()) {
    --at_;
    if (const std::string number = decimal_comma(); !number.empty())
      suggestion = "a number is written with a point: " + number;
  }
  at_ = here;
  return suggestion;
}

bool Reader::is_declared(const std::string& name) const {
  return spelling_.values.contains(name) || name == formula_.variable || name == "x" || name == "y";
}

// The function of that name, unless the file uses the name otherwise.
const FunctionWord* Reader::function_named(std::string_view name) const {
  if (spelling_.values.contains(name) && may_be_hidden(name)) return nullptr;
  return find_function(name);
}

bool Reader::too_deep() {
  if (depth_ <= limits::depth) return false;
  fault(token().spot, "This is nested more than " + std::to_string(limits::depth) + " levels deep.",
        "name a part of it with let");
  return true;
}

int Reader::condition() {
  int left = conjunction();
  while (!failed_ && token().word("or")) {
    const Spot spot = token().spot;
    advance();
    const int right = conjunction();
    left = add(make(Term::either, spot, "or", {left, right}));
  }
  return left;
}

int Reader::conjunction() {
  int left = opposite();
  while (!failed_ && token().word("and")) {
    const Spot spot = token().spot;
    advance();
    const int right = opposite();
    left = add(make(Term::both, spot, "and", {left, right}));
  }
  return left;
}

int Reader::opposite() {
  const Spot spot = token().spot;
  if (!accept_word("not")) return comparison();
  const Deeper deeper(depth_);
  if (too_deep()) return -1;
  const int operand = opposite();
  return failed_ ? -1 : add(make(Term::opposite, spot, "not", {operand}));
}

// a < b <= c says a < b and b <= c.
int Reader::comparison() {
  int left = sum();
  int all = -1;
  while (!failed_ && token().kind == Token::sign &&
         std::ranges::find(comparisons, token().text) != std::end(comparisons)) {
    const Token sign = token();
    advance();
    const int right = sum();
    if (failed_) return -1;
    const int one =
        add(make(Term::compare, sign.spot, sign.text == "=" ? "==" : sign.text, {left, right}));
    all = all < 0 ? one : add(make(Term::both, sign.spot, "and", {all, one}));
    left = right;
  }
  return all < 0 ? left : all;
}

int Reader::sum() {
  int left = product();
  while (!failed_ && (token().is("+") || token().is("-"))) {
    const Token sign = token();
    advance();
    const int right = product();
    if (failed_) return -1;
    left = add(make(Term::binary, sign.spot, sign.text, {left, right}));
  }
  return left;
}

int Reader::product() {
  int left = unary();
  bool divided = false;
  while (!failed_) {
    const Token sign = token();
    if (sign.is("*") || sign.is("/")) {
      advance();
      const int right = unary();
      if (failed_) return -1;
      left = add(make(Term::binary, sign.spot, sign.text, {left, right}));
      divided = sign.is("/");
    } else if (sign.word("mod") && !is_declared("mod") && !token(1).is("(")) {
      left = remainder(left);
    } else if (starts_factor()) {
      left = implicit_product(left, divided);
    } else {
      break;
    }
  }
  return left;
}

// Two factors side by side. Only where a reader cannot doubt what is meant.
int Reader::implicit_product(int left, bool after_division) {
  const Token& next = token();
  const Token& before = tokens_[at_ - 1];
  if (before.kind == Token::name && !is_declared(before.text) && next.kind == Token::number)
    if (const std::string hint = hint_for_name(before.text); !hint.empty()) {
      fault(before.spot, "There is no " + shown(before) + " here.", hint);
      return -1;
    }
  if (next.kind == Token::number) {
    fault(next.spot, "A sign is missing between " + shown(before) + " and " + shown(next) + ".",
          "for a product, write " + shown(before) + "*" + shown(next));
    return -1;
  }
  if (next.is("|") && next.space_before && token(1).is("|") && token(2).space_before) {
    fault(next.spot, "The sign || means nothing here.", "write or");
    return -1;
  }
  if (after_division) {
    const std::string a = shown(before), b = shown(next);
    fault(next.spot, "It is unclear whether " + b + " is divided by, too.",
          "write .../(" + a + "*" + b + ") or (.../" + a + ")*" + b);
    return -1;
  }
  if (before.kind == Token::number && at_ >= 2 && tokens_[at_ - 2].is("^") && !next.space_before) {
    fault(next.spot, "It is unclear whether " + shown(next) + " belongs to the exponent.",
          "write a^(b*c) or a^b*c");
    return -1;
  }
  if (next.is("(") && before.kind == Token::name && at_ >= 2 && tokens_[at_ - 2].is("^") &&
      !next.space_before) {
    fault(next.spot, "It is unclear whether the bracket belongs to the exponent.",
          "write a^(b*( )) or a^b*( )");
    return -1;
  }
  const int right = power();
  if (failed_) return -1;
  return add(make(Term::binary, next.spot, "*", {left, right}));
}

// t mod 2π: up to where a space or a sign ends the divisor.
int Reader::remainder(int left) {
  const Token word = token();
  advance();
  int divisor = unary();
  while (!failed_ && is_adjacent_factor()) {
    const Spot spot = token().spot;
    const int factor = postfix();
    if (!failed_) divisor = add(make(Term::binary, spot, "*", {divisor, factor}));
  }
  if (failed_) return -1;
  if (token().is("*") || token().is("/") || starts_factor()) {
    fault(token().spot, "It is unclear where the divisor of mod ends.", "write mod(x, n)");
    return -1;
  }
  return add(make(Term::call, word.spot, "mod", {left, divisor}));
}

// A name or a root right behind the last factor, as in 2πt.
bool Reader::is_adjacent_factor() const {
  const Token& next = token();
  if (next.space_before) return false;
  if (next.kind == Token::name) return !is_reserved(next.text) && !function_named(next.text);
  return next.is("√") || next.is("∛");
}

bool Reader::starts_factor() const {
  const Token& next = token();
  if (next.kind == Token::number) return true;
  if (next.word("at") && token(1).word("least")) return false;  // 3 nodes at least
  if (next.kind == Token::name)
    return !is_reserved(next.text) || next.text == "piecewise" ||
           (next.text == "if" && token(1).is("("));
  return next.is("(") || next.is("√") || next.is("∛") || (next.is("|") && bars_ == 0);
}

int Reader::unary() {
  const Deeper deeper(depth_);
  if (too_deep()) return -1;
  const Token sign = token();
  if (accept("+")) return unary();
  if (!accept("-")) return power();
  const int operand = unary();
  return failed_ ? -1 : add(make(Term::negate, sign.spot, "-", {operand}));
}

// Binds tighter than a sign on its left, and to the right: -a^b^c is -(a^(b^c)).
int Reader::power() {
  const int base = postfix();
  if (failed_ || !token().is("^")) return base;
  const Spot spot = token().spot;
  advance();
  const int exponent = unary();
  return failed_ ? -1 : add(make(Term::binary, spot, "^", {base, exponent}));
}

int Reader::postfix() {
  int term = primary();
  while (!failed_) {
    const Token sign = token();
    if (sign.is("'")) {
      advance();
      term = add(make(Term::prime, sign.spot, "'", {term}));
    } else if (sign.is("!")) {
      advance();
      term = add(make(Term::call, sign.spot, "factorial", {term}));
    } else if (sign.is(".")) {
      advance();
      if (!token().word("x") && !token().word("y")) {
        std::string suggestion;
        if (token().word("X") || token().word("Y"))
          suggestion = token().word("X") ? "write .x" : "write .y";
        fault(sign.spot, "After a point's name and a dot comes x or y.", suggestion);
        return -1;
      }
      term = add(make(Term::component, sign.spot, token().text, {term}));
      advance();
    } else {
      break;
    }
  }
  return term;
}

int Reader::primary() {
  const Token t = token();
  if (t.kind == Token::number) {
    advance();
    Term term = make(Term::number, t.spot, "", {});
    term.value = t.value;
    return add(std::move(term));
  }
  if (t.kind == Token::name) return name_or_call();
  if (t.is("(")) return bracket();
  if (t.is("|")) return bars();
  if (t.is("√") || t.is("∛")) return root(t);
  return missing("a number, a name or a bracket");
}

int Reader::bracket() {
  const Token open = token();
  advance();
  const int bars_outside = std::exchange(bars_, 0);
  const int first = condition();
  if (failed_) return -1;
  int result = first;
  if (accept(",")) {
    const int second = condition();
    if (failed_) return -1;
    result = add(make(Term::vector, open.spot, "", {first, second}));
    if (token().is(",")) {
      fault(token().spot, "A point has two numbers, not more.", comma_between(open));
      return -1;
    }
  }
  bars_ = bars_outside;
  if (!accept(")")) {
    if (at_line_end())
      fault(open.spot, "This bracket is never closed.");
    else
      fault(token().spot,
            "Here a sign or a closing bracket is missing, before " + shown(token()) + ".",
            hint_for_condition());
    return -1;
  }
  return result;
}

// a if c else b
std::string Reader::hint_for_condition() const {
  return token().word("if") ? "write if(t < 1, a, b), or piecewise(a if t < 1, b otherwise)" : "";
}

int Reader::bars() {
  const Token open = token();
  advance();
  ++bars_;
  const int inside = sum();
  --bars_;
  if (failed_) return -1;
  if (!accept("|")) {
    fault(open.spot, "This bar is never closed.", "a length is written |a - b|");
    return -1;
  }
  return add(make(Term::bars, open.spot, "", {inside}));
}

}  // namespace limber
