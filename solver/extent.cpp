#include "solver/extent.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void sample_extent(const Curve& curve, std::vector<Point>& out) {
  const double begin = t_begin(curve), end = t_end(curve);
  std::vector<Point> points;
  const auto look = [&](double part) {
    Point x;
    if (point_at(curve, begin + (end - begin) * part, x)) points.push_back(x);
  };
  for (const double part : {0.0, 0.5, 1.0}) look(part);
  for (int i = 1; i <= size_samples; ++i) {
    const double part = i * size_sample_part - std::floor(i * size_sample_part);
    look(part);
    look(1 - part);
  }
  if (points.empty()) return;
  // On a pole: much farther out than half of the others.
  const Point from = points[points.size() / 2];
  std::vector<double> ways;
  for (const Point& x : points) ways.push_back((x - from).norm());
  std::nth_element(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2),
                   ways.end());
  const double usual = ways[ways.size() / 2];
  for (const Point& x : points)
    if (usual == 0 || (x - from).norm() <= far_out * usual) out.push_back(x);
}

double extent_of(const std::vector<Point>& samples) {
  Point middle = Point::Zero();
  for (const Point& x : samples)
    middle += (x - samples.front()) / static_cast<double>(samples.size());
  double extent = 0;
  for (const Point& x : samples)
    extent = std::max(extent, 2 * (x - samples.front() - middle).norm());
  return extent;
}

}  // namespace limber
