#include "solver/grip.h"

namespace limber {

bool Grip::holds(const Figure& figure) const {
  return number_ == figure.factor_number() && path_ == figure.path && !figure.assembly.changed &&
         at_.size() == figure.q.size() && at_ == figure.q;
}

bool Grip::take(Passage& passage) {
  Figure& figure = passage.figure;
  if (holds(figure)) return true;
  number_ = -1;
  figure.use_standing_rows();
  if (!figure.has_value() || !passage.direction.grasp(figure)) return false;
  at_ = figure.q;
  number_ = figure.factor_number();
  path_ = figure.path;
  held_ = figure.assembly.p;
  dead_ = dead_point_.find(passage);
  return true;
}

}  // namespace limber
