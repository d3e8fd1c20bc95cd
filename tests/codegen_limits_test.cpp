// What a hostile formula may try, at the limit, just beyond it, and a thousand times beyond.
#include "codegen/limits.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "codegen/compile.h"

using namespace limber;

namespace {

std::string repeat(const std::string& part, int n) {
  std::string out;
  for (int k = 0; k < n; ++k) out += part;
  return out;
}

std::string with_x(const std::string& x) {
  return "curve c\n length r = 1\n t from 0 to 1\n x = " + x + "\n y = t\n";
}

bool accepted(const std::string& text) { return static_cast<bool>(lower(text)); }

std::string refusal(const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  const auto result = lower(text);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  CHECK(seconds < 2);
  return result ? "accepted" : result.error().message;
}

// Each way to nest: before, in the middle, after.
struct Nesting {
  const char *before, *middle, *after;
};
const Nesting kNestings[] = {{"(", "t", ")"},
                             {"-", "t", ""},
                             {"sin(", "t", ")"},
                             {"2^", "t", ""},
                             {"if(t < 1, ", "t", ", r)"},
                             {"|1 + (", "t", ")|"}};

}  // namespace

TEST_CASE("nesting is counted, for every kind of nesting") {
  for (const Nesting& n : kNestings) {
    CAPTURE(n.before);
    const auto nested = [&](int levels) {
      return with_x(repeat(n.before, levels) + n.middle + repeat(n.after, levels));
    };
    const int per_level =
        std::string(n.before).find('(') != std::string::npos && n.before[0] == '|' ? 2 : 1;
    CHECK(accepted(nested(1)));
    CHECK(accepted(nested((limits::depth - 1) / per_level)));
    CHECK(refusal(nested(limits::depth + 1)).find("levels deep") != std::string::npos);
    const std::string far = refusal(nested(1000 * limits::depth));
    CHECK((far.find("levels deep") != std::string::npos ||
           far.find("longer than") != std::string::npos));
  }
}

TEST_CASE("the limit of nesting is exact") {
  const auto brackets = [](int n) { return with_x(repeat("(", n) + "t" + repeat(")", n)); };
  CHECK(accepted(brackets(limits::depth - 1)));
  CHECK(!accepted(brackets(limits::depth)));
}

TEST_CASE("a text has a largest size") {
  const std::string text = with_x("r*t");
  const auto padded = [&](std::size_t size) {
    return text + "#" + std::string(size - text.size() - 1, 'x');
  };
  CHECK(accepted(padded(limits::formula_bytes)));
  CHECK(refusal(padded(limits::formula_bytes + 1)) == "The text is longer than 64 KiB.");
  CHECK(refusal(padded(1000 * limits::formula_bytes)) == "The text is longer than 64 KiB.");
}

TEST_CASE("operations are counted as written") {
  // r*t gives one operation and each +t another; y = t none.
  const auto sum = [](int operations) { return with_x("r*t" + repeat("+t", operations - 1)); };
  CHECK(accepted(sum(limits::operations)));
  CHECK(refusal(sum(limits::operations + 1)) ==
        "The formula is too long: it has more than 2000 operations.");
  CHECK(refusal(sum(1000 * limits::operations)) == "The text is longer than 64 KiB.");
}

TEST_CASE("a chain of lets that swells as a tree stays small as a graph") {
  const auto chain = [](int links) {
    std::string lets = " let a0 = r*t + sin(t)\n";
    for (int k = 1; k <= links; ++k) {
      const std::string before = "a" + std::to_string(k - 1);
      lets += " let a" + std::to_string(k) + " = " + before + "^2 + sin(" + before + ")\n";
    }
    return "curve c\n length r = 1\n t from 0 to 1\n" + lets + " x = a" + std::to_string(links) +
           "\n y = t\n";
  };
  const auto result = lower(chain(10));
  REQUIRE(result);
  CHECK(std::get<CurveDefinition<Program>>(*result).shape.code.size() < 400);
  CHECK(accepted(chain(100)));
  CHECK(refusal(chain(650)) == "With its derivatives this formula has more than 20000 operations.");
}

TEST_CASE("a long chain of lets does not use up the stack") {
  std::string lets = " let a0 = r*t\n";
  for (int k = 1; k < 3000; ++k)
    lets += " let a" + std::to_string(k) + " = a" + std::to_string(k - 1) + "\n";
  CHECK(accepted("curve c\n length r = 1\n t from 0 to 1\n x = a2999\n y = t\n" + lets));
  CHECK(refusal("curve c\n length r = 1\n t from 0 to 1\n x = a0\n y = t\n let a0 = a2999\n" +
                lets.substr(lets.find('\n') + 1))
            .find("a0 is defined by itself") == 0);
}

TEST_CASE("numbers have at most so many digits") {
  const auto digits = [](int n) { return with_x("r*t*0." + std::string(n - 1, '3')); };
  CHECK(accepted(digits(limits::digits)));
  CHECK(refusal(digits(limits::digits + 1)) == "This number has more than 40 digits.");
  CHECK(refusal(digits(1000 * limits::digits)) == "This number has more than 40 digits.");
}

TEST_CASE("large powers and numbers end in a sentence or in a number, at once") {
  for (const std::string text : {"2^(10^9)",
                                 "10^10^10",
                                 "9^9^9^9",
                                 "(2^1000)^1000",
                                 "1e308*10",
                                 "-1e308 - 1e308",
                                 "exp(1000)",
                                 "2^1024",
                                 "10^400",
                                 "1e400",
                                 "1/0",
                                 "0/0",
                                 "0^-1",
                                 "(-8)^0.5",
                                 "sqrt(0 - 1)",
                                 "log(0)",
                                 "asin(2)",
                                 "acos(-2)",
                                 "tan(1e999)",
                                 "1e99999999999",
                                 "1/(1e-300*1e-300)",
                                 "floor(1e308*10)",
                                 "cosh(1000)"}) {
    CAPTURE(text);
    const auto result = evaluate(text, {});
    CHECK(!result);
    CHECK(!accepted(with_x("r*t*(" + text + ")")));
  }
  for (const std::string text :
       {"2^64",          "2^65",      "2^-64", "2^1023", "1e308",  "1e-308", "1e-999",
        "0.1^64",        "(1e10)^30", "0^0",   "(-2)^3", "(-8)^3", "2^0.5",  "floor(-2.5)",
        "1e-200*1e-200", ".5",        "5.",    "007",    "1e+5",   "1E5"}) {
    CAPTURE(text);
    CHECK(evaluate(text, {}));
  }
}

TEST_CASE("a whole power up to the limit is a product, beyond it a real power") {
  const auto uses_pow = [](int n) {
    const auto result = lower(with_x("r*t^" + std::to_string(n)));
    REQUIRE(result);
    for (const Instruction& i : std::get<CurveDefinition<Program>>(*result).point.code)
      if (i.op == Op::pow) return true;
    return false;
  };
  CHECK(!uses_pow(limits::whole_power));
  CHECK(uses_pow(limits::whole_power + 1));
  CHECK(uses_pow(1000 * limits::whole_power));
}

TEST_CASE("names that are functions elsewhere are unknown here") {
  for (const std::string name :
       {"gamma", "zeta", "primorial", "levi_civita", "lambertw", "erfc", "beta", "dirichlet_eta",
        "loggamma", "polygamma", "kronecker_delta", "bessel", "conjugate", "diff", "solve",
        "expand", "system"}) {
    CAPTURE(name);
    const auto result = lower(with_x(name + "(t)"));
    REQUIRE(!result);
    CHECK(result.error().message == "There is no function " + name + ".");
    CHECK(!result.error().suggestion.empty());
  }
}

TEST_CASE("names are letters, digits, underscores and Greek, and not too long") {
  const auto named = [](const std::string& name) {
    return "curve c\n length " + name + " = 1\n t from 0 to 1\n at = " + name + " (t, t)\n";
  };
  CHECK(accepted(named("r_2")));
  CHECK(accepted(named("α")));
  CHECK(accepted(named(std::string(limits::name_length, 'a'))));
  CHECK(!accepted(named(std::string(limits::name_length + 1, 'a'))));
  CHECK(!accepted(named(std::string(1000 * limits::name_length, 'a'))));
  for (const std::string name : {"x; system(\"ls\")//", "*/", "a\\\nb", "\"a\"", "а" /* Cyrillic */,
                                 "a b", "a$", "ａ", "r\u202e"}) {
    CAPTURE(name);
    CHECK(!accepted(named(name)));
  }
}

TEST_CASE("parameters, nodes, measures, inputs, rows and corners are counted") {
  const auto parameters = [](int n) {
    std::string text = "curve c\n";
    for (int k = 0; k < n; ++k) text += " number a" + std::to_string(k) + " = 1\n";
    return text + " t from 0 to 1\n at = (a0*t, t)\n";
  };
  CHECK(accepted(parameters(limits::parameters)));
  CHECK(!accepted(parameters(limits::parameters + 1)));

  const auto measures = [](int n) {
    std::string text = "curve c\n place p = (0, 0)\n t from 0 to 1\n at = p + (t, t)\n";
    for (int k = 0; k < n; ++k) text += " point a" + std::to_string(k) + " = p\n";
    return text;
  };
  CHECK(accepted(measures(limits::measures)));
  CHECK(!accepted(measures(limits::measures + 1)));

  const auto window = [](int n) {
    return "curve c\n nodes place p = (0, 0), (1, 1)\n at = p[0] + t p[" + std::to_string(n - 1) +
           "]\n";
  };
  CHECK(accepted(window(limits::window)));
  CHECK(!accepted(window(limits::window + 1)));
  CHECK(!accepted(window(1000 * limits::window)));
  CHECK(!accepted(window(2'000'000'000)));

  const auto inputs = [](int n) {
    std::string text = "constraint c (number a0";
    for (int k = 1; k < n; ++k) text += ", number a" + std::to_string(k);
    return text + "): a0\n";
  };
  CHECK(accepted(inputs(limits::inputs)));
  CHECK(!accepted(inputs(limits::inputs + 1)));
  CHECK(!accepted(inputs(1000)));

  const auto rows = [](int n) { return "constraint c (number a):\n" + repeat(" a\n", n); };
  CHECK(accepted(rows(limits::rows)));
  CHECK(!accepted(rows(limits::rows + 1)));
  CHECK(!accepted(rows(10'000)));

  const auto corners = [](int n) {
    return with_x("r*t") + " corners at 0.5" + repeat(", 0.5", n - 1) + "\n";
  };
  CHECK(accepted(corners(limits::corners)));
  CHECK(!accepted(corners(limits::corners + 1)));
}

TEST_CASE("the largest formula the limits allow is lowered within a second") {
  std::string x = "r*t";
  for (int k = 0; k < 180; ++k) x += "+sin(r*t^2+" + std::to_string(k) + "*t)";
  const auto start = std::chrono::steady_clock::now();
  const auto result = lower(with_x(x));
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 1);
  CHECK((result || result.error().message.find("20000") != std::string::npos));
}
