// Ceres, as a person would set it up: bars as heavy residuals, the hand as one more, and a little
// to keep everything else where it is; sparse normal equations, derivatives by its own dual
// numbers.
#include <ceres/ceres.h>

#include "tests/bench/peers/linkage.h"

namespace limber {
namespace {

constexpr double heavy = 1e4, light = 1e-3;

struct Bar {
  double length;
  template <class T>
  bool operator()(const T* a, const T* b, T* out) const {
    const T x = a[0] - b[0], y = a[1] - b[1];
    out[0] = T(heavy) * (ceres::sqrt(x * x + y * y) - T(length));
    return true;
  }
};

struct Near {
  double weight;
  const Point* place;
  template <class T>
  bool operator()(const T* a, T* out) const {
    out[0] = T(weight) * (a[0] - T(place->x()));
    out[1] = T(weight) * (a[1] - T(place->y()));
    return true;
  }
};

}  // namespace

PeerTimes run_ceres(const PeerLinkage& linkage, int steps) {
  std::vector<Point> joints = linkage.joints, before = linkage.joints;
  Point target = Point::Zero();
  ceres::Problem problem;
  for (std::size_t i = 0; i < linkage.bars.size(); ++i)
    problem.AddResidualBlock(
        new ceres::AutoDiffCostFunction<Bar, 1, 2, 2>(new Bar{linkage.lengths[i]}), nullptr,
        joints[static_cast<std::size_t>(linkage.bars[i].first)].data(),
        joints[static_cast<std::size_t>(linkage.bars[i].second)].data());
  for (std::size_t n = 0; n < joints.size(); ++n) {
    const bool held = static_cast<int>(n) == linkage.held;
    const double weight = held ? (linkage.driven ? heavy : 1.0) : light;
    problem.AddResidualBlock(
        new ceres::AutoDiffCostFunction<Near, 2, 2>(new Near{weight, held ? &target : &before[n]}),
        nullptr, joints[n].data());
    if (linkage.stands[n]) problem.SetParameterBlockConstant(joints[n].data());
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::SPARSE_NORMAL_CHOLESKY;
  options.function_tolerance = 1e-16;
  options.parameter_tolerance = 1e-12;
  options.max_num_iterations = 50;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  PeerTimes times;
  std::vector<double> each;
  for (int step = 1; step <= steps; ++step) {
    if (linkage.held >= 0) target = linkage.target(step);
    const double begin = microseconds_of_this_thread();
    ceres::Solver::Summary report;
    ceres::Solve(options, &problem, &report);
    each.push_back(microseconds_of_this_thread() - begin);
    if (report.termination_type != ceres::CONVERGENCE) ++times.failures;
    times.residual = std::max(times.residual, worst_bar(linkage, joints));
    if (linkage.held >= 0)
      times.lag =
          std::max(times.lag,
                   (joints[static_cast<std::size_t>(linkage.held)] - target).norm() / linkage.size);
    before = joints;
  }
  return summary(each, times);
}

}  // namespace limber
