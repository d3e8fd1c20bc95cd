#include "solver/ranges.h"

#include <algorithm>

#include "solver/tolerances.h"

namespace limber {

void Ranges::build(const World& world, const Readings& readings, std::vector<Row>& rows) {
  ranges_.clear();
  std::vector<NumberRange> found;
  for (const Object& object : readings.columns.objects)
    object.add_ranges(world, readings.columns.parts, found);
  for (const NumberRange& of : found) {
    Range range;
    range.of = of;
    range.row = static_cast<int>(rows.size());
    ranges_.push_back(range);
    Row row;
    row.limit = of.limit;
    row.stop = true;
    rows.push_back(row);
  }
}

void Ranges::request_blocks(const Readings& readings, const Pattern& pattern,
                            std::vector<BlockRequest>& out) {
  for (Range& range : ranges_) {
    const auto after =
        std::upper_bound(pattern.begin.begin(), pattern.begin.end(), range.of.column);
    const int object = static_cast<int>(after - pattern.begin.begin()) - 1;
    range.in_block = range.of.column - pattern.begin[static_cast<std::size_t>(object)];
    out.push_back({range.row, 1, object, &range.block});
    if (range.of.end_part < 0) continue;
    const Part& part = readings.columns.parts[range.of.end_part];
    if (part.object < 0) continue;
    range.end_in_block = readings.columns.objects[static_cast<std::size_t>(part.object)].column_of(
        part, part.curve.type->t_end_parameter);
    if (range.end_in_block >= 0) out.push_back({range.row, 1, part.object, &range.end_block});
  }
}

void Ranges::weigh(double size) {
  for (Range& range : ranges_) {
    range.weight = range.of.extent > 0 ? size / range.of.extent : 1;
    const double margin = open_limit * size / range.weight;
    range.above = range.of.above_minimum ? margin : 0;
    range.below = range.of.below_maximum ? margin : 0;
    range.lower = range.least = range.of.minimum + range.above;
    range.upper = range.most = range.of.maximum - range.below;
  }
}

void Ranges::evaluate(const Readings& readings, const Eigen::VectorXd& q, Eigen::VectorXd& c) {
  for (Range& range : ranges_) {
    const double value = q[range.of.column];
    double upper = range.upper;
    if (range.of.end_part >= 0) upper = readings.end_parameter(range.of.end_part);
    range.at_lower = value - range.lower <= upper - value;
    c[range.row] = range.weight * (range.at_lower ? value - range.lower : upper - value);
  }
}

void Ranges::differentiate(std::vector<double>& J, Eigen::VectorXd& c_time) const {
  for (const Range& range : ranges_) {
    c_time[range.row] = 0;
    J[static_cast<std::size_t>(range.block + range.in_block)] =
        range.at_lower ? range.weight : -range.weight;
    if (range.end_block >= 0)
      J[static_cast<std::size_t>(range.end_block + range.end_in_block)] =
          range.at_lower ? 0 : range.weight;
  }
}

bool Ranges::clamp(Eigen::VectorXd& q) const {
  bool changed = false;
  for (const Range& range : ranges_) {
    double& value = q[range.of.column];
    const double upper = range.of.end_part < 0 ? range.upper : value;
    const double inside = std::max(std::min(value, upper), range.lower);
    changed = changed || inside != value;
    value = inside;
  }
  return changed;
}

bool Ranges::begin(const Eigen::VectorXd& q) {
  const auto begins = [](double value, double inner, double margin) {
    return margin > 0 && value < inner && value > inner - margin ? value : inner;
  };
  bool changed = false;
  for (Range& range : ranges_) {
    const double lower = begins(q[range.of.column], range.least, range.above);
    const double upper = -begins(-q[range.of.column], -range.most, range.below);
    changed = changed || lower != range.lower || upper != range.upper;
    range.lower = lower;
    range.upper = upper;
  }
  return changed;
}

void Ranges::close() {
  for (Range& range : ranges_) {
    range.lower = range.least;
    range.upper = range.most;
  }
}

}  // namespace limber
