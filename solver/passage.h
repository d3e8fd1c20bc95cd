// Passage: what the ways of moving share while one island goes through one tick, and what became of
// it.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "solver/direction.h"
#include "solver/figure.h"
#include "solver/islands.h"
#include "solver/trial.h"

namespace limber {

struct Passage {
  Island island;
  std::uint64_t structure = 0;  // fingerprint of the island's
  Figure figure;
  Direction direction;
  Trials trials;
  Eigen::VectorXd begin;  // where the tick began

  // What became of it, and why.
  Reason why = Reason::rests;
  bool settled = true;      // nothing moves it any more
  bool refused = false;     // there was no finite end; the last good state stays
  bool dead_point = false;  // stopped at one, or carried through
  double moved = 0;         // the farthest motion of an object

  void end(bool has_settled) {
    settled = has_settled;
    why = has_settled ? Reason::rests : Reason::goes_on;
  }
  void refuse(Reason reason) {
    refused = true;
    why = reason;
  }
  // To the state a trial began from, evaluated there. It had a value before, so it has one now.
  void back() {
    figure.use_standing_rows();
    if (!figure.evaluate(figure.q)) refuse(Reason::no_value);
  }
};

}  // namespace limber
