// limber check: what is wrong with a drawing, if anything. Nothing is moved or written.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/cli/work.h"
#include "app/document/variables.h"
#include "app/files/json.h"
#include "app/document/quantity.h"
#include "codegen/explain.h"
#include "curves/gaps.h"
#include "solver/assemble.h"
#include "solver/diagnose.h"
#include "solver/stepper.h"

namespace limber::cli {
namespace {

using Names = std::vector<std::string>;

constexpr double visible_share = 1e-3;  // of the drawing: how finely curves are looked through

struct MassFound {
  Point gravity = Point::Zero();
  double mass = 0;  // of all curves
  int moving = 0;   // so many of them have a velocity
};

struct Findings {
  std::optional<MassFound> physics;  // of a drawing with mass
  int curves = 0, connectors = 0, constraints = 0, motors = 0;
  int islands = 0, freedom = 0;
  double residual = 0, size = 0;
  std::string worst;  // the constraint farthest from being met
  Names unmet;
  Names stalled;  // motors that cannot turn from where they are
  std::vector<Names> redundant, conflicting;
  bool finite = true;
  std::vector<Variable> variables;
  Names unused;  // of them
  Names gaps;    // "curve1: No value from t = 1 to 3 ..."
};

std::string name_of(const Document& document, ConstraintId id) {
  const std::string& name = document.name(id);
  return name.empty() ? "a limit" : name;
}

Names names_of(const Document& document, const std::vector<ConstraintId>& ids) {
  Names out;
  for (const ConstraintId id : ids) out.push_back(name_of(document, id));
  return out;
}

// How far the hard constraints of one island are from being met, as it stands.
void measure(const Document& document, const Island& island, Findings& out) {
  Assembly assembly;
  assembly.build(document.world, island);
  assembly.read(document.world);
  if (!assembly.evaluate(assembly.q, document.world->time)) {
    out.finite = false;
    return;
  }
  for (std::size_t r = 0; r < assembly.rows.size(); ++r) {
    const Row& row = assembly.rows[r];
    if (row.compliance != 0 || !row.constraint) continue;
    const double c = assembly.c[static_cast<Eigen::Index>(r)];
    const double off = row.stop ? std::max(0.0, -c) : std::abs(c);
    const std::string name = name_of(document, row.constraint);
    if (off > hard_tolerance * out.size &&
        std::find(out.unmet.begin(), out.unmet.end(), name) == out.unmet.end())
      out.unmet.push_back(name);
    if (!(off > out.residual)) continue;
    out.residual = off;
    out.worst = name;
  }
}

void diagnose(const Document& document, Findings& out) {
  const Diagnosis diagnosis = Diagnoser().run(document.world);
  out.freedom = diagnosis.freedoms;
  for (const IslandDiagnosis& island : diagnosis.islands) {
    for (const auto& set : island.redundant) out.redundant.push_back(names_of(document, set));
    for (const auto& set : island.conflicts) out.conflicting.push_back(names_of(document, set));
  }
}

// A copy of the drawing is played for a moment: a motor that stalls in every tick of it cannot
// turn.
void try_motors(const Document& document, Findings& out) {
  constexpr int moment = 12;  // ticks
  World world = document.world;
  Stepper stepper;
  std::map<MotorId, int> stalls;
  for (int k = 0; k < moment && world.motors().size() > 0; ++k)
    for (const IslandReport& island : stepper.step(world, tick, Run::play).islands)
      for (const MotorId id : island.stalled) ++stalls[id];
  for (const auto& [id, ticks] : stalls) {
    const std::string& name = document.name(id);
    if (ticks == moment && !name.empty()) out.stalled.push_back(name);
  }
}

// What is missing of the curves, drawn to a thousandth of the drawing.
void find_gaps(const Document& document, Findings& out) {
  document.world->bodies().each([&](CurveId id, const Body& body) {
    const std::string missing =
        describe_gaps(body.curve, tessellate(body.curve, std::max(visible_share * out.size, 1e-9)));
    if (!missing.empty()) out.gaps.push_back(document.name(id) + ": " + missing);
  });
}

std::optional<MassFound> physics_of(const World& world) {
  if (!world.physics.on) return {};
  MassFound out{world.physics.gravity};
  InertiaMemory memory;
  Inertia one, drag;
  world.bodies().each([&](CurveId id, const Body& body) {
    if (weigh(world, id, memory, one, drag)) out.mass += one.mass;
    const Link* link = world.find(body.link);
    out.moving += !(link ? link->velocity : body.velocity).isZero(0);
  });
  return out;
}

Findings look(const Document& document) {
  const World& world = document.world;
  Findings out;
  out.curves = world.bodies().size();
  out.connectors = world.connectors().size();
  out.constraints = world.constraints().size();
  out.motors = world.motors().size();
  out.size = world.size();
  const Islands islands = find_islands(world);
  out.islands = static_cast<int>(islands.all.size());
  for (const Island& island : islands.all) measure(document, island, out);
  measure(document, islands.immovable, out);
  diagnose(document, out);
  find_gaps(document, out);
  try_motors(document, out);
  out.physics = physics_of(world);
  out.variables = document.variables;
  for (const Variable& variable : *document.variables)
    if (uses_of(document, variable.name).empty()) out.unused.push_back(variable.name);
  return out;
}

std::string listed(const Names& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

// Each set on its own: "a, b; c, d".
std::string listed(const std::vector<Names>& sets) {
  Names out;
  for (const Names& set : sets) out.push_back(listed(set));
  return out.empty() ? "none" : fmt::format("{}", fmt::join(out, "; "));
}

std::string as_text(const std::string& file, const Findings& found) {
  std::string out = fmt::format("{}\n", safe(file));
  out +=
      fmt::format("  {} curves, {} connectors, {} constraints, {} motors, {} moving parts\n",
                  found.curves, found.connectors, found.constraints, found.motors, found.islands);
  out += fmt::format("  degrees of freedom  {}\n", found.freedom);
  out += fmt::format("  redundant           {}\n", safe(listed(found.redundant)));
  out += fmt::format("  not met             {}\n", safe(listed(found.unmet)));
  out += fmt::format("  conflicting         {}\n", safe(listed(found.conflicting)));
  if (found.physics)
    out += fmt::format("  physics             on, gravity ({}, {}) mm/s^2, {:.6g} kg in all, {} curves move\n",
                       shortest(found.physics->gravity.x()), shortest(found.physics->gravity.y()),
                       found.physics->mass, found.physics->moving);
  for (const std::string& gap : found.gaps)
    out += fmt::format("  not drawn           {}\n", safe(gap));
  if (found.motors > 0)
    out += fmt::format("  motors that stall   {}\n", safe(listed(found.stalled)));
  out +=
      fmt::format("  largest residual    {:.3g} of a drawing of size {:.6g}{}\n", found.residual,
                  found.size, found.worst.empty() ? "" : fmt::format(" ({})", safe(found.worst)));
  for (const Variable& variable : found.variables)
    out += fmt::format("  variable            {} = {} = {}\n", safe(variable.name),
                       safe(variable.text), shortest(variable.amount.value));
  if (!found.variables.empty())
    out += fmt::format("  used by nothing     {}\n", safe(listed(found.unused)));
  return out;
}

std::string json_list(const Names& names) {
  std::string out;
  for (const std::string& name : names)
    out += fmt::format("{}{}", out.empty() ? "" : ", ", json_string(name));
  return "[" + out + "]";
}

std::string json_list(const std::vector<Names>& sets) {
  std::string out;
  for (const Names& set : sets) out += fmt::format("{}{}", out.empty() ? "" : ", ", json_list(set));
  return "[" + out + "]";
}

std::string json_list(const std::vector<Variable>& variables) {
  std::string out;
  for (const Variable& variable : variables)
    out += fmt::format("{}{{\"name\": {}, \"text\": {}, \"value\": {}}}", out.empty() ? "" : ", ",
                       json_string(variable.name), json_string(variable.text),
                       json_number(variable.amount.value));
  return "[" + out + "]";
}

std::string json_of(const std::optional<MassFound>& physics) {
  if (!physics) return "null";
  return fmt::format("{{\"gravity\": [{}, {}], \"mass\": {}, \"moving\": {}}}", json_number(physics->gravity.x()),
                     json_number(physics->gravity.y()), json_number(physics->mass), physics->moving);
}

std::string as_json(const std::string& file, const Findings& found) {
  return fmt::format(
      "    {{\"file\": {}, \"valid\": true, \"curves\": {}, \"connectors\": {}, \"constraints\": "
      "{}, \"motors\": {}, "
      "\"islands\": {}, \"degrees_of_freedom\": {}, \"redundant\": {}, \"not_met\": {}, "
      "\"conflicting\": {}, \"not_drawn\": {}, \"stalled\": {}, \"physics\": {}, "
      "\"residual\": {}, \"size\": {}, \"variables\": {}, \"unused_variables\": {}}}",
      json_string(file), found.curves, found.connectors, found.constraints, found.motors,
      found.islands, found.freedom, json_list(found.redundant), json_list(found.unmet),
      json_list(found.conflicting), json_list(found.gaps), json_list(found.stalled), json_of(found.physics), json_number(found.residual),
      json_number(found.size), json_list(found.variables), json_list(found.unused));
}

}  // namespace

int check(Work& work) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  const bool json = work.arguments.has("--json");
  std::string rows;
  for (const std::string& file : work.arguments.operands()) {
    const std::optional<Document> document = read_document(work, file, *fresh);
    if (!document) {
      if (json)
        rows += fmt::format("{}    {{\"file\": {}, \"valid\": false}}", rows.empty() ? "" : ",\n",
                            json_string(file));
      continue;
    }
    const Findings found = look(*document);
    rows += json ? (rows.empty() ? "" : ",\n") + as_json(file, found) : as_text(file, found);
    if (!found.finite)
      work.console.warn(fmt::format("{}: a formula has no finite value there", file));
    if (!work.arguments.has("--strict")) continue;
    if (!found.conflicting.empty())
      work.fail(status_unmet,
                fmt::format("{}: these conflict: {}", file, listed(found.conflicting)));
    else if (!found.unmet.empty())
      work.fail(status_unmet, fmt::format("{}: not met: {}", file, listed(found.unmet)));
    else if (!found.stalled.empty())
      work.fail(status_unmet,
                fmt::format("{}: these motors cannot turn: {}", file, listed(found.stalled)));
  }
  Data data(work, "");
  data.write(json ? fmt::format("{{\n  \"version\": 1,\n  \"drawings\": [\n{}\n  ]\n}}\n", rows)
                  : rows);
  data.finish();
  return work.status;
}

}  // namespace limber::cli
