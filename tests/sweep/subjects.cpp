#include "tests/sweep/subjects.h"

#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

namespace limber {
namespace {

// As it stands when a person has looked at it for a while.
World settled(World world) {
  Stepper stepper;
  stepper.settle(world);
  return world;
}

double cross(Point a, Point b) { return a.x() * b.y() - a.y() * b.x(); }

// On which side of the line between its other two joints the joint of coupler and rocker lies.
std::function<double(const World&)> side_of(CurveId crank, CurveId coupler, CurveId rocker) {
  return [=](const World& world) {
    const Point A = place(world, crank, 1);
    return cross(place(world, rocker, 0) - A, place(world, coupler, 1) - A);
  };
}

Subject fixed(std::string name, World world) {
  world = settled(std::move(world));
  return {.name = std::move(name), .make = [world](Random&) { return world; }, .mode = {}};
}

// A figure of four lines with three right angles, one corner nailed: a rectangle.
World rectangle_of_lines() {
  World world;
  const Point corner[] = {Point(0, 0), Point(60, 0), Point(60, 40), Point(0, 40)};
  CurveId line[4];
  for (int i = 0; i < 4; ++i) {
    const Point a = corner[i], b = corner[(i + 1) % 4];
    line[i] = add_curve(world, "line", {a.x(), a.y(), b.x(), b.y()});
  }
  for (int i = 0; i < 4; ++i) attach(world, line[i], 1, line[(i + 1) % 4], 0);
  for (int i = 0; i < 3; ++i)
    hold(world, "perpendicular",
         {world.add(measure_of(line[i], "along")), world.add(measure_of(line[i + 1], "along"))});
  nail(world, line[0], 0);
  return world;
}

// Bars whose lengths are free, joined in a chain, the first nailed.
World unlocked_bars() {
  World world;
  Point at(0, 0);
  CurveId before;
  for (int i = 0; i < 3; ++i) {
    const Point to = at + Point(20, i % 2 == 0 ? 10 : -10);
    const CurveId bar = add_bar(world, at, to);
    world.set_locked(bar, 3, false);
    if (i == 0)
      nail(world, bar, 0);
    else
      attach(world, before, 1, bar, 0);
    before = bar;
    at = to;
  }
  return world;
}

World polygon(int corners, double side) {
  std::vector<Point> points;
  std::vector<std::pair<int, int>> bars;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * i / corners;
    points.push_back(side * Point(std::cos(angle), std::sin(angle)));
    bars.push_back({i, (i + 1) % corners});
  }
  return linkage(points, bars, {0}).world;
}

}  // namespace

std::vector<Subject> curve_subjects() {
  std::vector<Subject> subjects;
  for (const auto& type : every_curve_type())
    subjects.push_back({.name = "curve " + type->name,
                        .make =
                            [type](Random& random) {
                              World world;
                              world.add(random.curve(type));
                              return settled(std::move(world));
                            },
                        .free = true,
                        .mode = {}});
  return subjects;
}

std::vector<Subject> scene_subjects() {
  std::vector<Subject> subjects;
  const double bars[][4] = {{80, 30, 70, 60}, {30, 80, 70, 60}, {80, 60, 30, 70}};
  const char* const names[] = {"crank-rocker", "double crank", "double rocker"};
  for (int i = 0; i < 3; ++i)
    for (const double side : {1.0, -1.0}) {
      FourBar scene = four_bar(bars[i][0], bars[i][1], bars[i][2], bars[i][3], 1.2, side);
      Subject subject = fixed(std::string("scene ") + names[i] + (side > 0 ? "" : ", crossed"),
                              std::move(scene.world));
      // Where the coupler is the shortest bar it goes round, and the joint with it.
      if (bars[i][2] > 30) subject.mode = side_of(scene.crank, scene.coupler, scene.rocker);
      subjects.push_back(std::move(subject));
    }
  subjects.push_back(fixed("scene parallelogram", parallelogram(60, 30, 1).world));
  subjects.push_back(fixed("scene arm of two bars", chain(2).world));
  subjects.push_back(fixed("scene chain of 12", chain(12).world));
  subjects.push_back(fixed("scene rectangle of lines", rectangle_of_lines()));
  subjects.push_back(fixed("scene unlocked bars", unlocked_bars()));
  subjects.push_back(fixed("scene pentagon", polygon(5, 30)));
  subjects.push_back(fixed("scene slider-crank", slider_crank(20, 60, 1).world));
  subjects.push_back(fixed("scene trammel", trammel(50, 1).world));
  subjects.push_back(fixed("scene Peaucellier", peaucellier().world));
  subjects.push_back(fixed("scene Jansen", jansen().world));
  subjects.push_back(fixed("scene tangent circles", tangent_circles(4).world));
  subjects.push_back(fixed("scene grid", grid(3).world));
  subjects.push_back(fixed("scene triangle that disagrees", triangle(60, 20, 25).world));
  subjects.back().timed = true;
  subjects.push_back(fixed("scene springs", hanging_springs(4, 10).world));
  subjects.back().timed = true;
  return subjects;
}

std::vector<Subject> every_subject() {
  std::vector<Subject> all;
  for (auto* make : {curve_subjects, scene_subjects, drawing_subjects})
    for (Subject& subject : make()) all.push_back(std::move(subject));
  return all;
}

}  // namespace limber
