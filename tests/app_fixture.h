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

// Does what the line says, as a script would; fails the test when it cannot be done.
void do_edit(Document& document, const std::string& line);
void do_edit(Editor& editor, const std::string& line);

// As if hands and time had led there.
Document in_state(const Document& document, const World& world);

KeyEvent key(const char* name);  // pressed, by the name of its chord

std::string saved(const Document& document, const View& view = {});  // its file
Point end_of(const World& world, CurveId id, double t);

}  // namespace limber
