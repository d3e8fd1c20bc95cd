#include "tests/scenes.h"

#include <cassert>
#include <cmath>

namespace limber {

SharedCurveType curve_type(std::string_view name) {
  static const CurveLibrary library = CurveLibrary::with_builtin_types();
  SharedCurveType type = library.find(name);
  assert(type);
  return type;
}

std::shared_ptr<const ConstraintKind> kind(std::string_view name) {
  static const Result<ConstraintLibrary> library = ConstraintLibrary::load();
  assert(library);
  std::shared_ptr<const ConstraintKind> found = library->find(name);
  assert(found);
  return found;
}

// ---- pieces

CurveId add_curve(World& world, std::string_view type, const std::vector<double>& q) {
  return world.add({curve_type(type), Eigen::Map<const Eigen::VectorXd>(
                                          q.data(), static_cast<Eigen::Index>(q.size()))});
}

CurveId add_bar(World& world, Point from, Point to) {
  const Point way = to - from;
  return add_curve(world, "bar", {from.x(), from.y(), std::atan2(way.y(), way.x()), way.norm()});
}

CurveId add_circle(World& world, Point center, double radius) {
  return add_curve(world, "circle", {center.x(), center.y(), radius});
}

ConstraintId hold(World& world, std::string_view name, std::vector<Argument> on,
                  double compliance) {
  Constraint constraint;
  constraint.kind = kind(name);
  constraint.on = std::move(on);
  constraint.compliance = compliance;
  return world.add(std::move(constraint));
}

ConstraintId nail(World& world, CurveId curve, double t, Point place) {
  return hold(world, "coincident", {world.add(point_at(curve, t)), place});
}

ConstraintId nail(World& world, CurveId curve, double t) {
  return nail(world, curve, t, place(world, curve, t));
}

ConstraintId attach(World& world, CurveId a, double t_a, CurveId b, double t_b) {
  const ConnectorId on_a = world.add(point_at(a, t_a));
  return hold(world, "coincident", {on_a, world.add(point_at(b, t_b))});
}

MotorId drive(World& world, CurveId bar, double speed) {
  const double phase = world.find(bar)->q[2];
  return world.add(
      Motor{hold(world, "fixed_angle", {world.add(parameter_of(bar, 2)), phase}), 1, speed});
}

Point place(const World& world, CurveId curve, double t) {
  Point x = Point::Zero();
  const bool good = point_at(*world.find(curve), t, x);
  assert(good);
  (void)good;
  return x;
}

namespace {

// The third corner of a triangle over a and b, at these distances from them, left of a -> b.
Point corner(Point a, Point b, double from_a, double from_b, double side = 1) {
  const Point u = (b - a).normalized();
  const double d = (b - a).norm();
  const double along = (from_a * from_a - from_b * from_b + d * d) / (2 * d);
  const double across = side * std::sqrt(std::max(0.0, from_a * from_a - along * along));
  return a + along * u + across * Point(-u.y(), u.x());
}

}  // namespace

// ---- linkages

FourBar four_bar(double ground, double crank, double coupler, double rocker, double angle,
                 double side) {
  FourBar scene;
  World& world = scene.world;
  const Point O(0, 0), B(ground, 0), A = crank * Point(std::cos(angle), std::sin(angle));
  const Point C = corner(A, B, coupler, rocker, side);
  scene.crank = add_bar(world, O, A);
  scene.coupler = add_bar(world, A, C);
  scene.rocker = add_bar(world, B, C);
  nail(world, scene.crank, 0, O);
  nail(world, scene.rocker, 0, B);
  attach(world, scene.crank, 1, scene.coupler, 0);
  attach(world, scene.coupler, 1, scene.rocker, 1);
  return scene;
}

FourBar parallelogram(double width, double arm, double angle) {
  return four_bar(width, arm, width, arm, angle, std::sin(angle) >= 0 ? 1 : -1);
}

Chain chain(int n) {
  Chain scene;
  Point from(0, 0);
  for (int i = 0; i < n; ++i) {
    const double angle = i % 2 == 0 ? 0.6 : -0.5;
    const Point to = from + Point(std::cos(angle), std::sin(angle));
    scene.bars.push_back(add_bar(scene.world, from, to));
    if (i == 0)
      nail(scene.world, scene.bars[0], 0, from);
    else
      attach(scene.world, scene.bars[static_cast<std::size_t>(i) - 1], 1, scene.bars.back(), 0);
    from = to;
  }
  return scene;
}

Linkage linkage(std::vector<Point> points, const std::vector<std::pair<int, int>>& bars,
                const std::vector<int>& nails) {
  Linkage scene;
  scene.at.resize(points.size());
  for (const auto& [from, to] : bars) {
    const Point a = points[static_cast<std::size_t>(from)],
                b = points[static_cast<std::size_t>(to)];
    const CurveId bar = add_bar(scene.world, a, b);
    scene.bars.push_back(bar);
    for (const auto& [point, t] : {std::pair(from, 0.0), std::pair(to, 1.0)}) {
      auto& at = scene.at[static_cast<std::size_t>(point)];
      if (at.first)
        attach(scene.world, at.first, at.second, bar, t);
      else
        at = {bar, t};
    }
  }
  for (const int point : nails) {
    const auto& at = scene.at[static_cast<std::size_t>(point)];
    nail(scene.world, at.first, at.second, points[static_cast<std::size_t>(point)]);
  }
  scene.points = std::move(points);
  return scene;
}

Grid grid(int k) {
  Grid scene;
  World& world = scene.world;
  // The first bar at a node stands for it; the others are attached to that one.
  std::vector<std::pair<CurveId, double>> node(static_cast<std::size_t>((k + 1) * (k + 1)));
  const auto index = [&](int i, int j) { return static_cast<std::size_t>(j * (k + 1) + i); };
  const auto bar = [&](int i0, int j0, int i1, int j1) {
    const CurveId id = add_bar(world, Point(i0, j0), Point(i1, j1));
    scene.bars.push_back(id);
    const auto join = [&](std::size_t at, double t) {
      if (node[at].first)
        attach(world, node[at].first, node[at].second, id, t);
      else
        node[at] = {id, t};
    };
    join(index(i0, j0), 0);
    join(index(i1, j1), 1);
    return id;
  };
  for (int j = 0; j <= k; ++j)
    for (int i = 0; i <= k; ++i) {
      if (i < k) scene.far_bar = bar(i, j, i + 1, j);
      if (j < k) bar(i, j, i, j + 1);
      if (i < k && j < k) bar(i, j, i + 1, j + 1);
      if (i < k && j < k) bar(i + 1, j, i, j + 1);
    }
  nail(world, node[0].first, node[0].second);
  return scene;
}

SliderCrank slider_crank(double crank, double rod, double angle) {
  SliderCrank scene;
  World& world = scene.world;
  const Point A = crank * Point(std::cos(angle), std::sin(angle));
  const Point B(A.x() + std::sqrt(rod * rod - A.y() * A.y()), 0);
  const double reach = 2 * (crank + rod);
  scene.crank = add_bar(world, Point(0, 0), A);
  scene.rod = add_bar(world, A, B);
  scene.rail = add_curve(world, "line", {-reach, 0, reach, 0});
  for (int i = 0; i < 4; ++i) world.set_locked(scene.rail, i, true);
  nail(world, scene.crank, 0, Point(0, 0));
  attach(world, scene.crank, 1, scene.rod, 0);
  scene.slider = world.add(sliding_at(scene.rail, (B.x() + reach) / (2 * reach)));
  hold(world, "coincident", {world.add(point_at(scene.rod, 1)), scene.slider});
  return scene;
}

Trammel trammel(double length, double angle) {
  Trammel scene;
  World& world = scene.world;
  const Point a(length * std::cos(angle), 0), b(0, length * std::sin(angle));
  scene.bar = add_bar(world, a, b);
  const double reach = 2 * length;
  scene.horizontal = add_curve(world, "line", {-reach, 0, reach, 0});
  scene.vertical = add_curve(world, "line", {0, -reach, 0, reach});
  for (const CurveId rail : {scene.horizontal, scene.vertical})
    for (int i = 0; i < 4; ++i) world.set_locked(rail, i, true);
  const ConnectorId on_x = world.add(sliding_at(scene.horizontal, (a.x() + reach) / (2 * reach)));
  const ConnectorId on_y = world.add(sliding_at(scene.vertical, (b.y() + reach) / (2 * reach)));
  hold(world, "coincident", {world.add(point_at(scene.bar, 0)), on_x});
  hold(world, "coincident", {world.add(point_at(scene.bar, 1)), on_y});
  return scene;
}

Peaucellier peaucellier() {
  // O fixed; arms of length 5 from O to A and B; rhombus A C B D of side 2; C on a crank of length
  // 2.5 about (2.5, 0), so on a circle through O: then D runs on a vertical line.
  Peaucellier scene;
  World& world = scene.world;
  const Point O(0, 0), center(2.5, 0);
  const double turn = 0.4;
  const Point C = center + 2.5 * Point(std::cos(turn), std::sin(turn));
  const Point A = corner(O, C, 5, 2, 1), B = corner(O, C, 5, 2, -1);
  const Point D = A + B - C;
  const auto bar = [&](Point from, Point to) {
    scene.bars.push_back(add_bar(world, from, to));
    return scene.bars.back();
  };
  scene.crank = bar(center, C);
  const CurveId OA = bar(O, A), OB = bar(O, B), AC = bar(A, C), BC = bar(B, C), BD = bar(B, D);
  scene.pen_bar = bar(A, D);
  nail(world, scene.crank, 0);
  nail(world, OA, 0);
  nail(world, OB, 0);
  attach(world, OA, 1, AC, 0);
  attach(world, OA, 1, scene.pen_bar, 0);
  attach(world, OB, 1, BC, 0);
  attach(world, OB, 1, BD, 0);
  attach(world, AC, 1, BC, 1);
  attach(world, AC, 1, scene.crank, 1);
  attach(world, BD, 1, scene.pen_bar, 1);
  return scene;
}

Jansen jansen() {
  // Jansen's numbers, in his letters.
  constexpr double a = 38.0, b = 41.5, c = 39.3, d = 40.1, e = 55.8, f = 39.4, g = 36.7, h = 65.7,
                   i = 49.0, j = 50.0, k = 61.9, l = 7.8, m = 15.0;
  Jansen scene;
  World& world = scene.world;
  const Point O(0, 0), P(-a, -l);
  const double turn = 0.3;
  const Point X = m * Point(std::cos(turn), std::sin(turn));
  const Point B = corner(X, P, j, b, -1);  // upper joint
  const Point E = corner(B, P, e, d, -1);  // left corner of the upper triangle
  const Point C = corner(X, P, k, c, 1);   // lower joint
  const Point F = corner(E, C, f, g, -1);  // left corner below
  const Point foot = corner(F, C, h, i, -1);
  const auto bar = [&](Point from, Point to) {
    scene.bars.push_back(add_bar(world, from, to));
    return scene.bars.back();
  };
  scene.crank = bar(O, X);
  const CurveId XB = bar(X, B), PB = bar(P, B), BE = bar(B, E), PE = bar(P, E), XC = bar(X, C),
                PC = bar(P, C), EF = bar(E, F), CF = bar(C, F), Ff = bar(F, foot);
  scene.foot_bar = bar(C, foot);
  nail(world, scene.crank, 0);
  nail(world, PB, 0);
  nail(world, PE, 0);
  nail(world, PC, 0);
  attach(world, scene.crank, 1, XB, 0);
  attach(world, scene.crank, 1, XC, 0);
  attach(world, XB, 1, PB, 1);
  attach(world, PB, 1, BE, 0);
  attach(world, BE, 1, PE, 1);
  attach(world, XC, 1, PC, 1);
  attach(world, PE, 1, EF, 0);
  attach(world, PC, 1, CF, 0);
  attach(world, EF, 1, CF, 1);
  attach(world, CF, 1, Ff, 0);
  attach(world, PC, 1, scene.foot_bar, 0);
  attach(world, Ff, 1, scene.foot_bar, 1);
  return scene;
}

// ---- others

Triangle triangle(double a, double b, double c) {
  Triangle scene;
  World& world = scene.world;
  const Point A(0, 0), B(a, 0), C(0.4 * a, 0.7 * std::min(b, c));
  const auto bar = [&](Point from, Point to, double length) {
    return add_bar(world, from, Point(from + length * (to - from).normalized()));
  };
  scene.a = bar(A, B, a);
  scene.b = bar(B, C, b);
  scene.c = bar(C, A, c);
  scene.joints = {attach(world, scene.a, 1, scene.b, 0), attach(world, scene.b, 1, scene.c, 0),
                  attach(world, scene.c, 1, scene.a, 0), nail(world, scene.a, 0)};
  return scene;
}

Springs hanging_springs(int n, double stiffness) {
  Springs scene;
  World& world = scene.world;
  for (int i = 1; i <= n; ++i) {
    const CurveId point = add_curve(world, "point", {0, -1.0 * i});
    const ConnectorId on = world.add(point_at(point, 0));
    Argument above(Point(0, 0));
    if (i > 1) above = world.add(point_at(scene.points.back(), 0));
    hold(world, "distance", {above, on, 1.0}, 1 / stiffness);
    world.add(Force{on, Point(0, -1)});
    scene.points.push_back(point);
  }
  return scene;
}

Circles tangent_circles(int n) {
  Circles scene;
  World& world = scene.world;
  double x = 0;
  for (int i = 0; i < n; ++i) {
    const double radius = 1 + 0.25 * (i % 3);
    x += i > 0 ? radius : 0;
    const CurveId circle = add_circle(world, Point(x, 0), radius);
    world.set_locked(circle, 2, true);
    if (i > 0) {
      const CurveId last = scene.circles.back();
      const ConnectorId a = world.add(sliding_at(last, 0));
      const ConnectorId b = world.add(sliding_at(circle, std::acos(-1.0)));
      hold(world, "tangent",
           {a, b, world.add(tangent_at(last, a)), world.add(tangent_at(circle, b))});
    } else {
      hold(world, "coincident", {world.add(measure_of(circle, "center")), Point(0, 0)});
    }
    scene.circles.push_back(circle);
    x += radius;
  }
  return scene;
}

}  // namespace limber
