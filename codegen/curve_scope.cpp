#include "codegen/curve_scope.h"

#include <algorithm>

namespace limber {

bool Frame::is_known() const {
  return about.kind != Value::unknown && turned.kind != Value::unknown &&
         (!scale || scale->kind != Value::unknown);
}

Frame frame_of(const CurveScope& scope, const FrameText& text, const Surroundings& around) {
  Graph& g = scope.out.graph;
  Frame frame;
  frame.about = text.about ? scope.evaluator.point(text.about, around)
                           : point_value(g.constant(0), g.constant(0), {});
  frame.turned =
      text.turned ? scope.evaluator.number(text.turned, around) : number_value(g.constant(0));
  if (text.scale) frame.scale = scope.evaluator.number(text.scale, around);
  return frame;
}

bool is_unworkable(const CurveExpressions& e, Node root) {
  const std::vector<bool> reached = e.graph.reachable({root});
  for (std::size_t n = 0; n < reached.size(); ++n)
    if (reached[n] && e.graph[static_cast<Node>(n)].op == Op::integral) return true;
  for (const PrimeExpression& prime : e.primes)
    for (const Node input : prime.inputs)
      if (reached[input]) return true;
  return std::ranges::any_of(e.integrals, [&](const auto& i) { return reached[i.input]; });
}

}  // namespace limber
