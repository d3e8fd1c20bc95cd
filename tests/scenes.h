// Worlds that tests and benchmarks share: linkages, chains, grids, and figures that disagree with
// themselves. All built from the toolbox, as a person would build them.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "curves/library.h"
#include "solver/kinds.h"
#include "solver/world.h"

namespace limber {

// From the toolbox of the program; the name must be there.
SharedCurveType curve_type(std::string_view name);
std::shared_ptr<const ConstraintKind> kind(std::string_view name);

// ---- pieces

CurveId add_curve(World& world, std::string_view type, const std::vector<double>& q);
CurveId add_bar(World& world, Point from, Point to);  // its length is locked
CurveId add_circle(World& world, Point center, double radius);
ConstraintId hold(World& world, std::string_view kind, std::vector<Argument> on,
                  double compliance = 0);
ConstraintId nail(World& world, CurveId curve, double t, Point place);
ConstraintId nail(World& world, CurveId curve, double t);  // where it is
ConstraintId attach(World& world, CurveId a, double t_a, CurveId b, double t_b);
MotorId drive(World& world, CurveId bar, double speed);  // its angle, radians a second
Point place(const World& world, CurveId curve, double t);

// ---- scenes

// Crank from (0, 0), rocker from (ground, 0), coupler between their ends. `angle` of the crank;
// `side` +1 or -1: on which side of the line from crank end to rocker end the joint lies.
struct FourBar {
  World world;
  CurveId crank, coupler, rocker;
};
FourBar four_bar(double ground, double crank, double coupler, double rocker, double angle,
                 double side = 1);
FourBar parallelogram(double width, double arm, double angle);

// Bars of length 1 in a zigzag from (0, 0), where the first is nailed.
struct Chain {
  World world;
  std::vector<CurveId> bars;
};
Chain chain(int n);

// Bars between points, joined where they meet: the first bar at a point stands for it, the others
// are attached to that one. Points that are nailed hold all their bars.
struct Linkage {
  World world;
  std::vector<Point> points;
  std::vector<CurveId> bars;
  std::vector<std::pair<CurveId, double>> at;  // of each point: a bar and the t where it is
};
Linkage linkage(std::vector<Point> points, const std::vector<std::pair<int, int>>& bars,
                const std::vector<int>& nails);

// k x k squares of bars of length 1 with both diagonals: far more rows than it needs. One corner is
// nailed; the rest turns about it.
struct Grid {
  World world;
  std::vector<CurveId> bars;
  CurveId far_bar;  // its end is the corner opposite to the nail
};
Grid grid(int k);

// Crank, connecting rod, and a point that slides on a horizontal line.
struct SliderCrank {
  World world;
  CurveId crank, rod, rail;
  ConnectorId slider;
};
SliderCrank slider_crank(double crank, double rod, double angle);

// A bar whose ends slide on two perpendicular lines; every point of it runs on an ellipse.
struct Trammel {
  World world;
  CurveId bar, horizontal, vertical;
};
Trammel trammel(double length, double angle);

// Peaucellier's cell: `pen` runs on a straight line when the figure turns.
struct Peaucellier {
  World world;
  CurveId crank, pen_bar;  // the pen is the end of pen_bar
  std::vector<CurveId> bars;
};
Peaucellier peaucellier();

// One leg of Jansen's walking machine: 11 bars and a crank.
struct Jansen {
  World world;
  CurveId crank, foot_bar;  // the foot is the end of foot_bar
  std::vector<CurveId> bars;
};
Jansen jansen();

// A triangle of bars of lengths a, b, c, its corners joined, one nailed: contradictory when one is
// longer than the others together.
struct Triangle {
  World world;
  CurveId a, b, c;
  std::vector<ConstraintId> joints;  // b at a, c at b, a at c; then the nail
};
Triangle triangle(double a, double b, double c);

// n springs of rest length 1 and stiffness k between points, the first at the origin, a weight of 1
// on every point: the i-th hangs by (n - i + 1)/k longer.
struct Springs {
  World world;
  std::vector<CurveId> points;
};
Springs hanging_springs(int n, double stiffness);

// n circles in a row, each touching the next at points that slide on both.
struct Circles {
  World world;
  std::vector<CurveId> circles;
};
Circles tangent_circles(int n);

}  // namespace limber
