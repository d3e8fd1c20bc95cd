// Curves: drawn, removed, named, locked, given numbers; types and kinds as formulas.
#include <fmt/format.h>

#include <cmath>

#include "app/document/nearest_word.h"
#include "app/document/readout.h"
#include "app/edits/apply.h"
#include "app/edits/formula_kind.h"
#include "app/edits/line.h"
#include "app/edits/resolve.h"
#include "curves/gesture.h"
#include "curves/range.h"
#include "curves/trace.h"

namespace limber {

namespace {

constexpr std::size_t most_nodes = 100'000;  // of one curve

Error unknown_type(const Document& document, const std::string& name) {
  const std::vector<std::string> names = document.library->names();
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string near = nearest_word(name, words);
  return refused(fmt::format("there is no curve type {}", name),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
}

Result<std::vector<double>> shared_numbers(const CurveType& type, const edit::Draw& edit) {
  std::vector<double> q;
  for (const Parameter& parameter : type.parameters) q.push_back(parameter.value);
  for (const auto& [name, value] : edit.q) {
    std::size_t i = 0;
    while (i < type.parameters.size() && type.parameters[i].name != name) ++i;
    if (i == type.parameters.size()) {
      std::vector<std::string_view> words;
      for (const Parameter& parameter : type.parameters) words.push_back(parameter.name);
      const std::string near = nearest_word(name, words);
      return refused(fmt::format("{} has no parameter {}", type.name, name),
                     near.empty() ? "" : fmt::format("did you mean {}?", near));
    }
    q[i] = value;
  }
  return q;
}

Result<bool> add_nodes(const CurveType& type, const edit::Draw& edit, std::vector<double>& q) {
  if (!type.is_family && !edit.nodes.empty())
    return refused(fmt::format("{} has no nodes", type.name));
  if (!type.is_family) return true;
  if (edit.nodes.empty()) {
    q.insert(q.end(), type.family.default_nodes.begin(), type.family.default_nodes.end());
    return true;
  }
  if (static_cast<int>(edit.nodes.size()) < type.family.minimum_nodes)
    return refused(fmt::format("{} needs at least {} nodes", type.name, type.family.minimum_nodes));
  if (edit.nodes.size() > most_nodes)
    return refused(fmt::format("a curve has at most {} nodes", most_nodes));
  for (const std::vector<double>& node : edit.nodes) {
    if (node.size() != type.family.node.size())
      return refused(fmt::format("a node of {} is {} numbers", type.name, type.family.node.size()));
    q.insert(q.end(), node.begin(), node.end());
  }
  return true;
}

Result<bool> set_locks(Change& change, const std::string& name, const Strings& parameters,
                       bool locked) {
  const Result<CurveId> curve = find_of_kind<Body>(change.document(), name);
  if (!curve) return curve.error();
  for (const std::string& parameter : parameters) {
    const Result<int> index = parameter_in(change.document(), *curve, parameter);
    if (!index) return index.error();
    change.world().set_locked(*curve, *index, locked);
  }
  return true;
}

}  // namespace

Result<bool> change_by(Change& change, const edit::Draw& edit) {
  Curve curve;
  curve.type = change.document().library->find(edit.type);
  if (!curve.type) return unknown_type(change.document(), edit.type);
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  Result<std::vector<double>> q = shared_numbers(*curve.type, edit);
  if (!q) return q.error();
  if (const Result<bool> added = add_nodes(*curve.type, edit, *q); !added) return added;
  curve.q = Eigen::Map<const Eigen::VectorXd>(q->data(), static_cast<Eigen::Index>(q->size()));
  for (int i = 0; i < curve.q.size(); ++i) {
    const Parameter& facts = parameter(*curve.type, i);
    if (!is_nearly_within(facts, curve.q[i])) return not_allowed(facts, facts.name, curve.q[i]);
    if (!(std::abs(curve.q[i]) <= largest_number))
      return refused(facts.name + ": numbers of a drawing are between -1e12 and 1e12");
  }
  if (edit.nodes.empty()) curve = traced(curve);
  change.add(std::move(curve), edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Delete& edit) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), edit.things);
  if (!things) return things.error();
  for (const ThingId id : *things) {
    // A group goes with its members.
    std::vector<ThingId> members;
    if (const GroupId group = id.as<Group>())
      each_thing(change.document(), [&](ThingId one) {
        if (change.document().of(one).group == group) members.push_back(one);
      });
    for (const ThingId member : members) change.remove(member);
    if (change.document().has(id)) change.remove(id);
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::Name& edit) {
  const Result<ThingId> thing = find_thing(change.document(), edit.thing);
  if (!thing) return thing.error();
  if (edit.as.empty()) return refused("A name cannot be empty.");
  if (edit.as == edit.thing) return true;
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  change.rename(*thing, edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Lock& edit) {
  return set_locks(change, edit.curve, edit.parameters, true);
}
Result<bool> change_by(Change& change, const edit::Unlock& edit) {
  return set_locks(change, edit.curve, edit.parameters, false);
}

Result<bool> change_by(Change& change, const edit::Set& edit) {
  const Result<Readout> readout = find_readout(change.document(), edit.name);
  if (!readout) return readout.error();
  return set_value(change, *readout, edit.value);
}

Result<bool> change_by(Change& change, const edit::Insert& edit) {
  std::string_view rest = edit.lines;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    const Result<Edit> one = read_edit(line);
    if (!one) return one.error();
    if (std::holds_alternative<edit::Insert>(one->what))
      return refused("lines that are inserted insert no others");
    const Result<bool> done =
        std::visit([&](const auto& what) { return change_by(change, what); }, one->what);
    if (!done) return done;
  }
  return true;
}

// Curves and constraints that have the old one keep it.
// A file holds one definition of a name: what was made with another one could not be read again.
static Error still_made_with(const std::string& name) {
  return {"Things of this drawing are made with the " + name + " that it has.", 0, 0, 1,
          "write redefine instead of define, and they follow", {}};
}

Result<bool> change_by(Change& change, const edit::Define& edit) {
  const Compiling& compiling = change.document().compiling;
  const World& world = change.document().world;
  bool in_use = false;
  if (defines_constraint(edit.formula)) {
    const auto added = change.kinds().add(edit.formula, compiling.tier, compiling.budget);
    if (!added) return added.error();
    world.constraints().each([&](ConstraintId, const Constraint& one) {
      in_use |= one.kind->name == (*added)->name && one.kind->text != (*added)->text;
    });
    return in_use ? Result<bool>(still_made_with((*added)->name)) : Result<bool>(true);
  }
  const auto added = change.library().add(edit.formula, compiling.tier, compiling.budget);
  if (!added) return added.error();
  world.bodies().each([&](CurveId, const Body& body) {
    in_use |= body.curve.type->name == (*added)->name && body.curve.type->text != (*added)->text;
  });
  return in_use ? Result<bool>(still_made_with((*added)->name)) : Result<bool>(true);
}

}  // namespace limber
