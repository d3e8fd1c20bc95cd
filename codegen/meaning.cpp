#include "codegen/meaning.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/names.h"

namespace limber {
namespace {

const char* a_kind(Value::Kind kind) {
  switch (kind) {
    case Value::number:
      return "a number";
    case Value::point:
      return "a point";
    case Value::condition:
      return "a condition";
    default:
      return "something unknown";
  }
}

Dimension added(const Dimension& a, const Dimension& b) {
  if (a.plain) return b;
  if (b.plain) return a;
  return {std::max(a.length, b.length), a.angle || b.angle, false};
}

Dimension multiplied(const Dimension& a, const Dimension& b) {
  return {a.length + b.length, a.angle != b.angle, a.plain && b.plain};
}

Dimension divided(const Dimension& a, const Dimension& b) {
  return {a.length - b.length, a.angle && !b.angle, a.plain && b.plain};
}

Dimension raised(const Dimension& a, double n) {
  return {a.length * n, a.angle && n == 1, a.plain};
}

// What the units of a number say it is, or nothing.
std::string a_dimension(const Dimension& d) {
  if (d.length == 1) return "a length";
  if (d.length == 2) return "an area";
  if (d.length != 0) return "a power of lengths";
  return d.angle ? "an angle" : "";
}

std::string short_number(double value) {
  char text[32];
  return std::string(
      text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr);
}

constexpr Dimension just_number{0, false, false};
constexpr Dimension an_angle{0, true, false};

// Names an author runs together: ab where a and b are known.
std::string as_product(const std::string& name, const std::vector<std::string>& known) {
  const auto is_known = [&](const std::string& part) {
    return std::ranges::find(known, part) != known.end();
  };
  for (std::size_t k = 1; k < name.size(); ++k)
    if (is_known(name.substr(0, k)) && is_known(name.substr(k)))
      return "did you mean " + name.substr(0, k) + "*" + name.substr(k) + "?";
  return {};
}

// cost where t is known: cos(t); sin2t: sin(2t).
std::string as_call(const std::string& name, const std::vector<std::string>& known) {
  for (std::size_t k = name.size() - 1; k >= 2; --k) {
    if (!find_function(name.substr(0, k))) continue;
    const std::size_t letters = name.find_first_not_of("0123456789", k);
    if (letters == name.npos || std::ranges::find(known, name.substr(letters)) == known.end())
      continue;
    return "did you mean " + name.substr(0, k) + "(" + name.substr(k) + ")?";
  }
  return {};
}

// Up to six names, to choose from when none is near.
std::string listed(const std::vector<std::string>& known) {
  std::string text;
  const std::size_t n = std::min<std::size_t>(known.size(), 6);
  for (std::size_t k = 0; k < n; ++k)
    text += (k == 0 ? "" : k + 1 == n ? " and " : ", ") + known[k];
  if (n == 0) return {};
  return (n == 1 ? "known here is " : "known here are ") + text +
         (known.size() > n ? ", and others" : "");
}

}  // namespace

Role role_of(const Dimension& d) {
  if (d.length == 1) return Role::length;
  return d.length == 0 && d.angle ? Role::angle : Role::number;
}

Dimension dimension_of(Role role) {
  if (role == Role::angle) return an_angle;
  return {role == Role::number ? 0.0 : 1.0, false, false};
}

Value number_value(Node x, Dimension dimension) { return {Value::number, x, 0, dimension}; }
Value point_value(Node x, Node y, Dimension dimension) { return {Value::point, x, y, dimension}; }

Value length_of(Graph& g, const Value& v) {
  if (v.kind == Value::number) return number_value(g.abs(v.x), v.dimension);
  const Node square = g.add(g.whole_power(v.x, 2), g.whole_power(v.y, 2));
  return number_value(g.sqrt(square), v.dimension);
}

Value unit_of(Graph& g, const Value& point) {
  const Node inverse = g.guarded_reciprocal(length_of(g, point).x);
  return point_value(g.mul(point.x, inverse), g.mul(point.y, inverse), just_number);
}

bool is_speed(const Formula& formula, const Term& bars) {
  const Term& inside = formula.terms[bars.args[0]];
  if (inside.kind != Term::prime) return false;
  const Term& name = formula.terms[inside.args[0]];
  return name.kind == Term::named && name.name == "x";
}

void Evaluator::fault(const Spot& spot, std::string message, std::string suggestion) {
  errors_.push_back(error_at(spot, std::move(message), std::move(suggestion)));
}

Value Evaluator::evaluate(const Phrase& phrase, const Surroundings& around) {
  if (!phrase) return {};
  for (int k = phrase.first; k <= phrase.root; ++k) {
    const Term& term = formula_.terms[k];
    if (term.kind == Term::inner) {  // worked out by its series
      k = static_cast<int>(term.value) - 1;
      continue;
    }
    if (++worked_ > limits::worked_terms) {
      if (worked_ == limits::worked_terms + 1)
        fault(term.spot, "This takes too long: its functions and sums have more than " +
                             std::to_string(limits::worked_terms) + " terms, written out.");
      return {};
    }
    values_[k] = meaning(term, around);
    refuse_if_infinite(term, values_[k]);
  }
  return values_[phrase.root];
}

// An operation on plain numbers that was not folded has no finite value.
void Evaluator::refuse_if_infinite(const Term& term, Value& value) {
  const auto is_plain = [&](const Value& v) {
    return v.kind == Value::unknown ||
           (graph_.is_constant(v.x) && (v.kind != Value::point || graph_.is_constant(v.y)));
  };
  if (term.args.empty() || graph_.full() || is_plain(value)) return;
  if (term.kind == Term::series) return;
  if (term.kind == Term::call && own_functions_.contains(term.name)) return;
  for (const int k : term.args)
    if (!is_plain(values_[k])) return;
  if (term.kind == Term::call && term.name == "integral") return;
  fault(term.spot, term.kind == Term::call ? term.name + " has no value for this number."
                                           : "This is too large, or has no value.");
  value = {};
}

Value Evaluator::number(const Phrase& phrase, const Surroundings& around) {
  const Value value = evaluate(phrase, around);
  if (value.kind == Value::number || value.kind == Value::unknown) return value;
  fault(phrase.spot,
        std::string("Here a number is wanted, and this is ") + a_kind(value.kind) + ".",
        value.kind == Value::point ? "take its .x or .y, or its length | |" : "");
  return {};
}

Value Evaluator::point(const Phrase& phrase, const Surroundings& around) {
  const Value value = evaluate(phrase, around);
  if (value.kind == Value::point || value.kind == Value::unknown) return value;
  fault(phrase.spot, std::string("Here a point is wanted, and this is ") + a_kind(value.kind) + ".",
        "a point is written (u, v)");
  return {};
}

std::optional<double> Evaluator::constant(const Phrase& phrase, const Surroundings& around,
                                          const std::string& what) {
  const Value value = number(phrase, around);
  if (value.kind == Value::unknown) return {};
  if (graph_.is_constant(value.x)) return graph_.value(value.x);
  fault(phrase.spot, what + " must be a plain number.");
  return {};
}

Value Evaluator::meaning(const Term& term, const Surroundings& around) {
  for (const int k : term.args)
    if (values_[k].kind == Value::unknown) return {};
  switch (term.kind) {
    case Term::number:
      return number_value(graph_.constant(term.value));
    case Term::named:
      return name(term, around);
    case Term::node:
      return node(term, around);
    case Term::component:
      if (!expect(term, 0, Value::point)) return {};
      return number_value(term.name == "x" ? arg(term, 0).x : arg(term, 0).y,
                          arg(term, 0).dimension);
    case Term::prime:
      if (around.prime) {
        if (arg(term, 0).kind != Value::condition) return around.prime(arg(term, 0));
        fault(term.spot, "A condition has no derivative.");
        return {};
      }
      fault(term.spot, "A prime means d/dt along the curve, which is not known here.");
      return {};
    case Term::negate: {
      const Value& a = arg(term, 0);
      if (a.kind == Value::point) return point_value(graph_.neg(a.x), graph_.neg(a.y), a.dimension);
      return expect(term, 0, Value::number) ? number_value(graph_.neg(a.x), a.dimension) : Value{};
    }
    case Term::binary:
      return binary(term);
    case Term::compare:
      return compare(term);
    case Term::both:
    case Term::either:
    case Term::opposite:
      return logic(term);
    case Term::vector:
      if (!expect(term, 0, Value::number) || !expect(term, 1, Value::number)) return {};
      return point_value(arg(term, 0).x, arg(term, 1).x,
                         added(arg(term, 0).dimension, arg(term, 1).dimension));
    case Term::bars:
      return bars(term, around);
    case Term::call:
      return call(term, around);
    case Term::piecewise:
      return piecewise(term);
    case Term::series:
      return series(term, around);
    case Term::inner:
      break;
  }
  return {};
}

Value Evaluator::name(const Term& term, const Surroundings& around) {
  if (around.find)
    if (const auto value = around.find(term.name)) return *value;
  if (const auto value = find_constant(term.name)) return number_value(graph_.constant(*value));
  fault(term.spot, "There is no " + quoted(term.name) + " here.",
        unknown_name_hint(term.name, around));
  return {};
}

// The likely intention behind a name nobody declared, the surest first.
std::string Evaluator::unknown_name_hint(const std::string& name,
                                         const Surroundings& around) const {
  const bool curve = formula_.kind == Formula::curve;
  std::vector<std::string> known = around.names;
  const std::size_t stem = name.size() > 2 && name[name.size() - 2] == '_' ? name.size() - 2
                           : name.empty()                                  ? 0
                                                                           : name.size() - 1;
  if (name.size() > 1 && (name.back() == 'x' || name.back() == 'y') && around.find)
    if (const auto point = around.find(name.substr(0, stem)); point && point->kind == Value::point)
      return "did you mean " + name.substr(0, stem) + "." + name.back() + "?";
  for (const char* constant : {"pi", "tau", "e"}) known.emplace_back(constant);
  if (const std::string product = as_product(name, known); !product.empty()) return product;
  if (const std::string call = as_call(name, known); !call.empty()) return call;
  if (const std::string hint = hint_for_name(name); !hint.empty()) return hint;
  if (const UnitWord* unit = find_unit(name); unit && !unit->angle)
    return unit->value == 1 ? "leave the unit out: lengths are in millimetres"
                            : "lengths are in millimetres: write " + short_number(unit->value) +
                                  " for 1" + std::string(unit->name);
  if (curve && formula_.nodes.empty() && (name == "t" || name == "theta"))
    return formula_.has_range ? "the variable here is " + quoted(formula_.variable)
                              : "add a line: " + name + " from 0 to tau";
  if (const std::string near = did_you_mean(name, known); !near.empty()) return near;
  if (const std::string near = did_you_mean(name, function_names()); !near.empty()) return near;
  return listed(around.names);
}

Value Evaluator::node(const Term& term, const Surroundings& around) {
  if (around.node)
    if (const auto value = around.node(term.name, static_cast<int>(term.value))) return *value;
  fault(term.spot, quoted(term.name) + " is not a name for nodes, so it takes no square brackets.",
        did_you_mean(term.name, around.names));
  return {};
}

Value Evaluator::binary(const Term& term) {
  for (int k = 0; k < 2; ++k)
    if (arg(term, k).kind == Value::condition) {
      fault(formula_.terms[term.args[k]].spot, "A condition is not a number.",
            "use if(condition, 1, 0)");
      return {};
    }
  const Value a = arg(term, 0), b = arg(term, 1);
  switch (term.name[0]) {
    case '*':
      return product(term, a, b);
    case '/':
      return quotient(term, a, b);
    case '^':
      return power(term, a, b);
    default:
      return sum(term, a, b);
  }
}

Value Evaluator::sum(const Term& term, const Value& a, const Value& b) {
  if (a.kind != b.kind) {
    fault(term.spot,
          std::string(term.name == "+" ? "A point and a number cannot be added."
                                       : "A point and a number cannot be subtracted."),
          "a point is written (u, v)");
    return {};
  }
  const auto combined = [&](Node x, Node y) {
    return term.name == "+" ? graph_.add(x, y) : graph_.sub(x, y);
  };
  const Dimension dimension = alike(term, a.dimension, b.dimension);
  if (a.kind == Value::number) return number_value(combined(a.x, b.x), dimension);
  return point_value(combined(a.x, b.x), combined(a.y, b.y), dimension);
}

Value Evaluator::product(const Term& term, const Value& a, const Value& b) {
  const Dimension dimension = multiplied(a.dimension, b.dimension);
  if (a.kind == Value::number && b.kind == Value::number)
    return number_value(graph_.mul(a.x, b.x), dimension);
  if (a.kind == Value::point && b.kind == Value::point) {
    fault(term.spot, "Two points cannot be multiplied.", "use dot(a, b) or cross(a, b)");
    return {};
  }
  const Value& p = a.kind == Value::point ? a : b;
  const Node k = a.kind == Value::point ? b.x : a.x;
  return point_value(graph_.mul(k, p.x), graph_.mul(k, p.y), dimension);
}

Value Evaluator::quotient(const Term& term, const Value& a, const Value& b) {
  if (b.kind == Value::point) {
    fault(term.spot, "Nothing can be divided by a point.", "divide by its length | |");
    return {};
  }
  if (graph_.is_constant(b.x, 0)) {
    fault(term.spot, "This divides by zero.");
    return {};
  }
  const Dimension dimension = divided(a.dimension, b.dimension);
  if (a.kind == Value::number) return number_value(graph_.div(a.x, b.x), dimension);
  return point_value(graph_.div(a.x, b.x), graph_.div(a.y, b.x), dimension);
}

// e^x by the function for it; an exponent written as a quotient with an odd divisor is a real root.
Node Evaluator::power_node(const Term& term, Node base, Node exponent) {
  if (!graph_.is_constant(exponent) && graph_.is_constant(base, std::numbers::e))
    return graph_.apply(Op::exp, exponent);
  const Term& written = formula_.terms[term.args[1]];
  if (written.kind == Term::binary && written.name == "/" && graph_.is_constant(exponent) &&
      !graph_.is_constant(base)) {
    const double p = graph_.value(arg(written, 0).x), q = graph_.value(arg(written, 1).x);
    const auto is_small = [](double n) { return n == std::floor(n) && std::abs(n) <= 64; };
    if (is_small(p) && is_small(q)) {
      const int common = std::gcd(static_cast<int>(p), static_cast<int>(q));
      const int sign = q < 0 ? -1 : 1;
      const int above = sign * static_cast<int>(p) / common;
      const int below = sign * static_cast<int>(q) / common;
      if (below > 1 && below % 2 == 1) return odd_root(graph_, base, above, below);
    }
  }
  return graph_.pow(base, exponent);
}

Value Evaluator::power(const Term& term, const Value& a, const Value& b) {
  if (a.kind == Value::point || b.kind == Value::point) {
    fault(term.spot, "A point cannot stand in a power.",
          a.kind == Value::point ? "use |p|^2 or dot(p, p)" : "");
    return {};
  }
  const Node result = power_node(term, a.x, b.x);
  const double n = graph_.is_constant(b.x) ? graph_.value(b.x) : 0;
  return number_value(result, n == 0 ? Dimension{0, false, a.dimension.plain && b.dimension.plain}
                                     : raised(a.dimension, n));
}

Value Evaluator::compare(const Term& term) {
  if (!expect(term, 0, Value::number) || !expect(term, 1, Value::number)) return {};
  const Node a = arg(term, 0).x, b = arg(term, 1).x;
  alike(term, arg(term, 0).dimension, arg(term, 1).dimension);
  Node result = 0;
  if (term.name == "<")
    result = graph_.apply(Op::less, a, b);
  else if (term.name == "<=")
    result = graph_.apply(Op::less_equal, a, b);
  else if (term.name == ">")
    result = graph_.apply(Op::less, b, a);
  else if (term.name == ">=")
    result = graph_.apply(Op::less_equal, b, a);
  else
    result = graph_.apply(Op::equal, a, b);
  if (term.name == "!=") result = graph_.apply(Op::logical_not, result);
  return {Value::condition, result, 0, {}};
}

Value Evaluator::logic(const Term& term) {
  for (int k = 0; k < static_cast<int>(term.args.size()); ++k)
    if (!expect(term, k, Value::condition)) return {};
  const Node a = arg(term, 0).x;
  if (term.kind == Term::opposite)
    return {Value::condition, graph_.apply(Op::logical_not, a), 0, {}};
  const Op op = term.kind == Term::both ? Op::logical_and : Op::logical_or;
  return {Value::condition, graph_.apply(op, a, arg(term, 1).x), 0, {}};
}

// |v|, a length or an absolute value; |x'| is the length of at'.
Value Evaluator::bars(const Term& term, const Surroundings& around) {
  if (is_speed(formula_, term) && around.find)
    if (const auto at = around.find("at"); at && at->kind == Value::point)
      return length_of(graph_, around.prime(*at));
  if (arg(term, 0).kind == Value::condition) {
    fault(term.spot, "A condition has no length.");
    return {};
  }
  return length_of(graph_, arg(term, 0));
}

Value Evaluator::call(const Term& term, const Surroundings& around) {
  if (term.name == "integral") {
    if (around.integral) return around.integral(term, values_);
    fault(term.spot, "An integral runs along a curve, so it cannot be used here.");
    return {};
  }
  if (own_functions_.contains(term.name)) return own_function(term, around);
  if (term.name == "factorial") return factorial(term, around);
  if (term.name == "abs" && arg(term, 0).kind == Value::point)
    return length_of(graph_, arg(term, 0));
  for (const char* name : {"dot", "cross", "perp", "unit", "rotate", "polar", "angle"})
    if (term.name == name) return point_function(term);
  return scalar_function(term);
}

Value Evaluator::scalar_function(const Term& term) {
  std::vector<Node> arguments;
  Dimension dimension;
  for (int k = 0; k < static_cast<int>(term.args.size()); ++k) {
    if (!expect(term, k, Value::number)) return {};
    arguments.push_back(arg(term, k).x);
    dimension = k == 0 ? arg(term, k).dimension : alike(term, dimension, arg(term, k).dimension);
  }
  const Node x = apply_function(graph_, term.name, arguments);
  if (term.name == "abs" || term.name == "min" || term.name == "max" || term.name == "mod")
    return number_value(x, dimension);
  if (term.name == "sqrt") return number_value(x, raised(dimension, 0.5));
  if (term.name == "cbrt") return number_value(x, raised(dimension, 1.0 / 3));
  if (gives_angle(term.name)) return number_value(x, an_angle);
  return number_value(x, dimension.plain ? dimension : just_number);
}

Value Evaluator::point_function(const Term& term) {
  const bool number_first = term.name == "polar";
  const bool number_second = number_first || term.name == "rotate";
  if (!expect(term, 0, number_first ? Value::number : Value::point)) return {};
  if (term.args.size() > 1 && !expect(term, 1, number_second ? Value::number : Value::point))
    return {};
  Graph& g = graph_;
  const Value a = arg(term, 0), b = term.args.size() > 1 ? arg(term, 1) : Value{};
  const auto dot = [&] { return g.add(g.mul(a.x, b.x), g.mul(a.y, b.y)); };
  const auto cross = [&] { return g.sub(g.mul(a.x, b.y), g.mul(a.y, b.x)); };
  if (term.name == "dot") return number_value(dot(), multiplied(a.dimension, b.dimension));
  if (term.name == "cross") return number_value(cross(), multiplied(a.dimension, b.dimension));
  if (term.name == "perp") return point_value(g.neg(a.y), a.x, a.dimension);
  if (term.name == "angle") return number_value(g.apply(Op::atan2, cross(), dot()), an_angle);
  if (term.name == "unit") return unit_of(g, a);
  const Node c = g.apply(Op::cos, b.x), s = g.apply(Op::sin, b.x);
  if (term.name == "polar") return point_value(g.mul(a.x, c), g.mul(a.x, s), a.dimension);
  return point_value(g.sub(g.mul(a.x, c), g.mul(a.y, s)), g.add(g.mul(a.x, s), g.mul(a.y, c)),
                     a.dimension);
}

// value, condition, value, condition, ..., value otherwise: chosen from the last to the first.
Value Evaluator::piecewise(const Term& term) {
  const int last = static_cast<int>(term.args.size()) - 1;
  Value result = arg(term, last);
  if (result.kind == Value::condition) return expect(term, last, Value::number), Value{};
  for (int k = last - 2; k >= 0; k -= 2) {
    if (!expect(term, k + 1, Value::condition) || !expect(term, k, result.kind)) return {};
    const Value& value = arg(term, k);
    const Node condition = arg(term, k + 1).x;
    result.x = graph_.select(condition, value.x, result.x);
    if (result.kind == Value::point) result.y = graph_.select(condition, value.y, result.y);
    result.dimension = alike(term, result.dimension, value.dimension);
  }
  return result;
}

// The dimension of both together. A plain number goes with everything.
Dimension Evaluator::alike(const Term& term, const Dimension& a, const Dimension& b) {
  const std::string first = a_dimension(a), second = a_dimension(b);
  if (units_matter && !first.empty() && !second.empty() && first != second)
    fault(term.spot, "This mixes " + first + " and " + second + ".",
          "give both the same kind of unit");
  return added(a, b);
}

bool Evaluator::expect(const Term& term, int k, Value::Kind kind) {
  const Value& value = arg(term, k);
  if (value.kind == kind) return true;
  std::string suggestion;
  if (kind == Value::condition) suggestion = "a condition compares, as in t < 1";
  if (kind == Value::point) suggestion = "a point is written (u, v)";
  if (value.kind == Value::point && kind == Value::number)
    suggestion = "take its .x or .y, or its length | |";
  const std::string where =
      term.kind == Term::call || term.kind == Term::piecewise ? " in " + term.name : "";
  fault(formula_.terms[term.args[k]].spot,
        std::string("Here") + where + " " + a_kind(kind) + " is wanted, and this is " +
            a_kind(value.kind) + ".",
        suggestion);
  return false;
}

}  // namespace limber
