// What the terms of an expression mean: each becomes a Value, nodes of a Graph with a shape and a
// dimension. Names mean what the surroundings say.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/definition.h"
#include "codegen/formula.h"
#include "codegen/graph.h"
#include "codegen/scalar_functions.h"

namespace limber {

// How a value scales with the drawing: as a power of length; whether it is an angle; or nothing of
// the kind is known, because it is a plain number as written.
struct Dimension {
  double length = 0;
  bool angle = false;
  bool plain = true;
};
Role role_of(const Dimension& dimension);
Dimension dimension_of(Role role);

struct Value {
  enum Kind { unknown, number, point, condition } kind = unknown;  // unknown: its mistake is told
  Node x = 0, y = 0;
  Dimension dimension;
};
Value number_value(Node x, Dimension dimension = {});
Value point_value(Node x, Node y, Dimension dimension);

Value length_of(Graph& graph, const Value& v);    // |v| of a point or a number
Value unit_of(Graph& graph, const Value& point);  // of length 1, or 0 where the point is 0

// What the names around an expression mean. Each may be left empty: then there are none.
struct Surroundings {
  std::function<std::optional<Value>(const std::string& name)> find;
  std::function<std::optional<Value>(const std::string& name, int k)> node;  // p[k]
  std::function<Value(const Value& value)> prime;                            // d/dt
  std::function<Value(const Term& call, const std::vector<Value>& terms)> integral;
  std::function<Value(const Term& series, const Value& from, const Value& to,
                      const std::function<Value(const Value& index)>& integrand)>
      integral_over;               // integral(f, s = 0..t)
  std::vector<WholeInput> whole;   // the parameters that are whole numbers
  std::vector<std::string> names;  // for suggestions
  std::string variable;            // "t"
};

// |x'|, just so.
bool is_speed(const Formula& formula, const Term& bars);

class Evaluator {
 public:
  Evaluator(Graph& graph, const Formula& formula, std::vector<Error>& errors)
      : graph_(graph), formula_(formula), errors_(errors), values_(formula.terms.size()) {
    for (const FunctionText& f : formula.functions) own_functions_.insert(f.name);
  }

  Value evaluate(const Phrase& phrase, const Surroundings& around);

  // Of the terms evaluated so far.
  const Value& value(int term) const { return values_[term]; }
  const std::vector<Value>& values() const { return values_; }

  // A phrase that must be a number, a point or a constant; unknown (or empty) after saying so.
  Value number(const Phrase& phrase, const Surroundings& around);
  Value point(const Phrase& phrase, const Surroundings& around);
  std::optional<double> constant(const Phrase& phrase, const Surroundings& around,
                                 const std::string& what);

  void fault(const Spot& spot, std::string message, std::string suggestion = {});

  // From now on a call of this function has no value: its mistake is told.
  void forget_function(const std::string& name) { forgotten_.insert(name); }

  // Whether a length added to an angle is a mistake. In a definition it is not: a name that was
  // declared a number may stand for either.
  bool units_matter = false;

 private:
  Value meaning(const Term& term, const Surroundings& around);
  Value name(const Term& term, const Surroundings& around);
  std::string unknown_name_hint(const std::string& name, const Surroundings& around) const;
  Value node(const Term& term, const Surroundings& around);
  Value binary(const Term& term);
  Value sum(const Term& term, const Value& a, const Value& b);
  Value product(const Term& term, const Value& a, const Value& b);
  Value quotient(const Term& term, const Value& a, const Value& b);
  Value power(const Term& term, const Value& a, const Value& b);
  Node power_node(const Term& term, Node base, Node exponent);
  Value compare(const Term& term);
  Value logic(const Term& term);
  Value bars(const Term& term, const Surroundings& around);
  Value call(const Term& term, const Surroundings& around);
  Value own_function(const Term& term, const Surroundings& around);
  Value with_names(const Phrase& body, const std::vector<std::pair<std::string, Value>>& names,
                   const Surroundings& around);
  Value series(const Term& term, const Surroundings& around);
  Value sum_or_product(const Term& term, const Surroundings& around);
  std::optional<WholeRange> whole(int term, const Surroundings& around) const;
  Value factorial(const Term& term, const Surroundings& around);
  Value scalar_function(const Term& term);
  Value point_function(const Term& term);
  Value piecewise(const Term& term);
  void refuse_if_infinite(const Term& term, Value& value);

  bool expect(const Term& term, int arg, Value::Kind kind);
  Dimension alike(const Term& term, const Dimension& a, const Dimension& b);
  const Value& arg(const Term& term, int k) const { return values_[term.args[k]]; }

  Graph& graph_;
  const Formula& formula_;
  std::vector<Error>& errors_;
  std::vector<Value> values_;
  std::set<std::string> own_functions_, forgotten_;
  int depth_ = 0;   // of functions and series within each other
  int worked_ = 0;  // terms worked out so far, those of functions at every call
};

}  // namespace limber
