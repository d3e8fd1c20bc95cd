#include "codegen/compile.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "codegen/explain.h"
#include "codegen/interpret.h"
#include "tests/places.h"

using namespace limber;

namespace {

using Curve = CurveDefinition<Program>;
using Constraint = ConstraintDefinition<Program>;

std::vector<std::filesystem::path> formula_files(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(data_folder()) / folder))
    if (entry.path().extension() == ".curve" || entry.path().extension() == ".constraint")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Definition<Program> lowered(const std::string& text, const std::string& name) {
  const auto result = lower(text);
  if (!result) FAIL(explain(result.error(), text, name));
  return *result;
}

std::vector<double> run(const Program& program, const std::vector<double>& in) {
  REQUIRE(static_cast<int>(in.size()) == program.inputs);
  std::vector<double> out(program.outputs.size());
  const Kernel kernel = interpret(program);
  (void)kernel(in.data(), out.data());
  return out;
}

// The derivative of the first `values` outputs in the direction of `rate`, by differences.
std::vector<double> difference(const Program& program, const std::vector<double>& in,
                               const std::vector<double>& rate, int values, double h) {
  const auto moved = [&](double step) {
    std::vector<double> there = in;
    for (std::size_t k = 0; k < in.size(); ++k) there[k] += step * rate[k];
    return run(program, there);
  };
  // Fourth order, so that h can be large enough for rounding not to matter.
  const auto a = moved(h), b = moved(-h), c = moved(2 * h), d = moved(-2 * h);
  std::vector<double> out;
  for (int j = 0; j < values; ++j) out.push_back((8 * (a[j] - b[j]) - (c[j] - d[j])) / (12 * h));
  return out;
}

// Relative to the largest of them.
void check_near(const std::vector<double>& got, const std::vector<double>& wanted,
                double tolerance) {
  REQUIRE(got.size() == wanted.size());
  double size = 1;
  for (const double w : wanted) size = std::max(size, std::abs(w));
  for (std::size_t j = 0; j < got.size(); ++j) {
    CAPTURE(j);
    CHECK(std::abs(got[j] - wanted[j]) <= tolerance * size);
  }
}

// How far `got` is from what differences say, with the step that suits best: a large one where the
// function is smooth, a small one where it is not.
template <class Difference>
double distance_from(const std::vector<double>& got, Difference difference) {
  double best = std::numeric_limits<double>::infinity();
  for (const double h : {1e-2, 1e-3, 3e-4, 1e-4, 1e-5}) {
    const std::vector<double> wanted = difference(h);
    double worst = 0;
    for (std::size_t j = 0; j < got.size(); ++j) {
      const double apart = std::abs(got[j] - wanted[j]) / (1 + std::abs(wanted[j]));
      worst =
          std::isfinite(apart) ? std::max(worst, apart) : std::numeric_limits<double>::infinity();
    }
    best = std::min(best, worst);
  }
  return best;
}

// Inputs of the type's functions near its defaults, t within its range.
std::vector<double> random_inputs(const Curve& curve, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<double> in;
  const auto add = [&](const Parameter& p, double value) {
    in.push_back(std::clamp(value + 0.3 * unit(random) * (1 + std::abs(value)),
                            p.minimum + (p.above_minimum ? 0.1 : 0.01),
                            p.maximum - (p.below_maximum ? 0.1 : 0.01)));
  };
  for (const Parameter& p : curve.parameters) add(p, p.value);
  if (curve.is_family)
    for (int k = 0; k < curve.family.window; ++k)
      for (std::size_t j = 0; j < curve.family.node.size(); ++j) {
        const auto& nodes = curve.family.default_nodes;
        add(curve.family.node[j], nodes[(k * curve.family.node.size() + j) % nodes.size()]);
      }
  const double t = 0.5 + 0.45 * unit(random);
  in.push_back(curve.t_begin + t * (curve.t_end - curve.t_begin));
  return in;
}

// value, d/dt, d/dq...: outputs after the first `size` are derivatives by the inputs `by`.
void check_derivatives(const Program& program, const std::vector<double>& in, int size,
                       const std::vector<int>& by) {
  const std::vector<double> out = run(program, in);
  REQUIRE(out.size() == size * (1 + by.size()));
  for (std::size_t k = 0; k < by.size(); ++k) {
    CAPTURE(by[k]);
    std::vector<double> rate(in.size(), 0);
    rate[by[k]] = 1;
    const std::vector<double> got(out.begin() + size * (k + 1), out.begin() + size * (k + 2));
    CHECK(distance_from(got, [&](double h) { return difference(program, in, rate, size, h); }) <
          1e-6);
  }
}

void check_bend(const Program& bend, const Program& value, const std::vector<double>& in, int size,
                std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<double> rate, both = in;
  for (std::size_t k = 0; k < in.size(); ++k) rate.push_back(unit(random));
  both.insert(both.end(), rate.begin(), rate.end());
  const auto at = [&](double s) {
    std::vector<double> there = in;
    for (std::size_t k = 0; k < in.size(); ++k) there[k] += s * rate[k];
    return run(value, there);
  };
  const auto second = [&](double h) {
    const auto middle = at(0), a = at(h), b = at(-h), c = at(2 * h), d = at(-2 * h);
    std::vector<double> out;
    for (int j = 0; j < size; ++j)
      out.push_back((16 * (a[j] + b[j]) - (c[j] + d[j]) - 30 * middle[j]) / (12 * h * h));
    return out;
  };
  CHECK(distance_from(run(bend, both), second) < 1e-5);
}

// Its inputs are q, dq, t: t stands still.
void check_integrand_bend(const Integral<Program>& integral, const std::vector<double>& in,
                          std::mt19937_64& random) {
  const std::size_t n = in.size() - 1;
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<double> rate(in.size(), 0), both(in.begin(), in.end() - 1);
  for (std::size_t k = 0; k < n; ++k) both.push_back(rate[k] = unit(random));
  both.push_back(in.back());
  const auto along = [&](double s) {  // f_q dq
    std::vector<double> there = in;
    for (std::size_t k = 0; k < n; ++k) there[k] += s * rate[k];
    const std::vector<double> out = run(integral.integrand, there);
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += out[k + 2] * rate[k];
    return sum;
  };
  const auto second = [&](double h) {
    return std::vector<double>{
        (8 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12 * h)};
  };
  CHECK(distance_from(run(integral.bend, both), second) < 1e-6);
}

std::vector<int> t_then_q(int q, int t) {
  std::vector<int> by{t};
  for (int k = 0; k < q; ++k) by.push_back(k);
  return by;
}

}  // namespace

TEST_CASE("every function of every curve type in data agrees with differences of its point") {
  std::mt19937_64 random(1990);
  for (const auto& file : formula_files("curves")) {
    CAPTURE(file.filename().string());
    const auto curve = std::get<Curve>(lowered(read(file), file.filename().string()));
    const int n = curve.point.inputs - 1;
    for (int trial = 0; trial < 5; ++trial) {
      const std::vector<double> in = random_inputs(curve, random);
      CAPTURE(in.back());
      const auto by = t_then_q(n, n);
      check_derivatives(curve.motion, in, 2, by);
      check_derivatives(curve.sweep, in, 2, by);
      check_bend(curve.bend, curve.point, in, 2, random);

      const auto motion = run(curve.motion, in), shape = run(curve.shape, in),
                 sweep = run(curve.sweep, in);
      const auto point = run(curve.point, in), drag = run(curve.drag, in);
      check_near({motion[0], motion[1], motion[2], motion[3]},
                 {point[0], point[1], sweep[0], sweep[1]}, 1e-13);
      check_near(shape, {point[0], point[1], sweep[0], sweep[1], sweep[2], sweep[3]}, 1e-13);
      std::vector<double> triangle, told;
      const int* output = curve.drag_facts.entries.data();
      for (int j = 0; j < n; ++j)
        for (int i = 0; i <= j; ++i, ++output) {
          triangle.push_back(
              (motion[4 + 2 * i] * motion[4 + 2 * j] + motion[5 + 2 * i] * motion[5 + 2 * j]) *
              std::hypot(motion[2], motion[3]));
          told.push_back(*output == DragFacts::zero ? 0 : drag[static_cast<std::size_t>(*output)]);
        }
      check_near(told, triangle, 1e-12);
    }
  }
}

// Differences of order degree + 1 of a polynomial vanish.
TEST_CASE("the drag of a curve is the polynomial in t it is said to be") {
  std::mt19937_64 random(1992);
  int polynomials = 0;
  for (const auto& file : formula_files("curves")) {
    CAPTURE(file.filename().string());
    const auto curve = std::get<Curve>(lowered(read(file), file.filename().string()));
    const int degree = curve.drag_facts.degree;
    if (degree < 0 || curve.drag.outputs.empty()) continue;
    ++polynomials;
    std::vector<double> in = random_inputs(curve, random);
    std::vector<double> difference(curve.drag.outputs.size(), 0.0), size = difference;
    double binomial = 1;
    for (int k = 0; k <= degree + 1; ++k) {
      in.back() = 0.1 + 0.2 * k;
      const std::vector<double> f = run(curve.drag, in);
      for (std::size_t j = 0; j < f.size(); ++j) {
        difference[j] += (k % 2 ? -binomial : binomial) * f[j];
        size[j] += binomial * std::abs(f[j]);
      }
      binomial *= static_cast<double>(degree + 1 - k) / (k + 1);
    }
    for (std::size_t j = 0; j < size.size(); ++j)
      CHECK(std::abs(difference[j]) <= 1e-12 * size[j] + 1e-300);
  }
  CHECK(polynomials >= 4);  // lines, bars, polylines
}

TEST_CASE("every measure of every curve type in data agrees with differences") {
  for (const auto& file : formula_files("curves")) {
    std::mt19937_64 random(1991);  // each file its own: a point more in one moves no other's places
    CAPTURE(file.filename().string());
    const auto curve = std::get<Curve>(lowered(read(file), file.filename().string()));
    REQUIRE(curve.find("tangent"));
    REQUIRE(curve.find("normal"));
    const int n = curve.point.inputs - 1;
    for (const auto& m : curve.measures) {
      CAPTURE(m.name);
      std::vector<double> in = random_inputs(curve, random);
      for (const auto& i : m.integrals) {
        check_derivatives(i.integrand, in, 1, t_then_q(n, n));
        check_integrand_bend(i, in, random);
      }
      const int integrals = static_cast<int>(m.integrals.size());
      in.insert(in.end() - 1, integrals, 3.5);
      check_derivatives(m.value, in, size_of(m.shape), t_then_q(n + integrals, n + integrals));
      check_bend(m.bend, m.value, in, size_of(m.shape), random);
    }
  }
}

TEST_CASE("every constraint in data agrees with differences") {
  std::mt19937_64 random(1992);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const auto& file : formula_files("constraints")) {
    CAPTURE(file.filename().string());
    const auto c = std::get<Constraint>(lowered(read(file), file.filename().string()));
    CHECK(c.row_roles.size() == static_cast<std::size_t>(c.rows));
    CHECK(c.senses.size() == static_cast<std::size_t>(c.rows));
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<double> in;
      for (const Input& input : c.inputs) {
        const double angle = 3 * unit(random);
        if (input.shape == Shape::direction)
          in.insert(in.end(), {std::cos(angle), std::sin(angle)});
        else
          for (int k = 0; k < size_of(input.shape); ++k) in.push_back(5 + 4 * unit(random));
      }
      in.push_back(unit(random));
      const int n = c.input_size();
      check_derivatives(c.evaluate, in, c.rows, t_then_q(n, n));
      check_bend(c.bend, c.evaluate, in, c.rows, random);
    }
  }
}

TEST_CASE("the examples of the manual's page compile as they stand") {
  std::istringstream page(
      read(std::filesystem::path(source_folder()) / "docs" / "formulas.md"));
  std::vector<std::string> examples;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    const bool code = line.starts_with("    ");
    const std::string text = code ? line.substr(4) : "";
    const bool starts = text.starts_with("curve ") || text.starts_with("constraint ") ||
                        text.starts_with("preference ");
    if (starts) examples.emplace_back();
    inside = starts || (inside && code);
    if (inside) examples.back() += text + "\n";
  }
  CHECK(examples.size() >= 14);
  for (const std::string& text : examples) (void)lowered(text, "formulas.md");
}

TEST_CASE("every way the manual's page gives a curve compiles, with the parameters it names") {
  const std::string page = read(std::filesystem::path(source_folder()) / "docs" / "formulas.md");
  const std::size_t begin = page.find("**The curve**"), end = page.find("**Lets.**");
  REQUIRE(begin < end);
  std::istringstream lines(page.substr(begin, end - begin));
  std::vector<std::string> blocks(1);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    ")) blocks.back() += line + "\n";
    else if (!blocks.back().empty()) blocks.emplace_back();
  }
  blocks.pop_back();
  CHECK(blocks.size() == 10);
  for (const std::string& block : blocks) {
    CAPTURE(block);
    const bool equation = block.find(" about c\n") != std::string::npos ||
                          block.find("3a x y") != std::string::npos || block.find("|p") != std::string::npos;
    const bool ranged = equation || block.find(" from ") != std::string::npos;
    (void)lowered("curve c\n  place c = (0, 0), f = (-1, 0), g = (1, 0)\n  length a = 2, b = 3, s = 1\n"
                  "  number k = 1, n = 3, w = 1\n  angle phi = 0\n" +
                      block + (ranged ? "" : "  t from 0 to 1\n"),
                  "formulas.md");
  }
}

TEST_CASE("the same text gives the same program, whatever was compiled before") {
  for (const auto& file : formula_files("curves")) {
    const std::string text = read(file);
    const auto first = std::get<Curve>(lowered(text, ""));
    (void)lower("curve other\n place p = (1, 2)\n t from 0 to 1\n at = p + (sin t, exp(t))\n");
    const auto second = std::get<Curve>(lowered(text, ""));
    CHECK(static_cast<const CurveFacts&>(first) == second);
    REQUIRE(first.motion.code.size() == second.motion.code.size());
    for (std::size_t k = 0; k < first.motion.code.size(); ++k) {
      const Instruction &a = first.motion.code[k], &b = second.motion.code[k];
      CHECK((a.op == b.op && a.a == b.a && a.b == b.b && a.c == b.c && a.value == b.value));
    }
  }
}

TEST_CASE("a number field understands units, variables and functions") {
  const std::map<std::string, double> names{{"width", 8}, {"module", 2}, {"m", 3}};
  const auto value = [&](const char* text) {
    const auto result = evaluate(text, names);
    CAPTURE(text);
    if (!result) FAIL(result.error().message);
    return *result;
  };
  CHECK(value("2*pi") == doctest::Approx(6.283185307179586));
  CHECK(value("3mm + width/2") == 7);
  CHECK(*evaluate("2\\alpha + α", {{"α", 4}}) == 12);
  CHECK(value("2cm") == 20);
  CHECK(value("1in") == 25.4);
  CHECK(value("30deg") == doctest::Approx(0.5235987755982988));
  CHECK(value("30°") == value("30deg"));
  CHECK(value("2m") == 6);  // a variable of the drawing hides a unit
  CHECK(value("-module^2") == -4);
  CHECK(value("|(3, 4)|") == 5);
  CHECK(value("if(module > 1, 10, 20)") == 10);
  CHECK(value("1e3") == 1000);
  CHECK(value("12/20") == 0.6);  // rounded once: 12 (1/20) is not
  CHECK(value("width/3") == 8.0 / 3);
  CHECK(value("7cm/(3*7)") == 70.0 / 21);
  CHECK(value("2e") == doctest::Approx(5.43656365691809));
}

TEST_CASE("a number field refuses what has no value, at its place") {
  const auto message = [](const char* text) {
    const auto result = evaluate(text, {{"width", 8}});
    CAPTURE(text);
    REQUIRE(!result);
    return result.error();
  };
  CHECK(message("").message.find("ends where") != std::string::npos);
  CHECK(message("1/0").column == 2);
  CHECK(message("log(0-1)").message == "log has no value for this number.");
  CHECK(message("widht").suggestion == "did you mean width?");
  CHECK(message("2 3").message.find("sign is missing") != std::string::npos);
  CHECK(message("10^400").message.find("too large") != std::string::npos);
  CHECK(message("1 = 1").message.find("condition") != std::string::npos);
  CHECK(message("1\n2").message == "One expression is enough here.");
}
