// Metric: M of every object of an island, block diagonal, and lengths in it.
//
//   |dq|^2 = dq' M dq          first order: drag, so that force = M v
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/columns.h"
#include "solver/system.h"

namespace limber {

class Metric {
 public:
  void build(const Columns& columns, const Pattern& pattern);

  // M at the state last evaluated and differentiated, and its Cholesky factors. False when something
  // has no finite value.
  [[nodiscard]] bool weigh(Columns& columns, double point_length, std::vector<double>& L);

  double product(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;  // a' M b
  void times(const Eigen::VectorXd& a, Eigen::VectorXd& out) const;          // M a
  double diagonal(int object, int column) const;  // of M; the column counted in its object

  // How far an object goes when its columns move by dq (root mean square along it); the longest way
  // of all, and dq' M dq.
  struct Way {
    double farthest = 0, square = 0;
  };
  double displacement(int object, const Eigen::VectorXd& dq) const;
  Way way(const Eigen::VectorXd& dq) const;
  double farthest(const Eigen::VectorXd& dq) const { return way(dq).farthest; }

  double length(int object) const { return extent(object).length; }
  const Extent& extent(int object) const { return blocks_[static_cast<std::size_t>(object)].extent; }
  bool extends(int object) const { return blocks_[static_cast<std::size_t>(object)].extends; }
  double shortest_curve() const;  // of the objects that extend
  double longest_curve() const;

 private:
  struct Block {  // of one object
    int begin = 0, size = 0;
    std::size_t at = 0;  // in M_
    bool extends = true;
    Extent extent;
  };
  double square(const Block& block, const Eigen::VectorXd& dq) const;

  std::vector<Block> blocks_;
  std::vector<double> M_;  // the blocks, column-major, placed as L is
};

}  // namespace limber
