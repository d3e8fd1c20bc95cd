// The whole road from formula text to something that runs, as a table of contents. Every stage is a
// function from value to value:
//
//   parse            text -> Formula                         parse.h
//   to_expressions   Formula -> nodes of a Graph             expression.h
//   differentiate    -> every function, with its derivatives derivatives.h, differentiate.h
//   simplify         -> Programs                             simplify.h
//   interpreted, in_machine_code   -> Kernels                kernels.h
#include "codegen/compile.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "codegen/derivatives.h"
#include "codegen/expression.h"
#include "codegen/fault.h"
#include "codegen/interpret.h"
#include "codegen/kernels.h"
#include "codegen/machine_code.h"
#include "codegen/parse.h"
#include "codegen/simplify.h"

namespace limber {
namespace {

template <template <class> class D>
D<Program> programs(const Graph& graph, const D<Outline>& functions) {
  return transform<Program>(functions, [&](const FunctionName&, const Outline& f) {
    return f.inputs.empty() ? Program() : simplify(graph, f.inputs, f.outputs);
  });
}

double cost_of(const CurveDefinition<Program>& c) {
  return cost(c.point) + cost(c.motion) + cost(c.shape) + cost(c.drag) + cost(c.sweep);
}
double cost_of(const ConstraintDefinition<Program>& c) { return cost(c.evaluate); }

void finish(CurveExpressions& e, CurveDefinition<Program>& out) {
  out.drag_facts.degree = degree_along(out.drag);
  for (const MeasureExpression& m : e.measures) {
    const Measure<Outline> measure = differentiate(e, m);
    Measure<Program>& program = out.measures.emplace_back();
    static_cast<MeasureFacts&>(program) = measure;
    const auto simplified = [&](const Outline& f) {
      return simplify(e.graph, f.inputs, f.outputs);
    };
    for (const Integral<Outline>& i : measure.integrals)
      program.integrals.push_back({i.from, i.to, simplified(i.integrand), simplified(i.bend)});
    program.value = simplified(measure.value);
    program.bend = simplified(measure.bend);
  }
}
void finish(ConstraintExpressions&, ConstraintDefinition<Program>&) {}

// Every function of the curve or constraint itself, in programs; what is left is done once it is
// chosen. Nothing when it has too many operations.
template <class E>
struct Lowered {
  decltype(differentiate(std::declval<E>())) derivatives;
  decltype(programs(Graph(), derivatives.functions)) functions;

  explicit Lowered(const E& expressions)
      : derivatives(differentiate(expressions)),
        functions(programs(derivatives.expressions.graph, derivatives.functions)) {}
  bool fits() const { return !derivatives.expressions.graph.full(); }
  double cost() const { return fits() ? cost_of(functions) : HUGE_VAL; }
};

template <class E>
Result<Definition<Program>> shorter(const E& written, const E& factored, std::int64_t& work) {
  Lowered<E> chosen(written), other(factored);
  if (other.cost() < chosen.cost()) std::swap(chosen, other);
  if (chosen.fits()) finish(chosen.derivatives.expressions, chosen.functions);
  for (const auto* lowered : {&chosen, &other})
    work += lowered->derivatives.expressions.graph.work();
  if (!chosen.fits()) return too_large(written.spot);
  return Definition<Program>(std::move(chosen.functions));
}

// "(3, 0.25)"; what is nothing beside `size` is 0.
std::string shown(const double* x, double size) {
  const auto rounded = [&](double v) { return std::abs(v) < 1e-6 * size ? 0 : v; };
  char text[64];
  std::snprintf(text, sizeof text, "(%.4g, %.4g)", rounded(x[0]), rounded(x[1]));
  return text;
}

// A curve that is said to be closed ends where it begins, as it is first drawn at least. (With other
// parameters it may stay open, and is drawn so.) Its end is looked at also a hair inside: at the end
// itself the formula may be in its next round.
std::optional<Error> must_close(const CurveDefinition<Program>& curve, const Formula& formula) {
  constexpr double hair = 1e-12, near = 1e-9;
  if (!curve.closed || curve.is_family) return std::nullopt;
  const Kernel point = interpret(curve.point);
  std::vector<double> in;
  for (const Parameter& p : curve.parameters) in.push_back(p.value);
  const double range = curve.t_end - curve.t_begin;
  double begin[2], middle[2], end[2];
  const auto look = [&](double t, double* x) {
    in.resize(curve.parameters.size());
    in.push_back(t);
    return point(in.data(), x);
  };
  if (!look(curve.t_begin, begin)) return std::nullopt;
  double size = 0;
  for (const double share : {0.13, 0.38, 0.5, 0.77})
    if (look(curve.t_begin + share * range, middle))
      size = std::max(size, std::hypot(middle[0] - begin[0], middle[1] - begin[1]));
  const double rounding = near * (std::abs(begin[0]) + std::abs(begin[1]));
  double gap = 0;
  for (const double t : {curve.t_end, curve.t_end - hair * range}) {
    if (!look(t, end)) return std::nullopt;
    gap = std::hypot(end[0] - begin[0], end[1] - begin[1]);
    if (gap <= near * size + rounding) return std::nullopt;
  }
  const Spot& spot = formula.has_range ? formula.range_spot : formula.spot;
  return Error{"This curve does not close: it begins at " + shown(begin, gap) + " and ends at " +
                   shown(end, gap) + ".",
               spot.line, spot.column, spot.length,
               "leave out the word closed, or change where " + formula.variable + " ends", {}};
}

// Sums as written, and with common factors taken out: the shorter of the two. `work` grows by the
// operations asked of graphs.
Result<Definition<Program>> lower(std::string_view text, std::int64_t& work) {
  std::vector<Error> mistakes;
  const Formula formula = parse(text, mistakes);
  const Result<Expressions> written = to_expressions(formula, text, Sums::as_written, mistakes);
  if (!written) return written.error();
  const Result<Expressions> factored = to_expressions(formula, text, Sums::factored, mistakes);
  if (!factored) return factored.error();
  if (const auto* curve = std::get_if<CurveExpressions>(&*written)) {
    Result<Definition<Program>> made = shorter(*curve, std::get<CurveExpressions>(*factored), work);
    if (!made) return made;
    const auto open = must_close(std::get<CurveDefinition<Program>>(*made), formula);
    return open ? Result<Definition<Program>>(*open) : made;
  }
  return shorter(std::get<ConstraintExpressions>(*written),
                 std::get<ConstraintExpressions>(*factored), work);
}

}  // namespace

Result<Definition<Program>> lower(std::string_view text) {
  std::int64_t work = 0;
  return lower(text, work);
}

Result<Definition<Kernel>> compile_now(std::string_view text, Tier tier,
                                       const SharedBudget& budget) {
  if (budget && budget->symbolic_spent())
    return Error{"The formulas of this drawing are too much work together.", 0, 0, 1,
                 "use fewer types, or share one among several curves",       {}};
  std::int64_t work = 0;
  const Result<Definition<Program>> lowered = lower(text, work);
  if (budget) budget->spend_symbolic(work);
  if (!lowered) return lowered.error();
  return tier == Tier::interpret ? interpreted(*lowered) : in_machine_code(*lowered, budget);
}

std::string explain_value(std::string_view text, const std::vector<double>& inputs) {
  const Result<Definition<Program>> lowered = lower(text);
  const auto* curve = lowered ? std::get_if<CurveDefinition<Program>>(&*lowered) : nullptr;
  if (!curve || curve->point.inputs != static_cast<int>(inputs.size())) return {};
  return explain_fault(curve->point, inputs.data());
}

}  // namespace limber
