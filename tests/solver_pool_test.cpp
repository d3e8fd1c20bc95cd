#include "solver/pool.h"

#include <doctest/doctest.h>
#include <signal.h>

#include <set>

#include "solver/stepper.h"
#include "tests/allocations.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// Four-bars beside each other, nothing between them: an island each. Every third is turned by a
// motor, the others by a spring that was left stretched.
World many_islands(int n) {
  World world;
  for (int i = 0; i < n; ++i) {
    const Point at(10 * (i % 8), 10 * (i / 8));
    const CurveId crank = add_bar(world, at, at + Point(1.2 + 0.01 * i, 0.9));
    const CurveId rocker = add_bar(world, at + Point(4, 0), at + Point(4.5, 3));
    const CurveId coupler = add_bar(world, at + Point(1.2 + 0.01 * i, 0.9), at + Point(4.5, 3));
    nail(world, crank, 0);
    nail(world, rocker, 0);
    attach(world, crank, 1, coupler, 0);
    attach(world, coupler, 1, rocker, 1);
    if (i % 3 == 0) {
      const ConstraintId turn =
          hold(world, "fixed_angle",
               {world.add(parameter_of(crank, 2)), Argument(world.find(crank)->q[2])});
      Motor motor;
      motor.constraint = turn;
      motor.input = 1;
      motor.speed = 1 + 0.1 * i;
      world.add(motor);
    } else {
      hold(world, "distance",
           {world.add(point_at(coupler, 0.5)), Argument(Point(at + Point(2, 9))), Argument(1.0)},
           0.5);
    }
  }
  return world;
}

std::uint64_t after(int threads, int steps) {
  World world = many_islands(40);
  Stepper stepper;
  stepper.threads = threads;
  for (int k = 0; k < steps; ++k) stepper.step(world, tick, Run::play);
  return hash(world);
}

}  // namespace

TEST_CASE("every share of a pool's work is done once, by a thread of its own, round after round") {
  for (const int threads : {1, 2, 3, 5}) {
    Pool pool(threads);
    REQUIRE(pool.size() == threads);
    std::vector<int> done(static_cast<std::size_t>(threads));
    std::vector<std::thread::id> who(static_cast<std::size_t>(threads));
    for (int round = 1; round <= 200; ++round) {
      pool.run([&](int k) {
        ++done[static_cast<std::size_t>(k)];
        who[static_cast<std::size_t>(k)] = std::this_thread::get_id();
      });
      CHECK(std::set<int>(done.begin(), done.end()) == std::set<int>{round});
    }
    CHECK(who[0] == std::this_thread::get_id());
    CHECK(std::set<std::thread::id>(who.begin(), who.end()).size() == who.size());
  }
}

TEST_CASE("the pool's own threads hear no signal") {
  Pool pool(2);
  bool blocked = false;
  pool.run([&](int k) {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    if (k == 1) blocked = sigismember(&now, SIGINT) && sigismember(&now, SIGALRM);
  });
  CHECK(blocked);
  sigset_t here;
  pthread_sigmask(SIG_SETMASK, nullptr, &here);
  CHECK_FALSE(sigismember(&here, SIGINT));
}

TEST_CASE("any number of threads steps a world to the same bits") {
  const std::uint64_t alone = after(1, 200);
  for (const int threads : {2, 3, 4, 7}) CHECK(after(threads, 200) == alone);
}

TEST_CASE("threads come and go between steps, and nobody can tell") {
  World world = many_islands(40);
  Stepper stepper;
  for (int k = 0; k < 200; ++k) {
    stepper.threads = 1 + k % 3;
    stepper.step(world, tick, Run::play);
  }
  CHECK(hash(world) == after(1, 200));
}

TEST_CASE("two threads step without asking for memory, once they have begun") {
  World world = many_islands(40);
  Stepper stepper;
  stepper.threads = 2;
  for (int k = 0; k < 200; ++k) stepper.step(world, tick, Run::play);
  const long before = allocations_of_all();
  for (int k = 0; k < 200; ++k) stepper.step(world, tick, Run::play);
  CHECK(allocations_of_all() == before);
}

TEST_CASE("after n ticks the clock stands at n/240, to the bit") {
  World world = four_bar(4, 1.5, 3.5, 3, 1).world;
  Stepper stepper;
  bool exact = true;
  for (int n = 1; n <= 100'000; ++n) {
    stepper.step(world, tick, Run::play);
    exact = exact && world.time == n / 240.0;
  }
  CHECK(exact);
  world.time = 0;
  for (int n = 1; n <= 1000; ++n) stepper.step(world, 0.003, Run::play);
  CHECK(world.time == 1000 * 0.003);
  world.time = 0.1;  // not a whole number of steps: they are added
  stepper.step(world, 0.25, Run::play);
  CHECK(world.time == 0.35);
}
