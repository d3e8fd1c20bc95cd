// Moving, turning, copying, ordering; groups, layers, hiding.
#include <algorithm>
#include <cmath>

#include "app/edits/apply.h"
#include "app/document/numbers.h"
#include "app/edits/resolve.h"
#include "curves/transform.h"

namespace limber {

namespace {

// The things named, groups replaced by what is in them.
Result<std::vector<ThingId>> things_named(const Document& document, const Strings& names) {
  Result<std::vector<ThingId>> things = find_things(document, names);
  if (!things) return things;
  std::vector<ThingId> out;
  std::set<ThingId> seen;
  for (std::size_t i = 0; i < things->size(); ++i) {
    const ThingId id = (*things)[i];
    if (!seen.insert(id).second) continue;
    const GroupId group = id.as<Group>();
    if (!group) {
      out.push_back(id);
      continue;
    }
    each_thing(document, [&](ThingId one) {
      if (document.of(one).group == group) things->push_back(one);
    });
  }
  return out;
}

// ---- similarities

Result<bool> transform_curve(Change& change, const Similarity& s, CurveId id) {
  const Curve& curve = *change.document().world->find(id);
  if (s.mirror && !follows(curve, s, 1e-6 * measured_size(change.document().world)))
    return refused(change.document().name(id) + " has a handedness: its mirror image is no " +
                       curve.type->title + ".",
                   "convert it to a path first");
  const Eigen::VectorXd q = transformed(s, curve).q;
  if (!q.allFinite() || q.cwiseAbs().maxCoeff() > largest_number)
    return refused("that would lead out of the paper: numbers of a drawing are within 1e12");
  change.world().set_q(id, q);
  return true;
}

// Where a nail, or another place on the paper, is held.
void transform_places(Change& change, const Similarity& s, ConstraintId id) {
  const Constraint constraint = *change.document().world->find(id);
  for (std::size_t i = 0; i < constraint.on.size(); ++i)
    if (!constraint.on[i].connector && constraint.kind->inputs[i].shape == Shape::point)
      change.world().set_number(
          id, static_cast<int>(i),
          s(Point(constraint.on[i].number[0], constraint.on[i].number[1])));
}

Result<bool> transform(Change& change, const Similarity& s, const Strings& names) {
  const Result<std::vector<ThingId>> things = things_named(change.document(), names);
  if (!things) return things.error();
  for (const ThingId id : *things) {
    if (id.kind == ThingKind::curve) {
      if (const Result<bool> done = transform_curve(change, s, id.as<Body>()); !done) return done;
    } else if (id.kind == ThingKind::constraint) {
      transform_places(change, s, id.as<Constraint>());
    } else if (id.kind == ThingKind::text) {
      Text& text = *change.texts().find(id.as<Text>());
      text.at = s(text.at);
      text.size *= s.scale;
    } else if (id.kind == ThingKind::picture) {
      Picture& picture = *change.pictures().find(id.as<Picture>());
      const Point middle = s(picture.at + picture.size / 2);
      picture.size *= s.scale;
      picture.at = middle - picture.size / 2;
    } else if (id.kind == ThingKind::dimension) {
      DimensionMark& dimension = *change.dimensions().find(id.as<DimensionMark>());
      dimension.at = s(dimension.at);
    } else if (id.kind == ThingKind::guide) {
      Guide& guide = *change.guides().find(id.as<Guide>());
      const Point along = s(guide.at + Point(std::cos(guide.angle), std::sin(guide.angle)));
      guide.at = s(guide.at);
      guide.angle = std::atan2(along.y() - guide.at.y(), along.x() - guide.at.x());
    }
  }
  return true;
}

// ---- copies

// Copies curves and all that holds among them: a constraint comes along when all that it holds on
// to does.
class Copier {
 public:
  Copier(Change& change, const Point& by) : change_(change) { move_.move = by; }

  void copy(const std::vector<ThingId>& things) {
    for (const ThingId id : things) copy_thing(id);
    const World world = change_.document().world;  // as it was: copies are not copied again
    world.links().each([&](LinkId, const Link& link) { copy_link(link); });
    world.constraints().each([&](ConstraintId id, const Constraint& c) { copy_constraint(id, c); });
    world.motors().each([&](MotorId id, const Motor& motor) {
      if (!constraints_.contains(motor.constraint)) return;
      Motor copied = motor;
      copied.constraint = constraints_.at(motor.constraint);
      dress(id, change_.add(copied));
    });
    world.forces().each([&](ForceId id, const Force& force) {
      const Connector& on = *world.find(force.on);
      if (curves_.contains(on.curve)) dress(id, change_.add(Force{connector(force.on), force.value}));
    });
  }

 private:
  void dress(ThingId from, ThingId to) {
    const Attributes its = change_.document().of(from);
    Attributes& copied = change_.attributes(to);
    copied.layer = its.layer;
    copied.style = its.style;
    copied.style_name = its.style_name;
  }

  void copy_thing(ThingId id) {
    if (const Body* body = change_.document().world->body(id.as<Body>())) {
      const std::vector<char> locked = body->locked;
      const CurveId copied = change_.add(transformed(move_, body->curve));
      for (std::size_t i = 0; i < locked.size(); ++i)
        change_.world().set_locked(copied, static_cast<int>(i), locked[i]);
      curves_[id.as<Body>()] = copied;
      dress(id, copied);
    } else if (const Text* text = change_.document().texts->find(id.as<Text>())) {
      Text copied = *text;
      copied.at = move_(copied.at);
      dress(id, change_.add(std::move(copied)));
    } else if (const Picture* picture = change_.document().pictures->find(id.as<Picture>())) {
      Picture copied = *picture;
      copied.at = move_(copied.at);
      dress(id, change_.add(std::move(copied)));
    } else if (const Guide* guide = change_.document().guides->find(id.as<Guide>())) {
      Guide copied = *guide;
      copied.at = move_(copied.at);
      dress(id, change_.add(copied));
    }
  }

  void copy_link(const Link& link) {
    std::vector<CurveId> members;
    for (const CurveId member : link.members)
      if (const auto found = curves_.find(member); found != curves_.end())
        members.push_back(found->second);
    if (members.size() > 1) change_.weld(members, link.scales);
  }

  bool all_copied(const Constraint& constraint) const {
    bool any = false;
    for (const Argument& argument : constraint.on) {
      const Connector* connector = change_.document().world->find(argument.connector);
      if (!connector) continue;
      if (connector->curve && !curves_.contains(connector->curve)) return false;
      any = any || connector->curve;
    }
    return any;
  }

  void copy_constraint(ConstraintId id, const Constraint& constraint) {
    if (!all_copied(constraint)) return;
    Constraint copied = constraint;
    for (std::size_t i = 0; i < copied.on.size(); ++i) {
      Argument& argument = copied.on[i];
      if (argument.connector)
        argument = connector(argument.connector);
      else if (copied.kind->inputs[i].shape == Shape::point)
        argument = Argument(move_(Point(argument.number[0], argument.number[1])));
    }
    const ConstraintId made = change_.add(std::move(copied));
    constraints_[id] = made;
    dress(id, made);
    copy_follows(id, made);
  }

  void copy_follows(ConstraintId from, ConstraintId to) {
    const Follows follows = change_.document().follows;
    for (const auto& [number, text] : follows) {
      if (const auto* n = std::get_if<InputOf>(&number); n && n->constraint == from)
        change_.follows()[InputOf{to, n->input, n->component}] = text;
      if (const auto* n = std::get_if<StiffnessOf>(&number); n && n->constraint == from)
        change_.follows()[StiffnessOf{to}] = text;
    }
  }

  // One copy of a connector for all that hold on to it, as it was.
  ConnectorId connector(ConnectorId id) {
    const auto found = connectors_.find(id);
    if (found != connectors_.end()) return found->second;
    Connector copied = *change_.document().world->find(id);
    if (copied.curve) copied.curve = curves_.at(copied.curve);
    if (auto* paper = std::get_if<OnPaper>(&copied.what)) paper->place = move_(paper->place);
    if (auto* measured = std::get_if<Measured>(&copied.what); measured && measured->at)
      measured->at = connector(measured->at);
    return connectors_[id] = change_.add(std::move(copied));
  }

  Change& change_;
  Similarity move_;
  std::map<CurveId, CurveId> curves_;
  std::map<ConnectorId, ConnectorId> connectors_;
  std::map<ConstraintId, ConstraintId> constraints_;
};

template <class Set>
Result<bool> for_each_named(Change& change, const Strings& names, Set set) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), names);
  if (!things) return things.error();
  for (const ThingId id : *things) set(change.attributes(id));
  return true;
}

// One place up or down in the drawing order.
void step_order(Change& change, const std::vector<ThingId>& things, bool up) {
  std::vector<ThingId> order = drawing_order(change.document());
  const std::set<ThingId> chosen(things.begin(), things.end());
  if (up) std::reverse(order.begin(), order.end());
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (!chosen.contains(order[i]) || chosen.contains(order[i - 1])) continue;
    if (change.document().of(order[i]).layer != change.document().of(order[i - 1]).layer) continue;
    std::swap(change.attributes(order[i]).rank, change.attributes(order[i - 1]).rank);
    std::swap(order[i], order[i - 1]);
  }
}

}  // namespace

Result<bool> change_by(Change& change, const edit::Move& edit) {
  Similarity s;
  s.move = edit.by;
  return transform(change, s, edit.things);
}
Result<bool> change_by(Change& change, const edit::Turn& edit) {
  return transform(change, about(edit.about, edit.by, 1), edit.things);
}
Result<bool> change_by(Change& change, const edit::Scale& edit) {
  if (!(edit.by > 0)) return refused("a factor is above 0");
  return transform(change, about(edit.about, 0, edit.by), edit.things);
}
Result<bool> change_by(Change& change, const edit::Mirror& edit) {
  if (!((edit.to - edit.through).norm() > 0)) return refused("a line goes through two places");
  return transform(change, mirrored(edit.through, edit.to - edit.through), edit.things);
}

Result<bool> change_by(Change& change, const edit::Copy& edit) {
  const Result<std::vector<ThingId>> things = things_named(change.document(), edit.things);
  if (!things) return things.error();
  Copier(change, edit.by).copy(*things);
  return true;
}

Result<bool> change_by(Change& change, const edit::Order& edit) {
  const Result<std::vector<ThingId>> named = things_named(change.document(), edit.things);
  if (!named) return named.error();
  std::vector<ThingId> things;
  const std::set<ThingId> chosen(named->begin(), named->end());
  for (const ThingId id : drawing_order(change.document()))
    if (chosen.contains(id)) things.push_back(id);
  if (edit.where == "front") {
    for (const ThingId id : things) change.raise(id);
  } else if (edit.where == "back") {
    std::int64_t lowest = 0;
    for (const ThingId id : drawing_order(change.document()))
      lowest = std::min(lowest, change.document().of(id).rank);
    for (std::size_t i = things.size(); i-- > 0;) change.attributes(things[i]).rank = --lowest;
  } else if (edit.where == "forward" || edit.where == "backward") {
    step_order(change, things, edit.where == "forward");
  } else {
    return refused("a place in the order is front, back, forward or backward");
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::GroupEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<std::vector<ThingId>> things = find_things(change.document(), edit.things);
  if (!things) return things.error();
  // Those of the same group stay in it, together; a thing of another comes out of that one.
  const GroupId outer = change.document().of(things->front()).group;
  for (GroupId around = outer; around; around = change.document().of(around).group)
    if (std::find(things->begin(), things->end(), ThingId(around)) != things->end())
      return refused("A group cannot be put into itself.");
  const GroupId group = change.add(Group{}, edit.as);
  change.attributes(group).group = outer;
  for (const ThingId id : *things) change.attributes(id).group = group;
  return true;
}

Result<bool> change_by(Change& change, const edit::Ungroup& edit) {
  for (const std::string& name : edit.groups) {
    const Result<GroupId> group = find_of_kind<Group>(change.document(), name);
    if (!group) return group.error();
    const GroupId outer = change.document().of(*group).group;
    std::vector<ThingId> members;
    each_thing(change.document(), [&](ThingId id) {
      if (change.document().of(id).group == *group) members.push_back(id);
    });
    for (const ThingId id : members) change.attributes(id).group = outer;
    change.remove(*group);
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::LayerEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  change.add(Layer{}, edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Put& edit) {
  LayerId layer;
  if (!edit.layer.empty()) {
    const Result<LayerId> found = find_of_kind<Layer>(change.document(), edit.layer);
    if (!found) return found.error();
    layer = *found;
  }
  const Result<std::vector<ThingId>> things = things_named(change.document(), edit.things);
  if (!things) return things.error();
  for (const ThingId id : *things)
    if (id.kind != ThingKind::layer) change.attributes(id).layer = layer;
  return true;
}

Result<bool> change_by(Change& change, const edit::Hide& edit) {
  return for_each_named(change, edit.things, [](Attributes& its) { its.hidden = true; });
}
Result<bool> change_by(Change& change, const edit::Show& edit) {
  return for_each_named(change, edit.things, [](Attributes& its) { its.hidden = false; });
}
Result<bool> change_by(Change& change, const edit::Protect& edit) {
  return for_each_named(change, edit.things, [](Attributes& its) { its.locked = true; });
}
Result<bool> change_by(Change& change, const edit::Unprotect& edit) {
  return for_each_named(change, edit.things, [](Attributes& its) { its.locked = false; });
}

}  // namespace limber
