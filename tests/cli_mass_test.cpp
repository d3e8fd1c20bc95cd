// Figures with mass through the command line alone: energy, momentum, reactions and accelerations that
// `simulate` traces, against closed forms.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.h"

using namespace limber;

namespace {

constexpr double g = 9810;

// The rows of a table, by the names of its columns.
struct Rows {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
  std::size_t size() const { return rows.size(); }
  double at(std::size_t row, const std::string& name) const {
    const auto column = std::find(names.begin(), names.end(), name);
    REQUIRE_MESSAGE(column != names.end(), name);
    return rows[row][static_cast<std::size_t>(column - names.begin())];
  }
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) out.push_back(cell);
  return out;
}

Rows simulated(const std::string& drawing, const std::string& seconds, const std::string& trace) {
  const Ran ran = run_limber({"simulate", drawing, "--seconds", seconds, "--every", "1", "--trace", trace});
  REQUIRE_MESSAGE(ran.status == 0, ran.err);
  Rows out;
  std::istringstream in(ran.out);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> row = cells(line);
    if (out.names.empty()) {
      out.names = row;
      continue;
    }
    std::vector<double> numbers;
    for (const std::string& cell : row) {
      CAPTURE(line);
      REQUIRE_FALSE(cell.empty());
      numbers.push_back(std::stod(cell));
    }
    REQUIRE(numbers.size() == out.names.size());
    out.rows.push_back(std::move(numbers));
  }
  return out;
}

// A drawing made by the lines of a script.
std::string made(const std::string& name, const std::string& lines) {
  const std::string script = scratch_folder() + "/" + name + ".script", drawing = scratch_folder() + "/" + name + ".limber";
  write_contents(script, "limber script 1\n" + lines);
  const Ran ran = run_limber({"edit", "new", script, "-o", drawing});
  REQUIRE_MESSAGE(ran.status == 0, ran.err);
  return drawing;
}

}  // namespace

// T = m l^2/3 w^2 / 2, U = m g l/2 sin(phi); the nail carries what gravity does not give the centre of mass.
TEST_CASE("a swinging rod: its energies, momenta, the force in its nail and its acceleration are those of the books") {
  const double m = 0.012, l = 120, phi0 = -0.35;
  const Rows rows = simulated("data/drawings/pendulum.limber", "1",
                              "rod.phi,energy,kinetic,potential,momentum.x,momentum.y,angular_momentum,nail.force.x,"
                              "nail.force.y,nail.force,tip.vx,tip.vy,tip.ax,tip.ay,rod.middle.ax");
  REQUIRE(rows.size() == 241);
  bool rose = false;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    CAPTURE(k);
    const double phi = rows.at(k, "rod.phi"), c = std::cos(phi), s = std::sin(phi);
    const double square = 3 * g / l * (std::sin(phi0) - s);  // w^2, from its energy
    const double before = k > 0 ? rows.at(k - 1, "rod.phi") : phi;
    const double after = k + 1 < rows.size() ? rows.at(k + 1, "rod.phi") : 2 * phi - before;
    const double w = std::copysign(std::sqrt(std::max(0.0, square)), after - before);
    rose |= w > 1;
    const double turning = -1.5 * g / l * c;  // w'
    const double full = m * g * l;
    const double kinetic = m * l * l / 6 * square;
    CHECK(std::abs(rows.at(k, "kinetic") - kinetic) < 1e-6 * full);
    CHECK(std::abs(rows.at(k, "potential") - m * g * l / 2 * s) < 1e-9 * full);
    CHECK(std::abs(rows.at(k, "energy") - m * g * l / 2 * std::sin(phi0)) < 1e-9 * full);
    // The centre of mass: its acceleration, and what the nail gives of it.
    const double ax = l / 2 * (-square * c - turning * s), ay = l / 2 * (-square * s + turning * c);
    CHECK(std::abs(rows.at(k, "nail.force.x") - m * ax) < 1e-6 * m * g);
    CHECK(std::abs(rows.at(k, "nail.force.y") - m * (ay + g)) < 1e-6 * m * g);
    CHECK(std::abs(rows.at(k, "nail.force") - m * std::hypot(ax, ay + g)) < 1e-6 * m * g);
    CHECK(std::abs(rows.at(k, "rod.middle.ax") - ax) < 1e-6 * g);
    CHECK(std::abs(rows.at(k, "tip.ax") - 2 * ax) < 1e-6 * g);
    CHECK(std::abs(rows.at(k, "tip.ay") - 2 * ay) < 1e-6 * g);
    if (std::abs(w) < 1) continue;  // where the sign is not told by the neighbours
    const double fast = std::sqrt(g * l);
    CHECK(std::abs(rows.at(k, "tip.vx") + l * w * s) < 1e-5 * fast);
    CHECK(std::abs(rows.at(k, "tip.vy") - l * w * c) < 1e-5 * fast);
    CHECK(std::abs(rows.at(k, "momentum.x") + m * l / 2 * w * s) < 1e-5 * m * fast);
    CHECK(std::abs(rows.at(k, "momentum.y") - m * l / 2 * w * c) < 1e-5 * m * fast);
    CHECK(std::abs(rows.at(k, "angular_momentum") - m * l * l / 3 * w) < 1e-5 * m * l * fast);
  }
  CHECK(rose);
}

TEST_CASE("simulate says into how many parts its steps were cut, with mass and only then") {
  const Ran heavy = run_limber({"simulate", "data/drawings/double-pendulum.limber", "--seconds", "0.5", "--trace", "energy"});
  REQUIRE(heavy.status == 0);
  CHECK(heavy.out.find("# parts of a step ") != std::string::npos);
  CHECK(heavy.out.find(", at most 10\n") != std::string::npos);  // order 4, turning fast
  const Ran light = run_limber({"simulate", "data/drawings/four-bar.limber", "--seconds", "0.1", "--trace", "time"});
  REQUIRE(light.status == 0);
  CHECK(light.out.find("parts of a step") == std::string::npos);
}

// The textbook's pendulum: a weight of 1 kg on a string of 1 m. N = m (v^2/r + g cos(theta)).
TEST_CASE("the string of a swinging weight pulls with m (v^2/r + g cos) at every instant that is printed") {
  const double r = 1000;
  const std::string drawing = made("weight",
                                   "draw point as bob p.x=1000 p.y=0\nweigh bob mass=1\n"
                                   "draw point as peg p.x=0 p.y=0\nlock peg p.x p.y\n"
                                   "constrain distance bob@0 peg@0 1000 as string\nphysics on\n");
  const Rows rows = simulated(drawing, "2", "bob.p.x,bob.p.y,bob@0.vx,bob@0.vy,bob@0.ax,bob@0.ay,string.force,kinetic");
  REQUIRE(rows.size() == 481);
  double most = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    CAPTURE(k);
    const double x = rows.at(k, "bob.p.x"), y = rows.at(k, "bob.p.y"), cosine = -y / r;
    const double square = 2 * g * -y;  // v^2 = 2 g r cos(theta), let go level
    const double wanted = square / r + g * cosine, force = rows.at(k, "string.force");
    most = std::max(most, force);
    CHECK(std::abs(force - wanted) < 1e-6 * g);
    CHECK(std::abs(rows.at(k, "kinetic") - 0.5 * square) < 1e-6 * g * r);
    const double vx = rows.at(k, "bob@0.vx"), vy = rows.at(k, "bob@0.vy");
    CHECK(std::abs(vx * vx + vy * vy - square) < 1e-5 * g * r);
    CHECK(std::abs(rows.at(k, "bob@0.ax") + wanted * x / r) < 1e-6 * g);
    CHECK(std::abs(rows.at(k, "bob@0.ay") + wanted * y / r + g) < 1e-6 * g);
  }
  CHECK(most == doctest::Approx(3 * g).epsilon(1e-4));
}

TEST_CASE("a motor's torque carries the weight on its arm, and its power is that times its speed") {
  const std::string drawing = made("motor",
                                   "draw bar as crank l=50\nnail crank.start\n"
                                   "constrain fixed_angle crank.phi 0 as turn\nmotor turn as motor speed=3\nphysics on\n");
  const Rows rows = simulated(drawing, "1", "crank.phi,motor.force,motor.power,work,energy");
  const double m = 0.005;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    CAPTURE(k);
    CHECK(std::abs(rows.at(k, "crank.phi") - 3 * static_cast<double>(k) / 240) < 1e-9);
    const double torque = m * g * 25 * std::cos(rows.at(k, "crank.phi"));
    CHECK(std::abs(rows.at(k, "motor.force") - torque) < 1e-6 * m * g * 50);
    CHECK(std::abs(rows.at(k, "motor.power") - 3 * torque) < 1e-6 * 3 * m * g * 50);
  }
}

TEST_CASE("what is thrown free keeps what it was thrown with but for gravity") {
  const std::string drawing = made("thrown",
                                   "draw bar as rod l=100\nphysics on\nthrow rod at 300 1000 turn=2\n");
  const Rows rows = simulated(drawing, "0.5", "time,momentum.x,momentum.y,energy,rod.end.ax,rod.middle.ay,rod.phi");
  const double m = 0.01;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double t = rows.at(k, "time");
    CHECK(rows.at(k, "momentum.x") == doctest::Approx(m * 300).epsilon(1e-12));
    CHECK(std::abs(rows.at(k, "momentum.y") - m * (1000 - g * t)) < 1e-9 * m * g);
    CHECK(rows.at(k, "energy") == doctest::Approx(rows.at(0, "energy")).epsilon(1e-11));
    CHECK(std::abs(rows.at(k, "rod.middle.ay") + g) < 1e-6 * g);
    CHECK(std::abs(rows.at(k, "rod.end.ax") + 50 * 4 * std::cos(rows.at(k, "rod.phi"))) < 1e-6 * g);
  }
}

// A point that slides has a velocity of its own: that of what it holds.
TEST_CASE("a point that slides along a wire moves as the bead that it holds") {
  const Rows rows = simulated("data/drawings/bead-on-wire.limber", "0.5", "p1.vx,p2.vx,p1.vy,p2.vy,p1.ax,p2.ax,p1.ay,p2.ay");
  double fastest = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (const char* part : {"vx", "vy"}) {
      const double one = rows.at(k, std::string("p1.") + part), other = rows.at(k, std::string("p2.") + part);
      CHECK(std::abs(one - other) < 1e-3);
      fastest = std::max(fastest, std::abs(other));
    }
    for (const char* part : {"ax", "ay"})
      CHECK(std::abs(rows.at(k, std::string("p1.") + part) - rows.at(k, std::string("p2.") + part)) < 1e-3 * g);
  }
  CHECK(fastest > 300);
}

TEST_CASE("what is traced changes no bit of what moves") {
  const auto hash_of = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"simulate", "data/drawings/double-pendulum.limber", "--seconds", "0.5", "--hash"});
    const Ran ran = run_limber(words);
    REQUIRE(ran.status == 0);
    const std::size_t at = ran.out.rfind("hash");
    return at == std::string::npos ? ran.out : ran.out.substr(ran.out.find_first_of("0123456789abcdef", at + 4));
  };
  CHECK(hash_of({}).substr(0, 16) == hash_of({"--trace", "energy,upper.end.ax,work"}).substr(0, 16));
}

TEST_CASE("check tells of mass: gravity, what all weighs, what moves; nothing where there is none") {
  const Ran still = run_limber({"check", "data/drawings/pendulum.limber"});
  CHECK(still.out.find("physics             on, gravity (0, -9810) mm/s^2, 0.012 kg in all, 0 curves move") != std::string::npos);
  const std::string thrown = made("one-thrown", "draw bar as rod l=100\ndraw bar as other l=50\nphysics on\nthrow rod at 3 1\ngravity 0 0\n");
  CHECK(run_limber({"check", thrown}).out.find("gravity (0, 0) mm/s^2, 0.015 kg in all, 1 curves move") != std::string::npos);
  CHECK(run_limber({"check", "data/drawings/four-bar.limber"}).out.find("physics") == std::string::npos);
  const auto json = nlohmann::json::parse(run_limber({"check", thrown, "data/drawings/four-bar.limber", "--json"}).out);
  const auto& physics = json["drawings"][0]["physics"];
  CHECK(physics["gravity"] == nlohmann::json::array({0, 0}));
  CHECK(physics["mass"].get<double>() == doctest::Approx(0.015));
  CHECK(physics["moving"] == 1);
  CHECK(json["drawings"][1]["physics"].is_null());
}

namespace {

// What a page says between back quotes, and its indented lines, that begins with this word; line ends are spaces.
std::vector<std::string> commands_in(const std::string& page) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = std::min(page.find("`limber ", at), page.find("\n    limber ", at))) != std::string::npos;) {
    const bool quoted = page[at] == '`';
    const std::size_t begin = page.find("limber", at), end = page.find(quoted ? '`' : '\n', begin);
    std::string line = page.substr(begin + 7, end - begin - 7);
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (!line.starts_with("script")) out.push_back(line);
    at = end;
  }
  return out;
}

}  // namespace

TEST_CASE("every command of the page on mass does what it says") {
  const std::string folder = scratch_folder() + "/mass-page", page = contents(source_folder() + "/docs/dynamics.md");
  std::filesystem::create_directories(folder);
  std::filesystem::create_directory_symlink(source_folder() + "/data", folder + "/data");
  const std::size_t script = page.find("    limber script 1\n"), after = page.find("\n\n", script);
  REQUIRE(script != std::string::npos);
  write_contents(folder + "/pendulum.script", page.substr(script, after - script) + "\n");
  const std::vector<std::string> commands = commands_in(page);
  CHECK(commands.size() >= 6);
  for (const std::string& line : commands) {
    CAPTURE(line);
    std::vector<std::string> words;
    std::istringstream in(line);
    for (std::string word; in >> word;) words.push_back(word);
    const Ran ran = run_limber(words, {}, folder);
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK_MESSAGE(ran.err.find("not met") == std::string::npos, ran.err);
  }
  for (const char* made : {"pendulum.limber", "double-pendulum.png", "hung.limber", "chain.png", "elastic-ellipse.png"})
    CHECK(std::filesystem::exists(folder + "/" + made));
}
