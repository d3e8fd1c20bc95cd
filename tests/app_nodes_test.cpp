// The course of curves by hand: nodes, handles, cutting, joining, rounding; each an edit with its line.
#include <doctest/doctest.h>

#include <numbers>

#include "app/edits/apply.h"
#include "curves/bounds.h"
#include "curves/handles.h"
#include "curves/nearest.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

const Curve& curve_in(const Document& document, std::string_view name) {
  const Curve* curve = document.world->find(document.find(name).as<Body>());
  REQUIRE(curve);
  return *curve;
}
Point at(const Curve& curve, double t) {
  Point out;
  REQUIRE(point_at(curve, t, out));
  return out;
}
// How far the points of one curve are from another, at most.
double apart(const Curve& curve, const Curve& from) {
  double worst = 0;
  for (int k = 0; k <= 60; ++k) {
    const double t = t_begin(curve) + (t_end(curve) - t_begin(curve)) * k / 60;
    worst = std::max(worst, nearest(from, at(curve, t), 1e-9)->distance);
  }
  return worst;
}
CurveId add_path(Document& document, const char* nodes = "0,0,0,12,0,-12,0 20,15,10,0,-10,0,1 40,0,0,-10,0,12,0") {
  do_edit(document, std::string("draw path as p nodes ") + nodes);
  return document.find("p").as<Body>();
}

}  // namespace

// The handles of a path were places on the paper: a node that was pulled left them behind and made a thorn.
TEST_CASE("a node that is pulled takes its handles along, and no other node moves") {
  Document document = fresh_document();
  const CurveId id = add_path(document);
  const Curve before = *document.world->find(id);
  Editor editor(document);
  Person person(editor);
  person.drag(Point(20, 15), Point(26, 22));
  person.wait();
  const Curve& after = *editor.world().find(id);
  for (int node = 0; node < 3; ++node) {
    const Handles was = *handles_of(before, node), is = *handles_of(after, node);
    const Point moved = node == 1 ? Point(6, 7) : Point(0, 0);
    CHECK((is.at - was.at - moved).norm() < 1e-3);
    CHECK((is.ahead - was.ahead).norm() < 1e-6);
    CHECK((is.behind - was.behind).norm() < 1e-6);
  }
}

TEST_CASE("a path pulled between its nodes bends, and its nodes stay nearer than the place that is held") {
  Document document = fresh_document();
  const CurveId id = add_path(document);
  const Curve before = *document.world->find(id);
  const Point held = at(before, 0.5);
  Editor editor(document);
  Person person(editor);
  person.drag(held, held + Point(-4, 6));
  person.wait();
  const Curve& after = *editor.world().find(id);
  CHECK((at(after, 0.5) - held - Point(-4, 6)).norm() < 1e-2);
  CHECK((handles_of(after, 0)->at - handles_of(before, 0)->at).norm() < 3.6);
  CHECK((handles_of(after, 0)->ahead - handles_of(before, 0)->ahead).norm() > 1);
}

TEST_CASE("a handle is dragged by its tip; at a smooth joint the other turns along, with Alt it stays") {
  Document document = fresh_document();
  const CurveId id = add_path(document);
  Editor editor(document);
  Person person(editor);
  editor.select_only({id});
  person.modifiers.alt = false;
  SUBCASE("smooth") {
    person.drag(Point(30, 15), Point(20, 27));
    const Handles now = *handles_of(*editor.world().find(id), 1);
    CHECK((now.ahead - Point(0, 12)).norm() < 1e-6);
    CHECK(now.behind.normalized().dot(Point(0, -1)) == doctest::Approx(1));
    CHECK(now.smooth);
  }
  SUBCASE("broken by Alt") {
    person.press(Point(30, 15));
    person.modifiers.alt = true;
    person.move(Point(25, 22));
    person.move(Point(20, 27));
    person.release(Point(20, 27));
    const Handles now = *handles_of(*editor.world().find(id), 1);
    CHECK((now.ahead - Point(0, 12)).norm() < 1e-6);
    CHECK((now.behind - Point(-10, 0)).norm() < 1e-6);
    CHECK(!now.smooth);
  }
  const std::size_t steps = editor.history().size();
  editor.undo();
  CHECK(editor.history().size() == steps);
  CHECK((handles_of(*editor.world().find(id), 1)->ahead - Point(10, 0)).norm() == 0);
}

TEST_CASE("a node put in leaves the course as it was, and what is attached stays where it is") {
  Document document = fresh_document();
  add_path(document);
  do_edit(document, "draw line as l a.x=5 a.y=5 b.x=30 b.y=40");
  do_edit(document, "attach p@1.5 l.start");
  const Curve before = curve_in(document, "p");
  const Point joint = at(before, 1.5);
  do_edit(document, "insert_node p at 1.2");
  const Curve after = curve_in(document, "p");
  CHECK(node_count(after) == 4);
  CHECK(apart(before, after) < 1e-5);
  CHECK(document.world->constraints().size() == 1);
  bool found = false;
  document.world->connectors().each([&](ConnectorId, const Connector& one) {
    const auto* point = std::get_if<PointAt>(&one.what);
    if (one.curve != document.find("p").as<Body>() || !point) return;
    found = true;
    CHECK((at(after, point->t) - joint).norm() < 1e-5);
  });
  CHECK(found);
}

TEST_CASE("an edit of the course reads back from its line, for each of them") {
  for (const char* line : {"insert_node p at 0.5", "remove_node p 2", "joint p 2 smooth", "split p at 0.7 as second",
                           "join p p", "convert p polyline tolerance=0.5",
                           "trim p from 0.2 to 1.7", "fillet p 2 by 1", "offset p by 3 as beside"}) {
    CAPTURE(std::string(line));
    Document document = fresh_document();
    add_path(document, "0,0,0,12,0,-12,0 20,15,10,-5,-10,-5,0 40,0,0,-10,0,12,0");
    Editor editor(document);
    do_edit(editor, line);
    const Document made = editor.document();
    CHECK(!same(made, document));
    editor.undo();
    CHECK(same(editor.document(), document));
    editor.redo();
    CHECK(same(editor.document(), made));
  }
}

TEST_CASE("a node is taken out of a curve, but not the last ones it needs") {
  Document document = fresh_document();
  do_edit(document, "draw polyline as l nodes 0,0 10,10 20,0");
  do_edit(document, "remove_node l 2");
  CHECK(node_count(curve_in(document, "l")) == 2);
  const auto none = apply(document, {edit::RemoveNode{"l", 1}});
  CHECK(!none);
}

TEST_CASE("a corner becomes smooth and symmetric and a corner again") {
  Document document = fresh_document();
  do_edit(document, "draw path as p nodes 0,0,0,0,0,0,0 20,15,0,0,0,0,0 40,0,0,0,0,0,0");
  do_edit(document, "joint p 2 smooth");
  Handles joint = *handles_of(curve_in(document, "p"), 1);
  CHECK(joint.smooth);
  CHECK(joint.ahead.normalized().dot(Point(1, 0)) == doctest::Approx(1));  // along its neighbours
  do_edit(document, "joint p 2 symmetric");
  joint = *handles_of(curve_in(document, "p"), 1);
  CHECK(joint.symmetric());
  do_edit(document, "joint p 2 corner");
  CHECK(!handles_of(curve_in(document, "p"), 1)->smooth);
}

TEST_CASE("a line is split into two lines, a circle opened into an arc, and what rides on them stays") {
  Document document = fresh_document();
  do_edit(document, "draw line as l a.x=0 a.y=0 b.x=40 b.y=0");
  do_edit(document, "nail l@0.75");
  do_edit(document, "split l at 0.5 as m");
  CHECK(curve_in(document, "l").type->name == "line");
  CHECK(curve_in(document, "m").type->name == "line");
  CHECK((at(curve_in(document, "l"), 1) - Point(20, 0)).norm() < 1e-9);
  CHECK((at(curve_in(document, "m"), 1) - Point(40, 0)).norm() < 1e-9);
  CHECK(document.world->constraints().size() == 1);
  document.world->connectors().each([&](ConnectorId, const Connector& one) {
    CHECK(one.curve == document.find("m").as<Body>());
    CHECK(std::get<PointAt>(one.what).t == doctest::Approx(0.5));
  });
  do_edit(document, "draw circle as c c.x=0 c.y=30 r=10");
  Document opened = document;
  do_edit(opened, "split c at 1");
  CHECK(!curve_in(opened, "c").type->closed);
  CHECK((at(curve_in(opened, "c"), 0) - at(curve_in(document, "c"), 1)).norm() < 0.01);
  do_edit(document, "trim c from 1 to 4");
  const Curve& arc = curve_in(document, "c");
  CHECK(arc.type->name == "arc");
  CHECK(apart(arc, Curve{document.library->find("circle"), Eigen::Vector3d(0, 30, 10)}) < 1e-6);
}

TEST_CASE("two lines that are attached become one polyline, and their joint goes; the whole is closed") {
  Document document = fresh_document();
  do_edit(document, "draw line as a a.x=0 a.y=0 b.x=20 b.y=0");
  do_edit(document, "draw line as b a.x=20 a.y=0 b.x=30 b.y=15");
  do_edit(document, "attach a.end b.start");
  do_edit(document, "nail b.end");
  do_edit(document, "join a b");
  CHECK(document.world->bodies().size() == 1);
  CHECK(document.world->constraints().size() == 1);  // the nail
  const Curve joined = curve_in(document, "a");
  CHECK(joined.type->name == "polyline");
  CHECK(node_count(joined) == 3);
  do_edit(document, "join a a");
  CHECK(curve_in(document, "a").type->closed);
  CHECK(document.world->constraints().size() == 1);
}

TEST_CASE("a circle becomes a path of smooth nodes, and a long stroke a path of few") {
  Document document = fresh_document();
  do_edit(document, "draw circle as c r=10");
  do_edit(document, "convert c closed_path");
  const Curve path = curve_in(document, "c");
  CHECK(node_count(path) <= 8);
  for (int k = 0; k < node_count(path); ++k) CHECK(handles_of(path, k)->smooth);
  for (int k = 0; k < 100; ++k)
    CHECK(std::abs(at(path, node_count(path) * k / 100.0).norm() - 10) < 3e-3);
  std::string line = "draw polyline as l nodes";
  for (int k = 0; k <= 80; ++k)
    line += " " + std::to_string(k) + "," + std::to_string(12 * std::sin(0.1 * k));
  do_edit(document, line);
  do_edit(document, "convert l path tolerance=0.4");
  do_edit(document, "simplify l tolerance=0.5");
  CHECK(node_count(curve_in(document, "l")) <= 16);
}

TEST_CASE("a corner of a rectangle is rounded by the radius that was asked for") {
  Document document = fresh_document();
  do_edit(document, "draw rectangle as r c.x=0 c.y=0 w=40 h=20 phi=0");
  do_edit(document, "fillet r 2 by 5");
  const Curve& rounded = curve_in(document, "r");
  CHECK(node_count(rounded) == 5);
  // Somewhere on it lies an arc of that radius about a place 5 from two sides.
  int on_arc = 0;
  for (int k = 0; k < 500; ++k) {
    const Point p = at(rounded, 5 * k / 500.0);
    for (const Point& centre : {Point(15, 5), Point(-15, 5), Point(15, -5), Point(-15, -5)})
      on_arc += std::abs((p - centre).norm() - 5) < 2e-3 && std::abs(p.x()) > 15.2 && std::abs(p.y()) > 5.2;
  }
  CHECK(on_arc > 10);
  const auto too_large = apply(document, {edit::Fillet{"r", 1, 60}});
  CHECK(!too_large);
}

TEST_CASE("a curve beside another keeps its distance, outside and inside of corners") {
  Document document = fresh_document();
  do_edit(document, "draw rectangle as r c.x=0 c.y=0 w=40 h=20 phi=0");
  for (const double by : {3.0, -3.0}) {
    CAPTURE(by);
    Document made = document;
    do_edit(made, "offset r by " + std::to_string(by) + " as beside");
    const Curve& beside = curve_in(made, "beside");
    CHECK(beside.type->closed);
    const Curve& rectangle = curve_in(made, "r");
    for (int k = 0; k < 100; ++k) {
      const double t = t_end(beside) * k / 100;
      CHECK(nearest(rectangle, at(beside, t), 1e-6)->distance == doctest::Approx(3).epsilon(0.03));
    }
    const double length = bounds(beside, 1e-3).sizes().x();
    CHECK((std::abs(length - 46) < 0.2 || std::abs(length - 34) < 0.2));
  }
}

TEST_CASE("an open curve is lengthened by its formula, one of nodes straight on") {
  Document document = fresh_document();
  do_edit(document, "draw arc as a c.x=0 c.y=0 r=10 phi=0 sweep=1");
  do_edit(document, "trim a from -0.5 to 1.5");
  const Curve& arc = curve_in(document, "a");
  CHECK(arc.type->name == "arc");
  CHECK(arc.q[2] == doctest::Approx(10));
  do_edit(document, "draw polyline as l nodes 0,0 10,0 10,10");
  do_edit(document, "trim l from 0 to 2.5");
  CHECK((at(curve_in(document, "l"), t_end(curve_in(document, "l"))) - Point(10, 15)).norm() < 1e-9);
}

TEST_CASE("the trim tool cuts the part between two crossings away; the extend tool brings it back") {
  Document document = fresh_document();
  do_edit(document, "draw line as l a.x=-30 a.y=0 b.x=30 b.y=0");
  do_edit(document, "draw line as u a.x=-10 a.y=-10 b.x=-10 b.y=10");
  do_edit(document, "draw line as v a.x=10 a.y=-10 b.x=10 b.y=10");
  Editor editor(document);
  Person person(editor);
  editor.use("tool.trim");
  person.click(Point(0, 0));
  CHECK(editor.document().world->bodies().size() == 4);
  CHECK((end_of(editor.world(), document.find("l").as<Body>(), 1) - Point(-10, 0)).norm() < 1e-6);
  editor.use("tool.extend");
  person.click(Point(-13, 0));  // it lies on u already, and goes on to v
  CHECK((end_of(editor.world(), document.find("l").as<Body>(), 1) - Point(10, 0)).norm() < 1e-6);
  editor.undo();
  editor.undo();
  CHECK(same(editor.document(), document));
}

TEST_CASE("a double click on a chosen path puts a node there; Shift+Delete takes one out") {
  Document document = fresh_document();
  const CurveId id = add_path(document);
  Editor editor(document);
  Person person(editor);
  const Point between = at(*document.world->find(id), 0.5);
  person.click(between);
  PointerEvent twice;
  twice.what = PointerEvent::What::press;
  twice.button = Button::left;
  twice.clicks = 2;
  twice.at = editor.camera().to_window(between);
  editor.handle(twice);
  twice.what = PointerEvent::What::release;
  editor.handle(twice);
  CHECK(node_count(*editor.world().find(id)) == 4);
}

TEST_CASE("a drawing of version 2 with a path has the same course now") {
  const std::string old =
      R"({"limber": 2, "curves": [{"name": "path", "type": "path", "nodes": [[158, -194.25, 158, -181.05, 158, -207.45, 0],)"
      R"( [180, -177.75, 191, -177.75, 169, -177.75, 1], [202, -194.25, 202, -205.25, 202, -181.05, 0]]}]})";
  const Result<Document> document = from_json(old, fresh_document());
  REQUIRE(document);
  const Curve& path = curve_in(*document, "path");
  CHECK((at(path, 0) - Point(158, -194.25)).norm() < 1e-9);
  // a quarter of both ends, three quarters of both handles, divided by two
  const Point middle = (Point(158, -194.25) + 3 * Point(158, -181.05) + 3 * Point(169, -177.75) +
                        Point(180, -177.75)) / 8;
  CHECK((at(path, 0.5) - middle).norm() < 1e-9);
}
