// The course of a curve: nodes, joints, cutting, joining, another type (curves/nodes.h does the geometry).
// What rides on the curve stays where it is on the paper; what has no place on it any more goes.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>

#include "app/document/reading.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"
#include "curves/beside.h"
#include "curves/bounds.h"
#include "curves/fit.h"
#include "curves/gesture.h"
#include "curves/handles.h"
#include "curves/least_squares.h"
#include "curves/nearest.h"
#include "curves/nodes.h"
#include "curves/tessellate.h"

namespace limber {

namespace {

constexpr double exact_share = 1e-7;     // of the curve's size: what is called the same course
constexpr double convert_share = 1e-4;   // the error nobody sees on a sheet of paper
constexpr double simplify_share = 1e-2;  // a hundredth of its size

double size_of_curve(const Curve& curve) { return rough_size(curve); }
bool is_course(const std::optional<Edited>& edited, double tolerance) {
  return edited && edited->error <= tolerance && is_valid(edited->curve);
}

CurveTypeRef type_named(const Document& document, const std::string& name) {
  return document.library->find(name);
}

// ---- what rides on a curve

using NewT = std::function<std::optional<double>(double)>;

// Where t of a curve is on the curves it has become: which of them, and at which t.
struct Becomes {
  CurveId curve;
  Curve shape;
  NewT new_t;
};

NewT moved_by(const Curve& old, const Edited& edited, int source = 0) {
  const double begin = t_begin(old), range = t_end(old) - begin;
  const bool closed = old.type->closed;
  return [=](double t) -> std::optional<double> {
    if (closed) t -= range * std::floor((t - begin) / range);
    if (const auto found = edited.new_t(t, source)) return found;
    return closed ? edited.new_t(t + range, source) : std::nullopt;
  };
}
NewT nearest_on(const Curve& old, const Curve& shape) {
  return [=](double t) -> std::optional<double> {
    Point at;
    if (!point_at(old, t, at)) return std::nullopt;
    const auto found = nearest(shape, at, exact_share * size_of_curve(shape));
    return found ? std::optional(found->t) : std::nullopt;
  };
}

// A parameter of the old curve in the new one: by its name; of a node, that of the node it has become.
std::optional<int> new_parameter(const Curve& old, const Becomes& course, int index) {
  const CurveType &from = *old.type, &to = *course.shape.type;
  const int shared = static_cast<int>(from.parameters.size());
  if (index < shared) {
    for (std::size_t i = 0; i < to.parameters.size(); ++i)
      if (to.parameters[i].name == from.parameters[static_cast<std::size_t>(index)].name)
        return static_cast<int>(i);
    return std::nullopt;
  }
  if (old.type != course.shape.type) return std::nullopt;
  const int own = static_cast<int>(from.family.node.size());
  const std::optional<double> t = course.new_t((index - shared) / own);
  if (!t || std::abs(*t - std::round(*t)) > 1e-9) return std::nullopt;
  const int node = static_cast<int>(std::lround(*t));
  if (node >= node_count(course.shape)) return std::nullopt;
  return shared + node * own + (index - shared) % own;
}

std::optional<Point> place_of_measure(const Curve& curve, const Measure<Kernel>& measure) {
  MeasureReading reading;
  if (!measure_at(curve, measure, t_begin(curve), reading)) return std::nullopt;
  return Point(reading.value.head<2>());
}
bool same_place(const Curve& a, const Measure<Kernel>& of_a, const Curve& b, const Measure<Kernel>& of_b) {
  const auto p = place_of_measure(a, of_a), q = place_of_measure(b, of_b);
  return p && q && (*p - *q).norm() <= convert_share * size_of_curve(a);
}
// The t of a named point, when it lies on the curve.
std::optional<double> place_along(const Curve& curve, const Measure<Kernel>& measure) {
  const auto p = place_of_measure(curve, measure);
  const double tolerance = exact_share * size_of_curve(curve);
  const auto near = p ? nearest(curve, *p, tolerance) : std::nullopt;
  return near && near->distance <= 2 * tolerance ? std::optional(near->t) : std::nullopt;
}

std::optional<Connector> rider_on(const World& world, const Curve& old, const Connector& connector,
                                  const std::vector<Becomes>& courses) {
  for (const Becomes& course : courses) {
    Connector out = connector;
    out.curve = course.curve;
    if (const auto* parameter = std::get_if<ParameterOf>(&connector.what)) {
      const std::optional<int> index = new_parameter(old, course, parameter->index);
      if (!index) continue;
      out.what = ParameterOf{*index};
      return out;
    }
    std::optional<double> t = t_of(world, connector);
    if (const auto* measured = std::get_if<Measured>(&connector.what)) {
      const auto* before = old.type->find(measured->name);
      const auto* after = course.shape.type->find(measured->name);
      const bool same = before && after && before->shape == after->shape && before->along == after->along;
      if (before && before->shape == Shape::point && !before->along) {
        if (same && same_place(old, *before, course.shape, *after)) return out;
        t = place_along(old, *before);  // a point of the curve, now without a name
        out.what = PointAt{};
      } else if (!same) {
        continue;
      } else if (!before->along) {
        return out;
      }
    }
    const std::optional<double> there = t ? course.new_t(*t) : std::nullopt;
    if (!there) continue;
    if (auto* point = std::get_if<PointAt>(&out.what)) point->t = *there;
    if (auto* sliding = std::get_if<SlidingAt>(&out.what)) *sliding = {*there, 0};
    if (auto* measured = std::get_if<Measured>(&out.what); measured && !measured->at)
      measured->t = *there;
    return out;
  }
  return std::nullopt;
}

// The locks of the old curve's numbers, as far as the new one has them.
void keep_locks(Change& change, const Body& old, const Becomes& course) {
  for (int i = 0; i < static_cast<int>(old.curve.q.size()); ++i)
    if (const std::optional<int> index = new_parameter(old.curve, course, i))
      change.world().set_locked(course.curve, *index, old.locked[static_cast<std::size_t>(i)]);
}

// The curve takes the first of its new courses; what it was is carried over to all of them.
void take_course(Change& change, CurveId id, const std::vector<Becomes>& courses) {
  const Body old = *change.document().world->body(id);
  std::vector<std::pair<ConnectorId, Connector>> riders;
  std::vector<ConnectorId> gone;
  const World& world = change.document().world;
  world.connectors().each([&](ConnectorId connector, const Connector& on) {
    if (on.curve != id) return;
    if (const auto moved = rider_on(world, old.curve, on, courses)) riders.emplace_back(connector, *moved);
    else gone.push_back(connector);
  });
  for (const ConnectorId connector : gone)
    if (change.document().has(connector)) change.remove(connector);
  change.world().replace(id, courses.front().shape, riders);
  for (const Becomes& course : courses) keep_locks(change, old, course);
}
void take_course(Change& change, CurveId id, const Edited& edited) {
  const Curve old = *change.document().world->find(id);
  take_course(change, id, {{id, edited.curve, moved_by(old, edited)}});
}

// ---- types

// The same sort of curve, going round or not: "closed_polyline" of "polyline" and back.
CurveTypeRef turned_type(const Document& document, const CurveType& type) {
  constexpr std::string_view closed = "closed_";
  return type.closed && type.name.starts_with(closed)
             ? type_named(document, type.name.substr(closed.size()))
             : type_named(document, std::string(closed) + type.name);
}
// Types to try for a part of a curve, the simplest first; the last follows anything.
std::vector<CurveTypeRef> types_for_part(const Document& document, const CurveTypeRef& type) {
  std::vector<CurveTypeRef> out;
  if (!type->closed) out.push_back(type);
  if (const auto open = type->closed ? turned_type(document, *type) : nullptr) out.push_back(open);
  for (const char* name : {"line", "arc", "elliptic_arc", "polyline", "path"})
    if (const auto one = type_named(document, name); one && one != type) out.push_back(one);
  return out;
}
// How far a curve is from what its spans run along, wherever along it (Edited::error compares equal t).
double distance_from(const Sources& sources, const Edited& edited) {
  constexpr int looks = 8;  // at each span
  double worst = 0;
  for (std::size_t k = 0; k < edited.stretches.size(); ++k) {
    const Stretch& stretch = edited.stretches[k];
    if (stretch.source == Stretch::bridge) continue;
    const Curve& source = *sources[static_cast<std::size_t>(stretch.source)].curve;
    for (int i = 0; i < looks; ++i) {
      Point x;
      if (!point_at(edited.curve, static_cast<double>(k) + (i + 0.5) / looks, x)) continue;
      const auto near = nearest(source, x, exact_share * size_of_curve(source));
      worst = std::max(worst, near ? near->distance : std::numeric_limits<double>::infinity());
    }
  }
  return worst;
}

// Nodes and handles such that the curve runs along its stretches, wherever along them.
void fit_across(const Sources& sources, Edited& edited) {
  constexpr int looks = 8, rounds = 20;
  std::vector<Target> targets;
  for (std::size_t k = 0; k < edited.stretches.size(); ++k)
    for (int i = 0; i <= looks; ++i)
      if (const auto x = place_on(sources, edited.stretches[k], static_cast<double>(i) / looks))
        targets.push_back({static_cast<double>(k) + static_cast<double>(i) / looks, *x, 1, true});
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(edited.curve.q.size()); ++i)
    if (const Role role = parameter(*edited.curve.type, i).role; is_place(role) || is_vector(role))
      free.push_back(i);
  fit_to_targets(free, targets, rounds, edited.curve);
}

// Straight from one corner to the next.
bool straight_sided(const Curve& curve) {
  std::vector<double> joints;
  breaks(curve, joints);
  return tessellate(curve, convert_share * size_of_curve(curve)).points.size() <= joints.size();
}
// For curves that were joined or closed: a polyline where all of it is straight, else a path.
std::vector<CurveTypeRef> types_for_whole(const Document& document, bool straight, bool closed) {
  std::vector<CurveTypeRef> out;
  const std::string prefix = closed ? "closed_" : "";
  if (const auto type = type_named(document, prefix + "polyline"); type && straight) out.push_back(type);
  if (const auto type = type_named(document, prefix + "path")) out.push_back(type);
  return out;
}

// What is smooth has smooth joints, if it then still follows.
std::optional<Edited> smoothed(std::optional<Edited> edited, const Sources& sources, double tolerance) {
  if (!edited || !has_handles(*edited->curve.type)) return edited;
  Edited smooth = *edited;
  smooth_straight_joints(smooth.curve);
  fit_across(sources, smooth);
  smooth.error = distance_from(sources, smooth);
  return smooth.error <= std::max(tolerance, edited->error) && is_valid(smooth.curve) ? smooth : edited;
}
Sources from(const Curve& curve) { return {{&curve, nullptr, nullptr}}; }

// follow(type, tolerance) of each in turn. Only a path may come near by more nodes; any other type must run
// there as it is.
template <class Follow>
std::optional<Edited> first_that_follows(const std::vector<CurveTypeRef>& types, double size,
                                         Follow follow) {
  constexpr double as_it_is = std::numeric_limits<double>::max();
  for (const CurveTypeRef& type : types) {
    const bool path = has_handles(*type);
    std::optional<Edited> edited = follow(type, path ? convert_share * size : as_it_is);
    if (is_course(edited, (path ? convert_share : exact_share) * size)) return edited;
  }
  return std::nullopt;
}

Result<CurveId> curve_named(const Document& document, const std::string& name) {
  return find_of_kind<Body>(document, name);
}
Error cannot_follow(const Document& document, CurveId id) {
  return refused("No curve of the toolbox follows that part of " + document.name(id) + ".");
}

// A node counted from 1.
Result<int> node_in(const Document& document, CurveId id, double number) {
  const Curve& curve = *document.world->find(id);
  const int nodes = node_count(curve);
  if (nodes == 0)
    return refused(document.name(id) + " has no nodes.", "convert it to a path first");
  if (number != std::floor(number) || number < 1 || number > nodes)
    return refused(fmt::format("{} has the nodes 1 to {}.", document.name(id), nodes));
  return static_cast<int>(number) - 1;
}

// As the original, but for its name and its place in the order.
void dress_like(Change& change, CurveId from, CurveId to) {
  Attributes its = change.document().of(from);
  const Attributes& own = change.document().of(to);
  its.name = own.name, its.rank = own.rank;
  change.attributes(to) = std::move(its);
}

}  // namespace

Result<bool> change_by(Change& change, const edit::InsertNode& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  const Curve& curve = *change.document().world->find(*id);
  if (!has_nodes(*curve.type))
    return refused(edit.curve + " has no nodes.", "convert it to a path first");
  if (!(edit.t > t_begin(curve) && edit.t < t_end(curve)))
    return refused(fmt::format("{} runs from t = {} to {}.", edit.curve, shortest(t_begin(curve)),
                               shortest(t_end(curve))));
  // One node, whatever the type: a spline that cannot run just so comes as near as it can.
  const double size = size_of_curve(curve);
  const std::optional<Edited> edited =
      smoothed(insert_node(curve, edit.t, size), from(curve), exact_share * size);
  if (!edited) return refused("No node can be put there.");
  take_course(change, *id, *edited);
  return true;
}

Result<bool> change_by(Change& change, const edit::RemoveNode& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  const Result<int> node = node_in(change.document(), *id, edit.node);
  if (!node) return node.error();
  const std::optional<Edited> edited = remove_node(*change.document().world->find(*id), *node);
  if (!edited) return refused(edit.curve + " needs the nodes it has.");
  take_course(change, *id, *edited);
  return true;
}

// The direction of a corner that becomes smooth: along its handles, or else along its neighbours.
static Point joint_direction(const Curve& curve, int node, const Handles& handles) {
  if (handles.ahead.norm() > 0 && handles.behind.norm() > 0)
    return (handles.ahead.normalized() - handles.behind.normalized()).normalized();
  if (handles.ahead.norm() > 0) return handles.ahead.normalized();
  if (handles.behind.norm() > 0) return -handles.behind.normalized();
  const int nodes = node_count(curve);
  const auto at = [&](int k) {
    return handles_of(curve, curve.type->closed ? (k + nodes) % nodes : std::clamp(k, 0, nodes - 1))->at;
  };
  return (at(node + 1) - at(node - 1)).normalized();
}

Result<bool> change_by(Change& change, const edit::Joint& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  const Result<int> node = node_in(change.document(), *id, edit.node);
  if (!node) return node.error();
  const bool symmetric = edit.how == "symmetric", smooth = symmetric || edit.how == "smooth";
  if (!smooth && edit.how != "corner") return refused("a joint is a corner, smooth or symmetric");
  Curve curve = *change.document().world->find(*id);
  std::optional<Handles> handles = handles_of(curve, *node);
  if (!handles) return refused(edit.curve + " has no handles.", "convert it to a path first");
  if (smooth) {
    const Point along = joint_direction(curve, *node, *handles);
    if (!along.allFinite()) return refused("Its neighbours lie on the node: it has no direction.");
    const auto third_of_way = [&](int to) {
      const std::optional<Handles> other = handles_of(curve, (to + node_count(curve)) % node_count(curve));
      return (other->at - handles->at).norm() / 3;
    };
    double ahead = handles->ahead.norm(), behind = handles->behind.norm();
    if (!(ahead > 0)) ahead = third_of_way(*node + 1);
    if (!(behind > 0)) behind = third_of_way(*node - 1);
    if (symmetric) ahead = behind = (ahead + behind) / 2;
    handles->ahead = ahead * along, handles->behind = -behind * along;
  }
  handles->smooth = smooth;
  set_handles(curve, *node, *handles);
  change.world().set_q(*id, curve.q);
  return true;
}

Result<bool> change_by(Change& change, const edit::Split& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Curve curve = *change.document().world->find(*id);
  const std::vector<CurveTypeRef> types = types_for_part(change.document(), curve.type);
  const auto part = [&](double a, double b) {
    return first_that_follows(types, size_of_curve(curve), [&](const CurveTypeRef& type, double tolerance) {
      return smoothed(trim(curve, a, b, type, tolerance), from(curve), tolerance);
    });
  };
  const double begin = t_begin(curve), end = t_end(curve);
  if (!(edit.t >= begin && edit.t <= end) || (!curve.type->closed && (edit.t == begin || edit.t == end)))
    return refused(fmt::format("{} runs from t = {} to {}.", edit.curve, shortest(begin), shortest(end)));
  if (curve.type->closed) {
    const std::optional<Edited> opened = part(edit.t, edit.t);
    if (!opened) return cannot_follow(change.document(), *id);
    take_course(change, *id, *opened);
    return true;
  }
  const std::optional<Edited> first = part(begin, edit.t), second = part(edit.t, end);
  if (!first || !second) return cannot_follow(change.document(), *id);
  const CurveId other = change.add(second->curve, edit.as);
  dress_like(change, *id, other);
  take_course(change, *id, {{*id, first->curve, moved_by(curve, *first)},
                            {other, second->curve, moved_by(curve, *second)}});
  return true;
}

// Ends that were attached to each other are one place now: what held them holds nothing.
static void remove_own_joints(Change& change, CurveId id) {
  std::vector<ConstraintId> spare;
  const World& world = change.document().world;
  world.constraints().each([&](ConstraintId one, const Constraint& constraint) {
    if (!is_attachment(constraint)) return;
    const Connector* a = world.find(constraint.on[0].connector);
    const Connector* b = world.find(constraint.on[1].connector);
    if (!a || !b || a->curve != id || b->curve != id) return;
    Point at, to;
    if (place_of(world, *a, at) && place_of(world, *b, to) &&
        (at - to).norm() <= convert_share * size_of_curve(*world.find(id)))
      spare.push_back(one);
  });
  for (const ConstraintId one : spare) change.remove(one);
}

static Result<bool> close_curve(Change& change, CurveId id) {
  const Curve& curve = *change.document().world->find(id);
  if (curve.type->closed) return refused(change.document().name(id) + " goes round already.");
  const std::vector<CurveTypeRef> types = types_for_whole(change.document(), straight_sided(curve), true);
  const std::optional<Edited> closed =
      first_that_follows(types, size_of_curve(curve), [&](const CurveTypeRef& type, double tolerance) {
        tolerance = std::min(tolerance, convert_share * size_of_curve(curve));
        return smoothed(convert(curve, type, tolerance), from(curve), tolerance);
      });
  if (!closed) return cannot_follow(change.document(), id);
  take_course(change, id, *closed);
  remove_own_joints(change, id);
  return true;
}

Result<bool> change_by(Change& change, const edit::Join& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  const Result<CurveId> with = curve_named(change.document(), edit.with);
  if (!id || !with) return id ? with.error() : id.error();
  if (*id == *with) return close_curve(change, *id);
  const Curve first = *change.document().world->find(*id), second = *change.document().world->find(*with);
  if (first.type->closed || second.type->closed)
    return refused("A curve that goes round has no ends to join.", "split it first");
  const double size = std::max(size_of_curve(first), size_of_curve(second));
  const std::vector<CurveTypeRef> types =
      types_for_whole(change.document(), straight_sided(first) && straight_sided(second), false);
  // Ends nearer than the tolerance meet.
  const std::optional<Edited> joined =
      first_that_follows(types, size, [&](const CurveTypeRef& type, double tolerance) {
        tolerance = std::min(tolerance, convert_share * size);
        return smoothed(join(first, second, type, tolerance),
                        {{&first, nullptr, nullptr}, {&second, nullptr, nullptr}}, tolerance);
      });
  if (!joined) return refused("No curve of the toolbox follows both.");
  // What rides on the second comes along before it goes.
  const World& world = change.document().world;
  const Becomes onto{*id, joined->curve, moved_by(second, *joined, 1)};
  std::vector<std::pair<ConnectorId, Connector>> riders;
  world.connectors().each([&](ConnectorId connector, const Connector& on) {
    if (on.curve != *with) return;
    if (const auto moved = rider_on(world, second, on, {onto})) riders.emplace_back(connector, *moved);
  });
  take_course(change, *id, *joined);
  change.world().replace(*with, second, riders);
  change.remove(*with);
  remove_own_joints(change, *id);
  return true;
}

Result<bool> change_by(Change& change, const edit::Convert& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  const CurveTypeRef type = type_named(change.document(), edit.type);
  if (!type) return refused("there is no curve type " + edit.type);
  const Curve& curve = *change.document().world->find(*id);
  if (edit.tolerance && !(*edit.tolerance > 0)) return refused("a tolerance is above 0");
  const double tolerance = edit.tolerance.value_or(convert_share * size_of_curve(curve));
  const std::optional<Edited> edited = smoothed(convert(curve, type, tolerance), from(curve), tolerance);
  if (!edited || !is_valid(edited->curve))
    return refused("A " + type->title + " cannot follow " + edit.curve + ".");
  if (edited->error > tolerance)
    return refused(fmt::format("A {} follows {} only within {:.3g}.", type->title, edit.curve, edited->error),
                   "say a larger tolerance");
  take_course(change, *id, *edited);
  return true;
}

Result<bool> change_by(Change& change, const edit::Simplify& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  const Curve curve = *change.document().world->find(*id);
  if (!has_nodes(*curve.type)) return refused(edit.curve + " has no nodes.", "convert it to a path first");
  if (edit.tolerance && !(*edit.tolerance > 0)) return refused("a tolerance is above 0");
  const double tolerance = edit.tolerance.value_or(simplify_share * size_of_curve(curve));
  Polyline line = tessellate(curve, 0.05 * tolerance);
  if (curve.type->closed && line.points.size() > 2) line.points.pop_back();
  std::optional<StrokeFit> fit = fit_path(line.points, curve.type, tolerance);
  if (!fit || !is_valid(fit->curve)) return refused(edit.curve + " cannot be made simpler.");
  if (node_count(fit->curve) >= node_count(curve))
    return refused(edit.curve + " has no node too many.", "say a larger tolerance");
  smooth_straight_joints(fit->curve);
  take_course(change, *id, {{*id, fit->curve, nearest_on(curve, fit->curve)}});
  return true;
}

// Beyond its ends a curve of nodes goes straight on, any other by its formula.
static std::optional<Edited> between(const Curve& curve, double first, double last, const CurveTypeRef& type,
                                     double tolerance) {
  const double begin = t_begin(curve), end = t_end(curve);
  if (curve.type->closed || (first >= begin && last <= end)) return trim(curve, first, last, type, tolerance);
  if (!has_nodes(*curve.type)) return follow_within(type, from(curve), {{0, first, last}}, tolerance);
  std::vector<Stretch> stretches;
  const auto straight_on = [&](double t, double by) {
    Motion motion;
    Stretch bridge{Stretch::bridge, 0, 1};
    if (!motion_at(curve, t, motion)) return bridge;
    bridge.begin = bridge.end = motion.x;
    (by < 0 ? bridge.begin : bridge.end) += by * motion.x_t;
    return bridge;
  };
  if (first < begin) stretches.push_back(straight_on(begin, first - begin));
  std::vector<double> joints;
  breaks(curve, joints);
  for (std::size_t k = 0; k + 1 < joints.size(); ++k)
    if (const double a = std::max(first, joints[k]), b = std::min(last, joints[k + 1]); b > a)
      stretches.push_back({0, a, b});
  if (last > end) stretches.push_back(straight_on(end, last - end));
  return follow_within(type, from(curve), std::move(stretches), tolerance);
}

Result<bool> change_by(Change& change, const edit::Trim& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  const Curve curve = *change.document().world->find(*id);
  if (!curve.type->closed && !(edit.from < edit.to)) return refused("the part ends after it begins");
  const std::optional<Edited> part =
      first_that_follows(types_for_part(change.document(), curve.type), size_of_curve(curve),
                         [&](const CurveTypeRef& type, double tolerance) {
                           return smoothed(between(curve, edit.from, edit.to, type, tolerance), from(curve),
                                           tolerance);
                         });
  if (!part) return cannot_follow(change.document(), *id);
  take_course(change, *id, *part);
  return true;
}

// A corner of any curve that has corners: it becomes a path first.
Result<bool> change_by(Change& change, const edit::Fillet& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  Curve curve = *change.document().world->find(*id);
  NewT to_path = [](double t) { return std::optional(t); };
  double node = edit.node;
  if (!has_handles(*curve.type)) {
    const CurveTypeRef path = type_named(change.document(), curve.type->closed ? "closed_path" : "path");
    const std::optional<Edited> edited =
        path ? convert(curve, path, convert_share * size_of_curve(curve)) : std::nullopt;
    if (!is_course(edited, convert_share * size_of_curve(curve))) return cannot_follow(change.document(), *id);
    to_path = moved_by(curve, *edited);
    std::vector<double> joints;  // its corners are counted along it
    breaks(curve, joints);
    if (node >= 1 && node < static_cast<double>(joints.size()))
      node = 1 + std::round(to_path(joints[static_cast<std::size_t>(node) - 1]).value_or(-1));
    curve = edited->curve;
  }
  if (node != std::floor(node) || node < 1 || node > node_count(curve))
    return refused(fmt::format("{} has the corners 1 to {}.", edit.curve, node_count(curve)));
  const std::optional<Rounded> rounded =
      corner_rounded(curve, static_cast<int>(node) - 1, edit.radius);
  if (!rounded)
    return refused(fmt::format("An arc of {} does not fit there.", shortest(edit.radius)),
                   "take a smaller radius, at a corner");
  const NewT there = nearest_on(curve, rounded->curve);
  const double from = rounded->from, to = rounded->to;
  take_course(change, *id, {{*id, rounded->curve, [=](double t) -> std::optional<double> {
    const std::optional<double> on_path = to_path(t);
    if (!on_path || (*on_path > from && *on_path < to)) return std::nullopt;  // it was cut off
    return there(*on_path);
  }}});
  return true;
}

Result<bool> change_by(Change& change, const edit::Offset& edit) {
  const Result<CurveId> id = curve_named(change.document(), edit.curve);
  if (!id) return id.error();
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Curve& curve = *change.document().world->find(*id);
  const CurveTypeRef path = type_named(change.document(), curve.type->closed ? "closed_path" : "path");
  const double tolerance = 10 * convert_share * size_of_curve(curve);
  const std::optional<Curve> beside = path ? curve_beside(curve, edit.by, path, tolerance) : std::nullopt;
  if (!beside || !is_valid(*beside))
    return refused(fmt::format("Nothing of {} is left so far beside it.", edit.curve));
  const CurveId made = change.add(*beside, edit.as);
  dress_like(change, *id, made);
  return true;
}

}  // namespace limber
