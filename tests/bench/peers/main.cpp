// Limber and its peers on the same work, in one run: microseconds a step of the processor, the
// worst residual and lag as parts of the drawing's size, and how many times longer the peer takes.
// A lag over half a pixel of a view of 1000 voids a row. Where libslvs refuses redundant bars it is
// also given the figure without them ("less bars").
#include <cmath>
#include <cstdio>
#include <cstring>

#include "tests/bench/peers/linkage.h"
#include "tests/bench/rows.h"

using namespace limber;

namespace {

constexpr double half_pixel = 0.5e-3;
constexpr double pi = 3.14159265358979323846;

void print(const std::string& scene, const char* who, double median, double residual, double lag,
           double ratio, int failures) {
  std::printf("  %-12s %12.2f us  residual %8.1e  lag %8.1e  x%-9.1f%s", who, median, residual, lag,
              ratio, lag > half_pixel ? "  lags: void" : "");
  if (failures > 0) std::printf("  gave up on %d steps", failures);
  std::printf("\n");
  std::fflush(stdout);
  bench_row(scene + ", " + who, median, "us");
}

void compare(DragScene drag, PeerLinkage linkage, int steps, int peer_steps, bool physics) {
  std::printf("%s\n", drag.name.c_str());
  const Times ours = measure(drag, Path::automatic, steps), qr = measure(drag, Path::qr, steps);
  print(drag.name, "Limber", ours.median, ours.residual, ours.lag, 1, 0);
  print(drag.name, "by QR", qr.median, qr.residual, qr.lag, qr.median / ours.median, 0);
#ifdef HAVE_SLVS
  const PeerTimes slvs = run_slvs(linkage, peer_steps);
  print(drag.name, "libslvs", slvs.median, slvs.residual, slvs.lag, slvs.median / ours.median,
        slvs.failures);
  if (slvs.failures > 0) {
    const PeerTimes fewer = run_slvs(without_redundant(linkage), peer_steps);
    print(drag.name, "- less bars", fewer.median, fewer.residual, fewer.lag,
          fewer.median / ours.median, fewer.failures);
  }
#endif
#ifdef HAVE_CERES
  const PeerTimes ceres = run_ceres(linkage, peer_steps);
  print(drag.name, "Ceres", ceres.median, ceres.residual, ceres.lag, ceres.median / ours.median,
        ceres.failures);
#endif
#ifdef HAVE_BOX2D
  if (physics) {
    const PeerTimes box2d = run_box2d(linkage, steps);
    print(drag.name, "Box2D", box2d.median, box2d.residual, box2d.lag, box2d.median / ours.median,
          0);
  }
#endif
  (void)peer_steps;
  (void)physics;
}

PeerLinkage pulled(const DragScene& drag) {
  PeerLinkage linkage = linkage_of(drag.world);
  linkage.held = joint_at(linkage, drag.target(0));
  linkage.target = drag.target;
  return linkage;
}

PeerLinkage turned(const DragScene& drag, double crank) {
  PeerLinkage linkage = linkage_of(drag.world);
  const Point end = place(drag.world, drag.world.bodies().at_slot(0), 1);
  const double begin = std::atan2(end.y(), end.x());
  linkage.held = joint_at(linkage, end);
  linkage.driven = true;
  linkage.target = [=](int k) {
    const double angle = begin + 2 * pi * k / 240;
    return Point(crank * std::cos(angle), crank * std::sin(angle));
  };
  return linkage;
}

// Where there is no solution: does it settle, and where?
void settle(const char* name, World world, Point target) {
  PeerLinkage linkage = linkage_of(world);
  HandId hand;
  if (target != Point::Zero()) {
    const CurveId last = world.bodies().at_slot(world.bodies().slots() - 1);
    linkage.held = joint_at(linkage, place(world, last, 1));
    linkage.target = [=](int) { return target; };
    hand = world.grab(last, 1);
    world.pull(hand, target);
  }
  Stepper stepper;
  const int ticks = stepper.settle(world, 4800);
  std::printf("%s\n  Limber       %s after %d ticks\n", name,
              ticks < 4800 ? "settles" : "does not settle", ticks);
#ifdef HAVE_SLVS
  const PeerTimes slvs = run_slvs(linkage, 3);
  std::printf("  libslvs      %s (residual %.1e, lag %.1e)\n",
              slvs.failures ? "gives up" : "settles", slvs.residual, slvs.lag);
#endif
#ifdef HAVE_CERES
  const PeerTimes ceres = run_ceres(linkage, 3);
  std::printf("  Ceres        %s (residual %.1e, lag %.1e)\n",
              ceres.failures ? "gives up" : "settles", ceres.residual, ceres.lag);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  const DragScene four = four_bar_play(), jansen = jansen_play();
  compare(four, turned(four, 1.5), 2000, 200, false);
  compare(jansen, turned(jansen, 15), 1000, 200, false);
  for (const int n : quick ? std::vector<int>{100} : std::vector<int>{100, 1000}) {
    const DragScene drag = chain_drag(n);
    compare(drag, pulled(drag), 60, n > 500 ? 4 : 20, true);
  }
  const DragScene grid = grid_drag(quick ? 8 : 20);
  compare(grid, pulled(grid), 40, quick ? 10 : 4, true);

  settle("a chain of 10 pulled to twice its reach", chain(10).world, Point(20, 3));
  settle("a triangle of bars 3, 1, 1", triangle(3, 1, 1).world, Point::Zero());
  World apart;
  const CurveId bar = add_bar(apart, Point(0, 0), Point(1, 0));
  nail(apart, bar, 0, Point(0, 0));
  nail(apart, bar, 1, Point(3, 0));
  settle("a bar of length 1 nailed at places 3 apart", apart, Point::Zero());
}
