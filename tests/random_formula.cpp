#include "tests/random_formula.h"

#include <initializer_list>

namespace limber {

std::uint64_t RandomFormula::next() {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  const std::uint64_t x = state_ ^ (state_ >> 31);
  return x * 0x9E3779B97F4A7C15u;
}

std::string RandomFormula::pick(std::initializer_list<const char*> choices) {
  return choices.begin()[below(static_cast<int>(choices.size()))];
}

std::string RandomFormula::leaf() {
  switch (below(4)) {
    case 0:
      return pick({"t", "t", "theta"});
    case 1:
      return pick({"r", "k", "w", "p.x", "p.y"});
    case 2:
      return lets_ > 0 ? "u" + std::to_string(below(lets_)) : "t";
    default:
      return pick({"1", "2", "0.5", "3", "pi", "0.1", "1.7", "e"});
  }
}

std::string RandomFormula::condition(int depth) {
  const std::string a = expression(depth - 1), b = expression(depth - 1);
  const std::string compare = a + pick({" < ", " <= ", " > ", " >= "}) + b;
  switch (below(5)) {
    case 0:
      return "not " + compare;
    case 1:
      return compare + " and " + leaf() + " < 2";
    case 2:
      return compare + " or " + leaf() + " > 1";
    default:
      return compare;
  }
}

std::string RandomFormula::expression(int depth) {
  if (depth <= 0) return leaf();
  const auto sub = [&] { return expression(depth - 1); };
  const int choice = below(smooth_ ? 20 : 39);
  switch (choice) {
    case 0:
    case 1:
      return "(" + sub() + " + " + sub() + ")";
    case 2:
      return "(" + sub() + " - " + sub() + ")";
    case 3:
      return sub() + "*" + sub();
    case 4:
      return "sin(" + sub() + ")";
    case 5:
      return "cos(" + sub() + ")";
    case 6:
      return "tanh(" + sub() + ")^" + pick({"2", "3", "5"});
    case 7:
      return "exp(sin(" + sub() + "))";
    case 8:
      return "log(1.5 + cos(" + sub() + ")^2)";
    case 9:
      return "sqrt(1 + tanh(" + sub() + ")^2)";
    case 10:
      return "atan(" + sub() + ")";
    case 11:
      return "asin(0.9 sin(" + sub() + "))";
    case 12:
      return "(" + sub() + ")/(2 + sin(" + sub() + "))";
    case 13:
      return "atan2(sin(" + sub() + "), 2 + cos(" + sub() + "))";
    case 14:
      return "(1.5 + sin(" + sub() + "))^(tanh(" + sub() + "))";
    case 15:
      return "|(" + sub() + ", 1 + cos(" + sub() + ")^2)|";
    case 16:
      return "cross((cos(" + sub() + "), 1), polar(0.5, " + sub() + "))";
    case 17:
      return "cosh(tanh(" + sub() + ")) - cbrt(3 + sin(" + sub() + "))";
    case 18:
      return "erf(" + sub() + ") - asinh(" + sub() + ")";
    case 19:
      return "sum(j = 1..3, sin(j*(" + sub() + "))/j!)*sech(" + sub() + ")";
    case 20:
      return "abs(" + sub() + ")";
    case 21:
      return "min(" + sub() + ", " + sub() + ")";
    case 22:
      return "max(" + sub() + ", " + sub() + ", 0)";
    case 23:
      return "floor(" + sub() + ")";
    case 24:
      return "sign(" + sub() + ")";
    case 25:
      return "if(" + condition(depth) + ", " + sub() + ", " + sub() + ")";
    case 26:
      return "piecewise(" + sub() + " if " + condition(depth) + ", " + sub() + " if t > 1, " +
             sub() + " otherwise)";
    case 27:
      return "sqrt(" + sub() + ")";
    case 28:
      return "log(" + sub() + ")";
    case 29:
      return "(" + sub() + ")/(" + sub() + " + 0.001)";
    case 30:
      return "(" + sub() + ")^(" + sub() + ")";
    case 31:
      return "cbrt(" + sub() + ")";
    case 32:
      return "tan(" + sub() + ")";
    case 33:
      return "acos(" + sub() + ")";
    case 34:
      return "(" + sub() + ")^" + pick({"-1", "-2", "0.5", "1.5", "7", "-0.5", "64"});
    case 35:
      return "acosh(" + sub() + ") + atanh(" + sub() + ")";
    case 36:
      return "mod(" + sub() + ", " + sub() + ")*cot(" + sub() + ")";
    case 37:
      return "(" + sub() + ")^(" + pick({"1/3", "2/3", "-3/5", "4/7"}) + ")";
    default:
      return "sinh(" + sub() + ")*exp(" + sub() + ")";
  }
}

std::string RandomFormula::curve() {
  lets_ = 0;
  std::string text =
      "curve random\n  place p = (0.3, -0.2)\n  length r = 1.2\n  number k = 0.7, w = 1.1\n  angle "
      "theta = 0.4\n"
      "  t from 0 to 2\n";
  const int lets = below(4);
  for (int k = 0; k < lets; ++k) {
    text += "  let u" + std::to_string(k) + " = " + expression(2) + " + 0*t\n";
    lets_ = k + 1;
  }
  text += "  x = p.x + r*(" + expression(3) + ")\n";
  text += "  y = p.y + k*t + w*(" + expression(3) + ")\n";
  return text;
}

}  // namespace limber
