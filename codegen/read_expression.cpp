#include "codegen/read_expression.h"

#include <algorithm>
#include <utility>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/names.h"

namespace limber {
namespace {

constexpr std::string_view comparisons[] = {"<", "<=", ">", ">=", "=", "==", "!="};

Term make(Term::Kind kind, const Spot& spot, std::string name, std::vector<int> args) {
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

std::string shown(const Token& token) {
  if (token.kind == Token::newline || token.kind == Token::end) return "the end of the line";
  return token.kind == Token::string ? "a title" : quoted(token.text);
}

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
  const bool leaf =
      term.kind == Term::number || term.kind == Term::named || term.kind == Term::node;
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
  const auto has = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& n) { return n.name == name; });
  };
  return has(formula_.parameters) || has(formula_.lets) || has(formula_.inputs) ||
         has(formula_.nodes) || name == formula_.variable || name == "x" || name == "y";
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
  const int right = power();
  if (failed_) return -1;
  return add(make(Term::binary, next.spot, "*", {left, right}));
}

bool Reader::starts_factor() const {
  const Token& next = token();
  if (next.kind == Token::number) return true;
  if (next.word("at") && token(1).word("least")) return false;  // 3 nodes at least
  if (next.kind == Token::name)
    return !is_reserved(next.text) || next.text == "piecewise" ||
           (next.text == "if" && token(1).is("("));
  return next.is("(") || (next.is("|") && bars_ == 0);
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
    } else if (sign.is(".")) {
      advance();
      if (!token().word("x") && !token().word("y")) {
        std::string suggestion;
        if (token().is(".")) suggestion = "a range is written from 0 to 1";
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
            "Here a sign or a closing bracket is missing, before " + shown(token()) + ".");
    return -1;
  }
  return result;
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

int Reader::name_or_call() {
  const Token t = token();
  advance();
  if (t.text == "piecewise") return piecewise(t);
  if (t.text == "if" && token().is("(")) return condition_if(t);
  if (t.text == "if") {
    fault(t.spot, "After if come brackets.", "write if(t < 1, a, b)");
    return -1;
  }
  if (is_reserved(t.text)) {
    --at_;
    return missing("a number, a name or a bracket");
  }
  if (find_function(t.text)) {
    if (token().is("(")) return call(t);
    return bare_call(t);
  }
  if (token().is("(") && !token().space_before) {
    const std::string name = quoted(t.text);
    if (is_declared(t.text))
      fault(t.spot, name + " is not a function.", "for a product, write " + name + "*( )");
    else
      fault(t.spot, "There is no function " + name + ".", unknown_function_hint(t.text));
    return -1;
  }
  if (!token().is("[")) return add(make(Term::named, t.spot, t.text, {}));
  advance();
  const bool minus = accept("-");
  if (!minus) accept("+");
  const Token number = token();
  if (number.kind != Token::number || number.value != static_cast<int>(number.value)) {
    fault(number.spot, "In the square brackets stands a whole number: " + quoted(t.text) +
                           "[0] is the first node of this piece.");
    return -1;
  }
  advance();
  if (!expect("]", " to close the node's number")) return -1;
  Term term = make(Term::node, t.spot, t.text, {});
  term.value = minus ? -number.value : number.value;
  return add(std::move(term));
}

// rcos(t): a name and a function run together.
std::string Reader::unknown_function_hint(const std::string& name) const {
  for (std::size_t k = 1; k < name.size(); ++k)
    if (is_declared(name.substr(0, k)) && find_function(name.substr(k)))
      return "did you mean " + quoted(name.substr(0, k)) + "*" + name.substr(k) + "( )?";
  return function_hint(name);
}

// sin^2 t, sin^-1 t, exp^t: what is written behind the brackets here.
int Reader::power_of_function(const Token& function) {
  const Token sign = token();
  const bool inverse = token(1).is("-");
  const Token& exponent = token(inverse ? 2 : 1);
  const Token& value = token(inverse ? 3 : 2);
  const std::string inside = value.kind == Token::name ? quoted(value.text) : " ";
  const std::string called = function.text + "(" + inside + ")";
  std::string suggestion = "write " + called + "^2";
  if (function.text == "exp")
    suggestion = "write exp( )";
  else if (inverse && exponent.text == "1" && find_function("a" + function.text))
    suggestion = "write a" + called + ", or 1/" + called;
  else if (exponent.kind == Token::number || exponent.kind == Token::name)
    suggestion = "write " + called + "^" + (inverse ? "-" : "") + quoted(exponent.text);
  fault(sign.spot, "A power of " + function.text + " is written behind its brackets.", suggestion);
  return -1;
}

int Reader::call(const Token& function) {
  advance();
  const int bars_outside = std::exchange(bars_, 0);
  std::vector<int> args;
  if (!token().is(")")) {
    do {
      args.push_back(condition());
      if (failed_) return -1;
    } while (accept(","));
  }
  bars_ = bars_outside;
  if (!accept(")")) {
    if (at_line_end())
      fault(function.spot, "The bracket after " + function.text + " is never closed.");
    else
      fault(token().spot,
            "Here a sign or a closing bracket is missing, before " + shown(token()) + ".");
    return -1;
  }
  const FunctionWord& word = *find_function(function.text);
  const int given = static_cast<int>(args.size());
  if (given < word.fewest || given > word.most) {
    const std::string wanted =
        word.fewest == word.most ? std::to_string(word.fewest)
                                 : std::to_string(word.fewest) + " to " + std::to_string(word.most);
    fault(function.spot, function.text + " takes " + wanted +
                             (word.most == 1 ? " value" : " values") + ", and here " +
                             (given == 1 ? "is " : "are ") + std::to_string(given) + ".");
    return -1;
  }
  return add(make(Term::call, function.spot, function.text, std::move(args)));
}

// sin t, cos 2t: a number, a name, or both. What follows must not be able to belong to it as well.
int Reader::bare_call(const Token& function) {
  if (token().is("^")) return power_of_function(function);
  const std::string example = function.text + "( )";
  const bool number = token().kind == Token::number;
  const Token& name = token(number ? 1 : 0);
  const bool is_name =
      name.kind == Token::name && !is_reserved(name.text) && !find_function(name.text);
  if (!number && !is_name) {
    fault(function.spot, "After " + function.text + " its value is missing.", "write " + example);
    return -1;
  }
  int argument = -1;
  if (number) argument = primary();
  if (is_name) {
    const Spot spot = name.spot;
    const int factor = postfix();
    if (failed_) return -1;
    argument = number ? add(make(Term::binary, spot, "*", {argument, factor})) : factor;
  }
  const Token& next = token();
  const bool another_function = next.kind == Token::name && find_function(next.text);
  if (next.is("^") || next.is("/") || (next.is("*") && !next.space_before) ||
      (starts_factor() && !another_function)) {
    fault(next.spot, "It is unclear where the value of " + function.text + " ends.",
          "put it in brackets: " + example);
    return -1;
  }
  return add(make(Term::call, function.spot, function.text, {argument}));
}

// piecewise(a if t < 1, b if t < 2, c otherwise)
int Reader::piecewise(const Token& word) {
  if (!expect("(", " after piecewise")) return -1;
  const int bars_outside = std::exchange(bars_, 0);
  std::vector<int> args;
  while (!failed_) {
    args.push_back(sum());
    if (failed_) return -1;
    if (!accept_word("if")) {
      accept_word("otherwise");
      break;
    }
    args.push_back(condition());
    if (failed_) return -1;
    if (!accept(",")) {
      fault(token().spot, "Piecewise does not say what holds otherwise.",
            "end with: , 0 otherwise)");
      return -1;
    }
  }
  bars_ = bars_outside;
  if (!expect(")", " to close piecewise")) return -1;
  return add(make(Term::piecewise, word.spot, "piecewise", std::move(args)));
}

// if(condition, a, b)
int Reader::condition_if(const Token& word) {
  advance();
  const int bars_outside = std::exchange(bars_, 0);
  const int test = condition();
  if (failed_ || !expect(",", " between the condition and the value")) return -1;
  const int yes = sum();
  if (failed_ || !expect(",", " between the value and the one otherwise")) return -1;
  const int no = sum();
  bars_ = bars_outside;
  if (failed_ || !expect(")", " to close if")) return -1;
  return add(make(Term::piecewise, word.spot, "if", {yes, test, no}));
}

}  // namespace limber
