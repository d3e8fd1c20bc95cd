#include "curves/drag_matrix.h"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numeric>

#include "curves/transform.h"
#include "laws.h"

namespace limber {
namespace {

bool is_place(const Curve& curve, int i) {
  return limber::is_place(parameter(*curve.type, i).role);
}

// All parameters that do not start locked: what is free in a new curve.
std::vector<int> free_in(const Curve& curve) {
  std::vector<int> free;
  for (int i = 0; i < curve.q.size(); ++i)
    if (!parameter(*curve.type, i).locked) free.push_back(i);
  return free;
}

// Which place or vector of the curve a parameter belongs to; -1 - i for any other.
int pair_of(const Curve& curve, int i) {
  const Role role = parameter(*curve.type, i).role;
  return limber::is_place(role) || is_vector(role) ? i - is_second(role) : -1 - i;
}

// Where between a and b the curve is slowest: near a cusp, where |x_t| all but breaks.
double slowest(const Curve& curve, double a, double b) {
  Course course;
  const auto speed = [&](double t) { return course_at(curve, t, course) ? course.x_t.norm() : HUGE_VAL; };
  constexpr int looks = 200;
  int found = 0;
  for (int i = 1; i <= looks; ++i)
    if (speed(a + (b - a) * i / looks) < speed(a + (b - a) * found / looks)) found = i;
  double low = a + (b - a) * std::max(found - 1, 0) / looks;
  double high = a + (b - a) * std::min(found + 1, looks) / looks;
  for (int i = 0; i < 80; ++i) {
    const double third = (high - low) / 3;
    if (speed(low + third) < speed(high - third))
      high -= third;
    else
      low += third;
  }
  return 0.5 * (low + high);
}

// The integral over one span by brute force: five Gauss points in each of very many panels.
Eigen::MatrixXd fine_quadrature(const Curve& curve, int span) {
  const double x[5] = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683,
                       0.906179845938664};
  const double w[5] = {0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366,
                       0.236926885056189};
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(curve.q.size(), curve.q.size());
  std::vector<double> joints;
  breaks(curve, joints);
  const int panels = std::max(100, 8000 / static_cast<int>(joints.size()));
  for (std::size_t k = joints.size() - 1; k > 0; --k)
    joints.insert(joints.begin() + static_cast<std::ptrdiff_t>(k), slowest(curve, joints[k - 1], joints[k]));
  Motion motion;
  for (std::size_t k = 0; k + 1 < joints.size(); ++k)
    for (int i = 0; i < 5 * panels; ++i) {
      if (span_of(curve, 0.5 * (joints[k] + joints[k + 1])) != span) continue;
      // Panels crowd at both ends, where a cusp may be, or nearly one: t = a + (b - a) s^2 (3 - 2 s).
      const double s = (i / 5 + 0.5 + 0.5 * x[i % 5]) / panels, range = joints[k + 1] - joints[k];
      const double t = joints[k] + range * s * s * (3 - 2 * s);
      const double weight = range * 6 * s * (1 - s) * 0.5 * w[i % 5] / panels;
      if (!motion_at(curve, t, motion)) continue;
      const double drag = weight * motion.x_t.norm();
      for (std::size_t a = 0; a < motion.column.size(); ++a)
        for (std::size_t b = 0; b < motion.column.size(); ++b)
          M(motion.column[a], motion.column[b]) +=
              drag * motion.x_q.col(static_cast<Eigen::Index>(a))
                         .dot(motion.x_q.col(static_cast<Eigen::Index>(b)));
    }
  return M;
}

// What the header says lumping is, word for word.
Eigen::MatrixXd lumped(const Curve& curve, const Eigen::MatrixXd& E) {
  const int n = static_cast<int>(curve.q.size());
  Eigen::VectorXd along_x = Eigen::VectorXd::Zero(n), along_y = along_x;
  double carried = 0;
  for (int i = 0; i < n; ++i) {
    along_x[i] = parameter(*curve.type, i).role == Role::x;
    along_y[i] = parameter(*curve.type, i).role == Role::y;
    if (is_place(curve, i)) carried += E(i, i);
  }
  const double whole = along_x.dot(E * along_x) + along_y.dot(E * along_y);
  const double s = carried > 0 ? std::max(1.0, whole / carried) : 1;
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (pair_of(curve, i) == pair_of(curve, j)) M(i, j) = (is_place(curve, i) ? s : 1) * E(i, j);
  return M;
}

Eigen::MatrixXd expected(const Curve& curve, Places places) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(curve.q.size(), curve.q.size());
  for (int span = 0; span < span_count(curve); ++span) {
    const Eigen::MatrixXd E = fine_quadrature(curve, span);
    M += places == Places::each && is_lumped(*curve.type) ? lumped(curve, E) : E;
  }
  return M;
}

// M^-1 of a pull of length 1 along `towards` at t.
Eigen::VectorXd pulled(const Curve& curve, double t, const Point& towards) {
  DragMatrix drag;
  std::vector<int> all;
  for (int i = 0; i < curve.q.size(); ++i) all.push_back(i);
  REQUIRE(drag_matrix(curve, all, 1e-3, drag));
  Motion motion;
  REQUIRE(motion_at(curve, t, motion));
  Eigen::VectorXd Q = Eigen::VectorXd::Zero(curve.q.size());
  for (std::size_t i = 0; i < motion.column.size(); ++i)
    Q[motion.column[i]] += motion.x_q.col(static_cast<Eigen::Index>(i)).dot(towards);
  const Eigen::VectorXd y = drag.L.triangularView<Eigen::Lower>().solve(Q);
  return drag.L.transpose().triangularView<Eigen::Upper>().solve(y);
}

double relative_error(const Eigen::MatrixXd& M, const Eigen::MatrixXd& exact) {
  double worst = 0;
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      const double scale = std::sqrt(exact(i, i) * exact(j, j));
      if (scale > 1e-12) worst = std::max(worst, std::abs(M(i, j) - exact(i, j)) / scale);
    }
  return worst;
}

}  // namespace

TEST_CASE("M agrees with fine quadrature to 1e-8, for every curve type") {
  DragMatrix drag;
  for (auto& [type, random] : every_curve_type(20))
    for (int trial = 0; trial < 2; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      for (const Places places : {Places::each, Places::together}) {
        REQUIRE(drag_integral(curve, places, drag.memory));
        CHECK(relative_error(drag.memory.all, expected(curve, places)) < 1e-8);
        if (!is_lumped(*type)) break;
      }
    }
}

TEST_CASE("pulling a node moves that node alone, for every family through its nodes") {
  Random random(24);
  for (const char* name : {"line", "polyline", "closed_polyline", "spline", "closed_spline", "path"}) {
    const Curve curve = random.curve(curve_type(name));
    CAPTURE(name);
    const Eigen::VectorXd v = pulled(curve, 1, Point(0.6, 0.8));
    const int own = curve.type->is_family ? static_cast<int>(curve.type->family.node.size()) : 2;
    for (int i = 0; i < v.size(); ++i) {
      const bool taken = i == own || i == own + 1;  // the node at t = 1
      CHECK((v[i] != 0) == taken);
    }
    // where the direction does not matter the node goes where it is pulled
    if (std::string(name) != "path") CHECK(v[own] / 0.6 == doctest::Approx(v[own + 1] / 0.8));
  }
}

TEST_CASE("a pull between nodes moves those with a share in the point, and none of them back") {
  const Curve line = default_curve(curve_type("line"));
  const Eigen::VectorXd v = pulled(line, 0.25, Point(0, 1));
  CHECK(v[1] == doctest::Approx(3 * v[3]));
  CHECK(v[3] > 0);
  Curve spline = default_curve(curve_type("bspline"));
  const Eigen::VectorXd u = pulled(spline, 2.5, Point(0, 1));
  for (int node = 0; node < node_count(spline); ++node)
    CHECK((u[2 * node + 1] > 0) == (node <= 3));  // p[-2] to p[1] of span 2
}

TEST_CASE("a lumped curve moved as a whole has the drag of its length, and turns with its M") {
  for (auto& [type, random] : every_curve_type(25)) {
    if (!is_lumped(*type)) continue;
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    CAPTURE(curve.q.transpose());
    DragMatrix each, together, turned;
    REQUIRE(drag_integral(curve, Places::each, each.memory));
    REQUIRE(drag_integral(curve, Places::together, together.memory));
    Eigen::VectorXd right = Eigen::VectorXd::Zero(curve.q.size());
    for (int i = 0; i < right.size(); ++i) right[i] = parameter(*type, i).role == Role::x;
    const double length = right.dot(together.memory.all * right);
    const double drag = right.dot(each.memory.all * right);
    if (type->name.find("path") == std::string::npos && type->name != "circle_through")
      CHECK(drag == doctest::Approx(length).epsilon(1e-7));
    CHECK(drag + each.memory.all(1, 1) > 0);

    Similarity s;
    s.angle = 0.7;
    const Curve other = transformed(s, curve);
    REQUIRE(drag_integral(other, Places::each, turned.memory));
    Eigen::MatrixXd T = Eigen::MatrixXd::Identity(curve.q.size(), curve.q.size());
    for (int i = 0; i < right.size(); ++i)
      if (right[i] == 1 || parameter(*type, i).role == Role::dx)
        T.block<2, 2>(i, i) << std::cos(0.7), -std::sin(0.7), std::sin(0.7), std::cos(0.7);
    CHECK(relative_error(turned.memory.all, T * each.memory.all * T.transpose()) < 1e-7);
  }
}

TEST_CASE("M is symmetric and positive and L is its factor, for every curve type") {
  for (auto& [type, random] : every_curve_type(21))
    for (int trial = 0; trial < 10; ++trial) {
      const Curve curve = random.curve(type);
      const std::vector<int> free = free_in(curve);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      DragMatrix drag;
      REQUIRE(drag_matrix(curve, free, 0.01, drag));
      REQUIRE(drag.M.rows() == static_cast<Eigen::Index>(free.size()));
      CHECK(drag.M == drag.M.transpose());
      CHECK((drag.M - drag.L * drag.L.transpose()).norm() <= 1e-9 * drag.M.norm());
      CHECK(drag.L.diagonal().minCoeff() > 0);
      const Eigen::VectorXd d = drag.M.diagonal().cwiseSqrt().cwiseInverse();
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(d.asDiagonal() * drag.M *
                                                                 d.asDiagonal());
      CHECK(eigen.eigenvalues().minCoeff() > 1e-10);
    }
}

TEST_CASE("another t for the same shape gives the same M") {
  // A circle as it is, from elsewhere, backwards, and at an uneven pace.
  const char* texts[] = {
      "curve one \"One\"\n place c = (3, 4)\n length r = 5\n t from 0 to tau closed\n at = c + r "
      "(cos t, sin t)",
      "curve two \"Two\"\n place c = (3, 4)\n length r = 5\n t from 1 to 2 closed\n at = c + "
      "polar(r, 2 - tau*t)",
      "curve three \"Three\"\n place c = (3, 4)\n length r = 5\n t from 0 to tau closed\n"
      " at = c + polar(r, t + 0.8*sin(t))"};
  Eigen::MatrixXd first;
  for (const char* text : texts) {
    const Curve curve = default_curve(compiled(text));
    DragMatrix drag;
    REQUIRE(drag_matrix(curve, {0, 1, 2}, 1e-3, drag));
    if (first.size() == 0) first = drag.M;
    CHECK((drag.M - first).norm() < 1e-8 * first.norm());
  }
  CHECK(first(0, 0) == doctest::Approx(2 * M_PI * 5));
  CHECK(first(2, 2) == doctest::Approx(2 * M_PI * 5));
}

TEST_CASE("M is a function of q: memory of another curve leaves no trace") {
  Random random(22);
  for (const char* name : {"circle", "bspline", "superellipse", "gear"}) {
    const Curve a = random.curve(curve_type(name)), b = random.curve(curve_type(name));
    DragMatrix fresh, used;
    REQUIRE(drag_matrix(b, free_in(b), 0.01, used));
    REQUIRE(drag_matrix(a, free_in(a), 0.01, used));
    REQUIRE(drag_matrix(a, free_in(a), 0.01, fresh));
    CHECK(fresh.M == used.M);
    CHECK(fresh.L == used.L);
  }
}

TEST_CASE("a point, and a curve shrunk to one, still has drag") {
  for (auto& [type, random] : every_curve_type(23))
    for (const double shrink : {1e-3, 1e-9, 1e-300, 0.0}) {
      Curve curve = random.curve(type);
      CAPTURE(type->name);
      CAPTURE(shrink);
      for (int i = 0; i < curve.q.size(); ++i) {
        const Role role = parameter(*type, i).role;
        if (role != Role::angle && role != Role::number) curve.q[i] *= shrink;
      }
      DragMatrix drag;
      const std::vector<int> free = free_in(curve);
      // What divides by its own size has no value when that is gone: said, not hidden.
      if (!drag_matrix(curve, free, 0.01, drag)) {
        Motion motion;
        CHECK(!motion_at(curve, 0.37 * t_begin(curve) + 0.63 * t_end(curve), motion));
        continue;
      }
      CHECK(drag.L.allFinite());
      CHECK(drag.L.diagonal().minCoeff() > 0);
    }
  DragMatrix drag;
  REQUIRE(drag_matrix(default_curve(curve_type("point")), {0, 1}, 0.25, drag));
  CHECK(drag.M(0, 0) == doctest::Approx(0.25));
  CHECK(drag.M(1, 1) == doctest::Approx(0.25));
  CHECK(drag.M(0, 1) == doctest::Approx(0));
}

TEST_CASE("a parameter that moves nothing, or just what another does, gets its minimum") {
  const Curve curve = default_curve(compiled(
      "curve idle \"Idle\"\n place c = (0, 0)\n length r = 5, a = 1, b = 1\n number k = 2\n"
      " t from 0 to tau closed\n at = c + (r*cos(t) + a + b, r*sin(t) + 0*k)"));
  DragMatrix drag;
  std::vector<int> all;
  for (int i = 0; i < curve.q.size(); ++i) all.push_back(i);
  REQUIRE(drag_matrix(curve, all, 0.01, drag));
  CHECK(drag.L.allFinite());
  CHECK(drag.L.diagonal().minCoeff() > 0);
  // A pull on x moves the curve by as much as if only c were there.
  Eigen::VectorXd Q = Eigen::VectorXd::Zero(curve.q.size());
  Q[0] = Q[3] = Q[4] = 1;
  const Eigen::VectorXd y = drag.L.triangularView<Eigen::Lower>().solve(Q);
  const Eigen::VectorXd v = drag.L.transpose().triangularView<Eigen::Upper>().solve(y);
  CHECK(v[0] + v[3] + v[4] == doctest::Approx(1 / (2 * M_PI * 5)).epsilon(1e-6));
}

// A hypotrochoid hardly turned when pulled: what its rolling radius moves, turns away, was taken for
// the length of the curve, and the cube of that for what is usual for an angle.
TEST_CASE("a parameter that moves the curve has the drag of that motion and no more") {
  for (auto& [type, random] : every_curve_type(41))
    for (int trial = 0; trial < 20; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      std::vector<int> all(static_cast<std::size_t>(curve.q.size()));
      std::iota(all.begin(), all.end(), 0);
      DragMatrix drag;
      drag.places = Places::together;
      REQUIRE(drag_matrix(curve, all, 1e-3, drag));
      DragMatrix::Memory plain;
      REQUIRE(drag_integral(curve, Places::together, plain));
      for (int i = 0; i < curve.q.size(); ++i)
        if (parameter(*type, i).role == Role::angle) {
          CAPTURE(i);
          CHECK(drag.M(i, i) <= (1 + 1e-6) * plain.all(i, i));
        }
    }
}

TEST_CASE("only free parameters are asked for, and an unchanged curve costs nothing") {
  Curve bar = default_curve(curve_type("bar"));
  DragMatrix all, some;
  REQUIRE(drag_matrix(bar, {0, 1, 2, 3}, 0.01, all));
  REQUIRE(drag_matrix(bar, {0, 2}, 0.01, some));
  CHECK(some.M(0, 0) == all.M(0, 0));
  CHECK(some.M(0, 1) == all.M(0, 2));
  CHECK(some.M(1, 1) == all.M(2, 2));
  // Uniform bar of length l about its end: l, l^3/3.
  CHECK(all.M(0, 0) == doctest::Approx(30));
  CHECK(all.M(2, 2) == doctest::Approx(30.0 * 30 * 30 / 3));
  const double kept = some.M(0, 0);
  some.M(0, 0) = -1;
  REQUIRE(drag_matrix(bar, {0, 2}, 0.01, some));
  CHECK(some.M(0, 0) == -1);  // it was not computed again
  bar.q[3] = 31;
  REQUIRE(drag_matrix(bar, {0, 2}, 0.01, some));
  CHECK(some.M(0, 0) > kept);
}

}  // namespace limber
