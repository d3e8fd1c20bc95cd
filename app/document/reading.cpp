#include "app/document/reading.h"

namespace limber {

namespace {

bool measure_reads(const World& world, const Connector& connector, const Measured& measured,
                   Point& out) {
  const Curve* curve = world.find(connector.curve);
  const auto* measure = curve ? curve->type->find(measured.name) : nullptr;
  MeasureReading reading;
  if (!measure || !measure_at(*curve, *measure, t_of(world, connector).value_or(0), reading))
    return false;
  out = Point(reading.value[0], reading.value.size() > 1 ? reading.value[1] : 0);
  return out.allFinite();
}

}  // namespace

std::optional<double> t_of(const World& world, const Connector& connector) {
  if (const auto* fixed = std::get_if<PointAt>(&connector.what)) return fixed->t;
  if (const auto* sliding = std::get_if<SlidingAt>(&connector.what)) return sliding->t;
  const auto* measured = std::get_if<Measured>(&connector.what);
  if (!measured) return std::nullopt;
  const Connector* where = world.find(measured->at);
  return where ? t_of(world, *where) : measured->t;
}

bool reading_of(const World& world, const Connector& connector, Point& out) {
  if (const auto* measured = std::get_if<Measured>(&connector.what))
    return measure_reads(world, connector, *measured, out);
  if (const auto* parameter = std::get_if<ParameterOf>(&connector.what)) {
    const Curve* curve = world.find(connector.curve);
    if (!curve || parameter->index >= curve->q.size()) return false;
    out = Point(curve->q[parameter->index], 0);
    return out.allFinite();
  }
  return place_of(world, connector, out) && out.allFinite();
}

bool reading_of(const World& world, const Argument& argument, Point& out) {
  if (const Connector* connector = world.find(argument.connector))
    return reading_of(world, *connector, out);
  out = Point(argument.number[0], argument.number[1]);
  return true;
}

}  // namespace limber
