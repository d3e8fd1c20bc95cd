#include <algorithm>
#include <cmath>
#include <optional>

#include "app/edits/apply.h"
#include "app/edits/formula_kind.h"
#include "app/edits/resolve.h"

namespace limber {

namespace {

using Riders = std::vector<std::pair<ConnectorId, Connector>>;

std::optional<int> index_of(const std::vector<Parameter>& parameters, const std::string& name) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  if (found == parameters.end()) return std::nullopt;
  return static_cast<int>(found - parameters.begin());
}

// Where a number of the old type stands in the new one, by its name; of a node, in the same node.
std::optional<int> new_index(const CurveType& from, const CurveType& to, int index) {
  const int shared = static_cast<int>(from.parameters.size());
  if (index < shared) return index_of(to.parameters, parameter(from, index).name);
  if (!to.is_family) return std::nullopt;
  const int per_node = static_cast<int>(from.family.node.size());
  const int node = (index - shared) / per_node;
  const std::optional<int> own =
      index_of(to.family.node, from.family.node[static_cast<std::size_t>((index - shared) % per_node)].name);
  if (!own) return std::nullopt;
  return static_cast<int>(to.parameters.size()) +
         node * static_cast<int>(to.family.node.size()) + *own;
}

double within(const Parameter& range, double value) {
  const bool inside = value >= range.minimum && value <= range.maximum &&
                      !(range.above_minimum && value == range.minimum) &&
                      !(range.below_maximum && value == range.maximum);
  return inside && std::isfinite(value) ? value : range.value;
}

// Its numbers where the new type has them and they are in its ranges, else the new type's defaults.
Curve followed(const Curve& old, const SharedCurveType& type) {
  Curve curve = default_curve(type);
  if (old.type->is_family && type->is_family) {
    const int nodes = std::max(node_count(old), type->family.minimum_nodes);
    const auto shared = static_cast<Eigen::Index>(type->parameters.size());
    const auto own = static_cast<Eigen::Index>(type->family.node.size());
    const Eigen::Index some = curve.q.size();
    curve.q.conservativeResize(shared + nodes * own);
    for (Eigen::Index i = some; i < curve.q.size(); ++i)
      curve.q[i] = parameter(*type, static_cast<int>(i)).value;
  }
  for (int i = 0; i < static_cast<int>(old.q.size()); ++i)
    if (const auto index = new_index(*old.type, *type, i); index && *index < curve.q.size())
      curve.q[*index] = within(parameter(*type, *index), old.q[i]);
  return curve;
}

// At the same share of the way along.
double followed_t(const Curve& from, const Curve& to, double t) {
  const double a = t_begin(from), b = t_end(from), c = t_begin(to), d = t_end(to);
  if ((a == c && b == d) || b == a) return t;
  return c + (t - a) / (b - a) * (d - c);
}

std::optional<Connector> rider(const Curve& from, const Curve& to, Connector on) {
  if (const auto* number = std::get_if<ParameterOf>(&on.what)) {
    const std::optional<int> index = new_index(*from.type, *to.type, number->index);
    if (!index || *index >= to.q.size()) return std::nullopt;
    on.what = ParameterOf{*index};
  } else if (auto* measured = std::get_if<Measured>(&on.what)) {
    const auto *before = from.type->find(measured->name), *after = to.type->find(measured->name);
    if (!before || !after || before->shape != after->shape || before->along != after->along)
      return std::nullopt;
    if (after->along && !measured->at) measured->t = followed_t(from, to, measured->t);
  } else if (auto* point = std::get_if<PointAt>(&on.what)) {
    point->t = followed_t(from, to, point->t);
  } else if (auto* sliding = std::get_if<SlidingAt>(&on.what)) {
    *sliding = {followed_t(from, to, sliding->t), 0};
  }
  return on;
}

void follow(Change& change, CurveId id, const SharedCurveType& type) {
  const Body old = *change.document().world->body(id);
  const Curve curve = followed(old.curve, type);
  Riders riders;
  std::vector<ConnectorId> gone;
  change.document().world->connectors().each([&](ConnectorId connector, const Connector& on) {
    if (on.curve != id) return;
    if (const auto moved = rider(old.curve, curve, on))
      riders.emplace_back(connector, *moved);
    else
      gone.push_back(connector);
  });
  for (const ConnectorId connector : gone)
    if (change.document().has(connector)) change.remove(connector);
  std::erase_if(riders, [&](const auto& one) { return !change.document().has(one.first); });
  change.world().replace(id, curve, riders);
  for (int i = 0; i < static_cast<int>(old.locked.size()); ++i)
    if (const auto index = new_index(*old.curve.type, *type, i); index && *index < curve.q.size())
      change.world().set_locked(id, *index, old.locked[static_cast<std::size_t>(i)]);
}

bool same_inputs(const ConstraintKind& a, const ConstraintKind& b) {
  return std::ranges::equal(a.inputs, b.inputs, {}, &Input::shape, &Input::shape);
}

// The same constraint by another kind: its name, its style, the texts its numbers follow and its motors
// stay.
void follow(Change& change, ConstraintId id, const std::shared_ptr<const ConstraintKind>& kind) {
  const World& world = change.document().world;
  Constraint one = *world.find(id);
  one.kind = kind;
  const std::string name = change.document().name(id);
  const Attributes attributes = change.document().of(id);
  std::vector<std::pair<std::string, Motor>> motors;
  world.motors().each([&](MotorId motor, const Motor& its) {
    if (its.constraint == id) motors.emplace_back(change.document().name(motor), its);
  });
  Follows follows;
  for (const auto& [number, text] : *change.document().follows)
    if (const auto* input = std::get_if<InputOf>(&number); input && input->constraint == id)
      follows.emplace(number, text);
  const ConstraintId now = change.add(std::move(one));  // before the old one goes: it holds the connectors
  change.remove(id);
  change.rename(now, name);
  change.attributes(now) = attributes;
  for (auto& [own, motor] : motors) {
    motor.constraint = now;
    change.add(motor, own);
  }
  for (const auto& [number, text] : follows) {
    InputOf input = std::get<InputOf>(number);
    input.constraint = now;
    change.follows().emplace(input, text);
  }
}

Result<bool> redefine_kind(Change& change, const std::string& formula) {
  const Compiling& compiling = change.document().compiling;
  const auto kind = change.kinds().add(formula, compiling.tier, compiling.budget);
  if (!kind) return kind.error();
  std::vector<ConstraintId> all;
  change.document().world->constraints().each([&](ConstraintId id, const Constraint& one) {
    if (one.kind->name == (*kind)->name && one.kind != *kind) all.push_back(id);
  });
  for (const ConstraintId id : all) {
    const Constraint* one = change.document().world->find(id);
    if (!one) continue;  // went with another
    if (same_inputs(*one->kind, **kind))
      follow(change, id, *kind);
    else
      change.remove(id);
  }
  return true;
}

}  // namespace

// What a file could not tell apart, two types of one name, there is not after it either.
Result<bool> change_by(Change& change, const edit::Redefine& edit) {
  if (defines_constraint(edit.formula)) return redefine_kind(change, edit.formula);
  const Compiling& compiling = change.document().compiling;
  const auto type = change.library().add(edit.formula, compiling.tier, compiling.budget);
  if (!type) return type.error();
  std::vector<CurveId> all;
  change.document().world->bodies().each([&](CurveId id, const Body& body) {
    if (body.curve.type->name == (*type)->name && body.curve.type != *type) all.push_back(id);
  });
  for (const CurveId id : all) follow(change, id, *type);
  return true;
}

}  // namespace limber
