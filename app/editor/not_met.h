// NotMet: the constraints that do not hold and cannot be made to, for marks and words. One that is
// still on its way is none of them: that shows at rest, or while the motors run.
//
// Law: at rest these are find_unmet's (solver/diagnose.h), found by looking at what changed since
// they were last found.
#pragma once

#include <optional>
#include <set>

#include "solver/stepper.h"
#include "solver/world.h"

namespace limber {

class NotMet {
 public:
  const std::set<ConstraintId>& all() const { return all_; }

  void look(const World& world);  // it became another one: by an edit or undo
  void tick(const World& world, const StepReport& report, bool playing);

 private:
  void judge(const World& world);  // at rest

  struct Judged {
    World world;
    std::set<ConstraintId> unmet;
  };
  std::set<ConstraintId> all_;
  std::optional<Judged> last_;  // as last found at rest
};

}  // namespace limber
