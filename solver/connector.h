// Connector: a piece of geometry that moves with a curve. Constraints, forces and hands see
// connectors only, so none of them asks whether it holds a line, a circle, or a formula typed a
// minute ago.
//
// A place along a curve is a fixed t, or the t of a sliding connector: one more state variable.
#pragma once

#include <string>
#include <variant>

#include "curves/curve.h"
#include "solver/id.h"

namespace limber {

struct PointAt {  // a point fixed on the curve
  double t = 0;
};
struct SlidingAt {  // a point that slides along the curve: t is state
  double t = 0;
  double sense = 0;  // how it moved last (see World: the sense of a motion)
};
struct Measured {  // what the curve's type calls by name: "center", "length", "tangent"
  std::string name;
  double t = 0;         // for a measure that varies along the curve,
  ConnectorId at = {};  // unless it is read where this sliding connector of the curve stands
};
struct ParameterOf {  // one of the curve's own numbers
  int index = 0;
};
struct OnPaper {  // a place that moves with nothing; the connector's curve is none
  Point place = Point::Zero();
};

struct Connector {
  CurveId curve;
  std::variant<PointAt, SlidingAt, Measured, ParameterOf, OnPaper> what;
};

Connector point_at(CurveId curve, double t);
Connector sliding_at(CurveId curve, double t);
Connector tangent_at(CurveId curve, double t);
Connector tangent_at(CurveId curve, ConnectorId sliding);
Connector normal_at(CurveId curve, double t);
Connector normal_at(CurveId curve, ConnectorId sliding);
Connector measure_of(CurveId curve, std::string name);
Connector measure_of(CurveId curve, std::string name, ConnectorId sliding);
Connector parameter_of(CurveId curve, int index);
Connector on_paper(Point place);

// What a connector reads: a point, a direction or a number. Named measures are looked up in type.
Shape shape_of(const Connector& connector, const CurveType* type);

}  // namespace limber
