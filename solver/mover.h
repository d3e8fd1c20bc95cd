// Mover: one tick of one island, and the memory it reuses.
//
//   read the world -> which rows hold, and are they met? -> one of the ways of moving
//     a drag    nothing but one hand moves the figure: along the path of the hand (hand_path.h)
//     a flow    springs, forces, motors, unmet constraints or several hands do (flow.h)
//   -> write the world, and the report
#pragma once

#include <Eigen/Core>

#include "solver/flow.h"
#include "solver/hand_force.h"
#include "solver/hand_path.h"
#include "solver/stepper.h"
#include "solver/passage.h"

namespace limber {

class Mover {
 public:
  void build(const World& world, const Island& island, std::uint64_t structure);
  void step(World& world, double h, Run run, Path path, IslandReport& report);

  // Forces in the rows, newtons of the drawing, as of the last step. In a figure that only a hand
  // moves they are found when asked for: see hand_force.h.
  const Eigen::VectorXd& forces();
  const Figure& figure() const { return passage_.figure; }

 private:
  bool start(World& world, Run run, Path path);
  bool flows(Run run) const;
  bool driven(Run run) const;
  void drag(World& world, double h);
  void finish(World& world, Run run, IslandReport& report);
  void report_rows(Run run, IslandReport& report) const;

  Passage passage_;
  HandPath hand_path_;
  Flow flow_;
  Dragged dragged_;
};

}  // namespace limber
