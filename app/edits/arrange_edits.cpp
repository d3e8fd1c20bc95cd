// Moving, turning, ordering; groups, layers, hiding. Copies are made in copy_edit.cpp.
#include <algorithm>
#include <cmath>

#include "app/edits/apply.h"
#include "app/document/numbers.h"
#include "app/document/reading.h"
#include "app/edits/resolve.h"
#include "curves/carry.h"
#include "curves/transform.h"

namespace limber {

namespace {

// A layer is ordered among layers; a group and a link stand for what is in them.
Result<std::vector<ThingId>> parts_named(const Document& document, const Strings& names) {
  Result<std::vector<ThingId>> things = find_things(document, names);
  if (!things) return things;
  std::vector<ThingId> out;
  for (const ThingId id : *things) {
    if (id.kind == ThingKind::layer) {
      out.push_back(id);
      continue;
    }
    const Result<std::vector<ThingId>> parts = things_with_parts(document, {document.name(id)});
    out.insert(out.end(), parts->begin(), parts->end());
  }
  return out;
}

// ---- similarities

// A mirror may turn the curve round or lay its begin elsewhere: what rides on it goes along.
Result<Eigen::VectorXd> mirrored_numbers(Change& change, const Similarity& s, CurveId id) {
  const Curve curve = *change.document().world->find(id);
  const double tolerance = 1e-6 * measured_size(change.document().world);
  if (follows(curve, s, tolerance)) return transformed(s, curve).q;
  const std::optional<Carried> image = carried(s, curve, nullptr, tolerance);
  if (!image || !image->exact)
    return refused(change.document().name(id) + " has a handedness: its mirror image is no " +
                       curve.type->title + ".",
                   "convert it to a path first");
  std::vector<std::pair<ConnectorId, double>> places;
  change.document().world->connectors().each([&](ConnectorId one, const Connector& connector) {
    const bool along = std::holds_alternative<PointAt>(connector.what) ||
                       std::holds_alternative<SlidingAt>(connector.what);
    if (connector.curve != id || !along) return;
    if (const std::optional<double> t = t_of(change.document().world, connector))
      places.emplace_back(one, image->new_t(curve, s, *t));
  });
  for (const auto& [connector, t] : places) change.world().set_t(connector, t);
  return image->curve.q;
}

Result<bool> transform_curve(Change& change, const Similarity& s, CurveId id) {
  const Curve& curve = *change.document().world->find(id);
  const Result<Eigen::VectorXd> q =
      s.mirror ? mirrored_numbers(change, s, id) : Result<Eigen::VectorXd>(transformed(s, curve).q);
  if (!q) return q.error();
  if (!q->allFinite() || q->cwiseAbs().maxCoeff() > largest_number)
    return refused(std::string(off_paper));
  change.world().set_q(id, *q);
  const Body& body = *change.document().world->body(id);
  const Curve rest{body.curve.type, body.rest};
  if (rest.q.size() == 0) return true;
  const Eigen::VectorXd moved = transformed(s, rest).q;
  for (Eigen::Index i = 0; i < moved.size(); ++i)
    change.world().set_rest(id, static_cast<int>(i), moved[i]);
  return true;
}

// Moves places, and notes when one leaves the paper.
struct Placing {
  const Similarity& s;
  bool within = true;
  Point operator()(const Point& p) {
    const Point moved = s(p);
    within = within && is_on_paper(moved);
    return moved;
  }
};

// Of what stays upright: a picture, a plot.
void transform_frame(Placing& place, Point& at, Point& size) {
  const Point middle = place(at + size / 2);
  size *= place.s.scale;
  at = middle - size / 2;
  place.within =
      place.within && is_on_paper(at) && is_on_paper(size) && size.minCoeff() > 0;
}

// Where a nail, or another place on the paper, is held.
void transform_places(Change& change, Placing& place, ConstraintId id) {
  const Constraint constraint = *change.document().world->find(id);
  for (std::size_t i = 0; i < constraint.on.size(); ++i)
    if (!constraint.on[i].connector && constraint.kind->inputs[i].shape == Shape::point)
      change.world().set_number(
          id, static_cast<int>(i),
          place(Point(constraint.on[i].number[0], constraint.on[i].number[1])));
}

Result<bool> transform(Change& change, const Similarity& s, const Strings& names) {
  const Result<std::vector<ThingId>> things = things_with_parts(change.document(), names);
  if (!things) return things.error();
  Placing place{s};
  for (const ThingId id : *things) {
    if (id.kind == ThingKind::curve) {
      if (const Result<bool> done = transform_curve(change, s, id.as<Body>()); !done) return done;
    } else if (id.kind == ThingKind::constraint) {
      transform_places(change, place, id.as<Constraint>());
    } else if (id.kind == ThingKind::text) {
      Text& text = *change.texts().find(id.as<Text>());
      text.at = place(text.at);
      text.size *= s.scale;
      if (const Result<bool> good = good_text_size(text.size); !good) return good;
    } else if (id.kind == ThingKind::picture) {
      Picture& picture = *change.pictures().find(id.as<Picture>());
      transform_frame(place, picture.at, picture.size);
    } else if (id.kind == ThingKind::plot) {
      Plot& plot = *change.plots().find(id.as<Plot>());
      transform_frame(place, plot.at, plot.size);
    } else if (id.kind == ThingKind::dimension) {
      DimensionMark& dimension = *change.dimensions().find(id.as<DimensionMark>());
      dimension.at = place(dimension.at);
    } else if (id.kind == ThingKind::guide) {
      Guide& guide = *change.guides().find(id.as<Guide>());
      const Point along = s(guide.at + Point(std::cos(guide.angle), std::sin(guide.angle)));
      guide.at = place(guide.at);
      guide.angle = std::atan2(along.y() - guide.at.y(), along.x() - guide.at.x());
    }
  }
  if (!place.within) return refused(std::string(off_paper));
  return true;
}

template <class Set>
Result<bool> for_each_named(Change& change, const Strings& names, Set set) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), names);
  if (!things) return things.error();
  for (const ThingId id : *things) set(change.attributes(id));
  return true;
}

// One place up or down in an order, from the bottom to the top.
void step_order(Change& change, std::vector<ThingId> order, const std::set<ThingId>& chosen,
                bool up) {
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

namespace {

// To the very front or back: they keep their order among themselves.
void put_at_end(Change& change, const std::set<ThingId>& chosen, bool front) {
  std::vector<DrawingPlace> places;
  for (const ThingId id : chosen)
    if (has_rank(id.kind)) places.push_back(drawing_place(change.document(), id));
  std::ranges::sort(places);
  std::int64_t lowest = 0;
  if (!front)
    each_thing(change.document(), [&](ThingId id) {
      if (has_rank(id.kind)) lowest = std::min(lowest, change.document().of(id).rank);
    });
  if (front)
    for (const DrawingPlace& place : places) change.raise(place.id);
  else
    for (std::size_t i = places.size(); i-- > 0;) change.attributes(places[i].id).rank = --lowest;
}

}  // namespace

// Layers lie over each other in an order of their own; other things have one on their level.
Result<bool> change_by(Change& change, const edit::Order& edit) {
  const Result<std::vector<ThingId>> named = parts_named(change.document(), edit.things);
  if (!named) return named.error();
  const std::set<ThingId> chosen(named->begin(), named->end());
  if (edit.where == "front" || edit.where == "back") {
    put_at_end(change, chosen, edit.where == "front");
  } else if (edit.where == "forward" || edit.where == "backward") {
    for (const Level level : drawn_levels)
      if (std::ranges::any_of(chosen, [&](ThingId id) { return level_of(id.kind) == level; }))
        step_order(change, drawing_order(change.document(), level), chosen, edit.where == "forward");
    step_order(change, layer_order(change.document()), chosen, edit.where == "forward");
  } else {
    return refused("a place in the order is front, back, forward or backward");
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::GroupEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<std::vector<ThingId>> things = find_things(change.document(), edit.things);
  if (!things) return things.error();
  for (const ThingId id : *things)
    if (id.kind == ThingKind::layer)
      return refused(change.document().name(id) + " is a layer, which is in no group.");
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
  const Result<std::vector<ThingId>> things = things_with_parts(change.document(), edit.things);
  if (!things) return things.error();
  for (const ThingId id : *things)
    if (id.kind != ThingKind::layer && id.kind != ThingKind::group)
      change.attributes(id).layer = layer;
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
