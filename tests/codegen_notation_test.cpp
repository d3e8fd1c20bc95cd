#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/format.h"
#include "codegen/functions.h"
#include "codegen/interpret.h"
#include "codegen/limits.h"
#include "curves/library.h"
#include "tests/places.h"

using namespace limber;

namespace {

const std::string kParameters =
    "curve c \"C\"\n  place p = (0, 0)\n  length a = 10, b = 3\n  number m = 2, n = 3\n";
const std::string kHead = kParameters + "  t from 0 to 1\n";

Definition<Program> lowered(const std::string& text) {
  const auto result = lower(text);
  if (!result) FAIL(explain(result.error(), text, ""));
  return *result;
}

std::vector<Program> programs_of(const Definition<Program>& definition) {
  std::vector<Program> all;
  const auto visit = [&](const auto& d) {
    visit_functions(d, [&](const FunctionName&, const Program& p) { all.push_back(p); });
  };
  std::visit(visit, definition);
  return all;
}

std::string plain(const std::string& text) {
  const auto result = plain_form(text);
  if (!result) FAIL(explain(result.error(), text, ""));
  return *result;
}

// Of a curve with inputs p.x, p.y, a, b, m, n, t.
std::vector<double> point(const std::string& text, double t) {
  const auto definition = lowered(text);
  const Program& program = std::get<CurveDefinition<Program>>(definition).point;
  std::vector<double> in{0, 0, 10, 3, 2, 3, t}, out(2);
  REQUIRE(program.inputs == static_cast<int>(in.size()));
  REQUIRE(interpret(program)(in.data(), out.data()));
  return out;
}

struct Reading {
  const char* printed;
  const char* plain;
};

// What people write first, and how it reads in the plain form.
const Reading kReadings[] = {
    {"  x(t) = a cos t\n  y(t) = a sin t\n", "  x = a*cos(t)\n  y = a*sin(t)\n"},
    {"  (x, y) = (a cos t, a sin t)\n", "  at = (a*cos(t), a*sin(t))\n"},
    {"  (x(t), y(t)) = (t, t²)\n", "  at = (t, t^2)\n"},
    {"  r(t) = a(1 + cos t)\n", "  r = a*(1 + cos(t))\n"},
    {"  r = a\n  theta = t²\n", "  r = a\n  theta = t^2\n"},
    {"  r = cos t turned m scale 2a\n", "  r = cos(t) turned m scale 2*a\n"},
    {"  x = sin^2 t\n  y = sin²t cos³t\n", "  x = sin(t)^2\n  y = sin(t)^2*cos(t)^3\n"},
    {"  x = sin^2(2t)\n  y = cos^n t\n", "  x = sin(2*t)^2\n  y = cos(t)^n\n"},
    {"  x = ln(t + 1)\n  y = ln|t - 2|\n", "  x = log(t + 1)\n  y = log(|t - 2|)\n"},
    {"  x = arctan t\n  y = arcsin t + arccos t\n", "  x = atan(t)\n  y = asin(t) + acos(t)\n"},
    {"  x = t mod 2\n  y = a t mod 2π + mod(t, b)\n",
     "  x = mod(t, 2)\n  y = mod(a*t, 2*pi) + mod(t, b)\n"},
    {"  x = √t\n  y = 2√(1 + t²) + ∛2 t\n", "  x = sqrt(t)\n  y = 2*sqrt(1 + t^2) + cbrt(2)*t\n"},
    {"  x = a·cos t\n  y = a×sin t\n", "  x = a*cos(t)\n  y = a*sin(t)\n"},
    {"  x = 3! t\n  y = (2 + 1)! e^-t\n", "  x = 3!*t\n  y = (2 + 1)!*e^-t\n"},
    {"  x = exp t\n  y = |a t|\n", "  x = exp(t)\n  y = |a*t|\n"},
    {"  x = a(b + t)\n  y = 5t(1 - t)\n", "  x = a*(b + t)\n  y = 5*t*(1 - t)\n"},
    {"  at = a(cos t, sin t)\n", "  at = a*(cos(t), sin(t))\n"},
    {"  x = ½t + ¾\n  y = ½at²\n", "  x = 1/2*t + 3/4\n  y = 1/2*a*t^2\n"},
    {"  x = 3at\n  y = 3at^2/(1 + t^3)\n", "  x = 3*a*t\n  y = 3*a*t^2/(1 + t^3)\n"},
    {"  x = 2abt\n  y = nt\n", "  x = 2*a*b*t\n  y = n*t\n"},
    {"  x = sin 2πt\n  y = cos nt\n", "  x = sin(2*pi*t)\n  y = cos(n*t)\n"},
    {"  x = ∑(k = 1..3, sin(kt)/k)\n  y = Σ(k = 0..2, t^k)\n",
     "  x = sum(k = 1..3, sin(k*t)/k)\n  y = sum(k = 0..2, t^k)\n"},
    {"  x = ∏(k = 1..3, t - k)\n  y = t\n", "  x = product(k = 1..3, t - k)\n  y = t\n"},
    {"  let f(u) = u² + 1\n  x = f(2t)\n  y = f(f(t))\n",
     "  f(u) = u^2 + 1\n  x = f(2*t)\n  y = f(f(t))\n"},
    {"  x = \\sin(t)\\cdot 2\n  y = \\arctan t\n", "  x = sin(t)*2\n  y = atan(t)\n"},
    {"  x = t^(2/3)\n  y = 30°t\n", "  x = t^(2/3)\n  y = 30deg*t\n"},
    {"  x = if(0 < t < 1, 1, 0) t\n  y = piecewise(t if t ≤ 1, 1)\n",
     "  x = if(0 < t < 1, 1, 0)*t\n  y = piecewise(t if t <= 1, 1 otherwise)\n"},
};

// The same, with the range among what is written.
const Reading kRanges[] = {
    {"  0 <= t <= 1\n  at = (a t, t)\n", "  t from 0 to 1\n  at = (a*t, t)\n"},
    {"  −π ≤ t < π\n  at = (a t, t)\n", "  t from -pi to pi\n  at = (a*t, t)\n"},
    {"  t in [0, 1]\n  at = (a t, t)\n", "  t from 0 to 1\n  at = (a*t, t)\n"},
    {"  t ∈ [0, 2π)\n  at = (a t, t)\n", "  t from 0 to 2*pi\n  at = (a*t, t)\n"},
    {"  t in 0..τ closed\n  at = a(cos t, sin t)\n",
     "  t from 0 to tau closed\n  at = a*(cos(t), sin(t))\n"},
    {"  r(θ) = a cosθ\n  0 ≤ θ ≤ 2π\n", "  r = a*cos(theta)\n  theta from 0 to 2*pi\n"},
    {"  θ from 0 to τ\n  r = a cos mθ\n", "  theta from 0 to tau\n  r = a*cos(m*theta)\n"},
    {"  y = m x + n\n  x from -1 to 1\n", "  y = m*x + n\n  x from -1 to 1\n"},
    {"  y(x) = mx + n\n  x in [0, 1]\n", "  y = m*x + n\n  x from 0 to 1\n"},
    {"  x = y²/a\n  -1 <= y <= 1\n", "  x = y^2/a\n  y from -1 to 1\n"},
    {"  0 <= t <= 1\n  0 < a <= 20\n  at = (a t, t)\n  b > 0\n",
     "  t from 0 to 1\n  0 < a <= 20\n  at = (a*t, t)\n  b > 0\n"},
};

std::vector<std::filesystem::path> formula_files() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"curves", "constraints", "maps"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(data_folder()) / folder))
      files.push_back(entry.path());
  return files;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("what a book prints is read, and the plain form says how") {
  const auto check = [](const std::string& head, const Reading& reading) {
    const std::string text = head + reading.printed;
    CAPTURE(text);
    const std::string form = plain(text);
    CHECK(form.substr(form.size() - std::string(reading.plain).size()) == reading.plain);
    CHECK(programs_of(lowered(text)) == programs_of(lowered(form)));
  };
  for (const Reading& reading : kReadings) check(kHead, reading);
  for (const Reading& reading : kRanges) check(kParameters, reading);
}

TEST_CASE("the plain form of every formula file means the same, and is its own plain form") {
  for (const auto& path : formula_files()) {
    CAPTURE(path);
    const std::string text = read(path), form = plain(text);
    CAPTURE(form);
    CHECK(programs_of(lowered(form)) == programs_of(lowered(text)));
    CHECK(plain(form) == form);
    CHECK(std::ranges::count(form, '#') == std::ranges::count(text, '#'));
  }
}

TEST_CASE("comments and blank lines stay where they are") {
  CHECK(plain("# above\n\ncurve c   # its name\n  # a length\n  length r=1,h = 2,r>0 # both\n\n\n"
              "  0<=t<=1\n closed\n  at=r(t,h) # the end\n# below\n") ==
        "# above\n\ncurve c  # its name\n  # a length\n  length r = 1, h = 2, r > 0  # both\n\n"
        "  t from 0 to 1 closed\n  at = r*(t, h)  # the end\n  # below\n");
}

TEST_CASE("a text with mistakes is not rewritten, the mistakes are told") {
  const auto result = plain_form(kHead + "  x = 1,5 t\n  y = t\n");
  REQUIRE(!result);
  CHECK(result.error().suggestion == "write 1.5");
}

TEST_CASE("functions of books have their values") {
  const double t = 0.4;
  const std::pair<const char*, double> values[] = {
      {"sec t", 1 / std::cos(t)},
      {"csc t", 1 / std::sin(t)},
      {"cot t", 1 / std::tan(t)},
      {"asec(1/t)", std::acos(t)},
      {"acsc(1/t)", std::asin(t)},
      {"acot(-t)", std::numbers::pi / 2 + std::atan(t)},
      {"sech t", 1 / std::cosh(t)},
      {"csch t", 1 / std::sinh(t)},
      {"coth t", 1 / std::tanh(t)},
      {"arsinh t", std::asinh(t)},
      {"arcosh(1 + t)", std::acosh(1 + t)},
      {"artanh t", std::atanh(t)},
      {"asech t", std::acosh(1 / t)},
      {"acsch t", std::asinh(1 / t)},
      {"acoth(1/t)", std::atanh(t)},
      {"erf t", std::erf(t)},
      {"log10 t", std::log10(t)},
      {"mod(-t, 1)", 1 - t},
      {"5! + 0!", 121},
      {"(-t)^(1/3)", -std::cbrt(t)},
      {"(-t)^(2/3)", std::pow(t, 2.0 / 3)},
      {"(-t)^(3/5)", -std::pow(t, 0.6)},
      {"(-t)^(-2/5)", std::pow(t, -0.4)},
      {"e^-t", std::exp(-t)},
      {"sum(k = 1..4, k t^k)", t + 2 * t * t + 3 * t * t * t + 4 * t * t * t * t},
      {"product(k = 1..3, t + k)", (t + 1) * (t + 2) * (t + 3)},
      {"sum(k = 3..2, t)", 0},
      {"sum(i = 1..3, sum(j = 1..i, ij t))", t * (1 + 2 * 3 + 3 * 6)},
  };
  for (const auto& [text, value] : values) {
    CAPTURE(text);
    CHECK(point(kHead + "  x = " + text + "\n  y = t\n", t)[0] ==
          doctest::Approx(value).epsilon(1e-14));
  }
}

// Before these words were functions, files could use them as names.
TEST_CASE("a name a file declares hides a function of a later word") {
  for (const std::string name :
       {"sec", "ln", "mod", "erf", "sum", "product", "factorial", "whole"}) {
    const std::string text = "curve c\n  length " + name + " = 4\n  t from 0 to 1\n  at = (" +
                             name + " t, 2" + name + ")\n";
    CAPTURE(text);
    const auto definition = lowered(text);
    std::vector<double> in{4, 0.5}, out(2);
    const Program& p = std::get<CurveDefinition<Program>>(definition).point;
    CHECK(interpret(p)(in.data(), out.data()));
    CHECK(out == std::vector<double>{2, 8});
  }
  CHECK(*evaluate("2 mod + ln", {{"mod", 3}, {"ln", 1}}) == 7);
}

// 3at was read as three times the point of the curve, which is then defined by itself.
TEST_CASE("at is a t where the curve is given, and the point where it is measured") {
  CHECK(point(kHead + "  x = 3at\n  y = t\n", 0.5)[0] == 15);
  const auto definition = lowered(kHead + "  at = (a t, 0)\n  number k = 3at.x\n");
  CHECK(std::get<CurveDefinition<Program>>(definition).find("k"));
}

TEST_CASE("a whole parameter is always locked and has steps for its values") {
  const auto definition = lowered(
      "curve c\n  whole n = 2, 1 <= n <= 4\n  length a = 1\n  t from 0 to 1\n"
      "  x = a sum(k = 1..n, t^k)\n  y = n! t\n");
  const auto& c = std::get<CurveDefinition<Program>>(definition);
  CHECK(c.parameters[0].whole);
  CHECK(c.parameters[0].locked);
  for (int n = 1; n <= 4; ++n) {
    std::vector<double> in{static_cast<double>(n), 1, 0.5}, out(2);
    CHECK(interpret(c.point)(in.data(), out.data()));
    CHECK(out[0] == 1 - std::pow(0.5, n));
    CHECK(out[1] == 0.5 * std::tgamma(n + 1));
  }
}

// A parameter at which t ends was taken although it was not fixed: pulling the curve then changed
// how often it repeats.
TEST_CASE("a parameter at which t ends is fixed, said or not") {
  const auto definition =
      lowered("curve c\n  number n = 3\n  length a = 1\n  t from 0 to n\n  at = a (t, n)\n");
  CHECK(std::get<CurveDefinition<Program>>(definition).parameters[0].locked);
}

TEST_CASE("0 <= y <= 10 is two rows of a constraint") {
  const auto definition = lowered("constraint c (point a, length d = 10):\n  0 <= a.y <= d\n");
  const auto& c = std::get<ConstraintDefinition<Program>>(definition);
  REQUIRE(c.rows == 2);
  std::vector<double> in{0, 4, 10, 0}, out(c.evaluate.outputs.size());
  CHECK(interpret(c.evaluate)(in.data(), out.data()));
  CHECK(out[0] == 4);
  CHECK(out[1] == 6);
}

TEST_CASE("functions of the file's own work in curves and constraints, in any order") {
  CHECK(point(kHead + "  x = g(t)\n  g(u) = a f(u, 1)\n  f(u, v) = u + v + b\n  y = t\n", 0.5)[0] ==
        45);
  const auto definition =
      lowered("constraint c (point p, number k):\n  f(q) = |q|^2\n  f(p) = k\n");
  CHECK(std::get<ConstraintDefinition<Program>>(definition).rows == 1);
}

// Forty functions, each calling the one before twice: a million million calls.
TEST_CASE("functions and sums end within the limits") {
  std::string text = kHead + "  f0(u) = u + 1\n";
  for (int k = 1; k < 40; ++k)
    text += "  f" + std::to_string(k) + "(u) = f" + std::to_string(k - 1) + "(u) + f" +
            std::to_string(k - 1) + "(2u)\n";
  const auto deep = lower(text + "  x = f39(t)\n  y = t\n");
  REQUIRE(!deep);
  CHECK(deep.error().message.find("takes too long") != std::string::npos);
  const auto at_limit = [&](int n) {
    return lower(kHead + "  x = sum(k = 1.." + std::to_string(n) + ", k t)\n  y = t\n");
  };
  CHECK(at_limit(limits::series_terms));
  for (const int n : {limits::series_terms + 1, 1000 * limits::series_terms}) {
    const auto result = at_limit(n);
    REQUIRE(!result);
    CHECK(result.error().message == "This sum can have more than 200 terms.");
  }
  const auto nested =
      lower(kHead + "  x = sum(i = 1..200, sum(j = 1..200, sum(k = 1..200, i j k t)))\n  y = t\n");
  REQUIRE(!nested);
  CHECK(nested.error().message.find("takes too long") != std::string::npos);
}

struct Refused {
  const char* text;
  const char* message;
  const char* suggestion;
};

// Refused before without a word about the way out, or with a wrong guess.
TEST_CASE("what is refused leads to the way out") {
  const Refused all[] = {
      {"  x = det(p, p)\n  y = t\n", "There is no function det.", "write cross(p, q)"},
      {"  x = zeta(t)\n  y = t\n", "There is no function zeta.",
       "there are sqrt, exp, log, sin, cos, tan, atan2, min, max, floor and more"},
      {"  x = Sigma t\n  y = t\n", "There is no Sigma here.", "a sum is written sum(k = 1..n, f)"},
      {"  x = \\frac{1}{2}\n  y = t\n", "\\frac is not a Greek letter.",
       "for a fraction write (a)/(b), for the part behind the point mod(x, 1)"},
      {"  r^2 = a^2 cos 2t\n", "This is not solved for r.", "write r = sqrt( )"},
      {"  x = a if t < 1 else b\n  y = t\n", "The line should end before if.",
       "write if(t < 1, a, b), or piecewise(a if t < 1, b otherwise)"},
      {"  x = {t, 1}\n  y = t\n", "The sign { means nothing here.",
       "use round brackets ( ); cases are written piecewise(a if t < 1, b otherwise)"},
      {"  x = 1in t\n  y = t\n", "There is no in here.",
       "lengths are in millimetres: write 25.4 for 1in"},
      {"  let k = 3at\n  x = k\n  y = t\n", "k is defined by itself: k needs x, which needs k.",
       "at is the point of the curve; for a product write a*t"},
      {"  x = sin^-1 t\n  y = t\n", "A power of sin is written behind its brackets.",
       "write asin(t), or 1/sin(t)"},
      {"  x = √2t\n  y = t\n", "It is unclear where the root ends.", "put it in brackets: sqrt( )"},
      {"  x = t mod 2 a\n  y = t\n", "It is unclear where the divisor of mod ends.",
       "write mod(x, n)"},
      {"  x = 2^a(t)\n  y = t\n", "It is unclear whether the bracket belongs to the exponent.",
       "write a^(b*( )) or a^b*( )"},
      {"  x = t!\n  y = t\n", "n! is for whole numbers n.",
       "a number, an index, or a parameter declared whole n = 5"},
      {"  x = 171!\n  y = t\n", "n! is known from 0 to 170.", ""},
      {"  x = sum(k = 1..n, t)\n  y = t\n", "A sum runs over whole numbers.",
       "its ends are made of whole numbers and of parameters declared whole n = 5"},
      {"  f(u) = f(u - 1)\n  x = f(t)\n  y = t\n", "f is defined by itself.",
       "give one of the two another name"},
      {"  f(u) = u\n  x = f(t, 1)\n  y = t\n", "f takes 1 value, and here are 2.", ""},
      {"  x(s) = s\n  y = t\n", "The variable here is t.", "write x = ..."},
      {"  whole k = 2.5\n  x = k t\n  y = t\n", "The default of k must be a whole number.", ""},
  };
  for (const Refused& refused : all) {
    const std::string text = kHead + refused.text;
    CAPTURE(text);
    const auto result = lower(text);
    REQUIRE(!result);
    CHECK(result.error().message == refused.message);
    CHECK(result.error().suggestion == refused.suggestion);
  }
}

// x' of a graph is 1, a plain number, and |x'| was refused as one that has no value.
TEST_CASE("the length of a graph is integral(|x'|), as the manual writes it") {
  for (const std::string way :
       {"  y = m x^2\n  x from 0 to 1\n", "  x = t\n  y = m t^2\n  t from 0 to 1\n"}) {
    const auto definition = lowered(kParameters + way + "  length l = integral(|x'|)\n");
    const auto* l = std::get<CurveDefinition<Program>>(definition).find("l");
    REQUIRE(l);
    REQUIRE(l->integrals.size() == 1);
    std::vector<double> in{0, 0, 10, 3, 2, 3, 0.5}, out(l->integrals[0].integrand.outputs.size());
    CHECK(interpret(l->integrals[0].integrand)(in.data(), out.data()));
    CHECK(out[0] == doctest::Approx(std::sqrt(1 + 4)));
  }
}

// Node 0 of a full graph is the number 0: what was divided by it was said to be divided by zero.
TEST_CASE("a formula that is too large is told so, also where it divides") {
  std::string text = kHead;
  for (int k = 0; k < 150; ++k)
    text += "  let s" + std::to_string(k) + " = sum(i = 1..150, sin(i t + " + std::to_string(k) +
            "))\n";
  text += "  x = t/(1 + s149)";
  for (int k = 0; k < 150; ++k) text += " + s" + std::to_string(k);
  const auto result = lower(text + "\n  y = t\n");
  REQUIRE(!result);
  CHECK(result.error().message.find("divides") == std::string::npos);
}

// A drawing of a thousand types kept the program busy for more than a minute.
TEST_CASE("the formulas of one drawing have a budget of symbolic work") {
  const SharedBudget budget = compile_budget();
  int taken = 0;
  Error refused;
  for (int k = 0; k < 5000 && refused.message.empty(); ++k) {
    const auto made = compile_now(
        "curve c" + std::to_string(k) +
            "\n  place c = (0, 0)\n  length a = 3, b = 2\n  number m = 2\n  t from 0 to tau\n"
            "  at = c + sum(j = 1..12, (a cos(j m t), b sin(j t)))\n",
        Tier::interpret, budget);
    if (made)
      ++taken;
    else
      refused = made.error();
  }
  CHECK(refused.message == "The formulas of this drawing are too much work together.");
  CHECK(taken > 20);
  CHECK(compile_now("curve c\n  length a = 1\n  t from 0 to 1\n  at = (a t, t)\n", Tier::interpret,
                    compile_budget()));
}

// Rolling more than once round: the number began again with t, the integral went on.
TEST_CASE("a number with t in it goes on round a closed curve, as an integral does") {
  CurveLibrary library;
  const auto type = library.add(
      "curve c\n  length a = 3, a > 0\n  t from 0 to tau closed\n  at = a (cos t, sin t)\n"
      "  length run = a*t\n  length travelled = integral(|x'|, begin, t)\n",
      Tier::interpret);
  REQUIRE(type);
  const Curve curve = default_curve(*type);
  MeasureReading reading;
  for (const double t : {1.0, 7.0, 13.5, -2.0})
    for (const char* name : {"run", "travelled"}) {
      CAPTURE(name);
      REQUIRE(measure_at(curve, *(*type)->find(name), t, reading));
      CHECK(reading.value[0] == doctest::Approx(3 * t));
      CHECK(reading.value_t[0] == doctest::Approx(3));
    }
}
