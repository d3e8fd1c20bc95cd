#include "solver/secants.h"

namespace limber {
namespace {

constexpr double negligible = 1e-20;  // of |r|^2: a dr this short says nothing

}  // namespace

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
  if (begun_) add(r);
  last_r_ = r;
  for (int i = 0; i < count_; ++i) {
    Pair& known = pair(i);
    known.gamma = r.dot(known.dr) / known.square;
    r.noalias() -= known.gamma * known.dr;
  }
}

void Secants::extend(Eigen::VectorXd& step) {
  for (int i = 0; i < count_; ++i) {
    const Pair& known = pair(i);
    step.noalias() -= known.gamma * known.dz;
  }
  last_step_ = step;
  begun_ = true;
}

// The last step and what it did, orthogonal to those before.
void Secants::add(const Eigen::VectorXd& r) {
  if (count_ == most) {
    oldest_ = (oldest_ + 1) % most;
    --count_;
  }
  Pair& added = pair(count_);
  added.dr.noalias() = r - last_r_;
  added.dz = last_step_;
  for (int i = 0; i < count_; ++i) {
    const Pair& known = pair(i);
    const double part = added.dr.dot(known.dr) / known.square;
    added.dr.noalias() -= part * known.dr;
    added.dz.noalias() -= part * known.dz;
  }
  added.square = added.dr.squaredNorm();
  if (added.square > negligible * last_r_.squaredNorm()) ++count_;
}

}  // namespace limber
