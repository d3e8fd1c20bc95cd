#include "solver/object.h"

#include <algorithm>
#include <limits>

#include "solver/tolerances.h"

namespace limber {
namespace {

template <class... Kinds>
struct Each : Kinds... {
  using Kinds::operator()...;
};

// A link's columns: where it is, how far turned and, if it scales, how far grown.
LinkPlace link_place(const Object& object, const Eigen::VectorXd& columns) {
  LinkPlace place = LinkPlace::Zero();
  place.head(object.size) = columns.segment(object.begin, object.size);
  return place;
}

const SlidingAt& sliding(const World& world, ConnectorId id) {
  return std::get<SlidingAt>(world.find(id)->what);
}

bool welded(const Object& object) { return std::holds_alternative<LinkId>(object.id); }

}  // namespace

int Object::size_of(const World& world, const ObjectId& id) {
  return std::visit(
      Each{[&](CurveId curve) {
             const std::vector<char>& locked = world.body(curve)->locked;
             return static_cast<int>(std::count(locked.begin(), locked.end(), 0));
           },
           [&](LinkId link) { return world.find(link)->scales ? 4 : 3; },
           [](ConnectorId) { return 1; }},
      id);
}

std::vector<CurveId> curves_of(const World& world, const ObjectId& id) {
  return std::visit(Each{[](CurveId curve) { return std::vector{curve}; },
                         [&](LinkId link) { return world.find(link)->members; },
                         [](ConnectorId) { return std::vector<CurveId>{}; }},
                    id);
}

void Object::begin_part(const World& world, Part& part) const {
  const Body& body = *world.body(part.id);
  if (const LinkId* in = std::get_if<LinkId>(&id)) {
    const Link& link = *world.find(*in);
    const auto member = std::find(link.members.begin(), link.members.end(), part.id);
    part.reference = link.reference[static_cast<std::size_t>(member - link.members.begin())];
    part.q_link.resize(body.curve.q.size(), 4);
    part.copied = true;
  }
  for (int i = 0; i < body.curve.q.size(); ++i)
    if (welded(*this) || !body.locked[static_cast<std::size_t>(i)]) part.free.push_back(i);
  part.drag.prepare(body.curve, part.free, welded(*this) ? Places::together : Places::each);
}

ConnectorId Object::connector() const {
  const ConnectorId* slides = std::get_if<ConnectorId>(&id);
  return slides ? *slides : ConnectorId{};
}

// ---- state

void Object::get_state(const World& world, Eigen::VectorXd& q, Eigen::VectorXd& last_motion) const {
  std::visit(Each{[&](CurveId curve) {
                    const Body& body = *world.body(curve);
                    int column = begin;
                    for (std::size_t i = 0; i < body.locked.size(); ++i) {
                      if (body.locked[i]) continue;
                      q[column] = body.curve.q[static_cast<Eigen::Index>(i)];
                      last_motion[column++] = body.sense[static_cast<Eigen::Index>(i)];
                    }
                  },
                  [&](LinkId link) {
                    q.segment(begin, size) = world.find(link)->place.head(size);
                    last_motion.segment(begin, size) = world.find(link)->sense.head(size);
                  },
                  [&](ConnectorId point) {
                    q[begin] = sliding(world, point).t;
                    last_motion[begin] = sliding(world, point).sense;
                  }},
             id);
}

void Object::set_state(World& world, const Parts& all, const Eigen::VectorXd& q,
                       const Eigen::VectorXd& last_motion) const {
  std::visit(Each{[&](CurveId curve) {
                    Body& body = *StateAccess::bodies(world).find(curve);
                    int column = begin;
                    for (const int i : all[parts.front()].free) {
                      body.curve.q[i] = q[column];
                      body.sense[i] = last_motion[column++];
                    }
                  },
                  [&](LinkId id_of_link) {
                    Link& link = *StateAccess::links(world).find(id_of_link);
                    link.place.head(size) = q.segment(begin, size);
                    link.sense.head(size) = last_motion.segment(begin, size);
                    for (const int i : parts)
                      StateAccess::bodies(world).find(all[i].id)->curve.q = all[i].curve.q;
                  },
                  [&](ConnectorId point) {
                    SlidingAt& slides =
                        std::get<SlidingAt>(StateAccess::connectors(world).find(point)->what);
                    slides.t = q[begin];
                    slides.sense = last_motion[begin];
                  }},
             id);
}

void Object::own_state(World& world, const ObjectId& id) {
  std::visit(Each{[&](CurveId curve) { StateAccess::bodies(world).find(curve); },
                  [&](LinkId link) {
                    for (const CurveId member : StateAccess::links(world).find(link)->members)
                      StateAccess::bodies(world).find(member);
                  },
                  [&](ConnectorId point) { StateAccess::connectors(world).find(point); }},
             id);
}

// ---- its curves

int Object::input_of(const Parts& all, int column) const {
  if (!std::holds_alternative<CurveId>(id)) return -1;
  const Part& part = all[parts.front()];
  return part.inputs + part.free[static_cast<std::size_t>(column)];
}

bool Object::computes_parts() const { return welded(*this); }

void Object::place(Parts& all, const Eigen::VectorXd& q) const {
  if (!welded(*this)) return;
  for (const int index : parts) {
    Part& part = all[index];
    follow_link(*part.curve.type, part.reference, link_place(*this, q), part.curve.q, part.q_link);
    std::copy(part.curve.q.data(), part.curve.q.data() + part.curve.q.size(), all.q_of(part));
  }
}

void Object::rates(const Part& part, const Eigen::VectorXd& q, const Eigen::VectorXd& dq,
                   Eigen::VectorXd& part_dq, Eigen::VectorXd& part_ddq) const {
  if (!welded(*this)) {
    for (std::size_t i = 0; i < part.free.size(); ++i)
      part_dq[part.free[i]] = dq[begin + static_cast<int>(i)];
    return;
  }
  const LinkPlace rate = link_place(*this, dq);
  part_dq.noalias() = part.q_link * rate;
  bend_with_link(*part.curve.type, part.reference, link_place(*this, q), rate, part_ddq);
}

void Object::gather(const Part& part, const double* value_q, int n, int stride, double* D) const {
  const int parameters = static_cast<int>(part.curve.q.size());
  for (int j = 0; j < size; ++j)
    for (int s = 0; s < n; ++s) {
      double sum = 0;
      if (welded(*this))
        for (int i = 0; i < parameters; ++i)
          sum += value_q[(i * n + s) * stride] * part.q_link(i, j);
      else
        sum = value_q[(part.free[static_cast<std::size_t>(j)] * n + s) * stride];
      D[j * n + s] = sum;
    }
}

bool Object::gathers_nothing(const Part& part) const {
  if (welded(*this)) return false;
  for (int j = 0; j < size; ++j)
    if (part.free[static_cast<std::size_t>(j)] != j) return false;
  return true;
}

int Object::column_of(const Part& part, int parameter) const {
  const auto at = std::find(part.free.begin(), part.free.end(), parameter);
  return welded(*this) || at == part.free.end() ? -1 : static_cast<int>(at - part.free.begin());
}

// ---- metric

bool Object::weigh(Parts& all, double point_length, double* M, Extent& extent) const {
  extent = {};
  return std::visit(
      Each{[&](CurveId) {
             Part& part = all[parts.front()];
             if (!part.drag.at(all.q_of(part), point_length, M)) return false;
             extent = {part.drag.length(), part.drag.own_length()};
             return true;
           },
           [&](LinkId) {  // the sum over its members, through q_link
             Eigen::Map<Eigen::MatrixXd> sum(M, size, size);
             sum.setZero();
             for (const int i : parts) {
               Part& part = all[i];
               const Eigen::Index n = part.curve.q.size();
               all.member_M.resize(n, n);
               if (!part.drag.at(all.q_of(part), point_length, all.member_M.data())) return false;
               extent.length += part.drag.length();
               extent.own += part.drag.own_length();
               all.member_Mq.noalias() = all.member_M.lazyProduct(part.q_link.leftCols(size));
               sum.noalias() += part.q_link.leftCols(size).transpose().lazyProduct(all.member_Mq);
             }
             return true;
           },
           [&](ConnectorId) {  // proportional to |x_t|^2, so that the unit of t does not matter
             const double square = x_t[0] * x_t[0] + x_t[x_t_stride] * x_t[x_t_stride];
             M[0] = std::max(square, point_length * point_length) * point_length;
             extent.length = point_length;
             return true;
           }},
      id);
}

bool Object::extends() const { return !std::holds_alternative<ConnectorId>(id); }

bool Object::is_coordinate(const Parts& all, int column) const {
  return std::visit(Each{[&](CurveId) {
                           const Part& part = all[parts.front()];
                           const int i = part.free[static_cast<std::size_t>(column)];
                           const Role role = parameter(*part.curve.type, i).role;
                           return role == Role::x || role == Role::y;
                         },
                         [&](LinkId) { return column < 2; }, [](ConnectorId) { return false; }},
                    id);
}

// ---- ranges

void Object::add_ranges(const World& world, const Parts& all,
                        std::vector<NumberRange>& out) const {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::visit(Each{[&](CurveId) {
                    const Part& part = all[parts.front()];
                    for (std::size_t i = 0; i < part.free.size(); ++i) {
                      const Parameter& number = parameter(*part.curve.type, part.free[i]);
                      if (number.minimum == -infinite && number.maximum == infinite) continue;
                      out.push_back({.column = begin + static_cast<int>(i),
                                     .limit = {part.id, part.free[i], {}},
                                     .minimum = number.minimum,
                                     .maximum = number.maximum,
                                     .above_minimum = number.above_minimum,
                                     .below_maximum = number.below_maximum,
                                     .extent = weighed_by_size(number.role) ? 1.0 : 0.0});
                    }
                  },
                  [](LinkId) {},
                  [&](ConnectorId point) {
                    const CurveId curve = world.find(point)->curve;
                    const Curve& along = *world.find(curve);
                    const auto [from, to, round] = branch_at(along, sliding(world, point).t);
                    if (round) return;
                    out.push_back({.column = begin,
                                   .limit = {curve, -1, point},
                                   .minimum = from,
                                   .maximum = to,
                                   .extent = std::max(to - from, nonzero),
                                   .end_part = along.type->t_end_parameter >= 0 ? on : -1});
                  }},
             id);
}

}  // namespace limber
