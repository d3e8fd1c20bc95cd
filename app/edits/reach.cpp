// The state that hands and time have led to, as an edit: q and sense of curves, t and sense of
// sliding points, places of links, numbers that motors turn, the clock; with mass, velocities and the
// balance of energy. Only what differs is written.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "app/edits/apply.h"
#include "app/document/numbers.h"
#include "app/edits/resolve.h"
#include "curves/trace.h"

namespace limber {

namespace {

constexpr std::string_view clock_name = "time";  // a thing called so is quoted: "time":q=...
constexpr std::string_view balance_name = "energy";  // of physics: work put in, and what was lost

template <class Numbers>
bool same_bits(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

template <class Numbers>
std::vector<double> list(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

// Of what is on a place along its curve: it slides, or that curve was traced again.
template <class AConnector>
auto t_of(AConnector& connector) {
  return std::visit(
      [](auto& what) -> decltype(&std::get<PointAt>(connector.what).t) {
        if constexpr (requires { what.t; }) return &what.t;
        return nullptr;
      },
      connector.what);
}

// Where a member of a link stands within it.
std::string reference_part(std::size_t member) { return "member" + std::to_string(member); }

// Gathers what differs; the names are those of the drawing.
struct Difference {
  const Document& document;
  std::vector<edit::Reached>& out;

  template <class Numbers>
  void numbers(ThingId id, std::string part, const Numbers& before, const Numbers& now) const {
    if (!same_bits(before, now)) out.push_back({document.name(id), std::move(part), list(now)});
  }
  void number(ThingId id, std::string part, double before, double now) const {
    numbers(id, std::move(part), std::array<double, 1>{before}, std::array<double, 1>{now});
  }

  // Of what stands: 0.
  void velocity(ThingId id, const Eigen::VectorXd& before, const Eigen::VectorXd& now) const {
    if (now.size() > 0) numbers(id, "velocity", before, now);
    else if (before.size() > 0) out.push_back({document.name(id), "velocity", {0}});
  }

  void operator()(CurveId id, const Body& before, const Body& now) const {
    numbers(id, "q", before.curve.q, now.curve.q);
    numbers(id, "sense", before.sense, now.sense);
    velocity(id, before.velocity, now.velocity);
  }
  void operator()(ConnectorId id, const Connector& before, const Connector& now) const {
    if (const double *a = t_of(before), *b = t_of(now); a && b) number(id, "t", *a, *b);
    const auto* a = std::get_if<SlidingAt>(&before.what);
    const auto* b = std::get_if<SlidingAt>(&now.what);
    if (a && b) number(id, "sense", a->sense, b->sense);
  }
  void operator()(LinkId id, const Link& before, const Link& now) const {
    for (std::size_t i = 0; i < now.reference.size(); ++i)
      numbers(id, reference_part(i), before.reference[i], now.reference[i]);
    numbers(id, "place", before.place, now.place);
    numbers(id, "sense", before.sense, now.sense);
    velocity(id, before.velocity, now.velocity);
  }
  void operator()(ConstraintId id, const Constraint& before, const Constraint& now) const {
    for (std::size_t i = 0; i < now.on.size(); ++i)
      numbers(id, std::to_string(i), before.on[i].number, now.on[i].number);
    number(id, "snaps", before.snaps, now.snaps);
  }

  template <class Thing>
  void all(const SlotMap<Thing>& before, const SlotMap<Thing>& now) const {
    now.each_unshared(before, [&](Id<Thing> id, const Thing* here, const Thing* there) {
      if (here && there) (*this)(id, *there, *here);
    });
  }
};

std::vector<edit::Reached> difference(const Document& document, const World& world) {
  std::vector<edit::Reached> out;
  const World& before = document.world;
  const Difference gather{document, out};
  gather.all(before.bodies(), world.bodies());
  gather.all(before.connectors(), world.connectors());
  gather.all(before.links(), world.links());
  gather.all(before.constraints(), world.constraints());
  if (!same_bits(std::array<double, 1>{before.time}, std::array<double, 1>{world.time}))
    out.push_back({"", std::string(clock_name), {world.time}});
  const auto balance = [](const World& of) {
    return std::array<double, 2>{of.physics.work, of.physics.lost};
  };
  if (!same_bits(balance(before), balance(world)))
    out.push_back({"", std::string(balance_name), list(balance(world))});
  return out;
}

// ---- and back

// The pieces of a traced curve may be more or fewer than they were.
bool take_q(Body& body, const std::vector<double>& numbers) {
  const CurveType& type = *body.curve.type;
  const auto shared = type.parameters.size();
  if (type.is_traced && numbers.size() > shared && numbers.size() <= shared + most_pieces * type.family.node.size() &&
      (numbers.size() - shared) % type.family.node.size() == 0) {
    const auto n = static_cast<Eigen::Index>(numbers.size());
    body.curve.q.resize(n);
    body.locked.resize(numbers.size(), 1);
    body.sense = Eigen::VectorXd::Zero(n);
  }
  if (static_cast<std::size_t>(body.curve.q.size()) != numbers.size()) return false;
  std::copy(numbers.begin(), numbers.end(), body.curve.q.begin());
  return true;
}

template <class Numbers>
bool take(Numbers&& target, const std::vector<double>& numbers) {
  if (static_cast<std::size_t>(target.size()) != numbers.size()) return false;
  std::copy(numbers.begin(), numbers.end(), target.begin());
  return true;
}

// Of a curve or link: three numbers, or 0 when it stands; of a curve that bends, as many more as it has
// parameters, perhaps.
bool take_velocity(Eigen::VectorXd& target, const std::vector<double>& numbers, Eigen::Index bends = 0) {
  const bool stands = numbers.empty() || (numbers.size() == 1 && numbers[0] == 0);
  const Eigen::Index n = static_cast<Eigen::Index>(numbers.size());
  if (!stands && n != 3 && (bends == 0 || n != 3 + bends)) return false;
  target.resize(stands ? 0 : n);
  return stands || take(target, numbers);
}

// False when the part is none of the thing's, or has another number of numbers.
bool set_state(World& world, ThingId id, const edit::Reached& one) {
  const std::vector<double>& numbers = one.numbers;
  const bool single = numbers.size() == 1;
  if (const CurveId curve = id.as<Body>()) {
    Body& body = *StateAccess::bodies(world).find(curve);
    if (one.part == "q") return take_q(body, numbers);
    if (one.part == "velocity") return take_velocity(body.velocity, numbers, body.rest.size());
    if (one.part == "rest") return take(body.rest, numbers);
    return one.part == "sense" && take(body.sense, numbers);
  }
  if (const ConnectorId connector = id.as<Connector>()) {
    Connector& its = *StateAccess::connectors(world).find(connector);
    auto* sliding = std::get_if<SlidingAt>(&its.what);
    double* t = t_of(its);
    if (t && single && one.part == "t") return *t = numbers[0], true;
    if (!sliding || !single) return false;
    return one.part == "sense" && (sliding->sense = numbers[0], true);
  }
  if (const LinkId link = id.as<Link>()) {
    Link& its = *StateAccess::links(world).find(link);
    for (std::size_t i = 0; i < its.reference.size(); ++i)
      if (one.part == reference_part(i)) return take(its.reference[i], numbers);
    if (one.part == "place") return take(its.place, numbers);
    if (one.part == "velocity") return take_velocity(its.velocity, numbers);
    return one.part == "sense" && take(its.sense, numbers);
  }
  const ConstraintId constraint = id.as<Constraint>();
  if (!constraint) return false;
  Constraint& its = *StateAccess::constraints(world).find(constraint);
  if (one.part == "snaps" && single) return its.snaps = numbers[0] != 0, true;
  std::size_t input = 0;
  const auto [end, error] =
      std::from_chars(one.part.data(), one.part.data() + one.part.size(), input);
  if (error != std::errc() || end != one.part.data() + one.part.size() || input >= its.on.size())
    return false;
  return take(its.on[input].number, numbers);
}

bool too_large(const edit::Reached& one) {
  if (one.part == "sense") return false;  // a direction, and small drawings have large ones
  if (one.part == balance_name) return false;  // sums over all time
  for (const double number : one.numbers)
    if (!(std::abs(number) <= largest_number)) return true;
  return false;
}

// ---- what time has done, without what an edit did

struct CarryOn {
  static void number(double& base, double from, double to) {
    if (base != from)
      base += to - from;
    else
      base = to;
  }
  template <class Numbers>
  static void numbers(Numbers& base, const Numbers& from, const Numbers& to) {
    if (base.size() != from.size() || from.size() != to.size()) return;
    for (decltype(base.size()) i = 0; i < base.size(); ++i) number(base[i], from[i], to[i]);
  }
  // Of what stands there may be none.
  static void velocity(Eigen::VectorXd& base, const Eigen::VectorXd& from,
                       const Eigen::VectorXd& to) {
    if (base.size() == from.size() && from.size() == to.size())
      numbers(base, from, to);
    else if (base.size() == from.size() || base.size() == 0)
      base = to;
  }

  void operator()(Body& base, const Body& from, const Body& to) const {
    if (base.curve.q.size() != to.curve.q.size()) return;
    numbers(base.curve.q, from.curve.q, to.curve.q);
    numbers(base.sense, from.sense, to.sense);
    velocity(base.velocity, from.velocity, to.velocity);
  }
  void operator()(Connector& base, const Connector& from, const Connector& to) const {
    double* t = t_of(base);
    const double *then = t_of(from), *now = t_of(to);
    if (t && then && now) number(*t, *then, *now);
    auto* its = std::get_if<SlidingAt>(&base.what);
    const auto* a = std::get_if<SlidingAt>(&from.what);
    const auto* b = std::get_if<SlidingAt>(&to.what);
    if (its && a && b) number(its->sense, a->sense, b->sense);
  }
  void operator()(Link& base, const Link& from, const Link& to) const {
    for (std::size_t i = 0; i < base.reference.size() && i < to.reference.size(); ++i)
      numbers(base.reference[i], from.reference[i], to.reference[i]);
    numbers(base.place, from.place, to.place);
    numbers(base.sense, from.sense, to.sense);
    velocity(base.velocity, from.velocity, to.velocity);
  }
  void operator()(Constraint& base, const Constraint& from, const Constraint& to) const {
    for (std::size_t i = 0; i < base.on.size() && i < to.on.size(); ++i)
      numbers(base.on[i].number, from.on[i].number, to.on[i].number);
    base.snaps = to.snaps;
  }

  template <class Thing>
  void all(SlotMap<Thing>& base, const SlotMap<Thing>& from, const SlotMap<Thing>& to) const {
    to.each_unshared(from, [&](Id<Thing> id, const Thing* now, const Thing* then) {
      Thing* its = now && then ? base.find(id) : nullptr;
      if (its) (*this)(*its, *then, *now);
    });
  }
};

}  // namespace

World carried_on(const World& base, const World& from, const World& to) {
  World world = base;
  const CarryOn carry;
  carry.all(StateAccess::bodies(world), from.bodies(), to.bodies());
  carry.all(StateAccess::connectors(world), from.connectors(), to.connectors());
  carry.all(StateAccess::links(world), from.links(), to.links());
  carry.all(StateAccess::constraints(world), from.constraints(), to.constraints());
  CarryOn::number(world.time, from.time, to.time);
  CarryOn::number(world.physics.work, from.physics.work, to.physics.work);
  CarryOn::number(world.physics.lost, from.physics.lost, to.physics.lost);
  return world;
}

Edit reached(const Document& document, const World& world, std::string why) {
  return {edit::Reach{std::move(why), difference(document, world)}};
}

Edit reached_at_rest(const Document& document, const World& world, std::string why) {
  edit::Reach reach{std::move(why), difference(document, world)};
  const bool told = std::any_of(
      reach.state.begin(), reach.state.end(),
      [](const edit::Reached& one) { return one.thing.empty() && one.part == clock_name; });
  if (!told) reach.state.push_back({"", std::string(clock_name), {world.time}});
  return {std::move(reach)};
}

bool moved(const Document& document, const World& world) {
  return !difference(document, world).empty();
}

Result<bool> change_by(Change& change, const edit::Reach& edit) {
  for (const edit::Reached& one : edit.state) {
    if (too_large(one)) return refused("numbers of a drawing are between -1e12 and 1e12");
    if (one.thing.empty() && one.part == clock_name && one.numbers.size() == 1) {
      change.world().time = one.numbers[0];
      continue;
    }
    if (one.thing.empty() && one.part == balance_name && one.numbers.size() == 2) {
      change.world().physics.work = one.numbers[0];
      change.world().physics.lost = one.numbers[1];
      continue;
    }
    const Result<ThingId> id = find_thing(change.document(), one.thing);
    if (!id) return id.error();
    if (!set_state(change.world(), *id, one))
      return refused(fmt::format("{} has no state {} of {} numbers", one.thing, one.part,
                                 one.numbers.size()));
  }
  change.world().sleep();
  if (!edit.state.empty()) change.world().measure_again();
  return true;
}

}  // namespace limber
