#include "solver/connector.h"

#include <utility>

namespace limber {

Connector point_at(CurveId curve, double t) { return {curve, PointAt{t}}; }
Connector sliding_at(CurveId curve, double t) { return {curve, SlidingAt{t}}; }
Connector tangent_at(CurveId curve, double t) { return {curve, Measured{"tangent", t}}; }
Connector tangent_at(CurveId curve, ConnectorId sliding) {
  return {curve, Measured{"tangent", 0, sliding}};
}
Connector normal_at(CurveId curve, double t) { return {curve, Measured{"normal", t}}; }
Connector normal_at(CurveId curve, ConnectorId sliding) {
  return {curve, Measured{"normal", 0, sliding}};
}
Connector measure_of(CurveId curve, std::string name) { return {curve, Measured{std::move(name)}}; }
Connector measure_of(CurveId curve, std::string name, ConnectorId sliding) {
  return {curve, Measured{std::move(name), 0, sliding}};
}
Connector parameter_of(CurveId curve, int index) { return {curve, ParameterOf{index}}; }
Connector on_paper(Point place) { return {CurveId{}, OnPaper{place}}; }

Shape shape_of(const Connector& connector, const CurveType* type) {
  if (std::holds_alternative<ParameterOf>(connector.what)) return Shape::number;
  const Measured* measured = std::get_if<Measured>(&connector.what);
  if (!measured || !type) return Shape::point;
  const auto* measure = type->find(measured->name);
  return measure ? measure->shape : Shape::point;
}

}  // namespace limber
