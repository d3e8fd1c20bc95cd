// Copies of things of every kind, with what holds among them.
#include <map>

#include "app/document/numbers.h"
#include "app/document/readout.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"
#include "curves/transform.h"

namespace limber {

namespace {

// What is named is copied, with what is in it. A constraint comes along when all that it holds on to
// does; with it its motors and its dimensions; with a curve the forces on it and the traces of its
// points; a plot when all it shows does. A constraint, force, trace or plot that is named by itself
// has a copy on the same things.
class Copier {
 public:
  Copier(Change& change, const Point& by) : change_(change), before_(change.document()) {
    move_.move = by;
  }

  // False: some of it would lie outside of the paper.
  bool copy(const std::vector<ThingId>& things) {
    named_.insert(things.begin(), things.end());
    for (const ThingId id : things)
      if (const Motor* motor = before_.world->find(id.as<Motor>())) named_.insert(motor->constraint);
    for (const ThingId id : things) copy_thing(id);
    const World& world = before_.world;  // as it was: copies are not copied again
    world.links().each([&](LinkId id, const Link& link) { copy_link(id, link); });
    world.constraints().each([&](ConstraintId id, const Constraint& c) { copy_constraint(id, c); });
    world.motors().each([&](MotorId id, const Motor& motor) { copy_motor(id, motor); });
    world.forces().each([&](ForceId id, const Force& force) { copy_force(id, force); });
    before_.dimensions->each([&](DimensionId id, const DimensionMark& one) { copy_dimension(id, one); });
    before_.traces->each([&](TraceId id, const Trace& trace) { copy_trace(id, trace); });
    before_.plots->each([&](PlotId id, const Plot& plot) { copy_plot(id, plot); });
    copy_follows();
    for (const auto& [from, to] : made_) dress(from, to);
    return within_;
  }

 private:
  Point moved(const Point& p) {
    within_ = within_ && is_on_paper(move_(p));
    return move_(p);
  }

  template <class Thing>
  Id<Thing> copy_of(Id<Thing> id) const {  // none when it is not copied
    const auto found = made_.find(id);
    return found == made_.end() ? Id<Thing>{} : found->second.template as<Thing>();
  }

  // All that a thing is beside what it is, as the original, but for its name.
  void dress(ThingId from, ThingId to) {
    Attributes its = before_.of(from);
    Attributes& copied = change_.attributes(to);
    its.name = copied.name;
    its.rank = copied.rank;
    if (const LayerId layer = copy_of(its.layer)) its.layer = layer;
    if (its.group && copy_of(its.group)) its.group = copy_of(its.group);
    copied = std::move(its);
  }

  // ---- what stands by itself

  void copy_thing(ThingId id) {
    if (const Body* body = before_.world->body(id.as<Body>()))
      copy_curve(id.as<Body>(), *body);
    else if (const Text* text = before_.texts->find(id.as<Text>()))
      add_moved(id, *text);
    else if (const Picture* picture = before_.pictures->find(id.as<Picture>()))
      add_moved(id, *picture);
    else if (const Guide* guide = before_.guides->find(id.as<Guide>()))
      add_moved(id, *guide);
    else if (id.kind == ThingKind::group)
      made_[id] = change_.add(Group{});
    else if (id.kind == ThingKind::layer)
      made_[id] = change_.add(Layer{});
  }
  template <class Thing>
  void add_moved(ThingId id, Thing copied) {
    copied.at = moved(copied.at);
    made_[id] = change_.add(std::move(copied));
  }
  void copy_curve(CurveId id, const Body& body) {
    Curve curve = transformed(move_, body.curve);
    within_ = within_ && curve.q.allFinite() && curve.q.cwiseAbs().maxCoeff() <= largest_number;
    const CurveId copied = change_.add(std::move(curve));
    for (std::size_t i = 0; i < body.locked.size(); ++i)
      change_.world().set_locked(copied, static_cast<int>(i), body.locked[i]);
    change_.world().set_weight(copied, body.density, body.mass);
    for (const Bend& bend : body.bends) change_.world().set_bend(copied, bend.parameter, &bend);
    if (body.rest.size() > 0) {
      const Eigen::VectorXd rest = transformed(move_, Curve{body.curve.type, body.rest}).q;
      for (Eigen::Index i = 0; i < rest.size(); ++i)
        change_.world().set_rest(copied, static_cast<int>(i), rest[i]);
    }
    if (body.velocity.size() >= 3) change_.world().set_velocity(copied, body.velocity.head<3>());
    made_[id] = copied;
  }

  // ---- what holds on to others

  void copy_link(LinkId id, const Link& link) {
    std::vector<CurveId> members;
    for (const CurveId member : link.members)
      if (const CurveId copied = copy_of(member)) members.push_back(copied);
    if (members.size() < 2) return;
    const LinkId copied = change_.weld(members, link.scales);
    if (link.velocity.size() == 3 && members.size() == link.members.size())
      change_.world().set_velocity(members.front(), link.velocity);
    made_[id] = copied;
  }

  bool all_copied(const Constraint& constraint) const {
    bool any = false;
    for (const Argument& argument : constraint.on) {
      const Connector* connector = before_.world->find(argument.connector);
      if (!connector || !connector->curve) continue;
      if (!copy_of(connector->curve)) return false;
      any = true;
    }
    return any;
  }

  void copy_constraint(ConstraintId id, const Constraint& constraint) {
    if (!all_copied(constraint) && !named_.contains(id)) return;
    Constraint copied = constraint;
    for (std::size_t i = 0; i < copied.on.size(); ++i) {
      Argument& argument = copied.on[i];
      if (argument.connector)
        argument = connector(argument.connector);
      else if (copied.kind->inputs[i].shape == Shape::point && all_copied(constraint))
        argument = Argument(moved(Point(argument.number[0], argument.number[1])));
    }
    made_[id] = change_.add(std::move(copied));
  }

  void copy_motor(MotorId id, const Motor& motor) {
    Motor copied = motor;
    copied.constraint = copy_of(motor.constraint);
    if (copied.constraint) made_[id] = change_.add(copied);
  }

  bool rides_along(ConnectorId id) const {
    return static_cast<bool>(copy_of(before_.world->find(id)->curve));
  }

  void copy_force(ForceId id, const Force& force) {
    if (rides_along(force.on) || named_.contains(id))
      made_[id] = change_.add(Force{connector(force.on), force.value});
  }

  void copy_dimension(DimensionId id, const DimensionMark& dimension) {
    const ConstraintId of = copy_of(dimension.of);
    if (!of && !named_.contains(id)) return;
    made_[id] = change_.add(DimensionMark{of ? of : dimension.of, moved(dimension.at)});
  }

  void copy_trace(TraceId id, const Trace& trace) {
    if (rides_along(trace.of) || named_.contains(id))
      made_[id] = change_.add(Trace{connector(trace.of), trace.seconds});
  }

  // "crank.phi" of a copied crank is that of its copy.
  void copy_plot(PlotId id, const Plot& plot) {
    Plot copied = plot;
    bool all = true;
    for (std::string& quantity : copied.quantities) all = name_copy(quantity) && all;
    name_copy(copied.over);
    if (all || named_.contains(id)) add_moved(id, std::move(copied));
  }
  bool name_copy(std::string& quantity) const {
    if (const auto ends = ends_of_distance(before_, quantity)) {
      std::string a = ends->first, b = ends->second;
      if (!name_copy(a) || !name_copy(b)) return false;
      quantity = "|" + a + "-" + b + "|";
      return true;
    }
    const std::size_t end = quantity.find_first_of(".@");
    const ThingId whose = before_.find(quantity.substr(0, end));
    const auto found = made_.find(whose);
    if (!whose || found == made_.end()) return false;
    quantity = change_.document().name(found->second) + (end == quantity.npos ? "" : quantity.substr(end));
    return true;
  }

  // Numbers that follow a text.
  void copy_follows() {
    for (const auto& [number, text] : *before_.follows) {
      Number copied = number;
      const bool known = std::visit(
          [&](auto& one) {
            if constexpr (requires { one.constraint; })
              return static_cast<bool>(one.constraint = copy_of(one.constraint));
            else if constexpr (requires { one.motor; })
              return static_cast<bool>(one.motor = copy_of(one.motor));
            else
              return static_cast<bool>(one.force = copy_of(one.force));
          },
          copied);
      if (known) change_.follows()[copied] = text;
    }
  }

  // One copy of a connector for all that hold on to it, as it was; the same one on a curve that is
  // not copied.
  ConnectorId connector(ConnectorId id) {
    if (const ConnectorId made = copy_of(id)) return made;
    Connector copied = *before_.world->find(id);
    if (copied.curve && !copy_of(copied.curve)) return id;
    if (copied.curve) copied.curve = copy_of(copied.curve);
    if (auto* paper = std::get_if<OnPaper>(&copied.what)) paper->place = moved(paper->place);
    if (auto* measured = std::get_if<Measured>(&copied.what); measured && measured->at)
      measured->at = connector(measured->at);
    const ConnectorId made = change_.add(std::move(copied));
    made_[id] = made;
    return made;
  }

  Change& change_;
  const Document before_;
  Similarity move_;
  bool within_ = true;
  std::set<ThingId> named_;
  std::map<ThingId, ThingId> made_;
};

}  // namespace

Result<bool> change_by(Change& change, const edit::Copy& edit) {
  const Result<std::vector<ThingId>> things = things_with_parts(change.document(), edit.things);
  if (!things) return things.error();
  if (!Copier(change, edit.by).copy(*things)) return refused(std::string(off_paper));
  return true;
}

}  // namespace limber
