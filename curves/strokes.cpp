#include "curves/strokes.h"

#include <algorithm>
#include <cmath>

#include "curves/cubic.h"

namespace limber {
namespace {

constexpr int fewest_segments = 3;    // of a cubic: shorter ones are drawn as fast as lines
constexpr double most_scaling = 1.5;  // of the handles, up or down
// How far a point of the cubic may be along the curve from the vertex of its t, in tolerances: that
// changes nothing in the picture, but far away the distance across says little.
constexpr double most_slip = 16;

double cross(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }

class Trial {
 public:
  Trial(const Polyline& line, int begin, double tolerance)
      : line_(line), begin_(begin), tolerance_(tolerance) {}

  // Whether a cubic from begin to `end` will do; then `out` is it.
  bool reaches(int end, CubicStroke& out) {
    end_ = end;
    from_ = x(begin_);
    to_ = x(end);
    const double dt = t(end) - t(begin_);
    out_ = line_.slopes[static_cast<std::size_t>(begin_)].begin * (dt / 3);
    in_ = line_.slopes[static_cast<std::size_t>(end) - 1].end * (dt / 3);
    // A cubic that turns by more than a right angle at either end is no judge of what lies between.
    const Point chord = to_ - from_;
    if (!(out_.dot(chord) > 0) || !(in_.dot(chord) > 0)) return false;
    meet_the_middle();
    for (int i = begin_ + 1; i < end; ++i)
      if (!is_near(i)) return false;
    out = {end, {from_ + out_, to_ - in_}};
    return true;
  }

 private:
  const Point& x(int i) const { return line_.points[static_cast<std::size_t>(i)]; }
  double t(int i) const { return line_.t[static_cast<std::size_t>(i)]; }
  const Point& x_t(int i) const { return line_.slopes[static_cast<std::size_t>(i)].begin; }
  double share(int i) const { return (t(i) - t(begin_)) / (t(end_) - t(begin_)); }

  ControlPoints control_points() const { return {from_, from_ + out_, to_ - in_, to_}; }

  // Scales the handles so that the cubic passes the vertex nearest to the middle without error
  // across the curve: linear in the factor. Where no sensible one does, in an S, they stay.
  void meet_the_middle() {
    const double half = 0.5 * (t(begin_) + t(end_));
    const auto first = line_.t.begin() + begin_ + 1, last = line_.t.begin() + end_ - 1;
    const int middle = static_cast<int>(std::lower_bound(first, last, half) - line_.t.begin());
    const double u = share(middle);
    const Point d = x_t(middle), without = cubic_at({from_, from_, to_, to_}, u);
    const double effect = cross(cubic_at(control_points(), u) - without, d);
    const double wanted = cross(x(middle) - without, d);
    const double factor = wanted / effect;
    if (!(factor * most_scaling > 1 && factor < most_scaling)) return;
    out_ *= factor;
    in_ *= factor;
  }

  bool is_near(int i) const {
    const Point gap = cubic_at(control_points(), share(i)) - x(i), d = x_t(i);
    const double across = cross(gap, d);
    return across * across <= tolerance_ * tolerance_ * d.squaredNorm() &&
           gap.squaredNorm() <= std::pow(most_slip * tolerance_, 2);
  }

  const Polyline& line_;
  int begin_, end_ = 0;
  double tolerance_;
  Point from_, to_, out_, in_;
};

// The last point up to which the curve goes on smoothly.
int smooth_end(const Polyline& line, int begin, int last) {
  int end = begin + 1;
  const auto goes_on = [&](std::size_t i) {
    return line.slopes[i - 1].end == line.slopes[i].begin;
  };
  while (end < last && goes_on(static_cast<std::size_t>(end))) ++end;
  return end;
}

}  // namespace

CubicStroke longest_cubic(const Polyline& line, int begin, int last, double tolerance) {
  CubicStroke best{begin + 1, {}};
  const int most = smooth_end(line, begin, last) - begin;
  Trial trial(line, begin, tolerance);
  // In segments: so many were reached, so many are too many. Twice as many are tried while that
  // works, then halves.
  int reached = fewest_segments - 1, too_many = most + 1;
  int next = std::min(4 * fewest_segments, most);
  while (next > reached && next < too_many) {
    const bool good = trial.reaches(begin + next, best);
    (good ? reached : too_many) = next;
    next = too_many > most ? std::min(2 * reached, most) : (reached + too_many) / 2;
  }
  return best;
}

}  // namespace limber
