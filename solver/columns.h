// Columns: the objects of an island end to end, which is its state vector q, and the curves that
// move with them.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/islands.h"
#include "solver/object.h"

namespace limber {

class Columns {
 public:
  void build(const World& world, const Island& island);
  // A curve to be read, one that moves or not. Its number in parts.
  int part_of(const World& world, CurveId id);
  void finish();  // after the last part_of

  // State from the world, and back.
  void read(const World& world, Eigen::VectorXd& q, Eigen::VectorXd& last_motion) const;
  void write(World& world, const Eigen::VectorXd& q, const Eigen::VectorXd& last_motion) const;
  double largest_coordinate(const Eigen::VectorXd& q) const;  // of what moves

  void place(const Eigen::VectorXd& q);  // the parts, as this state says

  int size() const { return size_; }
  // The object whose number is t of this sliding point, or -1.
  int object_of(ConnectorId sliding) const;

  std::vector<Object> objects;
  Parts parts;

 private:
  int size_ = 0;
  std::vector<int> part_of_body_, object_of_body_, object_of_sliding_;  // by slot
  std::vector<int> input_of_;         // column -> the input it is, or -1
  std::vector<int> computed_;         // objects whose parts are functions of their columns
  std::vector<int> copied_;           // parts whose q is copied from the inputs
  std::vector<char> is_coordinate_;   // by column
};

}  // namespace limber
