// What cannot be met, as a list: the smallest sets of constraints that disagree, each with a way out.
#pragma once

#include <set>
#include <vector>

#include "app/panels/ui.h"
#include "solver/diagnose.h"

namespace limber {

class TroubleList {
 public:
  void draw(Ui& ui);  // nothing when nothing is wrong

 private:
  void look(const Editor& editor);
  void row(Ui& ui, ConstraintId id);

  Diagnoser diagnoser_;
  std::set<ConstraintId> for_;                       // what was not met when it was looked
  std::vector<std::vector<ConstraintId>> conflicts_;
};

}  // namespace limber
