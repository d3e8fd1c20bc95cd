// The rows of constraints and preferences; expression.h.
#include <algorithm>
#include <cmath>
#include <map>

#include "codegen/expression.h"
#include "codegen/lets.h"
#include "codegen/limits.h"
#include "codegen/meaning.h"

namespace limber {
namespace {

class ConstraintMeaning {
 public:
  ConstraintMeaning(const Formula& formula, ConstraintFacts facts, Sums sums,
                    std::vector<Error>& errors)
      : formula_(formula), errors_(errors), evaluator_(out_.graph, formula, errors) {
    out_.graph = Graph(sums);
    out_.facts = std::move(facts);
    out_.spot = formula.spot;
  }

  ConstraintExpressions run() {
    inputs();
    lets();
    for (const RowText& row : formula_.rows) {
      if (out_.facts.preference)
        squares(row);
      else
        rows(row);
    }
    if (formula_.rows.empty())
      fault(formula_.spot,
            out_.facts.preference ? "It is not said what should be small."
                                  : "It is not said what should hold.",
            out_.facts.preference ? "add a line: |a - b|^2" : "add a line: |a - b| = d");
    if (out_.rows.size() > limits::rows)
      fault(formula_.spot, "There are more than " + std::to_string(limits::rows) + " rows.");
    out_.facts.rows = static_cast<int>(out_.rows.size());
    out_.facts.timed = out_.graph.reachable(out_.rows)[static_cast<std::size_t>(out_.time)];
    return std::move(out_);
  }

 private:
  void fault(const Spot& spot, std::string message, std::string suggestion = {}) {
    errors_.push_back(error_at(spot, std::move(message), std::move(suggestion)));
  }

  void inputs() {
    Graph& g = out_.graph;
    g.constant(0);
    for (const Input& input : out_.facts.inputs) {
      const Node x = g.new_input();
      out_.inputs.push_back(x);
      around_.names.push_back(input.name);
      if (input.shape == Shape::number) {
        values_[input.name] = number_value(x, dimension_of(input.role));
        continue;
      }
      const Node y = g.new_input();
      out_.inputs.push_back(y);
      const Role role = input.shape == Shape::point ? Role::length : Role::number;
      values_[input.name] = point_value(x, y, dimension_of(role));
    }
    out_.time = g.new_input();
    values_["time"] = number_value(out_.time, dimension_of(Role::number));
    around_.names.push_back("time");
    around_.find = [this](const std::string& name) -> std::optional<Value> {
      const auto found = values_.find(name);
      if (found == values_.end()) return {};
      return found->second;
    };
  }

  void lets() {
    std::vector<Item> items;
    for (const Named& l : formula_.lets) {
      items.push_back({{l.name}, {l.value}, l.spot});
      around_.names.push_back(l.name);
    }
    add_functions(formula_, items);
    const int lets = static_cast<int>(formula_.lets.size());
    const Order order = order_of(formula_, items, errors_);
    for (const int k : order.circular) {
      if (k < lets)
        values_[formula_.lets[k].name] = {};
      else
        evaluator_.forget_function(items[k].names.front());
    }
    for (const int k : order.items) {
      if (k >= lets) continue;
      Value value = evaluator_.evaluate(formula_.lets[k].value, around_);
      if (value.kind == Value::condition) {
        fault(formula_.lets[k].value.spot, "A let names a number or a point, not a condition.");
        value = {};
      }
      values_[formula_.lets[k].name] = value;
    }
  }

  void add_row(Node row, Role role, Sense sense) {
    out_.rows.push_back(row);
    out_.facts.row_roles.push_back(role);
    out_.facts.senses.push_back(sense);
  }

  Role scale_of(const RowText& row, const Dimension& dimension) const {
    if (row.scale == "length") return Role::length;
    if (row.scale == "angle") return Role::angle;
    return row.scale == "number" ? Role::number : role_of(dimension);
  }

  // left = right, left >= right, or left alone.
  void rows(const RowText& row) {
    Graph& g = out_.graph;
    Value left = evaluator_.evaluate(row.left, around_);
    Value right = left;
    if (row.right) {
      right = evaluator_.evaluate(row.right, around_);
      if (left.kind == Value::unknown || right.kind == Value::unknown) return;
      if (left.kind != right.kind && !is_zero(right)) {
        fault(row.right.spot, left.kind == Value::point
                                  ? "On the left is a point, on the right a number."
                                  : "On the left is a number, on the right a point.");
        return;
      }
    } else {
      right.x = right.y = g.constant(0);
    }
    if (left.kind == Value::unknown) return;
    if (left.kind == Value::condition) {
      fault(row.left.spot, "A row is a number or a point, not a condition.");
      return;
    }
    const bool stop = row.comparison != Comparison::equal;
    if (stop && left.kind == Value::point) {
      fault(row.left.spot, "Points cannot be compared; only their numbers can.",
            "write a.x >= b.x");
      return;
    }
    if (row.comparison == Comparison::at_most) std::swap(left, right);
    const Role role = scale_of(row, is_zero(left)          ? right.dimension
                                    : left.dimension.plain ? right.dimension
                                                           : left.dimension);
    const Sense sense = stop ? Sense::at_least : Sense::equal;
    add_row(g.sub(left.x, right.x), role, sense);
    if (left.kind == Value::point)
      add_row(g.sub(left.y, is_zero(right) ? right.x : right.y), role, sense);
    if (g.is_constant(out_.rows.back()) && !g.full())
      fault(row.left.spot, "This row depends on nothing, so nothing can make it hold.");
  }

  bool is_zero(const Value& v) const {
    return v.kind == Value::number && out_.graph.is_constant(v.x, 0);
  }

  // k1 u1^2 + k2 |v|^2 + ...: one row sqrt(k) u for each square; a point gives two.
  void squares(const RowText& row) {
    if (row.right || row.comparison != Comparison::equal) {
      fault(row.right ? row.right.spot : row.left.spot,
            "A preference is an expression to be made small, not an equation.",
            "to bring two sides together, square their difference: (left - right)^2");
      return;
    }
    const Value whole = evaluator_.evaluate(row.left, around_);
    if (whole.kind == Value::unknown) return;
    std::vector<std::pair<int, double>> open{{row.left.root, 1.0}};
    while (!open.empty()) {
      const auto [k, weight] = open.back();
      open.pop_back();
      const Term& term = formula_.terms[k];
      if (term.kind == Term::binary && term.name == "+") {
        open.push_back({term.args[1], weight});
        open.push_back({term.args[0], weight});
      } else if (int rest = 0; double factor = plain_factor(term, rest)) {
        open.push_back({rest, weight * factor});
      } else if (!square(term, weight, row)) {
        return;
      }
    }
  }

  // The plain positive factor of k*u or u/k, and u; 0 when there is none.
  double plain_factor(const Term& term, int& rest) const {
    if (term.kind != Term::binary || (term.name != "*" && term.name != "/")) return 0;
    const auto plain = [&](int arg) {
      const Value& v = evaluator_.value(term.args[arg]);
      return v.kind == Value::number && out_.graph.is_constant(v.x) ? out_.graph.value(v.x) : 0;
    };
    if (const double k = plain(1); k > 0) {
      rest = term.args[0];
      return term.name == "*" ? k : 1 / k;
    }
    if (const double k = plain(0); k > 0 && term.name == "*") {
      rest = term.args[1];
      return k;
    }
    return 0;
  }

  bool square(const Term& term, double weight, const RowText& row) {
    const auto value = [&](int arg) -> const Value& { return evaluator_.value(term.args[arg]); };
    const auto same = [&] {
      return value(0).kind == value(1).kind && value(0).x == value(1).x &&
             (value(0).kind != Value::point || value(0).y == value(1).y);
    };
    if (term.kind == Term::binary && term.name == "^" && out_.graph.is_constant(value(1).x, 2)) {
      const Term& base = formula_.terms[term.args[0]];
      add_square(base.kind == Term::bars ? evaluator_.value(base.args[0]) : value(0), weight, row);
      return true;
    }
    const bool product = (term.kind == Term::binary && term.name == "*") ||
                         (term.kind == Term::call && term.name == "dot");
    if (product && same()) {
      add_square(value(0), weight, row);
      return true;
    }
    not_a_square(term);
    return false;
  }

  void not_a_square(const Term& term) {
    const Value& whole = evaluator_.value(static_cast<int>(&term - formula_.terms.data()));
    const bool negative =
        term.kind == Term::negate || (term.kind == Term::binary && term.name == "-");
    if (whole.kind == Value::point) {
      fault(term.spot, "A preference is a sum of squares, and this is a point.",
            "take the square of its length: |a - b|^2");
    } else if (whole.kind == Value::number && out_.graph.is_constant(whole.x)) {
      fault(term.spot, "This number stays the same, so it cannot be made small.", "leave it out");
    } else if (negative && has_square(term)) {
      fault(term.spot, "Squares may only be added: a preference cannot reward what is large.",
            term.kind == Term::negate
                ? "leave the minus out"
                : "to bring two numbers together, square their difference: (a - b)^2");
    } else if (term.kind == Term::binary && term.name == "^" &&
               out_.graph.is_constant(evaluator_.value(term.args[1]).x, 4)) {
      fault(term.spot, "A preference is a sum of squares, and this is a fourth power.",
            "write it as the square of a square: (a^2)^2");
    } else {
      fault(term.spot, "A preference is a sum of squares, and this is not a square.",
            term.kind == Term::bars ? "square it: | |^2" : "square it: ( )^2");
    }
  }

  bool has_square(const Term& term) const {
    for (const int k : term.args) {
      const Term& inside = formula_.terms[k];
      if (inside.kind == Term::binary && inside.name == "^") return true;
    }
    return false;
  }

  void add_square(const Value& base, double weight, const RowText& row) {
    Graph& g = out_.graph;
    const double factor = std::sqrt(weight);
    const Role role = scale_of(row, base.dimension);
    add_row(g.scale(factor, base.x), role, Sense::equal);
    if (base.kind == Value::point) add_row(g.scale(factor, base.y), role, Sense::equal);
  }

  const Formula& formula_;
  std::vector<Error>& errors_;
  ConstraintExpressions out_;
  Evaluator evaluator_;
  Surroundings around_;
  std::map<std::string, Value> values_;
};

}  // namespace

ConstraintExpressions constraint_expressions(const Formula& formula, ConstraintFacts facts,
                                             Sums sums, std::vector<Error>& errors) {
  return ConstraintMeaning(formula, std::move(facts), sums, errors).run();
}

}  // namespace limber
