#include "tests/worlds.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "curves/library.h"
#include "curves/trace.h"
#include "solver/kinds.h"

namespace limber {

const std::vector<std::shared_ptr<const ConstraintKind>>& every_kind() {
  static const Result<ConstraintLibrary> library = ConstraintLibrary::load();
  REQUIRE(library);
  return library->all();
}

Traits random_traits(Random& random) {
  const auto one_in = [&](int n) { return random.whole(1, n) == 1; };
  Traits traits;
  traits.soft = one_in(2);
  traits.redundant = one_in(3);
  traits.contradictory = one_in(4);
  traits.singular = one_in(4);
  traits.welded = one_in(4);
  traits.locked = one_in(3);
  return traits;
}

namespace {

class Maker {
 public:
  Maker(const Traits& traits, Random& random) : traits_(traits), random_(random) {}

  Drawn make() {
    const int curves = random_.whole(2, 4);
    for (int i = 0; i < curves; ++i) add_curve();
    if (traits_.locked) lock_some();
    if (traits_.welded) weld_some();
    const int constraints = random_.whole(1, curves + 2);
    for (int i = 0; i < constraints; ++i) add_constraint();
    if (traits_.redundant) add_again(0);
    if (traits_.contradictory) add_again(random_.in(0.05, 0.3));
    return std::move(drawn_);
  }

 private:
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(random_.whole(0, static_cast<int>(n) - 1));
  }
  bool one_in(int n) { return random_.whole(1, n) == 1; }

  void add_curve() {
    SharedCurveType type;
    do type = random_.any(every_curve_type());
    while (traits_.smooth && (!type->corners.empty() || type->corner_at_joints));
    Curve curve = random_.stream(type->name).curve(type);
    if (traits_.singular && !has_nodes(*type))
      for (int i = 0; i < curve.q.size(); ++i) {
        const Role role = parameter(*type, i).role;
        if (role == Role::angle || (role == Role::y && span_places(*type) == 1)) curve.q[i] = 0;
      }
    drawn_.curves.push_back(drawn_.world.add(traced(curve)));
  }
  static int span_places(const CurveType& type) {
    int count = 0;
    for (const Parameter& p : type.parameters) count += p.role == Role::x;
    return count;
  }

  void lock_some() {
    for (const CurveId id : drawn_.curves)
      for (int i = 0; i < drawn_.world.find(id)->q.size(); ++i)
        if (one_in(3)) drawn_.world.set_locked(id, i, true);
  }

  void weld_some() {
    std::vector<CurveId> members = {drawn_.curves[0], drawn_.curves[1]};
    if (drawn_.curves.size() > 3 && one_in(2)) members.push_back(drawn_.curves[2]);
    drawn_.world.weld(members, one_in(3));
  }

  // Everything of the curve that the input can be bound to.
  std::vector<Connector> fitting(CurveId id, const Input& input) {
    const Curve& curve = *drawn_.world.find(id);
    std::vector<Connector> all;
    if (input.shape == Shape::point) {
      all.push_back(point_at(id, random_.t(curve)));
      all.push_back(sliding_at(id, random_.t(curve)));
    }
    if (input.shape == Shape::number)
      for (int i = 0; i < curve.q.size(); ++i)
        if (parameter(*curve.type, i).role == input.role &&
            !drawn_.world.body(id)->locked[static_cast<std::size_t>(i)])
          all.push_back(parameter_of(id, i));
    for (const auto& measure : curve.type->measures)
      if (measure.shape == input.shape &&
          (input.shape != Shape::number || measure.role == input.role))
        all.push_back({id, Measured{measure.name, random_.t(curve), slider_on(id)}});
    return all;
  }

  bool has(CurveId id, const Input& input) const {
    if (input.shape != Shape::number) return true;
    const Curve& curve = *drawn_.world.find(id);
    for (int i = 0; i < curve.q.size(); ++i)
      if (parameter(*curve.type, i).role == input.role &&
          !drawn_.world.body(id)->locked[static_cast<std::size_t>(i)])
        return true;
    return std::any_of(
        curve.type->measures.begin(), curve.type->measures.end(), [&](const auto& measure) {
          return measure.shape == Shape::number && measure.role == input.role;
        });
  }

  // Where a measure that varies along the curve may be read: a point that slides there already.
  ConnectorId slider_on(CurveId id) {
    ConnectorId found;
    drawn_.world.connectors().each([&](ConnectorId other, const Connector& connector) {
      if (connector.curve == id && std::holds_alternative<SlidingAt>(connector.what) && one_in(2))
        found = other;
    });
    return found;
  }

  // Written down: what a kind asks for by default, or something like it.
  Argument written(const Input& input) {
    if (input.shape == Shape::point) return Argument(random_.point(30));
    const double usual = input.value != 0 ? input.value : 1;
    // Angles well below a half turn, where they would begin anew.
    return Argument(usual * (input.role == Role::angle ? random_.in(0.2, 1) : random_.in(0.5, 2)));
  }

  bool bind(const ConstraintKind& kind, std::vector<Argument>& on) {
    std::size_t first = below(drawn_.curves.size());
    // A curve that has what the kind asks for first, if there is one.
    for (std::size_t k = 0; k < drawn_.curves.size(); ++k, ++first)
      if (has(drawn_.curves[first % drawn_.curves.size()], kind.inputs.front())) break;
    for (std::size_t i = 0; i < kind.inputs.size(); ++i) {
      const Input& input = kind.inputs[i];
      const bool may_be_written = i > 0 && input.shape != Shape::direction;
      const bool usually = i + 1 == kind.inputs.size() && input.shape == Shape::number;
      if (may_be_written && (usually ? !one_in(4) : one_in(5))) {
        on.push_back(written(input));
        continue;
      }
      const CurveId id = drawn_.curves[(first + i) % drawn_.curves.size()];
      const std::vector<Connector> all = fitting(id, input);
      if (all.empty() && !may_be_written) return false;
      on.push_back(all.empty() ? written(input)
                               : Argument(drawn_.world.add(all[below(all.size())])));
    }
    return true;
  }

  void add_constraint() {
    Constraint constraint;
    for (int trial = 0; trial < 20; ++trial) {
      constraint.kind = random_.any(every_kind());
      constraint.on.clear();
      if (traits_.smooth && constraint.kind->name == "crank") continue;
      if (!bind(*constraint.kind, constraint.on)) continue;
      if (traits_.soft && one_in(2)) constraint.compliance = std::pow(10, random_.in(-3, 1));
      drawn_.constraints.push_back(drawn_.world.add(constraint));
      return;
    }
  }

  // Hard constraints once more, the numbers written in them larger by a part.
  void add_again(double larger) {
    const std::vector<ConstraintId> first = drawn_.constraints;
    for (const ConstraintId id : first) {
      Constraint copy = *drawn_.world.find(id);
      if (copy.compliance > 0 || one_in(2)) continue;
      bool changed = larger == 0;
      for (std::size_t i = 0; i < copy.on.size(); ++i) {
        if (copy.on[i].connector) continue;
        for (double& number : copy.on[i].number) number *= 1 + larger;
        changed = true;
      }
      if (changed) drawn_.constraints.push_back(drawn_.world.add(copy));
    }
  }

  const Traits traits_;
  Random& random_;
  Drawn drawn_;
};

}  // namespace

Drawn random_drawing(const Traits& traits, Random& random) { return Maker(traits, random).make(); }

void count(const World& world, std::map<std::string, int>& types,
           std::map<std::string, int>& kinds) {
  world.bodies().each([&](CurveId, const Body& body) { ++types[body.curve.type->name]; });
  world.constraints().each(
      [&](ConstraintId, const Constraint& constraint) { ++kinds[constraint.kind->name]; });
}

std::string describe(const World& world) {
  std::ostringstream out;
  out.precision(17);
  world.bodies().each([&](CurveId id, const Body& body) {
    out << "\n  " << id.index << " " << body.curve.type->name << (body.link ? " (welded)" : "");
    for (int i = 0; i < body.curve.q.size(); ++i)
      out << " " << body.curve.q[i] << (body.locked[static_cast<std::size_t>(i)] ? "!" : "");
  });
  const auto connector = [&](const Connector& c) {
    out << " " << c.curve.index;
    if (const auto* at = std::get_if<PointAt>(&c.what)) out << "@" << at->t;
    if (const auto* at = std::get_if<SlidingAt>(&c.what)) out << "~" << at->t;
    if (const auto* at = std::get_if<ParameterOf>(&c.what)) out << "[" << at->index << "]";
    if (const auto* at = std::get_if<Measured>(&c.what)) out << "." << at->name << "@" << at->t;
  };
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    out << "\n  " << constraint.kind->name;
    if (constraint.compliance > 0) out << " (" << constraint.compliance << ")";
    for (const Argument& argument : constraint.on)
      if (const Connector* c = world.find(argument.connector))
        connector(*c);
      else
        out << " (" << argument.number[0] << ", " << argument.number[1] << ")";
  });
  return out.str();
}

}  // namespace limber
