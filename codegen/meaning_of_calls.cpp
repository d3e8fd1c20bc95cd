// Functions of the file's own, sums, products and n!: names that stand for something only inside.
#include <algorithm>
#include <cmath>

#include "codegen/limits.h"
#include "codegen/meaning.h"

namespace limber {

// The body with some names meaning something of their own.
Value Evaluator::with_names(const Phrase& body,
                            const std::vector<std::pair<std::string, Value>>& names,
                            const Surroundings& around) {
  if (depth_ >= limits::depth) {
    fault(body.spot,
          "Functions call each other more than " + std::to_string(limits::depth) + " levels deep.");
    return {};
  }
  Surroundings inside = around;
  inside.find = [&](const std::string& name) -> std::optional<Value> {
    for (const auto& [own, value] : names)
      if (own == name) return value;
    return around.find ? around.find(name) : std::nullopt;
  };
  for (const auto& [own, value] : names) inside.names.push_back(own);
  ++depth_;
  const Value value = evaluate(body, inside);
  --depth_;
  return value;
}

Value Evaluator::own_function(const Term& term, const Surroundings& around) {
  const FunctionText& function =
      *std::ranges::find(formula_.functions, term.name, &FunctionText::name);
  if (forgotten_.contains(term.name)) return {};
  if (term.args.size() != function.inputs.size()) {
    fault(term.spot, quoted(term.name) + " takes " + std::to_string(function.inputs.size()) +
                         (function.inputs.size() == 1 ? " value" : " values") + ", and here " +
                         (term.args.size() == 1 ? "is " : "are ") +
                         std::to_string(term.args.size()) + ".");
    return {};
  }
  std::vector<std::pair<std::string, Value>> names;
  for (std::size_t k = 0; k < function.inputs.size(); ++k)
    names.emplace_back(function.inputs[k], arg(term, static_cast<int>(k)));
  return with_names(function.value, names, around);
}

Value Evaluator::series(const Term& term, const Surroundings& around) {
  for (int k = 0; k < 2; ++k)
    if (!expect(term, k, Value::number)) return {};
  if (term.name != "integral") return sum_or_product(term, around);
  if (!around.integral_over) {
    fault(term.spot, "An integral with a variable of its own cannot be worked out.",
          "an integral along the curve is written integral(f, begin, t)");
    return {};
  }
  return around.integral_over(term, arg(term, 0), arg(term, 1), [&](const Value& index) {
    return with_names(term.body, {{term.index, index}}, around);
  });
}

// The whole numbers a term can stand for.
std::optional<WholeRange> Evaluator::whole(int term, const Surroundings& around) const {
  const Node node = values_[static_cast<std::size_t>(term)].x;
  if (!graph_.is_constant(node)) return whole_range(graph_, node, around.whole);
  const double value = graph_.value(node);
  if (value != std::floor(value)) return {};
  return WholeRange{value, value};
}

// One term for every index there can be; where an end is a whole parameter, those beyond it count
// 0.
Value Evaluator::sum_or_product(const Term& term, const Surroundings& around) {
  const auto from = whole(term.args[0], around), to = whole(term.args[1], around);
  for (const int k : {0, 1})
    if (!(k == 0 ? from : to)) {
      fault(formula_.terms[static_cast<std::size_t>(term.args[static_cast<std::size_t>(k)])].spot,
            "A " + term.name + " runs over whole numbers.",
            "its ends are made of whole numbers and of parameters declared whole n = 5");
      return {};
    }
  if (!(to->high - from->low < limits::series_terms)) {
    fault(term.spot,
          "This " + term.name + " can have more than " + std::to_string(limits::series_terms) +
              " terms.",
          from == to ? "" : "give its parameter a range, as in whole n = 5, 1 <= n <= 20");
    return {};
  }
  const bool adds = term.name == "sum";
  const Node first = arg(term, 0).x, last = arg(term, 1).x;
  const Node neutral = graph_.constant(adds ? 0 : 1);
  Value total;
  const auto join = [&](Node& sum, Node one, Node inside) {
    const Node counted = inside < 0 ? one : graph_.select(inside, one, neutral);
    sum = adds ? graph_.add(sum, counted) : graph_.mul(sum, counted);
  };
  for (double k = from->low; k <= to->high; ++k) {
    const Node index = graph_.constant(k);
    const Value one = with_names(term.body, {{term.index, number_value(index)}}, around);
    if (one.kind == Value::unknown || graph_.full()) return {};
    if (one.kind == Value::condition || (one.kind == Value::point && !adds)) {
      fault(term.body.spot, adds ? "A condition cannot be added." : "Points cannot be multiplied.");
      return {};
    }
    if (total.kind == Value::unknown) total = {one.kind, neutral, neutral, one.dimension};
    Node inside = -1;
    const auto require = [&](Node condition) {
      inside = inside < 0 ? condition : graph_.apply(Op::logical_and, inside, condition);
    };
    if (k < from->high) require(graph_.apply(Op::less_equal, first, index));
    if (k > to->low) require(graph_.apply(Op::less_equal, index, last));
    join(total.x, one.x, inside);
    if (total.kind == Value::point) join(total.y, one.y, inside);
    if (adds) total.dimension = alike(term, total.dimension, one.dimension);
  }
  if (total.kind == Value::unknown) return number_value(neutral);  // no term at all
  if (!adds) total.dimension = {};
  return total;
}

Value Evaluator::factorial(const Term& term, const Surroundings& around) {
  if (!expect(term, 0, Value::number)) return {};
  constexpr double largest = 170;  // its factorial is the last that is finite
  const auto range = whole(term.args[0], around);
  if (!range) {
    fault(term.spot, "n! is for whole numbers n.",
          "a number, an index, or a parameter declared whole n = 5");
    return {};
  }
  if (range->low < 0 || range->high > largest) {
    fault(term.spot, "n! is known from 0 to 170.",
          range->low == range->high ? "" : "give n a range, as in whole n = 5, 0 <= n <= 20");
    return {};
  }
  return number_value(limber::factorial(graph_, arg(term, 0).x, *range));
}

}  // namespace limber
