// Secants: what the last corrections did to the rows, so that an iteration with a factor of another
// state converges nearly as fast as one with its own.
//
// The iteration z <- z + K r(z) corrects a residual r by a fixed K, nearly the inverse of -dr/dz.
// Of every correction dz made so far it is known by how much it changed r: dr. Hence
//
//   gamma = argmin |r - sum gamma_i dr_i|       step = K (r - sum gamma_i dr_i) - sum gamma_i dz_i
//
// (Anderson's mixing). The steps stay in the space K and the first ones span: which solution is
// found is not changed. Pairs are kept with their dr orthogonal to each other.
#pragma once

#include <Eigen/Core>
#include <array>

#include "solver/tolerances.h"

namespace limber {

class Secants {
 public:
  void resize(Eigen::Index columns, Eigen::Index rows);  // the only one to allocate
  void clear() { count_ = 0, begun_ = false; }

  // r at hand in, what is left for K out.
  void reduce(Eigen::VectorXd& r);
  // K of that in, the step out.
  void extend(Eigen::VectorXd& step);

 private:
  void add();

  struct Pair {
    Eigen::VectorXd dz, dr;
    double square = 0;  // of dr
    double gamma = 0;
  };
  std::array<Pair, static_cast<std::size_t>(most_secants)> pairs_;
  Eigen::VectorXd last_r_, last_step_;
  int count_ = 0;
  bool begun_ = false;
};

}  // namespace limber
