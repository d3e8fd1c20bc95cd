#include "curves/nodes.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "curves/crossings.h"
#include "curves/nearest.h"
#include "laws.h"

namespace limber {
namespace {

std::vector<std::shared_ptr<const CurveType>> families() {
  std::vector<std::shared_ptr<const CurveType>> found;
  for (const auto& type : every_curve_type())
    if (has_nodes(*type)) found.push_back(type);
  return found;
}

Point at(const Curve& curve, double t) {
  Point x;
  REQUIRE(point_at(curve, t, x));
  return x;
}

// Connectors stay: the point at t is now at new_t, within the error that was told.
void check_connectors(const Curve& old, const Edited& edited, double slack, int source = 0) {
  for (int i = 0; i <= 40; ++i) {
    const double t = t_begin(old) + (t_end(old) - t_begin(old)) * i / 40;
    const auto t_now = edited.new_t(t, source);
    if (!t_now) continue;
    CHECK((at(old, t) - at(edited.curve, *t_now)).norm() <= 1.1 * edited.error + slack);
  }
}

}  // namespace

TEST_CASE("inserting a node leaves the shape and what hangs on it, for every family") {
  Random random(110);
  for (const auto& type : families())
    for (int trial = 0; trial < 4; ++trial) {
      const Curve curve = random.curve(type);
      const double size = rough_size(curve), tolerance = 1e-3 * size, t = random.t(curve);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(t);
      const auto edited = insert_node(curve, t, tolerance);
      REQUIRE(edited);
      CHECK(node_count(edited->curve) > node_count(curve));
      CHECK(edited->error <= tolerance);
      for (int i = 0; i <= 40; ++i) CHECK(edited->new_t(t_end(curve) * i / 40).has_value());
      check_connectors(curve, *edited, 1e-9 * size);
    }
}

TEST_CASE("polylines, Bezier paths and B-splines take a node exactly") {
  Random random(111);
  for (const char* name :
       {"polyline", "closed_polyline", "path", "closed_path", "bspline", "closed_bspline"}) {
    const Curve curve = random.curve(curve_type(name));
    CAPTURE(name);
    const auto edited = insert_node(curve, random.t(curve), 1e-9 * rough_size(curve));
    REQUIRE(edited);
    CHECK(edited->error <= 1e-9 * rough_size(curve));
  }
}

TEST_CASE("splines become Bezier paths exactly, so a node can be put in anywhere exactly") {
  Random random(116);
  for (const char* name : {"spline", "closed_spline", "bspline", "closed_bspline"}) {
    const Curve curve = random.curve(curve_type(name));
    const double size = rough_size(curve);
    CAPTURE(name);
    const auto path =
        convert(curve, curve_type(curve.type->closed ? "closed_path" : "path"), 1e-9 * size);
    REQUIRE(path);
    CHECK(path->error <= 1e-9 * size);
    CHECK(span_count(path->curve) == span_count(curve));
    const auto with = insert_node(path->curve, random.t(path->curve), 1e-9 * size);
    REQUIRE(with);
    CHECK(with->error <= 1e-9 * size);
  }
}

TEST_CASE("trimmed between two crossings with a line a curve ends on it, for every type") {
  int trimmed = 0;
  for (auto& [type, random] : every_curve_type(117)) {
    if (type->name == "point") continue;
    const Curve curve = random.curve(type);
    const double size = rough_size(curve), tolerance = 1e-3 * size;
    CAPTURE(type->name);
    CAPTURE(curve.q.transpose());
    Point a, b;
    const double from = random.t(curve), to = random.t(curve);
    if (!point_at(curve, from, a) || !point_at(curve, to, b) || (a - b).norm() < 0.1 * size) continue;
    Curve line = default_curve(curve_type("line"));
    const Point along = (b - a).normalized();
    line.q << a - 9 * size * along, a + 11 * size * along;
    const auto crossed = crossings(curve, line, 1e-7 * size);
    if (crossed.size() < 2) continue;  // straight: it runs along the line
    ++trimmed;
    const auto part = trim(curve, crossed[0].t, crossed[1].t, curve_type("path"), tolerance);
    REQUIRE(part);
    CHECK(part->error <= tolerance);
    CHECK((at(part->curve, 0) - crossed[0].x).norm() <= 1.1 * part->error + 1e-6 * size);
    CHECK((at(part->curve, t_end(part->curve)) - crossed[1].x).norm() <=
          1.1 * part->error + 1e-6 * size);
    check_connectors(curve, *part, 1e-9 * size);
  }
  CHECK(trimmed >= 30);
}

TEST_CASE("every family joins, closes and opens, and says how well it did") {
  Random random(118);
  for (const auto& type : families()) {
    if (type->closed) continue;
    const auto closed_type = curve_type(("closed_" + type->name).c_str());
    const bool has_corners = type->corner_at_joints;
    const Curve a = random.curve(type), b = random.curve(type);
    const double size = rough_size(a) + rough_size(b), tolerance = 1e-3 * size;
    CAPTURE(type->name);
    const auto joined = join(a, b, type, tolerance);
    REQUIRE(joined);
    check_connectors(a, *joined, 1e-9 * size, 0);
    check_connectors(b, *joined, 1e-9 * size, 1);
    const auto closed = convert(a, closed_type, tolerance);
    REQUIRE(closed);
    check_connectors(a, *closed, 1e-9 * size);
    const auto opened = trim(closed->curve, 1, 1, type, tolerance);
    REQUIRE(opened);
    check_connectors(closed->curve, *opened, 1e-9 * size);
    // where the type may have corners nothing is lost; a smooth one rounds them, and says so
    if (has_corners) CHECK(joined->error <= tolerance);
    if (has_corners) CHECK(closed->error <= tolerance);
    if (has_corners) CHECK(opened->error <= tolerance);
  }
}

TEST_CASE("removing a node leaves the others, for every family") {
  Random random(112);
  for (const auto& type : families()) {
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    const int own = static_cast<int>(type->family.node.size());
    const int shared = static_cast<int>(type->parameters.size());
    for (int node = 0; node < node_count(curve); ++node) {
      const auto edited = remove_node(curve, node);
      const bool enough = node_count(curve) > type->family.minimum_nodes;
      REQUIRE(edited.has_value() == enough);
      if (!enough) continue;
      CHECK(node_count(edited->curve) == node_count(curve) - 1);
      for (int k = 0, n = 0; k < node_count(curve); ++k) {
        if (k == node) continue;
        CHECK((edited->curve.q.segment<2>(shared + own * n) - curve.q.segment<2>(shared + own * k))
                  .norm() == 0);
        ++n;
      }
    }
  }
}

TEST_CASE("a node taken out of a Bezier path that was put in leaves the path as it was") {
  Curve path = default_curve(curve_type("path"));
  const auto with = insert_node(path, 0.5, 1e-9);
  REQUIRE(with);
  const auto without = remove_node(with->curve, 1);
  REQUIRE(without);
  for (int i = 0; i <= 20; ++i)
    CHECK(nearest(path, at(without->curve, 0.1 * i), 1e-6)->distance < 0.02 * rough_size(path));
}

TEST_CASE("a curve split is two curves where it was, for every type, as Bezier paths") {
  for (auto& [type, random] : every_curve_type(113)) {
    if (type->name == "point") continue;
    const Curve curve = random.curve(type);
    const double size = rough_size(curve), tolerance = 1e-3 * size, t = random.t(curve);
    CAPTURE(type->name);
    CAPTURE(curve.q.transpose());
    CAPTURE(t);
    const auto first = trim(curve, t_begin(curve), t, curve_type("path"), tolerance);
    const auto second = trim(curve, t, t_end(curve), curve_type("path"), tolerance);
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->error <= tolerance);
    CHECK(second->error <= tolerance);
    check_connectors(curve, *first, 1e-9 * size);
    check_connectors(curve, *second, 1e-9 * size);
    const Point x = at(curve, t);
    CHECK((at(first->curve, t_end(first->curve)) - x).norm() <= tolerance);
    CHECK((at(second->curve, 0) - x).norm() <= tolerance);
  }
}

TEST_CASE("a part of a line is a line, a part of a circle is an arc") {
  const Curve line = default_curve(curve_type("line"));
  const auto part = trim(line, 0.25, 0.5, line.type, 1e-9);
  REQUIRE(part);
  CHECK(part->error < 1e-9);
  CHECK((at(part->curve, 0) - Point(7.5, 0)).norm() < 1e-9);
  CHECK((at(part->curve, 1) - Point(15, 0)).norm() < 1e-9);
  Curve circle = default_curve(curve_type("circle"));
  circle.q << 3, 4, 5;
  const auto arc = trim(circle, 1, 2.5, curve_type("arc"), 1e-6);
  REQUIRE(arc);
  CHECK(arc->error < 1e-6);
  CHECK(arc->curve.q[2] == doctest::Approx(5));
  const auto through_begin = trim(circle, 5, 1, curve_type("path"), 1e-4);
  REQUIRE(through_begin);
  CHECK(through_begin->error <= 1e-4);
  CHECK((at(through_begin->curve, 0) - at(circle, 5)).norm() < 1e-4);
}

TEST_CASE("two curves are joined at their nearest ends") {
  Random random(114);
  Curve a = default_curve(curve_type("polyline")), b = a;
  a.q.resize(6);
  a.q << 0, 0, 10, 0, 10, 10;
  b.q.resize(6);
  b.q << 30, 30, 20, 20, 10, 10;  // its end meets the end of a
  const auto joined = join(a, b, a.type, 1e-9);
  REQUIRE(joined);
  CHECK(joined->error < 1e-9);
  CHECK(node_count(joined->curve) == 5);
  CHECK((at(joined->curve, 0) - Point(0, 0)).norm() < 1e-9);
  CHECK((at(joined->curve, 4) - Point(30, 30)).norm() < 1e-9);
  check_connectors(a, *joined, 1e-9, 0);
  check_connectors(b, *joined, 1e-9, 1);
  b.q << 30, 30, 20, 20, 13, 10;
  const auto bridged = join(a, b, a.type, 1e-9);
  REQUIRE(bridged);
  CHECK(node_count(bridged->curve) == 6);
}

TEST_CASE("closing bridges the ends, opening cuts, and nothing else changes") {
  const Curve open = default_curve(curve_type("polyline"));
  const auto closed = convert(open, curve_type("closed_polyline"), 1e-9);
  REQUIRE(closed);
  CHECK(closed->error < 1e-9);
  CHECK(node_count(closed->curve) == node_count(open));
  check_connectors(open, *closed, 1e-9);
  const auto opened = trim(closed->curve, 1, 1, open.type, 1e-9);
  REQUIRE(opened);
  CHECK(opened->error < 1e-9);
  CHECK(node_count(opened->curve) == node_count(open) + 1);
  CHECK((at(opened->curve, 0) - at(closed->curve, 1)).norm() < 1e-9);
}

TEST_CASE(
    "every type converts to a path, a B-spline and a polyline within the error that is told") {
  for (auto& [type, random] : every_curve_type(115)) {
    if (type->name == "point" || type->name == "gear") continue;
    const Curve curve = random.curve(type);
    const double size = rough_size(curve), tolerance = 5e-3 * size;
    CAPTURE(type->name);
    CAPTURE(curve.q.transpose());
    for (const char* name : {"path", "polyline", "spline", "bspline"}) {
      CAPTURE(std::string(name));
      const auto edited = convert(curve, curve_type(name), tolerance);
      REQUIRE(edited);
      check_connectors(curve, *edited, 1e-9 * size);
      const bool has_corners =
          !type->corners.empty() || type->corner_at_joints || type->t_end_parameter >= 0;
      const bool smooth_target = std::string(name).find("spline") != std::string::npos;
      if (!(has_corners && smooth_target)) CHECK(edited->error <= tolerance);
    }
  }
}

}  // namespace limber
