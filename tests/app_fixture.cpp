#include "tests/app_fixture.h"

#include <doctest/doctest.h>

#include "app/edits/line.h"
#include "app/edits/resolve.h"

namespace limber {

const Document& fresh_document() {
  static const Document document = [] {
    Result<Document> made = empty_document();
    REQUIRE_MESSAGE(made, made.error().message);
    return *made;
  }();
  return document;
}

void Person::send(PointerEvent::What what, const Point& paper, Button button) {
  PointerEvent event;
  event.what = what;
  event.at = editor.camera().to_window(paper);
  event.button = button;
  event.modifiers = modifiers;
  editor.handle(event);
}

void Person::drag(const Point& from, const Point& to, int steps) {
  move(from);
  press(from);
  for (int i = 1; i <= steps; ++i) {
    move(from + (to - from) * i / steps);
    editor.advance(1.0 / 60);
  }
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  release(to);
}

void Person::wait(double seconds) {
  for (double t = 0; t < seconds && editor.moving(); t += 1.0 / 60) editor.advance(1.0 / 60);
}

CurveId add_curve(Document& document, const std::string& type, std::vector<double> q) {
  Curve curve;
  curve.type = document.library->find(type);
  REQUIRE_MESSAGE(curve.type, type);
  curve.q = Eigen::Map<Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  const std::string name = document.names->fresh(type);
  const Result<Document> next = apply(document, {draw_edit(curve, name)});
  REQUIRE_MESSAGE(next, next.error().message);
  document = *next;
  return document.find(name).as<Body>();
}

void do_edit(Document& document, const std::string& line) {
  const Result<Edit> what = read_edit(line);
  REQUIRE_MESSAGE(what, line, ": ", what.error().message);
  const Result<Document> next = apply(document, *what);
  REQUIRE_MESSAGE(next, line, ": ", next.error().message);
  document = *next;
}

void do_edit(Editor& editor, const std::string& line) {
  const Result<Edit> what = read_edit(line);
  REQUIRE_MESSAGE(what, line, ": ", what.error().message);
  const Result<bool> done = editor.perform(*what);
  REQUIRE_MESSAGE(done, line, ": ", done.error().message);
}

Document in_state(const Document& document, const World& world) {
  Live live(document);
  live.go_back({world, {}, {}});
  live.enter();
  return live.document();
}

KeyEvent key(const char* name) {
  const Chord chord = parse_chord(name);
  KeyEvent event;
  event.key = chord.key;
  event.modifiers = chord.modifiers;
  if (chord.key < 128 && chord.modifiers == Modifiers{}) event.typed = chord.key;
  return event;
}

std::string saved(const Document& document, const View& view) {
  const Result<std::string> text = to_json(document, view);
  REQUIRE(text);
  return *text;
}

Point end_of(const World& world, CurveId id, double t) {
  Point p;
  REQUIRE(point_at(*world.find(id), t, p));
  return p;
}

}  // namespace limber
