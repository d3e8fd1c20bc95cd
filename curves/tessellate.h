// A curve as a polyline that stays within a stated distance of it.
//
// Promise: every point of the curve is within `tolerance` of the polyline, and every point of the
// polyline lies on the curve. Segments are as long as the bending allows: the chord over dt is off
// by
//   |x_t x x_tt| / |x_t| dt^2 / 8
// so their density along t is the square root of that; what comes out is checked by the directions
// at the ends of each segment and refined where it bends in ways the probes did not see.
//
// Corners and joints are vertices. At a pole, a jump of more than two tolerances or the edge of the
// formula's domain the polyline ends and a new run begins beyond: nothing is drawn where the curve is
// not. Beside a pole the curve is drawn as far as a million times its usual size. At most
// `most_points` points; a curve that would need more is drawn coarser and `complete` is false.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <vector>

#include "curves/curve.h"

namespace limber {

using Box = Eigen::AlignedBox2d;

struct Polyline {
  static constexpr int most_points = 20000;

  std::vector<Point> points;
  std::vector<double> t;  // of each point: ascending within a run
  // x_t at both ends of the segment from each point to the next, as the curve runs within it: where
  // two segments meet they agree to the bit, unless two pieces of the curve meet there.
  struct Slopes {
    Point begin, end;
  };
  std::vector<Slopes> slopes;
  std::vector<int> runs;  // run k is points runs[k] .. runs[k+1]; size is the number of runs + 1
  bool closed = false;    // one run, whose last point is its first
  bool complete = true;
  // Of a curve with gaps: about where it is and how large, poles aside. Else usual_size is 0.
  Point middle = Point::Zero();
  double usual_size = 0;

  int run_count() const { return static_cast<int>(runs.size()) - 1; }
  bool empty() const { return points.empty(); }
  Box box() const;
  // What a picture of the curve shows: all of it, but of branches that run off to infinity only
  // what is near.
  Box frame() const;

  // Calls f(i) for each segment, from points[i] to points[i + 1].
  template <class F>
  void for_each_segment(F&& f) const {
    for (int k = 0; k < run_count(); ++k)
      for (int i = runs[static_cast<std::size_t>(k)]; i + 1 < runs[static_cast<std::size_t>(k) + 1];
           ++i)
        f(i);
  }
};

class Tessellator {
 public:
  void operator()(const Curve& curve, double tolerance, Polyline& out);

 private:
  struct Sample {
    double t;
    Point x, x_t;
    bool drawn;  // finite, and near enough to be drawn
  };
  // Samples of the pieces of a group, one piece after the other: piece k has those from begin[k] to
  // begin[k + 1].
  struct Samples {
    std::vector<double> t;
    std::vector<double> values;  // x, y, x_t, y_t, x_tt, y_tt: six rows, a column for each t
    std::vector<std::size_t> begin;
    void start();
    void end_piece() { begin.push_back(t.size()); }
    Point pair(std::size_t i, std::size_t row) const {
      return Point(values[row * t.size() + i], values[(row + 1) * t.size() + i]);
    }
  };
  // Where the curve is drawn: everywhere, until a first attempt has met a gap.
  struct Window {
    Point middle;
    double usual_size, limit;
    bool measured;
  };
  void attempt();
  void measure_window();
  void group(std::size_t first, std::size_t last);
  void probe(std::size_t first, std::size_t last);
  void look(Samples& samples);
  void plan();
  void plan_piece(std::size_t piece);
  void place_vertices(std::size_t piece);
  void measure_speeds();
  bool is_fine(std::size_t segment) const;
  bool is_straight(std::size_t piece) const;
  void emit_piece(std::size_t piece);
  bool is_drawn(const Point& x) const;
  Sample make_sample(double t, const Point& x, const Point& x_t) const;
  Sample sample_of(const Samples& samples, std::size_t i) const;
  Sample sample(double t);

  // Between two samples that are not close enough (tessellate_between.cpp).
  void refine(const Sample& from, const Sample& to, int depth);
  bool look_between(const Sample& from, const Sample& to, const Sample& middle);
  void approach_edge(const Sample& from, const Sample& to, int depth);
  bool cut_at_jump(const Sample& from, const Sample& to, int depth);
  static bool goes_on(const Sample& from, const Sample& to);
  double visible_error(const Point& x) const;
  bool must_start_over() const { return broken_ && !window_.measured; }
  void emit(const Sample& s);
  void end_run();
  void thin_out();

  const Curve* curve_ = nullptr;
  double tolerance_ = 0;
  Window window_;
  bool broken_ = false;  // a pole, a jump or an edge was met
  Polyline* out_ = nullptr;
  Point leaving_;  // x_t of the last point that went out, on the side of what comes next
  Locale locale_;
  double finest_ = 0;  // steps of t are not shorter
  int looks_ = 0;      // single samples taken
  std::vector<double> breaks_, ends_;
  std::vector<int> probe_counts_;  // one per piece of the group
  Samples probes_, vertices_;
  std::vector<double> density_, wanted_;  // one per probe
  std::vector<double> speeds_;            // one per vertex
};

Polyline tessellate(const Curve& curve, double tolerance);

// How far p is from the segment ab, and where on it the nearest point is (0 at a, 1 at b).
double distance_to_segment(const Point& p, const Point& a, const Point& b, double* where = nullptr);

}  // namespace limber
