#include "app/editor/draw_numbers.h"

#include <Eigen/QR>

#include <cmath>

#include "curves/gesture.h"

namespace limber {

namespace {

constexpr std::size_t most_fields = 3;  // more would be a form, not a hint
constexpr int most_rounds = 40;
constexpr double solved = 1e-12;  // of the numbers themselves

// Parameters that are shown: lengths first, then angles.
std::vector<int> shown_parameters(const CurveType& type) {
  std::vector<int> shown;
  for (const Role role : {Role::length, Role::angle})
    for (std::size_t i = 0; i < type.parameters.size(); ++i)
      if (type.parameters[i].role == role && shown.size() < most_fields)
        shown.push_back(static_cast<int>(i));
  return shown;
}

std::string short_label(const Parameter& parameter) {
  return parameter.label.empty() ? parameter.name : parameter.label;
}

double angle_between(double a, double b) { return std::remainder(a - b, 2 * std::acos(-1.0)); }

}  // namespace

int lengths_of(const CurveType& type) {
  int count = 0;
  for (const Parameter& parameter : type.parameters) count += parameter.role == Role::length;
  return count;
}

NumberFields fields_of(const CurveType& type) {
  NumberFields fields;
  for (const int i : shown_parameters(type)) {
    const Parameter& parameter = type.parameters[static_cast<std::size_t>(i)];
    fields.push_back({short_label(parameter), parameter.role == Role::angle});
  }
  return fields.empty() ? polar_fields() : fields;
}

std::vector<double> numbers_of(const std::shared_ptr<const CurveType>& type, const Point& press,
                               const Point& release) {
  const std::vector<int> shown = shown_parameters(*type);
  if (shown.empty()) return polar_numbers(press, release);
  std::vector<double> numbers;
  const std::optional<Curve> curve = draw(type, press, release);
  for (const int i : shown) numbers.push_back(curve ? curve->q[i] : 0);
  return numbers;
}

// Newton's method on release -> numbers, by differences: the gesture is a formula of its own, and two
// unknowns are cheap to vary. The shortest step is taken where the numbers leave a direction free.
Point typed_release(const TypedNumbers& typed, const std::shared_ptr<const CurveType>& type,
                    const Point& press, const Point& release) {
  const std::vector<int> shown = shown_parameters(*type);
  if (shown.empty()) return polar_end(typed, press, release);
  Point at = release;
  if ((at - press).norm() == 0) at = press + Point(1, 1);
  const auto error = [&](const Point& end) {
    const std::vector<double> now = numbers_of(type, press, end);
    Eigen::VectorXd off(static_cast<Eigen::Index>(shown.size()));
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::optional<double> wanted = typed.value(i);
      const bool angle = type->parameters[static_cast<std::size_t>(shown[i])].role == Role::angle;
      off[static_cast<Eigen::Index>(i)] =
          !wanted ? 0 : angle ? angle_between(now[i], *wanted) : now[i] - *wanted;
    }
    return off;
  };
  for (int round = 0; round < most_rounds; ++round) {
    const Eigen::VectorXd off = error(at);
    const double size = (at - press).norm();
    if (off.norm() <= solved * (1 + size)) break;
    const double h = 1e-6 * (size + 1e-3);
    Eigen::MatrixXd slope(off.size(), 2);
    for (int axis = 0; axis < 2; ++axis) {
      Point ahead = at, behind = at;
      ahead[axis] += h, behind[axis] -= h;
      slope.col(axis) = (error(ahead) - error(behind)) / (2 * h);
    }
    const Point step = slope.completeOrthogonalDecomposition().solve(off);
    if (!step.allFinite()) break;
    at -= step;
  }
  return at.allFinite() ? at : release;
}

NumberFields polar_fields() { return {{"length"}, {"angle", true}}; }

std::vector<double> polar_numbers(const Point& from, const Point& to) {
  const Point way = to - from;
  return {way.norm(), std::atan2(way.y(), way.x())};
}

Point polar_end(const TypedNumbers& typed, const Point& from, const Point& to) {
  const std::vector<double> now = polar_numbers(from, to);
  const double length = typed.value(0).value_or(now[0]), angle = typed.value(1).value_or(now[1]);
  return from + length * Point(std::cos(angle), std::sin(angle));
}

}  // namespace limber
