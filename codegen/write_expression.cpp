// Expressions in the plain form; format.h.
#include <charconv>

#include "codegen/format.h"

namespace limber {
namespace {

// How tightly a written expression holds together, weakest first.
enum Binding { either, both, opposite, comparison, sum, product, sign, power, postfix };

struct Written {
  std::string text;
  Binding binding = postfix;
};

std::string number(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

// Term by term, operands first: nothing recurses.
class ExpressionWriter {
 public:
  ExpressionWriter(const Formula& formula, const Phrase& phrase)
      : formula_(formula), first_(phrase.first) {
    for (int k = phrase.first; k <= phrase.root; ++k)
      written_.push_back(write(formula.terms[at(k)]));
  }

  const std::string& result() const { return written_.back().text; }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  const Written& part(int term) const { return written_[at(term - first_)]; }
  const Term& term(int k) const { return formula_.terms[at(k)]; }
  std::string bound(int k, Binding least) const {
    return part(k).binding < least ? "(" + part(k).text + ")" : part(k).text;
  }
  static Binding tighter(Binding b) { return static_cast<Binding>(b + 1); }

  // The left side may be of the same kind, the right side not: a - b - c.
  Written two(const Term& t, const std::string& between, Binding binding) const {
    return {bound(t.args[0], binding) + between + bound(t.args[1], tighter(binding)), binding};
  }

  Written binary(const Term& t) const {
    if (t.name == "+" || t.name == "-") return two(t, " " + t.name + " ", sum);
    if (t.name == "^") {
      const Term& exponent = term(t.args[1]);
      const Binding least = exponent.kind == Term::negate ? sign : power;
      return {bound(t.args[0], postfix) + "^" + bound(t.args[1], least), power};
    }
    const bool degrees = t.name == "*" && term(t.args[0]).kind == Term::number &&
                         term(t.args[1]).kind == Term::named && term(t.args[1]).name == "deg";
    return two(t, degrees ? "" : t.name, product);
  }

  // a < b and b < c, the b being one and the same, is a < b < c.
  bool is_chain(const Term& t) const {
    const Term &left = term(t.args[0]), &right = term(t.args[1]);
    if (t.kind != Term::both || right.kind != Term::compare) return false;
    const Term& last = left.kind == Term::both && is_chain(left) ? term(left.args[1]) : left;
    return last.kind == Term::compare && last.args[1] == right.args[0];
  }

  static std::string compared(const Term& t) {
    return " " + (t.name == "==" ? std::string("=") : t.name) + " ";
  }

  Written condition(const Term& t) const {
    if (t.kind == Term::compare) return two(t, compared(t), comparison);
    if (is_chain(t)) {
      const Term& last = term(t.args[1]);
      return {part(t.args[0]).text + compared(last) + bound(last.args[1], sum), comparison};
    }
    if (t.kind == Term::opposite) return {"not " + bound(t.args[0], opposite), opposite};
    return t.kind == Term::both ? two(t, " and ", both) : two(t, " or ", either);
  }

  Written cases(const Term& t) const {
    if (t.name == "if")
      return {"if(" + part(t.args[1]).text + ", " + bound(t.args[0], sum) + ", " +
              bound(t.args[2], sum) + ")"};
    std::string text = "piecewise(";
    for (std::size_t k = 0; k + 1 < t.args.size(); k += 2)
      text += bound(t.args[k], sum) + " if " + part(t.args[k + 1]).text + ", ";
    return {text + bound(t.args.back(), sum) + " otherwise)"};
  }

  Written call(const Term& t) const {
    if (t.name == "factorial") return {bound(t.args[0], postfix) + "!"};
    std::string text = t.name + "(";
    for (std::size_t k = 0; k < t.args.size(); ++k)
      text += (k == 0 ? "" : ", ") + part(t.args[k]).text;
    return {text + ")"};
  }

  Written series(const Term& t) const {
    const std::string range =
        t.index + " = " + bound(t.args[0], sum) + ".." + bound(t.args[1], sum);
    const std::string body = bound(t.body.root, sum);
    return {t.name + "(" + (t.name == "integral" ? body + ", " + range : range + ", " + body) +
            ")"};
  }

  Written write(const Term& t) const {
    switch (t.kind) {
      case Term::number:
        return {number(t.value)};
      case Term::named:
        return {t.name};
      case Term::component:
        return {bound(t.args[0], postfix) + "." + t.name};
      case Term::node:
        return {t.name + "[" + number(t.value) + "]"};
      case Term::prime:
        return {bound(t.args[0], postfix) + "'"};
      case Term::negate:
        return {"-" + bound(t.args[0], sign), sign};
      case Term::binary:
        return binary(t);
      case Term::compare:
      case Term::both:
      case Term::either:
      case Term::opposite:
        return condition(t);
      case Term::vector:
        return {"(" + part(t.args[0]).text + ", " + part(t.args[1]).text + ")"};
      case Term::bars:
        return {"|" + bound(t.args[0], sum) + "|"};
      case Term::call:
        return call(t);
      case Term::piecewise:
        return cases(t);
      case Term::series:
        return series(t);
      case Term::inner:
        break;
    }
    return {};
  }

  const Formula& formula_;
  int first_;
  std::vector<Written> written_;
};

}  // namespace

std::string written(const Formula& formula, const Phrase& phrase) {
  return phrase ? ExpressionWriter(formula, phrase).result() : "";
}

}  // namespace limber
