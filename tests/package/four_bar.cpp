// Builds a four-bar linkage, pulls the middle of its coupler along a line, then lets a motor turn
// the crank once, and prints where the coupler's middle went.
#include <limber/limber.h>

#include <cstdio>

int main() {
  limber::Drawing drawing;
  const auto crank = drawing.add_curve("bar", {{"phi", 1.0}, {"l", 30}});
  const auto coupler = drawing.add_curve("bar", {{"a.x", 16}, {"a.y", 25}, {"phi", 0.4}, {"l", 70}});
  const auto rocker = drawing.add_curve("bar", {{"a.x", 80}, {"phi", 1.5}, {"l", 60}});
  drawing.hold("coincident", {drawing.point(crank, 0), limber::place(0, 0)});
  drawing.hold("coincident", {drawing.point(rocker, 0), limber::place(80, 0)});
  drawing.hold("coincident", {drawing.point(crank, 1), drawing.point(coupler, 0)});
  drawing.hold("coincident", {drawing.point(coupler, 1), drawing.point(rocker, 1)});
  std::printf("assembled in %d ticks\n", drawing.settle());

  const auto hand = drawing.grab(coupler, 0.5);
  const limber::DrawingPoint from = drawing.at(coupler, 0.5);
  double residual = 0;
  for (int i = 1; i <= 120; ++i) {
    drawing.pull(hand, from.x - 0.1 * i, from.y + 0.05 * i);
    residual = drawing.step().residual;
  }
  drawing.release(hand);
  std::printf("pulled; crank at %.6f, residual %s\n", drawing.value(crank, "phi"),
              residual < 1e-6 ? "small" : "large");

  const auto turn = drawing.hold("fixed_angle", {drawing.parameter(crank, "phi"), drawing.value(crank, "phi")});
  drawing.drive(turn, "phi", 2 * 3.14159265358979);
  for (int i = 1; i <= 240; ++i) {
    drawing.step(true);
    if (i % 60 == 0) std::printf("%.2f s: %.6f %.6f\n", drawing.time(), drawing.at(coupler, 0.5).x, drawing.at(coupler, 0.5).y);
  }
  if (!drawing.error().empty()) std::printf("error: %s\n", drawing.error().c_str());
  return drawing.error().empty() ? 0 : 1;
}
