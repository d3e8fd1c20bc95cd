#include "solver/secants.h"

#include "solver/tolerances.h"

namespace limber {

void Secants::resize(Eigen::Index columns, Eigen::Index rows) {
  for (Pair& pair : pairs_) {
    pair.dz.setZero(columns);
    pair.dr.setZero(rows);
  }
  last_r_.setZero(rows);
  last_step_.setZero(columns);
  clear();
}

void Secants::reduce(Eigen::VectorXd& r) {
  if (begun_ && count_ < most_secants) {
    pairs_[static_cast<std::size_t>(count_)].dr.noalias() = r - last_r_;
    add();
  }
  last_r_ = r;
  for (int i = 0; i < count_; ++i) {
    Pair& pair = pairs_[static_cast<std::size_t>(i)];
    pair.gamma = r.dot(pair.dr) / pair.square;
    r.noalias() -= pair.gamma * pair.dr;
  }
}

void Secants::extend(Eigen::VectorXd& step) {
  for (int i = 0; i < count_; ++i) {
    const Pair& pair = pairs_[static_cast<std::size_t>(i)];
    step.noalias() -= pair.gamma * pair.dz;
  }
  last_step_ = step;
  begun_ = true;
}

// The last step and what it did, orthogonal to those before.
void Secants::add() {
  Pair& added = pairs_[static_cast<std::size_t>(count_)];
  added.dz = last_step_;
  for (int i = 0; i < count_; ++i) {
    const Pair& pair = pairs_[static_cast<std::size_t>(i)];
    const double part = added.dr.dot(pair.dr) / pair.square;
    added.dr.noalias() -= part * pair.dr;
    added.dz.noalias() -= part * pair.dz;
  }
  added.square = added.dr.squaredNorm();
  if (added.square > negligible_secant * last_r_.squaredNorm()) ++count_;
}

}  // namespace limber
