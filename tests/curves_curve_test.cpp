#include "curves/curve.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "curves/bounds.h"
#include "curves/nearest.h"
#include "laws.h"

namespace limber {
namespace {

// Differences of fourth order: (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12h.
template <class F>
auto difference(F&& f, double h) {
  return ((8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)).eval();
}

// What is integrated may all but break, near a cusp, and is known to some 1e-9: of the differences with
// these steps the one that the next smaller step agrees with best.
template <class F>
auto settled_difference(F&& f) {
  auto best = difference(f, 1e-3), before = best;
  double least = HUGE_VAL;
  for (const double h : {3e-4, 1e-4, 3e-5}) {
    const auto next = difference(f, h);
    const double change = (next - before).norm();
    if (change < least) best = next;
    least = std::min(least, change);
    before = next;
  }
  return best;
}

Point moved_point(Curve curve, int parameter, double by, double t) {
  curve.q[parameter] += by;
  Point x;
  REQUIRE(point_at(curve, t, x));
  return x;
}

Eigen::Matrix2Xd all_columns(const Motion& motion, Eigen::Index size) {
  Eigen::Matrix2Xd x_q = Eigen::Matrix2Xd::Zero(2, size);
  for (std::size_t i = 0; i < motion.column.size(); ++i)
    x_q.col(motion.column[i]) += motion.x_q.col(static_cast<Eigen::Index>(i));
  return x_q;
}

// A curve of as many turns as you like ends between two of them: where a cycloid has come round its
// length is not smooth.
Curve between_turns(Curve curve) {
  const CurveType& type = *curve.type;
  if (type.t_end_parameter >= 0 && !type.closed) curve.q[type.t_end_parameter] += 0.3;
  return curve;
}

double step_for(const Curve& curve, int i) {
  const Role role = parameter(*curve.type, i).role;
  return role == Role::angle || role == Role::number ? 1e-4 : 3e-5 * rough_size(curve);
}

}  // namespace

TEST_CASE("the toolbox is whole") {
  CHECK(every_curve_type().size() >= 40);
  for (const auto& type : every_curve_type()) {
    CAPTURE(type->name);
    CHECK(!type->title.empty());
    const Curve curve = default_curve(type);
    const double size = rough_size(curve);
    if (type->name != "point") CHECK(size > 10);
    CHECK(size < 100);
  }
}

TEST_CASE("x_q and x_t agree with finite differences, for every curve type") {
  Motion motion;
  for (auto& [type, random] : every_type_and_form(1990))
    for (int trial = 0; trial < 20; ++trial) {
      const Curve curve = random.curve(type);
      const double t = random.t(curve);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(t);
      REQUIRE(motion_at(curve, t, motion));
      const Eigen::Matrix2Xd x_q = all_columns(motion, curve.q.size());
      for (int i = 0; i < curve.q.size(); ++i) {
        CAPTURE(parameter_name(*type, i));
        const Point slope =
            difference([&](double h) { return moved_point(curve, i, h, t); }, step_for(curve, i));
        CHECK((slope - x_q.col(i)).norm() < 1e-6 * (1 + x_q.col(i).norm()));
      }
      const Point x_t = difference([&](double h) { return moved_point(curve, 0, 0, t + h); }, 1e-4);
      CHECK((x_t - motion.x_t).norm() < 1e-5 * (1 + motion.x_t.norm()));
    }
}

TEST_CASE("x_tt and curvature agree with differences, for every curve type") {
  for (auto& [type, random] : every_type_and_form(4))
    for (int trial = 0; trial < 10; ++trial) {
      const Curve curve = random.curve(type);
      const double t = random.t(curve);
      CAPTURE(type->name);
      CAPTURE(t);
      const auto course = [&](double at) {
        Course c;
        REQUIRE(course_at(curve, at, c));
        return c;
      };
      const Course c = course(t);
      const Point x_tt = difference([&](double h) { return course(t + h).x_t; }, 1e-4);
      CHECK((x_tt - c.x_tt).norm() < 1e-5 * (1 + c.x_tt.norm() + c.x_t.norm()));
      double curvature;
      if (!curvature_at(curve, t, curvature)) continue;
      const double h = 1e-5;
      Point before, after;
      REQUIRE(tangent_at(curve, t - h, before));
      REQUIRE(tangent_at(curve, t + h, after));
      const double turn = before.x() * after.y() - before.y() * after.x();
      const double expected = turn / (2 * h * c.x_t.norm());
      CHECK(std::abs(curvature - expected) < 1e-4 * (1 + std::abs(curvature)));
    }
}

TEST_CASE("closed curves close") {
  for (auto& [type, random] : every_type_and_form(5)) {
    if (!type->closed) continue;
    for (int trial = 0; trial < 20; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      Point begin, end, beyond, inside;
      const double range = t_end(curve) - t_begin(curve), t = random.t(curve);
      REQUIRE(point_at(curve, t_begin(curve), begin));
      REQUIRE(point_at(curve, std::nextafter(t_end(curve), 0.0), end));
      CHECK((begin - end).norm() < 1e-9 * rough_size(curve));
      REQUIRE(point_at(curve, t, inside));
      REQUIRE(point_at(curve, t + 2 * range, beyond));
      CHECK((inside - beyond).norm() < 1e-9 * rough_size(curve));
    }
  }
}

TEST_CASE("a curve is continuous across its breaks, and smooth between them") {
  std::vector<double> joints;
  for (auto& [type, random] : every_type_and_form(6))
    for (int trial = 0; trial < 5; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      breaks(curve, joints);
      REQUIRE(joints.front() == t_begin(curve));
      REQUIRE(joints.back() == t_end(curve));
      for (std::size_t k = 1; k + 1 < joints.size(); ++k) {
        REQUIRE(joints[k] > joints[k - 1]);
        Point before, after;
        const double h = 1e-10 * (joints[k] - joints[k - 1]);
        if (branch_at(curve, joints[k] - h).to <= joints[k]) continue;  // another branch begins there
        REQUIRE(point_at(curve, joints[k] - h, before));
        REQUIRE(point_at(curve, joints[k] + h, after));
        CHECK((before - after).norm() < 1e-6 * rough_size(curve));
      }
    }
}

TEST_CASE("many t in one call give the very points of one call each") {
  Locale locale;
  for (auto& [type, random] : every_type_and_form(7)) {
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    std::vector<double> joints, t, x;
    breaks(curve, joints);
    for (int i = 0; i < 37; ++i) t.push_back(joints[0] + (joints[1] - joints[0]) * (i + 0.5) / 37);
    x.resize(2 * t.size());
    locate_span(curve, 0, locale);
    along(type->point, locale, t.data(), 37, x.data(), 37);
    for (std::size_t i = 0; i < t.size(); ++i) {
      Point one;
      REQUIRE(point_at(curve, t[i], one));
      CHECK(one.x() == x[i]);
      CHECK(one.y() == x[i + t.size()]);
    }
  }
}

TEST_CASE("measures agree with their differences, for every measure of every type") {
  MeasureReading reading, other;
  for (auto& [type, random] : every_type_and_form(8))
    for (const auto& measure : type->measures)
      for (int trial = 0; trial < 3; ++trial) {
        const Curve curve = between_turns(random.curve(type));
        const double t = random.t(curve);
        CAPTURE(type->name);
        CAPTURE(measure.name);
        CAPTURE(curve.q.transpose());
        CAPTURE(t);
        if (!measure_at(curve, measure, t, reading)) continue;  // a direction of a point
        Eigen::MatrixXd value_q = Eigen::MatrixXd::Zero(reading.value.size(), curve.q.size());
        for (std::size_t i = 0; i < reading.column.size(); ++i)
          value_q.col(reading.column[i]) += reading.value_q.col(static_cast<Eigen::Index>(i));
        const auto moved = [&](int i, double h, double at) {
          Curve copy = curve;
          if (i >= 0) copy.q[i] += h;
          REQUIRE(measure_at(copy, measure, at, other));
          return other.value;
        };
        const double scale = 1 + reading.value.norm();
        for (int i = 0; i < curve.q.size(); ++i) {
          CAPTURE(parameter_name(*type, i));
          const Eigen::VectorXd slope =
              difference([&](double h) { return moved(i, h, t); }, 0.2 * step_for(curve, i));
          CHECK((slope - value_q.col(i)).norm() < 1e-5 * (scale + value_q.col(i).norm()));
        }
        if (!measure.along) continue;
        const Eigen::VectorXd slope =
            difference([&](double h) { return moved(-1, 0, t + h); }, 1e-4);
        CHECK((slope - reading.value_t).norm() < 1e-5 * (scale + reading.value_t.norm()));
      }
}

// How fast each parameter goes: lengths by a part of the curve's size, angles and numbers of 1.
Eigen::VectorXd random_rates(const Curve& curve, Random& random) {
  const double size = rough_size(curve);
  Eigen::VectorXd dq(curve.q.size());
  for (int i = 0; i < dq.size(); ++i) {
    const Role role = parameter(*curve.type, i).role;
    dq[i] = random.in(-1, 1) * (role == Role::angle || role == Role::number ? 0.3 : 0.1 * size);
  }
  return dq;
}

TEST_CASE("points and measures bend as their exact first derivatives change, for every type") {
  Motion motion;
  MeasureReading reading;
  Locale memory;
  const double h = 1e-4;
  for (auto& [type, random] : every_type_and_form(1991))
    for (int trial = 0; trial < 5; ++trial) {
      const Curve curve = between_turns(random.curve(type));
      const Eigen::VectorXd dq = random_rates(curve, random);
      const double t = random.t(curve), dt = random.in(-1, 1) * 0.1 * (t_end(curve) - t_begin(curve));
      const auto moved = [&](double s) { return Curve{type, curve.q + s * dq}; };
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(dq.transpose());
      CAPTURE(t);
      CAPTURE(dt);
      const auto rate = [&](double s) {
        REQUIRE(motion_at(moved(s), t + s * dt, motion));
        return Point(all_columns(motion, dq.size()) * dq + motion.x_t * dt);
      };
      Point bent;
      REQUIRE(bend_at(curve, t, dq, dt, memory, bent));
      CHECK((bent - difference(rate, h)).norm() < 1e-6 * (1 + bent.norm() + rate(0).norm()));
      for (const auto& measure : type->measures) {
        CAPTURE(measure.name);
        const auto measure_rate = [&](double s) {
          REQUIRE(measure_at(moved(s), measure, t + s * dt, reading));
          Eigen::VectorXd sum = measure.along ? Eigen::VectorXd(reading.value_t * dt)
                                              : Eigen::VectorXd::Zero(reading.value.size());
          for (std::size_t i = 0; i < reading.column.size(); ++i)
            sum += reading.value_q.col(static_cast<Eigen::Index>(i)) * dq[reading.column[i]];
          return sum;
        };
        if (!measure_at(curve, measure, t, reading)) continue;  // a direction of a point
        Eigen::VectorXd bent_measure(reading.value.size());
        REQUIRE(bend_at(curve, measure, t, dq, dt, reading, bent_measure.data()));
        CHECK(reading.quadrature.panels_used() < 100);  // what cancels to rounding is not chased
        const Eigen::VectorXd slope = measure.integrals.empty()
                                          ? difference(measure_rate, h)
                                          : settled_difference(measure_rate);
        CHECK((bent_measure - slope).norm() < 1e-6 * (1 + slope.norm() + measure_rate(0).norm()));
      }
    }
}

TEST_CASE("named points are where their names say, for every curve type") {
  const std::set<std::string> beside = {
      "center",       "focus",         "other_focus", "foot",         "control",
      "first_handle", "second_handle", "left_center", "right_center", "first_center",
      "second_center"};
  MeasureReading reading;
  for (auto& [type, random] : every_type_and_form(16))
    for (int trial = 0; trial < 3; ++trial) {
      const Curve curve = random.curve(type);
      const double size = rough_size(curve);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      for (const auto& measure : type->measures) {
        if (measure.shape != Shape::point || measure.along) continue;
        if (beside.contains(measure.name) || type->name == "trochoid") continue;  // its centre's
        CAPTURE(measure.name);
        REQUIRE(measure_at(curve, measure, t_begin(curve), reading));
        const Point named = reading.value;
        CHECK(nearest(curve, named, 1e-8 * size)->distance < 1e-7 * size);
        Point x;
        if (measure.name == "start" && point_at(curve, t_begin(curve), x))
          CHECK((x - named).norm() < 1e-9 * size);
        if (measure.name == "end" && point_at(curve, t_end(curve), x))
          CHECK((x - named).norm() < 1e-9 * size);
      }
    }
}

TEST_CASE("the length up to t goes on growing round a closed curve") {
  const Curve circle = default_curve(curve_type("circle"));
  MeasureReading reading;
  REQUIRE(circle.type->find("travelled"));
  const double r = circle.q[2];
  for (const double t : {0.5, 6.0, 7.0, 20.0, -1.0}) {
    REQUIRE(measure_at(circle, *circle.type->find("travelled"), t, reading));
    CHECK(reading.value[0] == doctest::Approx(r * t).epsilon(1e-9));
    CHECK(reading.value_t[0] == doctest::Approx(r).epsilon(1e-9));
  }
}

TEST_CASE("a reading that is taken again allocates nothing new") {
  const Curve curve = Random(3).curve(curve_type("bspline"));
  MeasureReading reading;
  Motion motion;
  const Measure<Kernel>* length = curve.type->find("length");
  REQUIRE(length);
  REQUIRE(measure_at(curve, *length, 0, reading));
  REQUIRE(motion_at(curve, 1.5, motion));
  const double *value_q = reading.value_q.data(), *sums = reading.sums.data(),
               *x_q = motion.x_q.data();
  REQUIRE(measure_at(curve, *length, 0, reading));
  REQUIRE(motion_at(curve, 0.5, motion));
  CHECK(value_q == reading.value_q.data());
  CHECK(sums == reading.sums.data());
  CHECK(x_q == motion.x_q.data());
}

}  // namespace limber
