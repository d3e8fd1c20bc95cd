#include "solver/readings.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

double wrapped(const Curve& curve, double t) {
  const double begin = t_begin(curve), end = t_end(curve);
  if (!curve.type->closed || !(end > begin)) return t;
  return t - (end - begin) * std::floor((t - begin) / (end - begin));
}

// A link's columns: where it is, how far turned and, if it scales, how far grown.
LinkPlace link_place(const Readings::Object& object, const Eigen::VectorXd& columns) {
  LinkPlace place = LinkPlace::Zero();
  place.head(object.size) = columns.segment(object.begin, object.size);
  return place;
}

}  // namespace

// ---- building

void Readings::build(const World& world, const Island& island) {
  objects.clear();
  parts.clear();
  readings_.clear();
  points_.clear();
  alone_.clear();
  gathering_.clear();
  links_.clear();
  copied_.clear();
  numbers_.clear();
  inputs_.clear();
  columns = 0;
  by_connector_.assign(static_cast<std::size_t>(world.connectors().slots()), -1);
  part_of_body_.assign(static_cast<std::size_t>(world.bodies().slots()), -1);
  object_of_body_.assign(part_of_body_.size(), -1);
  object_of_sliding_.assign(by_connector_.size(), -1);
  for (const CurveId id : island.curves) {
    const Body& body = *world.body(id);
    object_of_body_[id.index] = static_cast<int>(objects.size());
    Object& object = add_object(
        Kind::curve, static_cast<int>(std::count(body.locked.begin(), body.locked.end(), 0)));
    object.curve = id;
  }
  for (const LinkId id : island.links) {
    const Link& link = *world.find(id);
    for (const CurveId member : link.members)
      object_of_body_[member.index] = static_cast<int>(objects.size());
    add_object(Kind::link, link.scales ? 4 : 3).link = id;
  }
  for (const ConnectorId id : island.sliding) {
    object_of_sliding_[id.index] = static_cast<int>(objects.size());
    add_object(Kind::sliding, 1).sliding = id;
  }
  for (const CurveId id : island.all_curves) part_of(world, id);
  slide_reading_.assign(objects.size(), -1);
  for (std::size_t k = 0; k < objects.size(); ++k)
    if (objects[k].kind == Kind::sliding) slide_reading_[k] = add(world, objects[k].sliding);
}

Readings::Object& Readings::add_object(Kind kind, int size) {
  Object& object = objects.emplace_back();
  object.kind = kind;
  object.begin = columns;
  object.size = size;
  columns += size;
  return object;
}

int Readings::part_of(const World& world, CurveId id) {
  if (part_of_body_[id.index] >= 0) return part_of_body_[id.index];
  const Body& body = *world.body(id);
  Part part;
  part.id = id;
  part.curve = body.curve;
  const int index = static_cast<int>(parts.size());
  part_of_body_[id.index] = index;
  part.object = object_of_body_[id.index];
  if (part.object >= 0) objects[static_cast<std::size_t>(part.object)].parts.push_back(index);
  part.inputs = static_cast<int>(inputs_.size());
  inputs_.insert(inputs_.end(), body.curve.q.data(), body.curve.q.data() + body.curve.q.size());
  inputs_.push_back(0);
  part.column.assign(static_cast<std::size_t>(body.curve.q.size()), -1);
  if (body.link) {
    const Link& link = *world.find(body.link);
    const auto member = std::find(link.members.begin(), link.members.end(), id);
    part.reference = link.reference[static_cast<std::size_t>(member - link.members.begin())];
    part.q_link.resize(body.curve.q.size(), 4);
    part.copied = true;
  }
  for (int i = 0; i < body.curve.q.size(); ++i) {
    if (!body.link && body.locked[static_cast<std::size_t>(i)]) continue;
    if (!body.link) part.column[static_cast<std::size_t>(i)] = static_cast<int>(part.free.size());
    part.free.push_back(i);
  }
  if (body.curve.type->is_family) part.copied = true;
  if (part.object >= 0)
    part.drag.prepare(body.curve, part.free, body.link ? Places::together : Places::each);
  parts.push_back(std::move(part));
  return index;
}

int Readings::add(const World& world, ConnectorId id) {
  int& known = by_connector_[id.index];
  if (known >= 0) return known;
  const int r = add(world, *world.find(id));
  if (object_of_sliding_[id.index] >= 0) readings_.back().slides = object_of_sliding_[id.index];
  return known = r;
}

int Readings::add(const World& world, const Connector& connector) {
  Reading reading;
  reading.part = part_of(world, connector.curve);
  Part& part = parts[static_cast<std::size_t>(reading.part)];
  const CurveType& type = *part.curve.type;
  reading.object = part.object;
  if (const PointAt* point = std::get_if<PointAt>(&connector.what)) reading.t = point->t;
  if (const SlidingAt* sliding = std::get_if<SlidingAt>(&connector.what)) reading.t = sliding->t;
  if (const ParameterOf* number = std::get_if<ParameterOf>(&connector.what)) {
    reading.n = 1;
    reading.parameter = number->index;
  } else if (const Measured* measured = std::get_if<Measured>(&connector.what)) {
    reading.measure = type.find(measured->name);
    reading.n = size_of(reading.measure->shape);
    reading.t = measured->t;
    if (measured->at) reading.slides = object_of_sliding_[measured->at.index];
    if (reading.measure->integrals.empty() && !type.is_family)
      reading.kernel = &reading.measure->value;
    else
      part.copied = true;
  } else if (type.is_family) {
    reading.along_nodes = true;
  } else {
    reading.kernel = &type.motion;
  }
  readings_.push_back(reading);
  return static_cast<int>(readings_.size()) - 1;
}

// Places in memory: last, since vectors grow until then.
void Readings::finish() {
  group_points();
  for (std::size_t r = 0; r < readings_.size(); ++r) {
    Reading& reading = readings_[r];
    const Part& part = parts[static_cast<std::size_t>(reading.part)];
    const int nq = static_cast<int>(part.curve.q.size()), n = reading.n;
    if (reading.object >= 0)
      reading.columns = objects[static_cast<std::size_t>(reading.object)].size;
    if (reading.points < 0) {
      const int written = reading.kernel ? reading.kernel->outputs() : (2 + nq) * n;
      alone_.push_back(static_cast<int>(r));
      reading.own = static_cast<int>(numbers_.size());
      numbers_.resize(numbers_.size() + static_cast<std::size_t>(written), 0.0);
    }
    bool first = part.reference.size() == 0;  // D is the first columns of value_q
    for (int j = 0; first && j < reading.columns; ++j)
      first = part.free[static_cast<std::size_t>(j)] == j;
    if (first) continue;
    gathering_.push_back(static_cast<int>(r));
    reading.gathered = static_cast<int>(numbers_.size());
    numbers_.resize(numbers_.size() + static_cast<std::size_t>(n * reading.columns), 0.0);
  }
  for (Reading& reading : readings_) {
    const double* own = numbers_.data() + reading.own;
    if (reading.points < 0) {
      reading.value = own;
      reading.D_t = own + reading.n;
      reading.value_q = own + 2 * reading.n;
    }
    reading.D = reading.gathered < 0 ? reading.value_q : numbers_.data() + reading.gathered;
  }
  column_input_.assign(static_cast<std::size_t>(columns), -1);
  for (std::size_t k = 0; k < objects.size(); ++k) {
    if (objects[k].kind == Kind::link) links_.push_back(static_cast<int>(k));
    if (objects[k].kind != Kind::curve) continue;
    const Part& part = parts[static_cast<std::size_t>(objects[k].parts.front())];
    for (std::size_t i = 0; i < part.free.size(); ++i)
      column_input_[static_cast<std::size_t>(objects[k].begin) + i] = part.inputs + part.free[i];
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].copied && parts[i].reference.size() == 0) copied_.push_back(static_cast<int>(i));
}

void Readings::group_points() {
  std::vector<int> of_part(parts.size(), -1);
  std::vector<std::vector<double>> ts;                  // of each group, no two alike
  std::vector<std::size_t> place_of(readings_.size());  // reading -> which of them
  for (std::size_t r = 0; r < readings_.size(); ++r) {
    Reading& reading = readings_[r];
    const Part& part = parts[static_cast<std::size_t>(reading.part)];
    if (reading.kernel != &part.curve.type->motion || reading.slides >= 0) continue;
    int& group = of_part[static_cast<std::size_t>(reading.part)];
    if (group < 0) {
      group = static_cast<int>(points_.size());
      Points points;
      points.inputs = part.inputs;
      points.point = &part.curve.type->point;
      points.motion = &part.curve.type->motion;
      points_.push_back(points);
      ts.emplace_back();
    }
    reading.points = group;
    std::vector<double>& known = ts[static_cast<std::size_t>(group)];
    const auto at = std::find(known.begin(), known.end(), reading.t);
    place_of[r] = static_cast<std::size_t>(at - known.begin());
    if (at == known.end()) known.push_back(reading.t);
  }
  ts_.clear();
  int places = 0, motions = 0;
  for (std::size_t g = 0; g < points_.size(); ++g) {
    Points& points = points_[g];
    points.ts = static_cast<int>(ts_.size());
    points.places = places;
    points.motions = motions;
    points.count = static_cast<int>(ts[g].size());
    ts_.insert(ts_.end(), ts[g].begin(), ts[g].end());
    places += 2 * points.count;
    motions += points.motion->outputs() * points.count;
  }
  places_.assign(static_cast<std::size_t>(places), 0.0);
  motions_.assign(static_cast<std::size_t>(motions), 0.0);
  for (std::size_t r = 0; r < readings_.size(); ++r) {
    Reading& reading = readings_[r];
    if (reading.points < 0) continue;
    const Points& points = points_[static_cast<std::size_t>(reading.points)];
    const double* motion = motions_.data() + points.motions + place_of[r];
    reading.value = places_.data() + points.places + place_of[r];
    reading.D_t = motion + 2 * points.count;
    reading.value_q = motion + 4 * points.count;
    reading.stride = reading.value_stride = points.count;
  }
}

// ---- evaluating

void Readings::place_parts(const Eigen::VectorXd& q) {
  for (std::size_t j = 0; j < column_input_.size(); ++j)
    if (column_input_[j] >= 0)
      inputs_[static_cast<std::size_t>(column_input_[j])] = q[static_cast<Eigen::Index>(j)];
  for (const int k : links_) place_members(objects[static_cast<std::size_t>(k)], q);
  for (const int i : copied_) {
    Part& part = parts[static_cast<std::size_t>(i)];
    const double* in = &inputs_[static_cast<std::size_t>(part.inputs)];
    std::copy(in, in + part.curve.q.size(), part.curve.q.data());
  }
}

void Readings::place_members(const Object& object, const Eigen::VectorXd& q) {
  for (const int index : object.parts) {
    Part& part = parts[static_cast<std::size_t>(index)];
    follow_link(*part.curve.type, part.reference, link_place(object, q), part.curve.q, part.q_link);
    std::copy(part.curve.q.data(), part.curve.q.data() + part.curve.q.size(),
              &inputs_[static_cast<std::size_t>(part.inputs)]);
  }
}

double Readings::t_of(const Reading& reading, const Eigen::VectorXd& q) const {
  return reading.slides < 0 ? reading.t
                            : q[objects[static_cast<std::size_t>(reading.slides)].begin];
}

double Readings::dt_of(const Reading& reading, const Eigen::VectorXd& dq) const {
  return reading.slides < 0 ? 0 : dq[objects[static_cast<std::size_t>(reading.slides)].begin];
}

namespace {

// One after the other: a sum of all would wait for each.
bool all_finite(const std::vector<double>& numbers) {
  for (const double x : numbers)
    if (!(x - x == 0)) return false;
  return true;
}

}  // namespace

bool Readings::evaluate(const Eigen::VectorXd& q) {
  place_parts(q);
  for (const Points& points : points_)
    points.point->along(&inputs_[static_cast<std::size_t>(points.inputs)],
                        &ts_[static_cast<std::size_t>(points.ts)], points.count,
                        &places_[static_cast<std::size_t>(points.places)], points.count);
  for (const int r : alone_)
    if (!read_alone(readings_[static_cast<std::size_t>(r)], q)) return false;
  return all_finite(places_);
}

bool Readings::differentiate() {
  for (const Points& points : points_)
    points.motion->along(&inputs_[static_cast<std::size_t>(points.inputs)],
                         &ts_[static_cast<std::size_t>(points.ts)], points.count,
                         &motions_[static_cast<std::size_t>(points.motions)], points.count);
  for (const int r : gathering_) gather(readings_[static_cast<std::size_t>(r)]);
  return all_finite(motions_);
}

bool Readings::read_alone(Reading& reading, const Eigen::VectorXd& q) {
  Part& part = parts[static_cast<std::size_t>(reading.part)];
  double* out = &numbers_[static_cast<std::size_t>(reading.own)];
  double* in = &inputs_[static_cast<std::size_t>(part.inputs)];
  if (reading.parameter >= 0) {
    out[0] = in[reading.parameter];
    out[1] = 0;
    std::fill(out + 2, out + 2 + part.curve.q.size(), 0.0);
    out[2 + reading.parameter] = 1;
    return true;
  }
  double t = t_of(reading, q);
  if (!reading.kernel) return evaluate_slowly(reading, t);
  if (reading.slides >= 0 && part.curve.type->closed) t = wrapped(part.curve, t);
  in[part.curve.q.size()] = t;
  return (*reading.kernel)(in, out);
}

bool Readings::evaluate_slowly(Reading& reading, double t) {
  Part& part = parts[static_cast<std::size_t>(reading.part)];
  double* out = &numbers_[static_cast<std::size_t>(reading.own)];
  const int n = reading.n, nq = static_cast<int>(part.curve.q.size());
  double* value_q = out + 2 * n;
  std::fill(value_q, value_q + n * nq, 0.0);
  const auto spread = [&](const std::vector<int>& column, const double* from) {
    for (std::size_t j = 0; j < column.size(); ++j)
      for (int s = 0; s < n; ++s) value_q[column[j] * n + s] += from[static_cast<int>(j) * n + s];
  };
  if (reading.along_nodes) {
    if (!motion_at(part.curve, t, motion_)) return false;
    std::copy(motion_.x.data(), motion_.x.data() + 2, out);
    std::copy(motion_.x_t.data(), motion_.x_t.data() + 2, out + 2);
    spread(motion_.column, motion_.x_q.data());
  } else {
    if (!measure_at(part.curve, *reading.measure, t, measured_)) return false;
    std::copy(measured_.value.data(), measured_.value.data() + n, out);
    std::copy(measured_.value_t.data(), measured_.value_t.data() + n, out + n);
    spread(measured_.column, measured_.value_q.data());
  }
  return true;
}

// From d/dq of all parameters to D: the free ones, or through the link.
void Readings::gather(const Reading& reading) {
  if (reading.object < 0) return;
  const Part& part = parts[static_cast<std::size_t>(reading.part)];
  double* D = &numbers_[static_cast<std::size_t>(reading.gathered)];
  const int n = reading.n, stride = reading.stride;
  const bool welded = part.reference.size() > 0;
  const int nq = static_cast<int>(part.curve.q.size());
  for (int j = 0; j < reading.columns; ++j)
    for (int s = 0; s < n; ++s) {
      double sum = 0;
      if (welded)
        for (int i = 0; i < nq; ++i)
          sum += reading.value_q[(i * n + s) * stride] * part.q_link(i, j);
      else
        sum = reading.value_q[(part.free[static_cast<std::size_t>(j)] * n + s) * stride];
      D[j * n + s] = sum;
    }
}

void Readings::rate(int r, const Eigen::VectorXd& dq, double* out) const {
  const Reading& reading = readings_[static_cast<std::size_t>(r)];
  const int stride = reading.D_stride();
  std::fill(out, out + reading.n, 0.0);
  if (reading.object >= 0) {
    const int begin = objects[static_cast<std::size_t>(reading.object)].begin;
    for (int j = 0; j < reading.columns; ++j)
      for (int s = 0; s < reading.n; ++s)
        out[s] += reading.D[(j * reading.n + s) * stride] * dq[begin + j];
  }
  if (reading.slides < 0) return;
  const double dt = dt_of(reading, dq);
  for (int s = 0; s < reading.n; ++s) out[s] += reading.D_t[s * reading.stride] * dt;
}

void Readings::pull_back(int r, const double* f, double* out) const {
  const Reading& reading = readings_[static_cast<std::size_t>(r)];
  const int stride = reading.D_stride();
  if (reading.object >= 0) {
    double* to = out + objects[static_cast<std::size_t>(reading.object)].begin;
    for (int j = 0; j < reading.columns; ++j)
      for (int s = 0; s < reading.n; ++s) to[j] += reading.D[(j * reading.n + s) * stride] * f[s];
  }
  if (reading.slides < 0) return;
  double& to = out[objects[static_cast<std::size_t>(reading.slides)].begin];
  for (int s = 0; s < reading.n; ++s) to += reading.D_t[s * reading.stride] * f[s];
}

double Readings::end_parameter(int part) const {
  const Part& p = parts[static_cast<std::size_t>(part)];
  return inputs_[static_cast<std::size_t>(p.inputs + p.curve.type->t_end_parameter)];
}

// ---- second derivatives

// How q of a part moves when the columns go along dq: part_dq_ and, for a welded curve, part_ddq_.
void Readings::part_rates(const Part& part, const Eigen::VectorXd& q, const Eigen::VectorXd& dq) {
  const Eigen::Index n = part.curve.q.size();
  part_dq_.setZero(n);
  part_ddq_.setZero(n);
  if (part.object < 0) return;
  const Object& object = objects[static_cast<std::size_t>(part.object)];
  if (object.kind == Kind::curve) {
    for (std::size_t i = 0; i < part.free.size(); ++i)
      part_dq_[part.free[i]] = dq[object.begin + static_cast<int>(i)];
    return;
  }
  const LinkPlace rate = link_place(object, dq);
  part_dq_.noalias() = part.q_link * rate;
  bend_with_link(*part.curve.type, part.reference, link_place(object, q), rate, part_ddq_);
}

bool Readings::bend(int r, const Eigen::VectorXd& q, const Eigen::VectorXd& dq, double* out) {
  const Reading& reading = readings_[static_cast<std::size_t>(r)];
  const Part& part = parts[static_cast<std::size_t>(reading.part)];
  part_rates(part, q, dq);
  if (reading.parameter >= 0) {
    out[0] = part_ddq_[reading.parameter];
    return true;
  }
  double t = t_of(reading, q);
  const double dt = dt_of(reading, dq);
  if (!reading.kernel) {
    if (!bend_slowly(reading, t, dt, out)) return false;
  } else {
    const double* in = &inputs_[static_cast<std::size_t>(part.inputs)];
    bend_in_.assign(in, in + part.curve.q.size());
    if (reading.slides >= 0 && part.curve.type->closed) t = wrapped(part.curve, t);
    bend_in_.push_back(t);
    bend_in_.insert(bend_in_.end(), part_dq_.data(), part_dq_.data() + part_dq_.size());
    bend_in_.push_back(dt);
    const Kernel& kernel = reading.measure ? reading.measure->bend : part.curve.type->bend;
    if (!kernel(bend_in_.data(), out)) return false;
  }
  // and what q itself bends, through value_q as it was last found
  for (int i = 0; i < static_cast<int>(part_ddq_.size()); ++i)
    for (int s = 0; s < reading.n; ++s)
      out[s] += reading.value_q[(i * reading.n + s) * reading.stride] * part_ddq_[i];
  return true;
}

// Curves of nodes, and integrals.
bool Readings::bend_slowly(const Reading& reading, double t, double dt, double* out) {
  const Curve& curve = parts[static_cast<std::size_t>(reading.part)].curve;
  if (reading.measure) return bend_at(curve, *reading.measure, t, part_dq_, dt, measured_, out);
  Point bent;
  if (!bend_at(curve, t, part_dq_, dt, motion_.locale, bent)) return false;
  std::copy(bent.data(), bent.data() + 2, out);
  return true;
}

// ---- drag

bool Readings::weigh(int index, double point_length, double* M, Extent& extent) {
  extent = {};
  const Object& object = objects[static_cast<std::size_t>(index)];
  if (object.kind == Kind::sliding) {
    // proportional to |x_t|^2, so that the unit of t does not matter
    const Reading& reading =
        readings_[static_cast<std::size_t>(slide_reading_[static_cast<std::size_t>(index)])];
    const double x_t = reading.D_t[0], y_t = reading.D_t[reading.stride];
    const double speed = std::max(x_t * x_t + y_t * y_t, point_length * point_length);
    M[0] = speed * point_length;
    extent.length = point_length;
    return true;
  }
  if (object.kind == Kind::curve) {
    Part& part = parts[static_cast<std::size_t>(object.parts.front())];
    if (!part.drag.at(&inputs_[static_cast<std::size_t>(part.inputs)], point_length, M))
      return false;
    extent = {part.drag.length(), part.drag.own_length()};
    return true;
  }
  // a link: the sum over its members, through q_link
  Eigen::Map<Eigen::MatrixXd> sum(M, object.size, object.size);
  sum.setZero();
  for (const int i : object.parts) {
    Part& part = parts[static_cast<std::size_t>(i)];
    const Eigen::Index n = part.curve.q.size();
    member_M_.resize(n, n);
    if (!part.drag.at(&inputs_[static_cast<std::size_t>(part.inputs)], point_length,
                      member_M_.data()))
      return false;
    extent.length += part.drag.length();
    extent.own += part.drag.own_length();
    member_Mq_.noalias() = member_M_.lazyProduct(part.q_link.leftCols(object.size));
    sum.noalias() += part.q_link.leftCols(object.size).transpose().lazyProduct(member_Mq_);
  }
  return true;
}

}  // namespace limber
