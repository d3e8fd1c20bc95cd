// A person before the real window whose actions are counted: a press and release, a chord, a typed field.
// And what they made, as the tests ask for it.
#pragma once

#include <map>
#include <string>

// Last: X11 defines words that others use as names.
#include "tests/window_fixture.h"

namespace limber {

struct Worker {
  Studio& studio;
  int actions = 0;
  void key(KeySym symbol, bool ctrl = false, bool shift = false) {
    ++actions;
    studio.screen.key(symbol, ctrl, shift);
    studio.screen.pause(40);
  }
  void click(const Point& paper) {
    ++actions;
    studio.click(paper);
    studio.screen.pause(40);
  }
  void drag(const Point& from, const Point& to) {
    ++actions;
    studio.drag(from, to);
    studio.screen.pause(40);
  }
  void type(std::string_view text) {
    ++actions;
    studio.screen.pause(60);
    studio.screen.type(text);
    studio.screen.key(XK_Return, false);
    studio.screen.pause(60);
  }
};

inline const Eigen::VectorXd& q_of(const Document& document, std::string_view name) {
  const Curve* curve = document.world->find(document.find(name).as<Body>());
  REQUIRE(curve);
  return curve->q;
}

inline std::map<std::string, int> kinds_in(const Document& document) {
  std::map<std::string, int> count;
  document.world->constraints().each([&](ConstraintId, const Constraint& one) {
    ++count[is_nail(one) ? "nail" : one.kind->name];
  });
  return count;
}

// Around all circles of a drawing.
inline Box extent_of_circles(const Document& document) {
  Box box;
  document.world->bodies().each([&](CurveId, const Body& body) {
    const Point middle = body.curve.q.head<2>(), half(body.curve.q[2], body.curve.q[2]);
    box.extend(Point(middle - half)), box.extend(Point(middle + half));
  });
  return box;
}

inline double distance_to_line(const Eigen::VectorXd& line, const Point& p) {
  const Point along = (line.tail<2>() - line.head<2>()).normalized();
  return std::abs(along.x() * (p - line.head<2>()).y() - along.y() * (p - line.head<2>()).x());
}

}  // namespace limber
