#include "solver/assemble.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

// ---- building

void Assembly::build(const World& world, const Island& island) {
  size = world.size();
  changed = true;
  rows.clear();
  motors.clear();
  pushes_.clear();
  held_.clear();
  has_time = island.timed;
  readings_.build(world, island);
  terms_.build(world, island, readings_, rows, motors);
  ranges_.build(world, readings_, rows);
  ranges_.weigh(size);
  for (const ForceId id : island.forces)
    pushes_.push_back({id, readings_.add(world, world.find(id)->on), Eigen::Vector2d::Zero()});
  for (const HandId id : island.hands) held_.push_back(readings_.add(world, world.find(id)->on));
  readings_.finish();
  make_pattern();
  terms_.bind(readings_);
  metric.build(readings_.columns, pattern);
  resize();
}

void Assembly::make_pattern() {
  pattern = {};
  pattern.begin.push_back(0);
  int factors = 0;
  for (const Object& object : readings_.columns.objects) {
    pattern.begin.push_back(pattern.begin.back() + object.size);
    pattern.factor.push_back(factors);
    factors += object.size * object.size;
  }
  pattern.rows = static_cast<int>(rows.size());
  std::vector<BlockRequest> wanted;
  terms_.request_blocks(readings_, wanted);
  ranges_.request_blocks(readings_, pattern, wanted);
  const int numbers = lay_out_blocks(std::move(wanted), pattern);
  system.L.assign(static_cast<std::size_t>(factors), 0.0);
  system.J.assign(static_cast<std::size_t>(numbers), 0.0);
}

void Assembly::resize() {
  const Eigen::Index n = pattern.columns(), m = pattern.rows;
  const Eigen::Index hands = static_cast<Eigen::Index>(held_.size());
  system.Q.setZero(n);
  system.b.setZero(m);
  system.A.setZero(m);
  system.on.assign(static_cast<std::size_t>(m), 1);
  q.setZero(n);
  last_motion.setZero(n);
  Q.setZero(n);
  c.setZero(m);
  c_time.setZero(m);
  P.setZero(n, 2 * hands);
  p.setZero(2 * hands);
}

// ---- state

void Assembly::read(const World& world) {
  const bool resized = size != world.size();
  changed = changed || resized;
  size = world.size();
  if (resized) ranges_.weigh(size);
  readings_.columns.read(world, q, last_motion);
  reach = readings_.columns.largest_coordinate(q);
  changed = terms_.read(world, size, rows) || changed;
  for (Push& push : pushes_) {
    const Eigen::Vector2d value = world.find(push.id)->value;
    changed = changed || value != push.value;
    push.value = value;
  }
}

void Assembly::write(World& world) const {
  readings_.columns.write(world, q, last_motion);
  for (const Drive& drive : motors)
    StateAccess::constraints(world)
        .find(terms_.constraint(drive))
        ->on[static_cast<std::size_t>(drive.argument)]
        .number[0] = phase(drive);
}

void Assembly::close_ranges() {
  ranges_.close();
  changed = true;
}

// ---- rows

bool Assembly::evaluate(const Eigen::VectorXd& at, double time) {
  if (!readings_.evaluate(at)) return false;
  const bool finite = terms_.evaluate(time, c);
  ranges_.evaluate(readings_, at, c);
  potential = 0;
  for (const Push& push : pushes_) {
    const Readings::Reading& reading = readings_[push.reading];
    for (int s = 0; s < reading.n; ++s)
      potential -= push.value[s] * reading.value[s * reading.value_stride];
  }
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Readings::Reading& reading = readings_[held_[i]];
    for (int s = 0; s < 2; ++s)
      p[2 * static_cast<Eigen::Index>(i) + s] = reading.value[s * reading.value_stride];
  }
  return finite;
}

bool Assembly::differentiate() {
  if (!readings_.differentiate()) return false;
  std::fill(system.J.begin(), system.J.end(), 0.0);
  terms_.differentiate(system.J, c_time, motors);
  ranges_.differentiate(system.J, c_time);
  Q.setZero();
  for (const Push& push : pushes_) readings_.pull_back(push.reading, push.value.data(), Q.data());
  P.setZero();
  for (std::size_t i = 0; i < held_.size(); ++i)
    for (int s = 0; s < 2; ++s) {
      const double unit[2] = {s == 0 ? 1.0 : 0.0, s == 1 ? 1.0 : 0.0};
      readings_.pull_back(held_[i], unit, P.col(2 * static_cast<Eigen::Index>(i) + s).data());
    }
  for (const double x : system.J)
    if (!(x - x == 0)) return false;
  return true;
}

bool Assembly::bend(const Eigen::VectorXd& at, double time, const Eigen::VectorXd& dq,
                    Eigen::VectorXd& out) {
  out.setZero(pattern.rows);
  return terms_.bend(readings_, at, time, dq, motors, out);
}

double Assembly::rate(int block, int row, const Eigen::VectorXd& dq) const {
  const Pattern::Block& at = pattern.blocks[static_cast<std::size_t>(block)];
  const int begin = pattern.begin[static_cast<std::size_t>(at.object)];
  const int columns = pattern.begin[static_cast<std::size_t>(at.object) + 1] - begin;
  const double* J = system.J.data() + at.at + row;
  double sum = 0;
  for (int j = 0; j < columns; ++j, J += at.rows) sum += *J * dq[begin + j];
  return sum;
}

// ---- stiffness

bool Assembly::stiffness(const Eigen::VectorXd& at, const Eigen::VectorXd& hand,
                         const Eigen::VectorXd& lambda, std::vector<double>& K) {
  K.assign(system.L.size(), 0.0);
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (!add_stiffness(at, held_[i], hand.data() + 2 * i, K)) return false;
  return terms_.each_force(lambda, [&](int reading, const double* force) {
    return add_stiffness(at, reading, force, K);
  });
}

// By second derivatives along the columns, one at a time and in pairs.
bool Assembly::add_stiffness(const Eigen::VectorXd& at, int reading, const double* force,
                             std::vector<double>& K) {
  const Readings::Reading& of = readings_[reading];
  if (of.object < 0) return true;
  const int begin = pattern.begin[static_cast<std::size_t>(of.object)], n = of.columns;
  double* block = &K[static_cast<std::size_t>(pattern.factor[static_cast<std::size_t>(of.object)])];
  double second[2];
  const auto along = [&](double& sum) {
    if (!readings_.bend(reading, at, way_, second)) return false;
    sum = 0;
    for (int s = 0; s < of.n; ++s) sum += force[s] * second[s];
    return true;
  };
  way_.setZero(columns());
  diagonal_.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    way_[begin + i] = 1;
    const bool good = along(diagonal_[static_cast<std::size_t>(i)]);
    way_[begin + i] = 0;
    if (!good) return false;
    block[i * n + i] -= diagonal_[static_cast<std::size_t>(i)];
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      way_[begin + i] = way_[begin + j] = 1;
      double both = 0;
      const bool good = along(both);
      way_[begin + i] = way_[begin + j] = 0;
      if (!good) return false;
      const double mixed = 0.5 * (both - diagonal_[static_cast<std::size_t>(i)] -
                                  diagonal_[static_cast<std::size_t>(j)]);
      block[i * n + j] -= mixed;
      block[j * n + i] -= mixed;
    }
  return true;
}

// ---- metric

bool Assembly::weigh() {
  const double shortest = point_drag_length * size;
  system.shortest_row = least_row / std::sqrt(shortest);
  if (!metric.weigh(readings_.columns, shortest, system.L)) return false;
  measure_rows();
  return true;
}

// A constraint may have rows of angles beside others: an angle is seen on the curves it depends on.
void Assembly::measure_rows() {
  if (!terms_.any_weighed_by_size()) return;
  for (Row& row : rows) row.seen = 1;
  for (const Pattern::Block& block : pattern.blocks)
    for (int r = 0; r < block.rows; ++r) {
      Row& row = rows[static_cast<std::size_t>(block.row + r)];
      if (row.weight == 1 || !metric.extends(block.object) || !depends(block, r)) continue;
      row.seen = std::min(row.seen, metric.extent(block.object).own / size);
    }
}

bool Assembly::depends(const Pattern::Block& block, int row) const {
  const std::size_t object = static_cast<std::size_t>(block.object);
  const int columns = pattern.begin[object + 1] - pattern.begin[object];
  for (int j = 0; j < columns; ++j)
    if (system.J[static_cast<std::size_t>(block.at + j * block.rows + row)] != 0) return true;
  return false;
}

}  // namespace limber
