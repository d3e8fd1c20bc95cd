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

}  // namespace

// ---- building

void Readings::build(const World& world, const Island& island) {
  readings_.clear();
  points_.clear();
  alone_.clear();
  gathering_.clear();
  numbers_.clear();
  by_connector_.assign(static_cast<std::size_t>(world.connectors().slots()), -1);
  columns.build(world, island);
  for (const Object& object : columns.objects)
    if (object.connector()) add(world, object.connector());
}

int Readings::add(const World& world, ConnectorId id) {
  int& known = by_connector_[id.index];
  if (known >= 0) return known;
  const int r = add(world, *world.find(id));
  if (columns.object_of(id) >= 0) readings_.back().slides = columns.object_of(id);
  return known = r;
}

int Readings::add(const World& world, const Connector& connector) {
  Reading reading;
  reading.part = columns.part_of(world, connector.curve);
  Part& part = columns.parts[reading.part];
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
    if (measured->at) reading.slides = columns.object_of(measured->at);
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
  columns.finish();
  group_points();
  for (std::size_t r = 0; r < readings_.size(); ++r) {
    Reading& reading = readings_[r];
    const Part& part = columns.parts[reading.part];
    const int nq = static_cast<int>(part.curve.q.size()), n = reading.n;
    const Object* object = reading.object < 0 ? nullptr : &columns.objects[static_cast<std::size_t>(reading.object)];
    if (object) reading.columns = object->size;
    if (reading.points < 0) {
      const int written = reading.kernel ? reading.kernel->outputs() : (2 + nq) * n;
      alone_.push_back(static_cast<int>(r));
      reading.own = static_cast<int>(numbers_.size());
      numbers_.resize(numbers_.size() + static_cast<std::size_t>(written), 0.0);
    }
    if (!object || object->gathers_nothing(part)) continue;
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
  for (Object& object : columns.objects) {
    if (!object.connector()) continue;
    const Reading& reading =
        readings_[static_cast<std::size_t>(by_connector_[object.connector().index])];
    object.x_t = reading.D_t;
    object.x_t_stride = reading.stride;
  }
}

void Readings::group_points() {
  std::vector<int> of_part(columns.parts.all.size(), -1);
  std::vector<std::vector<double>> ts;                  // of each group, no two alike
  std::vector<std::size_t> place_of(readings_.size());  // reading -> which of them
  for (std::size_t r = 0; r < readings_.size(); ++r) {
    Reading& reading = readings_[r];
    const Part& part = columns.parts[reading.part];
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

// Where t of a reading is in the state, or -1: it does not slide.
int Readings::column_of_t(const Reading& reading) const {
  return reading.slides < 0 ? -1 : columns.objects[static_cast<std::size_t>(reading.slides)].begin;
}

double Readings::t_of(const Reading& reading, const Eigen::VectorXd& q) const {
  return reading.slides < 0 ? reading.t : q[column_of_t(reading)];
}

double Readings::dt_of(const Reading& reading, const Eigen::VectorXd& dq) const {
  return reading.slides < 0 ? 0 : dq[column_of_t(reading)];
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
  columns.place(q);
  for (const Points& points : points_)
    points.point->along(&columns.parts.inputs[static_cast<std::size_t>(points.inputs)],
                        &ts_[static_cast<std::size_t>(points.ts)], points.count,
                        &places_[static_cast<std::size_t>(points.places)], points.count);
  for (const int r : alone_)
    if (!read_alone(readings_[static_cast<std::size_t>(r)], q)) return false;
  return all_finite(places_);
}

bool Readings::differentiate() {
  for (const Points& points : points_)
    points.motion->along(&columns.parts.inputs[static_cast<std::size_t>(points.inputs)],
                         &ts_[static_cast<std::size_t>(points.ts)], points.count,
                         &motions_[static_cast<std::size_t>(points.motions)], points.count);
  for (const int r : gathering_) {  // from d/dq of all parameters to D
    const Reading& reading = readings_[static_cast<std::size_t>(r)];
    columns.objects[static_cast<std::size_t>(reading.object)].gather(
        columns.parts[reading.part], reading.value_q, reading.n, reading.stride,
        &numbers_[static_cast<std::size_t>(reading.gathered)]);
  }
  return all_finite(motions_);
}

bool Readings::read_alone(Reading& reading, const Eigen::VectorXd& q) {
  Part& part = columns.parts[reading.part];
  double* out = &numbers_[static_cast<std::size_t>(reading.own)];
  double* in = columns.parts.q_of(part);
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
  Part& part = columns.parts[reading.part];
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

void Readings::rate(int r, const Eigen::VectorXd& dq, double* out) const {
  const Reading& reading = readings_[static_cast<std::size_t>(r)];
  const int stride = reading.D_stride();
  std::fill(out, out + reading.n, 0.0);
  if (reading.object >= 0) {
    const int begin = columns.objects[static_cast<std::size_t>(reading.object)].begin;
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
    double* to = out + columns.objects[static_cast<std::size_t>(reading.object)].begin;
    for (int j = 0; j < reading.columns; ++j)
      for (int s = 0; s < reading.n; ++s) to[j] += reading.D[(j * reading.n + s) * stride] * f[s];
  }
  if (reading.slides < 0) return;
  double& to = out[column_of_t(reading)];
  for (int s = 0; s < reading.n; ++s) to += reading.D_t[s * reading.stride] * f[s];
}

double Readings::end_parameter(int part) const {
  const Part& p = columns.parts[part];
  return columns.parts.q_of(p)[p.curve.type->t_end_parameter];
}

// ---- second derivatives

// How q of a part moves when the columns go along dq: part_dq_ and, for a welded curve, part_ddq_.
void Readings::part_rates(const Part& part, const Eigen::VectorXd& q, const Eigen::VectorXd& dq) {
  const Eigen::Index n = part.curve.q.size();
  part_dq_.setZero(n);
  part_ddq_.setZero(n);
  if (part.object < 0) return;
  columns.objects[static_cast<std::size_t>(part.object)].rates(part, q, dq, part_dq_, part_ddq_);
}

bool Readings::bend(int r, const Eigen::VectorXd& q, const Eigen::VectorXd& dq, double* out) {
  const Reading& reading = readings_[static_cast<std::size_t>(r)];
  const Part& part = columns.parts[reading.part];
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
    const double* in = columns.parts.q_of(part);
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
  const Curve& curve = columns.parts[reading.part].curve;
  if (reading.measure) return bend_at(curve, *reading.measure, t, part_dq_, dt, measured_, out);
  Point bent;
  if (!bend_at(curve, t, part_dq_, dt, motion_.locale, bent)) return false;
  std::copy(bent.data(), bent.data() + 2, out);
  return true;
}

}  // namespace limber
