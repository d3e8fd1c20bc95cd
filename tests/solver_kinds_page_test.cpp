// docs/kinds.md lists every curve type and constraint kind of the libraries. It is written here and
// compared with the file; `limber_tests --update` renews it.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>

#include "solver/kinds.h"
#include "tests/golden.h"
#include "tests/laws.h"
#include "tests/places.h"

using namespace limber;

namespace {

std::string number(double value) {
  std::ostringstream out;
  out.precision(6);
  out << value;
  return out.str();
}

const char* word(Role role) {
  switch (role) {
    case Role::length:
      return "length";
    case Role::angle:
      return "angle";
    case Role::number:
      return "number";
    case Role::dx:
    case Role::dy:
      return "vector";
    default:
      return "place";
  }
}

std::string range(const Parameter& p) {
  const double infinite = std::numeric_limits<double>::infinity();
  std::string out;
  if (p.minimum > -infinite) out += (p.above_minimum ? " > " : " >= ") + number(p.minimum);
  if (p.maximum < infinite) out += (p.below_maximum ? " < " : " <= ") + number(p.maximum);
  return out;
}

// `r` length radius = 15 > 0; a place is written once, for its x and its y.
std::string parameters(const std::vector<Parameter>& all) {
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Parameter& p = all[i];
    if (is_second(p.role)) continue;
    if (!out.empty()) out += "; ";
    const std::string name =
        p.name.ends_with(".x") ? p.name.substr(0, p.name.size() - 2) : p.name;
    out += p.locked ? "fixed " : "";
    out += std::string(word(p.role)) + " `" + name + "`";
    std::string label = p.label;
    if (label.ends_with(".x") || label.ends_with(" x")) label = label.substr(0, label.size() - 2);
    if (!label.empty() && label != name) out += " (" + label + ")";
    out += p.role == Role::x || p.role == Role::dx ? " = (" + number(p.value) + ", " + number(all[i + 1].value) + ")"
                             : " = " + number(p.value) + range(p);
  }
  return out;
}

std::string measures(const CurveType& type) {
  std::string out;
  for (const auto& m : type.measures) {
    if (m.name == "tangent" || m.name == "normal") continue;
    if (!out.empty()) out += ", ";
    out += m.shape == Shape::point       ? "point `"
           : m.shape == Shape::direction ? "direction `"
                                         : std::string(word(m.role)) + " `";
    out += m.name + (m.along ? "(t)`" : "`");
  }
  return out.empty() ? "–" : out;
}

std::string runs(const CurveType& type) {
  if (type.is_traced) return "pieces of an equation";
  if (type.is_family)
    return "nodes, at least " + std::to_string(type.family.minimum_nodes) +
           (type.closed ? "; closed" : "");
  const std::string end = type.t_end_parameter >= 0
                              ? type.parameters[static_cast<std::size_t>(type.t_end_parameter)].name
                              : number(type.t_end);
  return number(type.t_begin) + " to " + end + (type.closed ? ", closed" : "");
}

// The rows of the formula, as written.
std::string meaning(const ConstraintKind& kind) {
  std::istringstream lines(kind.text);
  std::string line, out;
  bool header = true;
  while (std::getline(lines, line)) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line[begin] == '#') continue;
    if (!std::exchange(header, false))
      out += (out.empty() ? "`" : ", `") + line.substr(begin) + "`";
  }
  std::string escaped;
  for (const char c : out) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string inputs(const ConstraintKind& kind) {
  std::string out;
  for (const Input& input : kind.inputs) {
    if (!out.empty()) out += ", ";
    out += input.shape == Shape::point       ? "point"
           : input.shape == Shape::direction ? "direction"
                                             : word(input.role);
    out += " `" + input.name + "`";
    if (input.shape == Shape::number && input.value != 0) out += " = " + number(input.value);
  }
  return out;
}

std::string page() {
  std::string out = R"(# Curve types and constraint kinds

What the toolbox holds, by the names that documents (`"type": "circle"`, `"kind": "distance"`), the library
(`add_curve("circle", ...)`, `hold("distance", ...)`) and the command line use. Each is a formula file in
`data/curves` or `data/constraints`; [formulas](formulas.md) says how to write your own. This page is written by
`limber_tests --update` and checked by the tests.

A *place* `c` is the two numbers `c.x`, `c.y`. *fixed* parameters are locked in a new curve. Lengths are in drawing units,
angles in radians. What a curve is measured by can be nailed (points), aligned (directions) and compared (numbers);
`(t)` marks what there is at every place along the curve. Every curve has the directions `tangent(t)` and `normal(t)`,
and each parameter is a number too.

## Curves

| name | parameters | t | points, directions, numbers |
| --- | --- | --- | --- |
)";
  for (const auto& type : every_curve_type()) {
    std::string all = parameters(type->parameters);
    if (has_nodes(*type))
      all += (all.empty() ? "" : "; ") + std::string("each node: ") + parameters(type->family.node);
    out += "| `" + type->name + "` " + type->title + " | " + all + " | " + runs(*type) + " | " +
           measures(*type) + " |\n";
  }
  out += R"(
## Constraints

Inputs are bound to what a curve is measured by, to a sliding point, or to plain numbers and places on the paper. A row is an
equation to be met; a row with `>=` or `<=` is a stop and acts while it is touched. Any kind can be made a spring
by giving it a stiffness; a *preference* always is one. `time` is the clock of a drawing that plays.

| name | inputs | rows | holds |
| --- | --- | --- | --- |
)";
  const Result<ConstraintLibrary> library = ConstraintLibrary::load();
  REQUIRE(library);
  for (const auto& kind : library->all())
    out += "| `" + kind->name + "` " + kind->title + (kind->preference ? " (preference)" : "") +
           " | " + inputs(*kind) + " | " + std::to_string(kind->rows) + " | " + meaning(*kind) +
           " |\n";
  return out;
}

}  // namespace

TEST_CASE("the page of kinds says what the libraries hold") {
  const std::string file = source_folder() + "/docs/kinds.md", text = page();
  if (updating_golden_files()) std::ofstream(file, std::ios::binary) << text;
  std::ifstream in(file, std::ios::binary);
  const std::string written{std::istreambuf_iterator<char>(in), {}};
  CHECK_MESSAGE(written == text, "docs/kinds.md is not up to date: run limber_tests --update");
}
