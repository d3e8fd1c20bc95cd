#include "codegen/implicit_meaning.h"

#include <algorithm>

namespace limber {
namespace {

// In the frame.
Value in_frame(Graph& g, const Frame& frame, Node x, Node y) {
  const Node dx = g.sub(x, frame.about.x), dy = g.sub(y, frame.about.y);
  const Node cosine = g.apply(Op::cos, frame.turned.x), sine = g.apply(Op::sin, frame.turned.x);
  const auto scaled = [&](Node n) { return frame.scale ? g.div(n, frame.scale->x) : n; };
  const Node along = scaled(g.add(g.mul(cosine, dx), g.mul(sine, dy)));
  return point_value(along, scaled(g.sub(g.mul(cosine, dy), g.mul(sine, dx))),
                     dimension_of(Role::length));
}

// Left side less right side, at a point of the paper.
Value equation_at(const CurveScope& scope, const Frame& frame, Node x, Node y) {
  const Value here = in_frame(scope.out.graph, frame, x, y);
  const Value paper = point_value(x, y, dimension_of(Role::length));
  const std::vector<std::string> names = plane_names(scope);
  Surroundings around = scope.around;
  around.find = [&](const std::string& name) -> std::optional<Value> {
    if (name == "x") return number_value(here.x, here.dimension);
    if (name == "y") return number_value(here.y, here.dimension);
    if (name == "p" && names.size() == 3) return paper;
    return scope.around.find(name);
  };
  const Value left = scope.evaluator.number(scope.formula.implicit->left, around);
  const Value right = scope.evaluator.number(scope.formula.implicit->right, around);
  if (left.kind == Value::unknown || right.kind == Value::unknown) return {};
  return number_value(scope.out.graph.sub(left.x, right.x));
}

// The middle of all places, which takes the pieces along where it is moved.
Value middle_of_places(CurveExpressions& out) {
  Graph& g = out.graph;
  Node x = g.constant(0), y = x;
  int count = 0;
  for (std::size_t k = 0; k < out.facts.parameters.size(); ++k)
    if (out.facts.parameters[k].role == Role::x)
      x = g.add(x, out.q[k]), y = g.add(y, out.q[k + 1]), ++count;
  const double share = count > 0 ? 1.0 / count : 0;
  return point_value(g.scale(share, x), g.scale(share, y), dimension_of(Role::length));
}

// Half the side of the square, where none is given: so much larger than all lengths together.
Node usual_half(CurveExpressions& out, const Value& middle) {
  constexpr double wider = 3, without_lengths = 100;  // mm: about a sheet of paper
  Graph& g = out.graph;
  Node sum = g.constant(0);
  int places = 0;
  for (const Parameter& p : out.facts.parameters) places += p.role == Role::x;
  for (std::size_t k = 0; k < out.facts.parameters.size(); ++k) {
    const Role role = out.facts.parameters[k].role;
    if (role == Role::length) sum = g.add(sum, g.abs(out.q[k]));
    if (role == Role::x && places > 1)
      sum = g.add(sum, g.sqrt(g.add(g.whole_power(g.sub(out.q[k], middle.x), 2),
                                    g.whole_power(g.sub(out.q[k + 1], middle.y), 2))));
  }
  return g.is_constant(sum, 0) ? g.constant(without_lengths) : g.scale(wider, sum);
}

// The frame and the square are known before any point of the curve is.
void refuse_if_not_of_parameters(const CurveScope& scope) {
  const std::vector<bool> reached = scope.out.graph.reachable(scope.out.scope);
  if (scope.out.graph.full() || !reached[scope.out.t]) return;
  scope.fault(scope.formula.within ? scope.formula.within_spot : scope.formula.implicit->spot,
              "Where a curve is traced is said by parameters and lets of them.");
}

}  // namespace

std::vector<std::string> plane_names(const CurveScope& scope) {
  std::vector<std::string> names{"x", "y"};
  const auto& lets = scope.formula.lets;
  const bool taken =
      scope.values.contains("p") || std::ranges::find(lets, "p", &Named::name) != lets.end();
  if (!taken) names.push_back("p");
  return names;
}

Value implicit_point(const CurveScope& scope, const Surroundings& with_bounds) {
  CurveExpressions& out = scope.out;
  Graph& g = out.graph;
  const ImplicitText& text = *scope.formula.implicit;
  const Phrase& within = scope.formula.within;
  const Frame frame = frame_of(scope, text.frame, with_bounds);
  const Value half = within ? scope.evaluator.number(within, with_bounds) : Value{};
  if (!frame.is_known() || (within && half.kind == Value::unknown)) return {};
  const Value middle = text.frame.about ? frame.about : middle_of_places(out);
  const auto across = [&](const char* from, const char* to, const char* axis) {
    const Node a = scope.values[from + std::string(axis) + "[0]"].x;
    const Node b = scope.values[to + std::string(axis) + "[0]"].x;
    return g.add(a, g.mul(out.t, g.sub(b, a)));
  };
  const Node n_x = across("from'", "to'", ".x"), n_y = across("from'", "to'", ".y");
  const Node a_x = g.add(middle.x, across("from", "to", ".x"));
  const Node a_y = g.add(middle.y, across("from", "to", ".y"));
  const Node s = g.new_input();
  const Value f = equation_at(scope, frame, g.add(a_x, g.mul(s, n_x)), g.add(a_y, g.mul(s, n_y)));
  if (f.kind == Value::unknown || g.full()) return {};
  if (is_unworkable(out, f.x)) {
    scope.fault(text.spot, "In an equation of the curve there is no integral and no prime.");
    return {};
  }
  if (!g.depending_on(s)[f.x]) {
    scope.fault(text.spot, "This is no equation between x and y.");
    return {};
  }
  const Node found = g.root(f.x, Graph::no_slope, s);
  const Value at = point_value(g.add(a_x, g.mul(found, n_x)), g.add(a_y, g.mul(found, n_y)),
                               dimension_of(Role::length));
  out.plane = {g.new_input(), g.new_input()};
  out.equation = {equation_at(scope, frame, out.plane[0], out.plane[1]).x};
  out.scope = {middle.x, middle.y, within ? half.x : usual_half(out, middle)};
  refuse_if_not_of_parameters(scope);
  return at;
}

}  // namespace limber
