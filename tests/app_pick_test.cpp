// What is under the pointer: the grids give the same answer as looking at everything.
#include <doctest/doctest.h>

#include "app/drawing/draw.h"
#include "app/drawing/marks.h"
#include "app/drawing/style_paint.h"
#include "app/editor/editor.h"
#include "app/edits/resolve.h"
#include "curves/box_grid.h"
#include "curves/nearest.h"
#include "tests/app_fixture.h"
#include "tests/large_drawings.h"
#include "tests/laws.h"

using namespace limber;

namespace {

// ---- looking at everything, as the laws are written

std::optional<ThingId> mark_by_walking(const Editor& editor, const Point& window) {
  std::optional<ThingId> found;
  double best = reach;
  for (const Mark& mark : marks_of(editor.shown(), editor.camera().scale())) {
    const double distance = distance_to(mark, editor.camera(), window);
    if (distance > best) continue;
    best = distance;
    found = mark.of;
  }
  return found;
}

std::optional<TextId> text_by_walking(const Editor& editor, const Point& window) {
  std::optional<TextId> found;
  editor.document().texts->each([&](TextId id, const Text& text) {
    if (extent_of(text).contains(editor.camera().to_paper(window))) found = id;
  });
  return found;
}

struct Near {
  CurveId curve;
  double distance = 0;
};
// By the polylines, the upper one of two equally near last.
std::optional<Near> line_by_walking(const Editor& editor, const Point& window) {
  const Point paper = editor.camera().to_paper(window);
  std::optional<Near> found;
  double best = reach / editor.camera().scale();
  for (const auto& [id, curve] : editor.drawn().all())
    curve.line.for_each_segment([&](int i) {
      const auto k = static_cast<std::size_t>(i);
      const double distance =
          distance_to_segment(paper, curve.line.points[k], curve.line.points[k + 1], nullptr);
      if (distance >= best) return;
      best = distance;
      found = Near{id, distance};
    });
  return found;
}

CurveId inside_by_walking(const Editor& editor, const Point& window) {
  const Point paper = editor.camera().to_paper(window);
  CurveId found;
  for (const ThingId thing : drawing_order(editor.document(), Level::paper)) {
    const CurveId id = thing.as<Body>();
    const DrawnCurve* shape = editor.drawn().find(id);
    if (!shape || editor.document().style(id).fill.kind == Paint::Kind::none) continue;
    const Point local = paper - shape->origin;
    SkPath path = shape->path;
    path.setFillType(fill_type(editor.document().style(id)));
    if (path.contains(static_cast<float>(local.x()), static_cast<float>(local.y()))) found = id;
  }
  return found;
}

std::optional<Point> point_by_walking(const Editor& editor, const Point& window) {
  const Point paper = editor.camera().to_paper(window);
  std::optional<Point> found;
  double best = reach / editor.camera().scale();
  editor.world().bodies().each([&](CurveId id, const Body& body) {
    for (const Connector& connector : special_points(id, body.curve)) {
      Point at;
      if (!place_of(editor.world(), connector, at) || (at - paper).norm() >= best) continue;
      best = (at - paper).norm();
      found = at;
    }
  });
  return found;
}

void check_place(Editor& editor, const Point& window) {
  CAPTURE(window.transpose());
  PointerEvent event;
  event.at = window;
  editor.handle(event);
  CHECK(editor.hovered_mark() == mark_by_walking(editor, window));
  const std::optional<TextId> text = text_by_walking(editor, window);
  CHECK(editor.hovered_still() == (text ? std::optional<ThingId>(*text) : std::nullopt));
  const std::optional<Near> line = line_by_walking(editor, window);
  const std::optional<CurveHit>& hit = editor.hovered();
  REQUIRE((hit && !hit->inside) == line.has_value());
  if (line) CHECK(hit->curve == line->curve);
  if (!line) CHECK((hit ? hit->curve : CurveId{}) == inside_by_walking(editor, window));
  const std::optional<Point> point = point_by_walking(editor, window);
  const std::optional<Snap> snap = editor.snap(window);
  REQUIRE((snap && !snap->on_curve) == point.has_value());
  if (point) CHECK(snap->at == *point);
}

// Curves of every type, some filled, with nails, joints and texts, about the middle of the window.
Document random_drawing(Random& random) {
  Document document = fresh_document();
  for (int k = 0; k < 60; ++k) {
    const auto& type = random.any(every_curve_type());
    Curve curve = random.stream(type->name).curve(type);
    const Point shift = random.point(60);
    for (int i = 0; i < curve.q.size(); ++i) {
      if (parameter(*curve.type, i).role == Role::x) curve.q[i] += shift.x();
      if (parameter(*curve.type, i).role == Role::y) curve.q[i] += shift.y();
    }
    const std::string name = "c" + std::to_string(k);
    const Result<Document> next = apply(document, {draw_edit(curve, name)});
    if (!next) continue;
    document = *next;
    if (k % 4 == 0) do_edit(document, "style " + name + " fill=orange/0.2");
    if (k % 3 == 0) {
      const CurveId id = document.find(name).as<Body>();
      const std::string point = text_of(document, point_at(id, t_begin(curve)));
      const Result<Document> nailed = apply(document, {edit::Nail{point, ""}});
      REQUIRE(nailed);
      document = *nailed;
    }
  }
  do_edit(document, "text \"one\" at 5 5 size=20");
  do_edit(document, "text \"two\" at 9 2 size=20");
  return document;
}

}  // namespace

// Where no square is free they were moved aside without end, and the window stood still.
TEST_CASE("marks far outside of every window come to their places in finite time") {
  Document document = fresh_document();
  do_edit(document, "draw line as far a.x=1e11 a.y=1e11 b.x=1e11 b.y=2e11");
  for (int k = 0; k < 3; ++k) do_edit(document, "constrain vertical far.start far.end");
  const std::vector<Mark> marks = marks_of(document, 100);
  CHECK(marks.size() >= 3);
  for (const Mark& mark : marks) CHECK(mark.aside <= 1800);
}

TEST_CASE("the grids find what looking at everything finds, on random drawings") {
  Random random(2024);
  for (int drawing = 0; drawing < 6; ++drawing) {
    CAPTURE(drawing);
    Editor editor(random_drawing(random));
    editor.camera().look_at(random.point(20), random.in(0.5, 12));
    editor.fit_unless_seen();
    for (int place = 0; place < 120; ++place)
      check_place(editor, Point(random.in(0, 1280), random.in(0, 800)));
    // At the marks themselves, where several may compete.
    for (const Mark& mark : marks_of(editor.shown(), editor.camera().scale()))
      check_place(editor, window_place(mark, editor.camera()) + random.point(6));
  }
}

TEST_CASE("what moved, was zoomed or was removed is found where it is now") {
  Random random(7);
  Editor editor(drawing_of_parts(fresh_document(), 30));
  editor.fit();
  Person person(editor);
  const CurveId crank = editor.document().find("crank3").as<Body>();
  for (int round = 0; round < 12; ++round) {
    const Point at = end_of(editor.world(), crank, 1);
    if (round % 4 == 0) person.drag(at, at + random.point(20), 4);
    if (round % 4 == 1) editor.camera().zoom(random.in(0.7, 1.5), Point(600, 400));
    if (round % 4 == 2) editor.camera().pan(random.point(100));
    if (round % 4 == 3) do_edit(editor, "delete wheel" + std::to_string(round));
    editor.fit_unless_seen();
    for (int place = 0; place < 30; ++place) {
      const auto k = static_cast<int>(random.in(0, 90));
      const CurveId id = editor.world().bodies().at_slot(k);
      if (!id) continue;
      const Point on = end_of(editor.world(), id, random.in(0, 1));
      check_place(editor, editor.camera().to_window(on) + random.point(10));
    }
  }
}

TEST_CASE("with 1,000 curves the pointer looks at a few") {
  Editor editor(drawing_of_curves(fresh_document(), 1000));
  editor.fit();
  const Box seen = editor.camera().view();
  Random random(5);
  std::size_t most_curves = 0, most_points = 0;
  Landmarks landmarks;
  for (int trial = 0; trial < 500; ++trial) {
    const Point window(random.in(seen.min().x(), seen.max().x()),
                       random.in(seen.min().y(), seen.max().y()));
    const Point paper = editor.camera().to_paper(window);
    const double radius = reach / editor.camera().scale();
    const Box around(Point(paper.array() - radius), Point(paper.array() + radius));
    most_curves = std::max(most_curves, editor.drawn().index().near(around).size());
    most_points = std::max(
        most_points, landmarks.points_near(editor.document(), editor.camera().scale(), paper).size());
  }
  CHECK(most_curves > 0);
  CHECK(most_curves <= 40);
  CHECK(most_points <= 40);
}

TEST_CASE("a grid of boxes finds what touches, whatever the sizes") {
  Random random(11);
  BoxGrid grid;
  std::vector<Box> boxes(400);
  const auto random_box = [&] {
    const Point at = random.point(100), size = random.point(1).cwiseAbs() * std::exp(random.in(-9, 5));
    return Box(at, Point(at + size));
  };
  for (int round = 0; round < 2000; ++round) {
    const int k = random.whole(0, 399);
    boxes[static_cast<std::size_t>(k)] = round % 5 == 4 ? Box() : random_box();
    grid.set(k, boxes[static_cast<std::size_t>(k)], round % 3 ? 0 : 2);
    if (round % 10) continue;
    const Box question = random_box();
    std::vector<int> expected;
    for (int i = 0; i < 400; ++i)
      if (!boxes[static_cast<std::size_t>(i)].isEmpty() &&
          boxes[static_cast<std::size_t>(i)].intersects(question))
        expected.push_back(i);
    CHECK(grid.touching(question) == expected);
  }
}
