// Ranges: one row for each column that has limits, c >= 0 by the nearer of its two ends. A parameter
// of a formula may have limits, the t of a point that slides along an open curve has.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/readings.h"
#include "solver/rows.h"
#include "solver/system.h"

namespace limber {

class Ranges {
 public:
  // Adds their rows.
  void build(const World& world, const Readings& readings, std::vector<Row>& rows);
  void request_blocks(const Readings& readings, const Pattern& pattern,
                      std::vector<BlockRequest>& out);
  // In drawing units, as all rows are, and with a margin that is a part of the drawing.
  void weigh(double size);

  void evaluate(const Readings& readings, const Eigen::VectorXd& q, Eigen::VectorXd& c);
  void differentiate(std::vector<double>& J, Eigen::VectorXd& c_time) const;

  // Brings columns back into their ranges. False when none was outside.
  bool clamp(Eigen::VectorXd& q) const;
  // A step that begins at q ends no nearer to an excluded limit than open_limit of the drawing, or
  // than it began: what is small may stay so. Unless it has no value there: close(). True when that
  // changes a row.
  bool begin(const Eigen::VectorXd& q);
  void close();

 private:
  struct Range {
    NumberRange of;
    int row = 0;
    int block = -1, in_block = 0;          // where in J, and which column of the block
    int end_block = -1, end_in_block = 0;  // of the parameter that is its end, if one is
    double weight = 1;
    bool at_lower = true;         // that is the nearer end
    double lower = 0, upper = 0;  // where the row is 0
    double least = 0, most = 0;   // where these are at most and at least
    double above = 0, below = 0;  // how far that is inside of the limits
  };
  std::vector<Range> ranges_;
};

}  // namespace limber
