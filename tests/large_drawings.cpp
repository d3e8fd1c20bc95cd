#include "tests/large_drawings.h"

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "app/files/document_file.h"

namespace limber {

namespace {

std::string text(double v) { return std::to_string(v); }

std::string place(const Point& p) { return "[" + text(p.x()) + ", " + text(p.y()) + "]"; }

std::string bar(const std::string& name, const Point& a, double phi, double length) {
  return R"({"name": ")" + name + R"(", "type": "bar", "q": {"a.x": )" + text(a.x()) +
         R"(, "a.y": )" + text(a.y()) + R"(, "phi": )" + text(phi) + R"(, "l": )" + text(length) +
         R"(}, "locked": ["l"]})";
}

std::string circle(const std::string& name, const Point& c, double r) {
  return R"({"name": ")" + name + R"(", "type": "circle", "q": {"c.x": )" + text(c.x()) +
         R"(, "c.y": )" + text(c.y()) + R"(, "r": )" + text(r) + "}}";
}

std::string spline(const std::string& name, const Point& at, double size) {
  std::string nodes;
  for (int i = 0; i < 5; ++i)
    nodes += (i ? ", " : "") + place(at + size * Point(0.5 * i - 1, (i % 2 ? 0.4 : -0.4)));
  return R"({"name": ")" + name + R"(", "type": "spline", "nodes": [)" + nodes + "]}";
}

void add(std::string& list, const std::string& one) { list += (list.empty() ? "" : ",\n") + one; }

Document load(const Document& fresh, const std::string& json) {
  Result<Document> made = from_json(json, fresh);
  if (!made) throw std::runtime_error(made.error().message);
  return *std::move(made);
}

}  // namespace

Document drawing_of_parts(const Document& fresh, int parts) {
  const int columns = static_cast<int>(std::ceil(std::sqrt(1.6 * parts)));
  std::string curves, connectors, constraints;
  for (int k = 0; k < parts; ++k) {
    const std::string n = std::to_string(k);
    const Point at(80.0 * (k % columns), 80.0 * (k / columns));
    const double phi = 0.3 + 0.1 * (k % 7), second = 1.2;
    const Point joint = at + 20 * Point(std::cos(phi), std::sin(phi));
    const Point end = joint + 25 * Point(std::cos(second), std::sin(second));
    add(curves, bar("crank" + n, at, phi, 20));
    add(curves, bar("rod" + n, joint, second, 25));
    add(curves, circle("wheel" + n, end, 12));
    const auto point = [&](const std::string& name, const std::string& curve, const char* t) {
      add(connectors, R"({"name": ")" + name + n + R"(", "curve": ")" + curve + n + "\", " + t + "}");
    };
    point("a", "crank", R"("t": 0)");
    point("b", "crank", R"("t": 1)");
    point("c", "rod", R"("t": 0)");
    point("d", "rod", R"("t": 1)");
    point("e", "wheel", R"("measure": "center")");
    const auto hold = [&](const std::string& name, const std::string& on) {
      add(constraints, R"({"name": ")" + name + n + R"(", "kind": "coincident", "on": [)" + on + "]}");
    };
    hold("nail", "\"a" + n + "\", " + place(at));
    hold("joint", "\"b" + n + "\", \"c" + n + "\"");
    hold("axle", "\"d" + n + "\", \"e" + n + "\"");
  }
  return load(fresh, R"({"limber": 3, "curves": [)" + curves + R"(], "connectors": [)" +
                         connectors + R"(], "constraints": [)" + constraints + "]}");
}

Document drawing_of_curves(const Document& fresh, int count) {
  std::mt19937 random(1990);
  const auto in = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 100000) / 100000;
  };
  const double side = 20 * std::sqrt(count);
  std::string curves;
  for (int k = 0; k < count; ++k) {
    const std::string name = "c" + std::to_string(k);
    const Point at(in(-0.8, 0.8) * side, in(-0.45, 0.45) * side);
    const double size = in(4, 30);
    if (k % 3 == 0) add(curves, circle(name, at, size));
    if (k % 3 == 1) add(curves, bar(name, at, in(0, 6), 2 * size));
    if (k % 3 == 2) add(curves, spline(name, at, size));
  }
  return load(fresh, R"({"limber": 3, "curves": [)" + curves + "]}");
}

}  // namespace limber
