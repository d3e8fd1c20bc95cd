// Grip: the factor and the border at one place of the figure, kept while a hand leads what it holds
// about near it.
#pragma once

#include <Eigen/Core>

#include "solver/dead_point.h"
#include "solver/passage.h"

namespace limber {

class Grip {
 public:
  bool holds(const Figure& figure) const;  // at figure.q
  // At figure.q; kept until something else is factored. False at stops, and where there is no
  // finite value.
  [[nodiscard]] bool take(Passage& passage);
  const Eigen::VectorXd& held() const { return held_; }  // the held point, there
  bool dead() const { return dead_; }                    // a dead point: see dead_point.h

 private:
  Eigen::VectorXd at_, held_;
  int number_ = -1;  // of the factor
  bool dead_ = false;
  DeadPoint dead_point_;
  Path path_ = Path::automatic;
};

}  // namespace limber
