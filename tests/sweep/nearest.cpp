#include "tests/sweep/nearest.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "solver/assemble.h"
#include "solver/tolerances.h"
#include "tests/laws.h"

namespace limber {
namespace {

constexpr int samples = 48;             // random motions tried, beside the steepest
constexpr double ways[] = {0.01, 1e-3};  // of the drawing's size: how far each is led, both ways
constexpr int newton_steps = 12;
constexpr double dense_rank = 1e-7;  // of the largest singular value

// The island of a hand as dense matrices, its columns scaled so that each moves its object by 1.
class Dense {
 public:
  bool begin(const World& world, HandId hand) {
    for (const Island& island : find_islands(world).all)
      if (std::find(island.hands.begin(), island.hands.end(), hand) != island.hands.end()) {
        rows_.build(world, island);
        rows_.read(world);
        rows_.begin_ranges(rows_.q);
        time_ = world.time;
        q = rows_.q;
        return evaluate(q) && rows_.weigh() && (find_scale(), true);
      }
    return false;
  }

  // The motions the rows leave, one a column; touched stops hold when asked.
  Eigen::MatrixXd free_motions(bool with_stops) {
    const Eigen::MatrixXd J = jacobian(with_stops);
    const Eigen::Index n = J.cols();
    if (J.rows() == 0) return Eigen::MatrixXd(scale_.asDiagonal());
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(J, Eigen::ComputeFullV);
    Eigen::Index rank = 0;
    while (rank < svd.singularValues().size() &&
           svd.singularValues()[rank] > dense_rank * svd.singularValues()[0])
      ++rank;
    return scale_.asDiagonal() * svd.matrixV().rightCols(n - rank);
  }

  // Back on the rows by Newton's method. False where they cannot be met, or a range is left.
  bool project(Eigen::VectorXd& at) {
    const double tolerance = hard_tolerance * rows_.size;
    for (int k = 0; k < newton_steps; ++k) {
      if (!evaluate(at)) return false;
      if (off() <= tolerance) return within_ranges();
      const Eigen::MatrixXd J = jacobian(false);
      Eigen::JacobiSVD<Eigen::MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
      svd.setThreshold(dense_rank);
      at -= scale_.asDiagonal() * svd.solve(residual());
    }
    return false;
  }

  double distance(const Point& target) const { return (target - Point(rows_.p)).norm(); }
  Eigen::VectorXd pull(const Point& target) const { return rows_.P * (target - Point(rows_.p)); }
  double size() const { return rows_.size; }

  Eigen::VectorXd q;

 private:
  bool evaluate(const Eigen::VectorXd& at) {
    return at.allFinite() && rows_.evaluate(at, time_) && rows_.differentiate();
  }

  void find_scale() {
    scale_.setOnes(rows_.columns());
    for (int k = 0; k < rows_.objects(); ++k) {
      const int begin = rows_.pattern.begin[static_cast<std::size_t>(k)];
      const int end = rows_.pattern.begin[static_cast<std::size_t>(k) + 1];
      for (int i = begin; i < end; ++i)
        scale_[i] = std::sqrt(rows_.metric.length(k) / rows_.metric.diagonal(k, i - begin));
    }
  }

  bool counts(int row, bool with_stops) const {
    const Row& of = rows_.rows[static_cast<std::size_t>(row)];
    if (!of.hard() || of.motor >= 0) return false;
    return !of.stop || (with_stops && rows_.c[row] <= touching_distance * rows_.size);
  }

  Eigen::MatrixXd jacobian(bool with_stops) const {
    const Pattern& pattern = rows_.pattern;
    std::vector<int> place(static_cast<std::size_t>(pattern.rows), -1);
    int kept = 0;
    for (int r = 0; r < pattern.rows; ++r)
      if (counts(r, with_stops)) place[static_cast<std::size_t>(r)] = kept++;
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(kept, pattern.columns());
    for (const Pattern::Block& block : pattern.blocks) {
      const int begin = pattern.begin[static_cast<std::size_t>(block.object)];
      const int end = pattern.begin[static_cast<std::size_t>(block.object) + 1];
      for (int j = 0; j < end - begin; ++j)
        for (int r = 0; r < block.rows; ++r)
          if (const int at = place[static_cast<std::size_t>(block.row + r)]; at >= 0)
            J(at, begin + j) =
                rows_.system.J[static_cast<std::size_t>(block.at + j * block.rows + r)];
    }
    return J * scale_.asDiagonal();
  }

  Eigen::VectorXd residual() const {
    std::vector<double> c;
    for (int r = 0; r < rows_.pattern.rows; ++r)
      if (counts(r, false)) c.push_back(rows_.c[r]);
    return Eigen::Map<Eigen::VectorXd>(c.data(), static_cast<Eigen::Index>(c.size()));
  }

  double off() const {
    const Eigen::VectorXd c = residual();
    return c.size() > 0 ? c.lpNorm<Eigen::Infinity>() : 0;
  }

  bool within_ranges() const {
    for (int r = 0; r < rows_.pattern.rows; ++r)
      if (rows_.rows[static_cast<std::size_t>(r)].stop &&
          rows_.c[r] < -touching_distance * rows_.size)
        return false;
    return true;
  }

  Assembly rows_;
  Eigen::VectorXd scale_;
  double time_ = 0;
};

}  // namespace

bool is_nearest(const World& world, HandId hand, const Point& target, double by) {
  Dense figure;
  if (!figure.begin(world, hand)) return false;
  const Eigen::VectorXd from = figure.q, pull = figure.pull(target);
  const double before = figure.distance(target);
  Random random(1);
  for (const bool with_stops : {false, true}) {
    Eigen::VectorXd at = from;
    if (!figure.project(at)) return false;
    const Eigen::MatrixXd free = figure.free_motions(with_stops);
    for (int k = 0; k <= samples && free.cols() > 0; ++k) {
      Eigen::VectorXd part = free.transpose() * pull;
      if (k > 0)
        for (double& x : part) x = random.normal(1);
      if (!(part.norm() > 0)) continue;
      const Eigen::VectorXd way = free * part / part.norm();
      for (const double length : ways)
        for (const double sign : {1.0, -1.0}) {
          Eigen::VectorXd end = from + sign * length * figure.size() * way;
          if (figure.project(end) && figure.distance(target) < before - by) return false;
        }
    }
  }
  return true;
}

}  // namespace limber
