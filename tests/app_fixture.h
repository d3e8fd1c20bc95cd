// A workspace without a window, and the gestures of a person on it.
#pragma once

#include "app/editor/workspace.h"
#include "app/files/document_file.h"

namespace limber {

// The built-in types and kinds, compiled once for all tests.
const Document& fresh_document();

class Person {
 public:
  explicit Person(Editor& on) : editor(on) {}

  void move(const Point& paper) { send(PointerEvent::What::move, paper, Button::none); }
  void press(const Point& paper) { send(PointerEvent::What::press, paper, Button::left); }
  void release(const Point& paper) { send(PointerEvent::What::release, paper, Button::left); }
  void click(const Point& paper) {
    move(paper);
    press(paper);
    release(paper);
  }
  // Slowly enough to be followed: a frame between each two of `steps` events.
  void drag(const Point& from, const Point& to, int steps = 20);
  void wait(double seconds = 2);  // until it rests, at most so long
  void send(PointerEvent::What what, const Point& paper, Button button);

  Modifiers modifiers;
  Editor& editor;
};

// Adds a curve of a built-in type with the given parameters.
CurveId add_curve(Document& document, const std::string& type, std::vector<double> q);

KeyEvent key(const char* name);  // pressed, by the name of its chord

std::string saved(const Document& document);  // its file
Point end_of(const World& world, CurveId id, double t);

}  // namespace limber
