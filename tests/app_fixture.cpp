#include "tests/app_fixture.h"

#include <doctest/doctest.h>

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
  curve.type = document.library.find(type);
  REQUIRE_MESSAGE(curve.type, type);
  curve.q = Eigen::Map<Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  return document.world.add(std::move(curve));
}

KeyEvent key(const char* name) {
  const Chord chord = parse_chord(name);
  KeyEvent event;
  event.key = chord.key;
  event.modifiers = chord.modifiers;
  return event;
}

std::string saved(const Document& document) {
  const Result<std::string> text = to_json(document);
  REQUIRE(text);
  return *text;
}

Point end_of(const World& world, CurveId id, double t) {
  Point p;
  REQUIRE(point_at(*world.find(id), t, p));
  return p;
}

}  // namespace limber
