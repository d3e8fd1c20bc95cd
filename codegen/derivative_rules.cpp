#include "codegen/derivative_rules.h"

#include <symengine/add.h>
#include <symengine/basic.h>
#include <symengine/constants.h>
#include <symengine/derivative.h>
#include <symengine/functions.h>
#include <symengine/integer.h>
#include <symengine/mul.h>
#include <symengine/pow.h>
#include <symengine/rational.h>
#include <symengine/symbol.h>

#include <array>
#include <cassert>
#include <map>
#include <numbers>
#include <optional>

// The bundled SymEngine takes random numbers, for factoring, from its host. We never factor.
extern "C" double unif_rand() { return 0.5; }

namespace limber {
namespace {

namespace se = SymEngine;
using Expression = se::RCP<const se::Basic>;

// A derivative as a short list of steps. Operands are numbers of earlier steps, or these:
constexpr int kU = -1, kV = -2, kNone = -3;
struct RuleStep {
  enum Kind { constant, operation, guarded_reciprocal, guarded_log } kind = constant;
  Op op = Op::constant;
  int a = kNone, b = kNone;
  double value = 0;
};
using Rule = std::vector<RuleStep>;

// Writes a SymEngine expression in u and v down as steps. Only what SymEngine answers for the
// functions below can occur; it is read once, when the program starts to differentiate.
class Scribe {
 public:
  explicit Scribe(bool guarded) : guarded_(guarded) {}

  int write(const Expression& e) {
    if (se::is_a<se::Symbol>(*e))
      return se::down_cast<const se::Symbol&>(*e).get_name() == "u" ? kU : kV;
    if (se::is_a<se::Integer>(*e))
      return constant(static_cast<double>(se::down_cast<const se::Integer&>(*e).as_int()));
    if (se::is_a<se::Rational>(*e)) {
      const auto& ratio = se::down_cast<const se::Rational&>(*e);
      return constant(whole(ratio.get_num()) / whole(ratio.get_den()));
    }
    if (se::eq(*e, *se::pi)) return constant(std::numbers::pi);
    if (se::is_a<se::Add>(*e)) return chain(Op::add, e->get_args());
    if (se::is_a<se::Mul>(*e)) return chain(Op::mul, e->get_args());
    if (se::is_a<se::Pow>(*e)) return power(se::down_cast<const se::Pow&>(*e));
    return call(e);
  }

  Rule rule;

 private:
  static double whole(const Expression& e) {
    return static_cast<double>(se::down_cast<const se::Integer&>(*e).as_int());
  }

  int step(RuleStep s) {
    rule.push_back(s);
    return static_cast<int>(rule.size()) - 1;
  }
  int constant(double value) {
    return step({RuleStep::constant, Op::constant, kNone, kNone, value});
  }
  int operation(Op op, int a, int b = kNone) { return step({RuleStep::operation, op, a, b, 0}); }

  int chain(Op op, const se::vec_basic& args) {
    int result = write(args[0]);
    for (std::size_t k = 1; k < args.size(); ++k) result = operation(op, result, write(args[k]));
    return result;
  }

  // Powers by a fraction become whole powers of a root; a negative power of a root, or of anything
  // in a guarded rule, uses the reciprocal that is 0 at 0.
  int power(const se::Pow& pow) {
    const Expression exponent = pow.get_exp();
    if (se::eq(*pow.get_base(), *se::E)) return operation(Op::exp, write(exponent));
    int base = write(pow.get_base());
    if (!se::is_a<se::Integer>(*exponent) && !se::is_a<se::Rational>(*exponent))
      return operation(Op::pow, base, write(exponent));
    double n = 0;
    bool root = false;
    if (se::is_a<se::Rational>(*exponent)) {
      const auto& ratio = se::down_cast<const se::Rational&>(*exponent);
      const double degree = whole(ratio.get_den());
      assert(degree == 2 || degree == 3);
      base = operation(degree == 2 ? Op::sqrt : Op::cbrt, base);
      n = whole(ratio.get_num());
      root = true;
    } else {
      n = whole(exponent);
    }
    if (n < 0 && (root || guarded_)) {
      base = step({RuleStep::guarded_reciprocal, Op::div, base, kNone, 0});
      n = -n;
    }
    return operation(Op::pow, base, constant(n));
  }

  int call(const Expression& e) {
    const int x = write(e->get_args()[0]);
    if (se::is_a<se::Log>(*e))
      return guarded_ ? step({RuleStep::guarded_log, Op::log, x, kNone, 0}) : operation(Op::log, x);
    if (se::is_a<se::Sin>(*e)) return operation(Op::sin, x);
    if (se::is_a<se::Cos>(*e)) return operation(Op::cos, x);
    if (se::is_a<se::Tan>(*e)) return operation(Op::tan, x);
    if (se::is_a<se::Sinh>(*e)) return operation(Op::sinh, x);
    if (se::is_a<se::Cosh>(*e)) return operation(Op::cosh, x);
    assert(se::is_a<se::Tanh>(*e));
    return operation(Op::tanh, x);
  }

  bool guarded_;
};

Rule derivative(const Expression& f, const se::RCP<const se::Symbol>& variable, bool guarded) {
  Scribe scribe(guarded);
  const int last = scribe.write(se::diff(f, variable));
  // The result is the last step, also when it is just u or v.
  if (last < 0) scribe.rule.push_back({RuleStep::operation, Op::mul, last, kNone, 1});
  return std::move(scribe.rule);
}

struct Rules {
  std::map<Op, std::array<Rule, 2>> of;
  std::array<Rule, 2> whole_power, log_of_power;

  Rules() {
    const auto u = se::symbol("u"), v = se::symbol("v");
    const auto add = [&](Op op, const Expression& f, bool guarded = false) {
      of[op] = {derivative(f, u, guarded), derivative(f, v, guarded)};
    };
    add(Op::mul, se::mul(u, v));
    add(Op::div, se::div(u, v));
    add(Op::sin, se::sin(u));
    add(Op::cos, se::cos(u));
    add(Op::tan, se::tan(u));
    add(Op::asin, se::asin(u));
    add(Op::acos, se::acos(u));
    add(Op::atan, se::atan(u));
    add(Op::atan2, se::atan2(u, v), true);
    add(Op::sinh, se::sinh(u));
    add(Op::cosh, se::cosh(u));
    add(Op::tanh, se::tanh(u));
    add(Op::asinh, se::asinh(u));
    add(Op::acosh, se::acosh(u));
    add(Op::atanh, se::atanh(u));
    add(Op::erf, se::erf(u));
    add(Op::exp, se::exp(u));
    add(Op::log, se::log(u));
    add(Op::sqrt, se::sqrt(u));
    add(Op::cbrt, se::cbrt(u));
    whole_power = {derivative(se::pow(u, v), u, false), {}};
    // A real power: f' = f * (v log u)', finite at u = 0 wherever f is.
    const Expression log_f = se::mul(v, se::log(u));
    log_of_power = {derivative(log_f, u, true), derivative(log_f, v, true)};
  }
};

const Rules& rules() {
  static const Rules all;
  return all;
}

Node follow(Graph& graph, const Rule& rule, Node u, Node v) {
  std::vector<Node> values;
  const auto at = [&](int k) { return k == kU ? u : k == kV ? v : k == kNone ? -1 : values[k]; };
  for (const RuleStep& s : rule) {
    switch (s.kind) {
      case RuleStep::constant:
        values.push_back(graph.constant(s.value));
        break;
      case RuleStep::guarded_reciprocal:
        values.push_back(graph.guarded_reciprocal(at(s.a)));
        break;
      case RuleStep::guarded_log:
        values.push_back(graph.guarded_log(at(s.a)));
        break;
      case RuleStep::operation:
        values.push_back(s.b == kNone && s.op == Op::mul ? at(s.a)
                                                         : graph.apply(s.op, at(s.a), at(s.b)));
        break;
    }
  }
  return values.back();
}

}  // namespace

Node partial(Graph& graph, Node f, int operand) {
  const Operation o = graph[f];
  if (o.op == Op::pow) {
    if (operand == 0 && graph.is_whole_power(f))
      return follow(graph, rules().whole_power[0], o.a, o.b);
    return graph.mul(f, follow(graph, rules().log_of_power[operand], o.a, o.b));
  }
  // The derivative of a guarded 1/x is -(guarded 1/x)^2, and of a guarded log the guarded 1/x.
  if (o.guarded && o.op == Op::div) return graph.neg(graph.whole_power(f, 2));
  if (o.guarded && o.op == Op::log) return graph.guarded_reciprocal(o.a);
  return follow(graph, rules().of.at(o.op)[operand], o.a, o.b);
}

}  // namespace limber
