// Every function of a definition under one name and in one order, and a definition of one kind of
// function made into a definition of another.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "codegen/definition.h"

namespace limber {

// `many`: is called for many t at once, so the last input deserves lanes.
struct FunctionName {
  std::string name;
  bool many = false;
};

// Calls visit(FunctionName, F&) for each. D is a CurveDefinition or ConstraintDefinition, const or not.
template <class F, class D, class Visit>
void visit_curve_functions(D& curve, Visit visit) {
  visit(FunctionName{"point", true}, curve.point);
  visit(FunctionName{"motion", true}, curve.motion);
  visit(FunctionName{"shape", true}, curve.shape);
  visit(FunctionName{"drag", true}, curve.drag);
  visit(FunctionName{"bend"}, curve.bend);
  visit(FunctionName{"sweep", true}, curve.sweep);
  visit(FunctionName{"gesture"}, curve.gesture);
  visit(FunctionName{"equation", true}, curve.equation);
  visit(FunctionName{"scope"}, curve.scope);
  for (auto& measure : curve.measures) {
    for (std::size_t i = 0; i < measure.integrals.size(); ++i) {
      const std::string integrand = measure.name + "_integrand" + std::to_string(i);
      visit(FunctionName{integrand, true}, measure.integrals[i].integrand);
      visit(FunctionName{integrand + "_bend", true}, measure.integrals[i].bend);
    }
    visit(FunctionName{measure.name + "_value"}, measure.value);
    visit(FunctionName{measure.name + "_bend"}, measure.bend);
  }
}

template <class F, class Visit>
void visit_functions(CurveDefinition<F>& curve, Visit visit) {
  visit_curve_functions<F>(curve, visit);
}
template <class F, class Visit>
void visit_functions(const CurveDefinition<F>& curve, Visit visit) {
  visit_curve_functions<F>(curve, visit);
}
template <class F, class Visit>
void visit_functions(ConstraintDefinition<F>& constraint, Visit visit) {
  visit(FunctionName{"evaluate"}, constraint.evaluate);
  visit(FunctionName{"bend"}, constraint.bend);
}
template <class F, class Visit>
void visit_functions(const ConstraintDefinition<F>& constraint, Visit visit) {
  visit(FunctionName{"evaluate"}, constraint.evaluate);
  visit(FunctionName{"bend"}, constraint.bend);
}

// The same definition with every function empty.
template <class To, class From>
CurveDefinition<To> without_functions(const CurveDefinition<From>& from) {
  CurveDefinition<To> to;
  static_cast<CurveFacts&>(to) = from;
  to.drag_facts = from.drag_facts;
  for (const Measure<From>& m : from.measures) {
    Measure<To>& copy = to.measures.emplace_back();
    static_cast<MeasureFacts&>(copy) = m;
    for (const Integral<From>& i : m.integrals) copy.integrals.push_back({i.from, i.to, {}, {}});
  }
  return to;
}
template <class To, class From>
ConstraintDefinition<To> without_functions(const ConstraintDefinition<From>& from) {
  ConstraintDefinition<To> to;
  static_cast<ConstraintFacts&>(to) = from;
  return to;
}

// Every function of `from` through `make`, in the order of visit_functions. D<From> to D<To>.
template <class To, class From, template <class> class D, class Make>
D<To> transform(const D<From>& from, Make make) {
  std::vector<To> made;
  visit_functions(from, [&](const FunctionName& name, const From& f) { made.push_back(make(name, f)); });
  D<To> to = without_functions<To>(from);
  std::size_t next = 0;
  visit_functions(to, [&](const FunctionName&, To& f) { f = std::move(made[next++]); });
  return to;
}

}  // namespace limber
