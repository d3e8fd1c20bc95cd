// Names, functions, sums and cases: what an expression calls. read_expression.h.
#include <utility>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/read_expression.h"
#include "codegen/read_term.h"

namespace limber {

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
  if (spelling_.functions.contains(t.text)) return own_call(t);
  if (has_index()) return series(t);
  if (const FunctionWord* function = function_named(t.text)) {
    Token plain = t;
    plain.text = function->name;
    if (token().is("(")) return call(plain);
    return token().is("^") ? power_of_function(plain) : bare_call(plain);
  }
  if (token().is("(") && !token().space_before && !is_declared(t.text)) {
    fault(t.spot, "There is no function " + quoted(t.text) + ".", unknown_function_hint(t.text));
    return -1;
  }
  if (token().is("[")) return node_number(t);
  return add(make(Term::named, t.spot, t.text, {}));
}

// p[-1]
int Reader::node_number(const Token& name) {
  advance();
  const bool minus = accept("-");
  if (!minus) accept("+");
  const Token number = token();
  if (number.kind != Token::number || number.value != static_cast<int>(number.value)) {
    fault(number.spot, "In the square brackets stands a whole number: " + quoted(name.text) +
                           "[0] is the first node of this piece.");
    return -1;
  }
  advance();
  if (!expect("]", " to close the node's number")) return -1;
  Term term = make(Term::node, name.spot, name.text, {});
  term.value = minus ? -number.value : number.value;
  return add(std::move(term));
}

// rcos(t): a name and a function run together.
std::string Reader::unknown_function_hint(const std::string& name) const {
  for (std::size_t k = 1; k < name.size(); ++k)
    if (is_declared(name.substr(0, k)) && find_function(name.substr(k)) &&
        hint_for_name(name).empty())
      return "did you mean " + quoted(name.substr(0, k)) + "*" + name.substr(k) + "( )?";
  return function_hint(name);
}

// sin^2 t is sin(t)^2; sin^-1 t could be two things, and exp^t is none.
int Reader::power_of_function(const Token& function) {
  const Token sign = token();
  const bool inverse = token(1).is("-");
  const Token& exponent = token(inverse ? 2 : 1);
  const bool readable = exponent.kind == Token::number || exponent.kind == Token::name;
  if (inverse || !readable || function.text == "exp" || find_function(function.text)->most != 1) {
    const Token& value = token(inverse ? 3 : 2);
    const std::string inside = value.kind == Token::name ? quoted(value.text) : " ";
    const std::string called = function.text + "(" + inside + ")";
    std::string suggestion = "write " + called + "^2";
    if (function.text == "exp")
      suggestion = "write exp( )";
    else if (inverse && exponent.text == "1" && find_function("a" + function.text))
      suggestion = "write a" + called + ", or 1/" + called;
    else if (readable)
      suggestion = "write " + called + "^" + (inverse ? "-" : "") + quoted(exponent.text);
    fault(sign.spot, "A power of " + function.text + " is written behind its brackets.",
          suggestion);
    return -1;
  }
  Term n = make(exponent.kind == Token::number ? Term::number : Term::named, exponent.spot, "", {});
  n.value = exponent.value;
  if (n.kind == Term::named) n.name = exponent.text;
  advance();
  advance();
  const int base = token().is("(") ? call(function) : bare_call(function);
  if (failed_) return -1;
  const int raised = add(std::move(n));
  return add(make(Term::binary, sign.spot, "^", {base, raised}));
}

// (a, b, ...) behind a function's name.
bool Reader::arguments(const Token& function, std::vector<int>& args) {
  advance();
  const int bars_outside = std::exchange(bars_, 0);
  if (!token().is(")")) {
    do {
      args.push_back(condition());
      if (failed_) return false;
    } while (accept(","));
  }
  bars_ = bars_outside;
  if (accept(")")) return true;
  if (at_line_end())
    fault(function.spot, "The bracket after " + function.text + " is never closed.");
  else
    fault(token().spot,
          "Here a sign or a closing bracket is missing, before " + shown(token()) + ".",
          hint_for_condition());
  return false;
}

// f(a, b), f one of the file's own functions.
int Reader::own_call(const Token& function) {
  if (!token().is("(")) {
    fault(function.spot, "After " + quoted(function.text) + " its value is missing.",
          "write " + quoted(function.text) + "( )");
    return -1;
  }
  std::vector<int> args;
  if (!arguments(function, args)) return -1;
  return add(make(Term::call, function.spot, function.text, std::move(args)));
}

int Reader::call(const Token& function) {
  if (function.text == "integral" && has_index()) return integral_over(function);
  std::vector<int> args;
  if (!arguments(function, args)) return -1;
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

// sin t, cos 2πt, ln|t|: a number, a name, factors right behind them, or a length. What follows
// must not be able to belong to it as well.
int Reader::bare_call(const Token& function) {
  const std::string example = function.text + "( )";
  const int argument = bare_value(function);
  if (failed_) return -1;
  const Token& next = token();
  const bool another_function =
      next.kind == Token::name &&
      (function_named(next.text) || spelling_.functions.contains(next.text));
  if (next.is("^") || next.is("/") || (next.is("*") && !next.space_before) ||
      (starts_factor() && !another_function)) {
    fault(next.spot, "It is unclear where the value of " + function.text + " ends.",
          "put it in brackets: " + example);
    return -1;
  }
  return add(make(Term::call, function.spot, function.text, {argument}));
}

int Reader::bare_value(const Token& function) {
  if (token().is("|")) return bars();
  const bool number = token().kind == Token::number;
  const auto is_name = [&](const Token& t) {
    return t.kind == Token::name && !is_reserved(t.text) && !function_named(t.text);
  };
  if (!number && !is_name(token())) {
    fault(function.spot, "After " + function.text + " its value is missing.",
          "write " + function.text + "( )");
    return -1;
  }
  int value = number ? primary() : postfix();
  bool first = number && is_name(token());
  while (!failed_ && (first || is_adjacent_factor())) {
    first = false;
    const Spot spot = token().spot;
    const int factor = postfix();
    if (!failed_) value = add(make(Term::binary, spot, "*", {value, factor}));
  }
  return value;
}

// √x, √2, √(1 - t²)
int Reader::root(const Token& sign) {
  advance();
  const std::string name = sign.text == "√" ? "sqrt" : "cbrt";
  const Deeper deeper(depth_);
  if (too_deep()) return -1;
  const bool brackets = token().is("(");
  const int value = brackets ? bracket() : postfix();
  if (failed_) return -1;
  if (!brackets &&
      (token().is("^") || is_adjacent_factor() || (token().is("(") && !token().space_before))) {
    fault(token().spot, "It is unclear where the root ends.",
          "put it in brackets: " + name + "( )");
    return -1;
  }
  return add(make(Term::call, sign.spot, name, {value}));
}

// Whether the brackets that open here give an index its range: (k = 1..n, f), (f, s = 0..t).
bool Reader::has_index() const {
  if (!token().is("(")) return false;
  int depth = 0;
  bool index = false;  // one was named at this level
  for (int k = 0; token(k).kind != Token::newline && token(k).kind != Token::end; ++k) {
    if (token(k).is("(") || token(k).is("[")) ++depth;
    if (token(k).is(")") || token(k).is("]")) --depth;
    if (depth == 0) return false;
    if (depth != 1) continue;
    if (index && token(k).is("..")) return true;
    if ((token(k).is("(") || token(k).is(",")) && token(k + 1).kind == Token::name &&
        token(k + 2).is("="))
      index = true;
  }
  return false;
}

// sum(k = 1..n, f), product(k = 1..n, f)
int Reader::series(const Token& word) {
  const std::string name = word.text == "Sigma" ? "sum" : word.text == "Pi" ? "product" : word.text;
  if (name == "integral") return integral_over(word);
  if (name != "sum" && name != "product") {
    fault(word.spot, "Only a sum, a product and an integral have an index.",
          "write sum(k = 1..n, f)");
    return -1;
  }
  advance();
  const int bars_outside = std::exchange(bars_, 0);
  Term series = make(Term::series, word.spot, name, {});
  if (!index_range(series) || !expect(",", " between the range and what is added")) return -1;
  if (!series_body(series)) return -1;
  bars_ = bars_outside;
  if (!expect(")", " to close " + name)) return -1;
  return add(std::move(series));
}

// integral(f, s = 0..t)
int Reader::integral_over(const Token& word) {
  advance();
  const int bars_outside = std::exchange(bars_, 0);
  Term series = make(Term::series, word.spot, "integral", {});
  if (!series_body(series) || !expect(",", " between the integrand and the range")) return -1;
  if (!index_range(series)) return -1;
  bars_ = bars_outside;
  if (!expect(")", " to close integral")) return -1;
  formula_.terms[static_cast<std::size_t>(series.body.first) - 1].name = series.index;
  return add(std::move(series));
}

// k = 1..n
bool Reader::index_range(Term& series) {
  if (token().kind != Token::name || !token(1).is("=")) {
    fault(token().spot, "Here the index and its range should follow.", "as in k = 1..n");
    return false;
  }
  series.index = token().text;
  advance();
  advance();
  series.args.push_back(sum());
  if (failed_ || !expect("..", " between the ends of the range")) return false;
  series.args.push_back(sum());
  return !failed_;
}

// What depends on the index: behind a mark, so that nobody works it out without one.
bool Reader::series_body(Term& series) {
  const Deeper deeper(depth_);
  if (too_deep()) return false;
  const int mark = add(make(Term::inner, token().spot, series.index, {}));
  series.body.first = mark + 1;
  series.body.spot = token().spot;
  series.body.root = sum();
  if (failed_) return false;
  formula_.terms[static_cast<std::size_t>(mark)].value = static_cast<double>(formula_.terms.size());
  return true;
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
