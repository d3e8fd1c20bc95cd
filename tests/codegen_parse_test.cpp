#include "codegen/parse.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "codegen/compile.h"

using namespace limber;

namespace {

// The value of an expression with a few names known: how it was read shows in the number.
double value(const std::string& text) {
  const auto result = evaluate(text, {{"a", 2}, {"b", 3}, {"c", 5}, {"t", 0.5}, {"theta", 0.25}});
  CAPTURE(text);
  if (!result) FAIL(result.error().message);
  return *result;
}

std::string message(const std::string& text) {
  const auto result = evaluate(text, {{"a", 2}, {"b", 3}, {"c", 5}, {"t", 0.5}});
  CAPTURE(text);
  REQUIRE(!result);
  return result.error().message;
}

}  // namespace

TEST_CASE("operators bind as in a textbook") {
  CHECK(value("a + b*c") == 17);
  CHECK(value("a - b - c") == -6);
  CHECK(value("c/a/b") == doctest::Approx(5.0 / 6));
  CHECK(value("-a^2") == -4);
  CHECK(value("a^b^a") == 512);
  CHECK(value("a^-1") == 0.5);
  CHECK(value("--a") == 2);
  CHECK(value("+a") == 2);
  CHECK(value("a*-b") == -6);
  CHECK(value("2**3") == 8);
}

TEST_CASE("a product needs no sign where only one reading is possible") {
  CHECK(value("2a") == 4);
  CHECK(value("2 a b") == 12);
  CHECK(value("2(a + b)") == 10);
  CHECK(value("(a + b)(a - b)") == -5);
  CHECK(value("a (b + c)") == 16);
  CHECK(value("a(b + c)") == 16);
  CHECK(value("2a(b + c)") == 32);
  CHECK(value("3cos(0)") == 3);
  CHECK(value("a^2 b") == 12);
  CHECK(value("2a/c") == doctest::Approx(0.8));
  CHECK(value("2|a - c|") == 6);
  CHECK(value("a sin t") == doctest::Approx(2 * std::sin(0.5)));
  CHECK(value("sin 2t") == doctest::Approx(std::sin(1)));
  CHECK(value("sin t cos t") == doctest::Approx(std::sin(0.5) * std::cos(0.5)));
  CHECK(value("2e") == doctest::Approx(2 * std::exp(1)));
  CHECK(value("2e1") == 20);
}

TEST_CASE("what can be read in two ways is refused") {
  for (const std::string text : {"1/2t", "1/a b", "1/a(b + c)", "sin a b", "sin t^2", "cos t/2",
                                 "cos t*2", "2^3t", "a 2", "2 3", "sin a(b)"})
    CHECK(!message(text).empty());
}

TEST_CASE("Greek letters are one name, however they are written") {
  CHECK(value("θ") == 0.25);
  CHECK(value("\\theta") == 0.25);
  CHECK(value("theta") == 0.25);
  CHECK(value("2θ") == 0.5);
  CHECK(value("π") == doctest::Approx(3.14159265358979));
  CHECK(value("τ/2") == value("pi"));
}

TEST_CASE("signs may be pasted from a book") {
  CHECK(value("a − b") == -1);
  CHECK(value("a·b") == 6);
  CHECK(value("a×b") == 6);
  CHECK(value("c²") == 25);
  CHECK(value("if(a ≤ b, 1, 0)") == 1);
}

TEST_CASE("conditions") {
  CHECK(value("if(a < b, 1, 0)") == 1);
  CHECK(value("if(a < b < c, 1, 0)") == 1);
  CHECK(value("if(a < c < b, 1, 0)") == 0);
  CHECK(value("if(not a < b, 1, 0)") == 0);
  CHECK(value("if(a > b or c == 5, 1, 0)") == 1);
  CHECK(value("if(a > b and c = 5, 1, 0)") == 0);
  CHECK(value("if(a != b, 1, 0)") == 1);
  CHECK(value("piecewise(1 if a > b, 2 if b > a, 3 otherwise)") == 2);
  CHECK(value("piecewise(1 if a > b, 2 if a > c, 3)") == 3);
  CHECK(value("2 if(a < b, 3, 4)") == 6);
}

TEST_CASE("vectors of two") {
  CHECK(value("|(3, 4)|") == 5);
  CHECK(value("|a - c|") == 3);
  CHECK(value("||a - c| - 1|") == 2);
  CHECK(value("dot((1, 2), (3, 4))") == 11);
  CHECK(value("cross((1, 2), (3, 4))") == -2);
  CHECK(value("perp((1, 2)).x") == -2);
  CHECK(value("unit((3, 4)).y") == doctest::Approx(0.8));
  CHECK(value("unit((0, 0)).x") == 0);
  CHECK(value("(2(1, 2) + (3, 4)/2).y") == 6);
  CHECK(value("rotate((1, 0), pi/2).y") == doctest::Approx(1));
  CHECK(value("polar(2, 0).x") == 2);
  CHECK(value("angle((1, 0), (0, 3))") == doctest::Approx(std::acos(0.0)));
}

TEST_CASE("a line goes on where a bracket is open or an operator ends it") {
  const auto formula =
      parse("curve c\n  length r = 1\n  t from 0 to 1\n  x = r +\n    t\n  y = (r\n    + t)\n");
  REQUIRE(formula);
  CHECK(formula->x.value.root > 0);
  CHECK(formula->y.value.root > 0);
}

TEST_CASE("comments, blank lines and line ends of other systems") {
  CHECK(
      parse("# a circle\n\n\ncurve c # its name\n\n  length r = 1 # a length\n t from 0 to 1\r\n "
            "at = r (t, t)\r\n\n# end"));
}

TEST_CASE("a file without a last newline") {
  CHECK(parse("curve c\n length r = 1\n t from 0 to 1\n at = r (t, t)"));
}

TEST_CASE("every prefix of a file ends in a result") {
  const std::string text =
      "curve c \"Tïtle\"\n  place p \"centre\" = (0, 0)\n  fixed number n = 3, 1 <= n < 5\n  θ "
      "from 0 to n\n"
      "  let k = |p - (1, 2)|\n  r = k (1 + piecewise(1 if θ < 1, 0 otherwise)) about p turned "
      "30°\n"
      "  length l = integral(|x'|, begin, θ)\n  draw p = press, n = floor(|release - press|)\n";
  int read = 0;
  for (std::size_t size = 0; size <= text.size(); ++size)
    if (lower(text.substr(0, size))) ++read;
  CHECK(read > 0);
  CHECK(lower(text));
}

TEST_CASE("the paper's spiral and the one-line constraint are read as they stand") {
  const auto spiral = parse(
      "curve spiral \"Archimedean spiral\"\n  parameters  x0 = 0, y0 = 0, a = 0, b = 0.1, turn = "
      "0\n  t from 0 to 6*pi\n"
      "  let r = a + b*t\n  x = x0 + r*cos(t + turn)\n  y = y0 + r*sin(t + turn)\n  point center = "
      "(x0, y0)\n");
  REQUIRE(spiral);
  CHECK(spiral->title == "Archimedean spiral");
  CHECK(spiral->parameters.size() == 5);
  CHECK(spiral->measures.size() == 1);
  const auto distance = parse("distance(point a, point b, number d): |a - b| - d");
  REQUIRE(distance);
  CHECK(distance->kind == Formula::constraint);
  CHECK(distance->inputs.size() == 3);
  CHECK(distance->rows.size() == 1);
}
