#include "solver/columns.h"

#include <algorithm>
#include <cmath>

namespace limber {

void Columns::build(const World& world, const Island& island) {
  objects.clear();
  parts.all.clear();
  parts.inputs.clear();
  size_ = 0;
  part_of_body_.assign(static_cast<std::size_t>(world.bodies().slots()), -1);
  object_of_body_.assign(part_of_body_.size(), -1);
  object_of_sliding_.assign(static_cast<std::size_t>(world.connectors().slots()), -1);
  for (const ObjectId& id : island.objects) {
    const int number = static_cast<int>(objects.size());
    Object& object = objects.emplace_back();
    object.id = id;
    object.begin = size_;
    object.size = Object::size_of(world, id);
    size_ += object.size;
    for (const CurveId curve : curves_of(world, id)) object_of_body_[curve.index] = number;
    if (object.connector()) object_of_sliding_[object.connector().index] = number;
  }
  for (const CurveId id : island.all_curves) part_of(world, id);
  for (Object& object : objects)
    if (object.connector()) object.on = part_of(world, world.find(object.connector())->curve);
}

int Columns::part_of(const World& world, CurveId id) {
  if (part_of_body_[id.index] >= 0) return part_of_body_[id.index];
  const Body& body = *world.body(id);
  Part part;
  part.id = id;
  part.curve = body.curve;
  const int index = static_cast<int>(parts.all.size());
  part_of_body_[id.index] = index;
  part.object = object_of_body_[id.index];
  if (part.object >= 0) objects[static_cast<std::size_t>(part.object)].parts.push_back(index);
  part.inputs = static_cast<int>(parts.inputs.size());
  parts.inputs.insert(parts.inputs.end(), body.curve.q.data(),
                      body.curve.q.data() + body.curve.q.size());
  parts.inputs.push_back(0);
  part.copied = body.curve.type->is_family;
  if (part.object >= 0) objects[static_cast<std::size_t>(part.object)].begin_part(world, part);
  parts.all.push_back(std::move(part));
  return index;
}

int Columns::object_of(ConnectorId sliding) const { return object_of_sliding_[sliding.index]; }

void Columns::finish() {
  input_of_.clear();
  is_coordinate_.clear();
  computed_.clear();
  copied_.clear();
  for (std::size_t k = 0; k < objects.size(); ++k) {
    if (objects[k].computes_parts()) computed_.push_back(static_cast<int>(k));
    for (int j = 0; j < objects[k].size; ++j) {
      input_of_.push_back(objects[k].input_of(parts, j));
      is_coordinate_.push_back(objects[k].is_coordinate(parts, j));
    }
  }
  for (std::size_t i = 0; i < parts.all.size(); ++i) {
    const Part& part = parts.all[i];
    const bool computed = part.object >= 0 && objects[static_cast<std::size_t>(part.object)].computes_parts();
    if (part.copied && !computed) copied_.push_back(static_cast<int>(i));
  }
}

void Columns::read(const World& world, Eigen::VectorXd& q, Eigen::VectorXd& last_motion) const {
  for (const Object& object : objects) object.get_state(world, q, last_motion);
}

void Columns::write(World& world, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& last_motion) const {
  for (const Object& object : objects) object.set_state(world, parts, q, last_motion);
}

double Columns::largest_coordinate(const Eigen::VectorXd& q) const {
  double largest = 0;
  for (std::size_t j = 0; j < is_coordinate_.size(); ++j)
    if (is_coordinate_[j]) largest = std::max(largest, std::abs(q[static_cast<Eigen::Index>(j)]));
  return largest;
}

void Columns::place(const Eigen::VectorXd& q) {
  for (std::size_t j = 0; j < input_of_.size(); ++j)
    if (input_of_[j] >= 0)
      parts.inputs[static_cast<std::size_t>(input_of_[j])] = q[static_cast<Eigen::Index>(j)];
  for (const int k : computed_) objects[static_cast<std::size_t>(k)].place(parts, q);
  for (const int i : copied_) {
    Part& part = parts[i];
    const double* in = parts.q_of(part);
    std::copy(in, in + part.curve.q.size(), part.curve.q.data());
  }
}

}  // namespace limber
