#include "tests/sweep/drags.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "curves/curve.h"
#include "tests/sweep/nearest.h"

namespace limber {
namespace {

// Of the drawing's size:
constexpr double reached_part =
    1e-6;                            // nearer than a person sees at any zoom that shows the drawing
constexpr double still_part = 1e-9;  // what hard rows may be off by, and hence move within
constexpr double same_part = 1e-4;   // two ends of one way that are told apart by an eye
// A hand in the middle of a curve may turn it about a point near by: so many times its own way.
constexpr double few_times = 8;
constexpr int frames_4 = 16;      // ticks of four frames
constexpr int patience = 240;     // ticks until what can be reached counts as out of reach
constexpr int settling = 2400;    // ticks until what was let go must rest, or nearly
constexpr int second = 240;       // ticks
constexpr int most_work = 20000;  // evaluations in a tick: a hundred times a tick of a long chain
constexpr int samples = 8;        // points of a curve that are watched
constexpr int most_events = 1000;  // of a piece of the way: so slowly every figure can follow

using Places = std::vector<Point>;

void watch(const World& world, Places& out) {
  out.clear();
  world.bodies().each([&](CurveId, const Body& body) {
    const double begin = t_begin(body.curve), end = t_end(body.curve);
    for (int i = 0; i <= samples; ++i) {
      Point x = Point::Zero();
      // 0.46: closed curves and those with symmetries are seen elsewhere than at their symmetries
      const double part = (i + (i % 2 == 0 ? 0.0 : 0.46)) / (samples + 0.46);
      if (!point_at(body.curve, begin + (end - begin) * part, x)) x.setConstant(NAN);
      out.push_back(x);
    }
  });
}

double farthest(const Places& from, const Places& to) {
  double most = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double way = (to[i] - from[i]).norm();
    if (way > most) most = way;
  }
  return most;
}

bool all_finite(const World& world) {
  bool finite = true;
  world.bodies().each(
      [&](CurveId, const Body& body) { finite = finite && body.curve.q.allFinite(); });
  return finite;
}

CurveId curve_at(const World& world, int number) {
  CurveId found;
  int k = 0;
  world.bodies().each([&](CurveId id, const Body&) {
    if (k++ == number) found = id;
  });
  return found;
}

// One drag of one world, watched.
class Watched {
 public:
  Watched(const Subject& subject, const World& world, const Drag& drag)
      : subject_(subject), world_(world), drag_(drag), size_(world.size()) {
    mode_ = subject.mode ? subject.mode(world) : 0;
  }

  void lead(int events) {
    const CurveId curve = curve_at(world_, drag_.curve);
    hand_ = world_.grab(curve, drag_.t);
    if (!world_.find(hand_)) return;
    at_ = world_.find(hand_)->target;
    const Point start = at_;
    watch(world_, before_);
    for (const Point& corner : drag_.corners) go_to(corner, events);
    go_to(start, events);
    rest(true);
    let_go();
  }

  const std::vector<Breach>& breaches() const { return breaches_; }
  const Places& end() const { return end_; }
  double size() const { return size_; }
  // The work of a tick was used up: the hand's path was shortened, as it must be, and then in how many
  // ticks it came does matter.
  bool shortened() const { return shortened_; }
  std::uint64_t digest() const { return digest_; }

 private:
  void breach(Law law, double measure) {
    for (const Breach& known : breaches_)
      if (known.law == law) return;
    breaches_.push_back({law, tick_, measure});
  }

  void go_to(const Point& corner, int events) {
    const Point from = at_;
    // To the corner itself: a hand that goes on by what rounding leaves does not rest.
    for (int k = 1; k < events; ++k)
      step(from + (corner - from) * (static_cast<double>(k) / events));
    step(corner);
    at_ = corner;
    if (subject_.free) rest(false);
  }

  // The hand stays: what it holds comes to it, no later than after four frames, and stands.
  void rest(bool last) {
    int k = 0;
    while (k < patience && lag_ > reached_part * size_) {
      step(at_);
      ++k;
    }
    if (lag_ > reached_part * size_) {
      if (!is_nearest(world_, hand_, at_, reached_part * size_)) breach(Law::reached, lag_ / size_);
      return;
    }
    if (k > frames_4) breach(Law::prompt, k);
    if (!last || subject_.timed) return;
    step(at_);  // the last of what it lagged
    for (int i = 0; i < frames_4; ++i) {
      step(at_);
      if (moved_ > still_part * size_) breach(Law::still, moved_ / size_);
    }
  }

  void step(const Point& target) {
    const Point was = world_.find(hand_)->target;
    const double hand = (target - was).norm() + lag_;
    if (target != was) world_.pull(hand_, target);
    take_step();
    lag_ = 0;
    Point held;
    if (place_of(world_, world_.find(hand_)->on, held)) lag_ = (held - target).norm();
    if (subject_.free && moved_ > few_times * hand + still_part * size_)
      breach(Law::no_flash, moved_ / std::max(hand, 1e-12 * size_));
  }

  void take_step() {
    ++tick_;
    const StepReport& report = stepper_.step(world_);
    int work = 0;
    for (const IslandReport& island : report.islands) {
      work += island.iterations;
      shortened_ = shortened_ || island.why == Reason::work_spent;
      if (!subject_.timed && island.residual > hard_tolerance * world_.size())
        breach(Law::met, island.residual / size_);
    }
    if (work > most_work) breach(Law::work, work);
    if (!all_finite(world_)) breach(Law::finite, 0);
    if (subject_.mode && subject_.mode(world_) * mode_ < 0) breach(Law::mode, 0);
    watch(world_, now_);
    moved_ = farthest(before_, now_);
    for (const Point& x : now_) add_to_digest(x);
    before_.swap(now_);
  }

  void add_to_digest(const Point& x) {
    for (const double number : {x.x(), x.y()})
      digest_ = (digest_ ^ std::bit_cast<std::uint64_t>(number)) * 1099511628211ull;
  }

  void let_go() {
    world_.release(hand_);
    // What soft springs drag along may take minutes; but every second it moves less than in the one
    // before.
    double before = std::numeric_limits<double>::infinity(), most = 0;
    for (int k = 1; k <= settling && !world_.sleeps(); ++k) {
      take_step();
      most = std::max(most, moved_);
      if (k % second != 0) continue;
      if (k > settling / 2 && most >= before) breach(Law::at_rest, most / size_);
      before = most;
      most = 0;
    }
    if (!subject_.timed && !world_.sleeps()) breach(Law::at_rest, moved_ / size_);
    watch(world_, end_);
  }

  const Subject& subject_;
  World world_;
  const Drag& drag_;
  const double size_;
  double mode_ = 0;
  Stepper stepper_;
  HandId hand_;
  Point at_ = Point::Zero();
  Places before_, now_, end_;
  double moved_ = 0, lag_ = 0;
  int tick_ = 0;
  bool shortened_ = false;
  std::uint64_t digest_ = 14695981039346656037ull;
  std::vector<Breach> breaches_;
};

bool breaks(const Subject& subject, const World& world, const Drag& drag, Law law) {
  for (const Breach& breach : find_breaches(subject, world, drag))
    if (breach.law == law) return true;
  return false;
}

double rounded(double value, double unit) { return unit * std::round(value / unit); }

}  // namespace

const char* name(Law law) {
  constexpr std::array<const char*, laws> names = {"finite",   "met",   "reached", "prompt",
                                                   "no_flash", "still", "at_rest", "mode",
                                                   "events",   "work"};
  return names[static_cast<std::size_t>(law)];
}

Drag random_drag(const World& world, Random& random) {
  Drag drag;
  drag.curve = random.whole(0, world.bodies().size() - 1);
  const Curve& curve = *world.find(curve_at(world, drag.curve));
  const double ends[] = {t_begin(curve), t_end(curve)};
  drag.t = random.whole(0, 2) == 0 ? ends[random.whole(0, 1)] : random.t(curve);
  Point from = Point::Zero();
  (void)point_at(curve, drag.t, from);
  const double reaches[] = {0.05, 0.3, 0.6, 1.5};
  const double reach = reaches[random.whole(0, 3)] * world.size();
  const int corners = random.whole(1, 4);
  for (int i = 0; i < corners; ++i) drag.corners.push_back(from + random.point(reach));
  const int events[] = {5, 20, 60};
  drag.events = events[random.whole(0, 2)];
  return drag;
}

namespace {

// How far the ends of one way are apart that came in so many events and in three times as many.
// Where the work of a tick was used up the hand's path was shortened, as it must be: then it is led
// more slowly.
double apart_by_events(const Subject& subject, const World& world, const Drag& drag) {
  for (int events = drag.events;; events *= 4) {
    Watched coarse(subject, world, drag), fine(subject, world, drag);
    coarse.lead(events);
    fine.lead(3 * events);
    if ((coarse.shortened() || fine.shortened()) && events < most_events) continue;
    return farthest(coarse.end(), fine.end()) / coarse.size();
  }
}

}  // namespace

std::vector<Breach> find_breaches(const Subject& subject, const World& world, const Drag& drag) {
  Watched run(subject, world, drag);
  run.lead(drag.events);
  std::vector<Breach> breaches = run.breaches();
  if (subject.timed) return breaches;
  const double apart = apart_by_events(subject, world, drag);
  if (apart > same_part) breaches.push_back({Law::events, 0, apart});
  return breaches;
}

std::uint64_t digest_of(const std::vector<Subject>& subjects, std::uint32_t number) {
  const Subject& subject = subjects[number % subjects.size()];
  Random random(number);
  const World world = subject.make(random);
  const Drag drag = random_drag(world, random);
  Watched run(subject, world, drag);
  run.lead(drag.events);
  return run.digest();
}

Drag shrunk(const Subject& subject, const World& world, Drag drag, Law law) {
  const auto better = [&](const Drag& other) {
    if (!breaks(subject, world, other, law)) return false;
    drag = other;
    return true;
  };
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < drag.corners.size() && drag.corners.size() > 1; ++i) {
      Drag fewer = drag;
      fewer.corners.erase(fewer.corners.begin() + static_cast<std::ptrdiff_t>(i));
      again = better(fewer) || again;
    }
  }
  while (drag.events > 1) {
    Drag fewer = drag;
    fewer.events /= 2;
    if (!better(fewer)) break;
  }
  for (const double part : {0.1, 0.01, 0.001}) {
    Drag round = drag;
    const double unit = std::pow(10, std::floor(std::log10(part * world.size())));
    for (Point& corner : round.corners)
      corner = Point(rounded(corner.x(), unit), rounded(corner.y(), unit));
    if (better(round)) break;
  }
  return drag;
}

std::string describe(const Drag& drag) {
  char text[96];
  std::snprintf(text, sizeof text, "curve %d at t = %.17g, %d events a piece, by", drag.curve,
                drag.t, drag.events);
  std::string out = text;
  for (const Point& corner : drag.corners) {
    std::snprintf(text, sizeof text, " (%.17g, %.17g)", corner.x(), corner.y());
    out += text;
  }
  return out + " and back";
}

std::vector<Find> sweep_one(const std::vector<Subject>& subjects, std::uint32_t number) {
  const Subject& subject = subjects[number % subjects.size()];
  Random random(number);
  const World world = subject.make(random);
  const Drag drag = random_drag(world, random);
  std::vector<Find> finds;
  for (const Breach& breach : find_breaches(subject, world, drag))
    finds.push_back({subject.name, number, breach, drag});
  return finds;
}

}  // namespace limber
