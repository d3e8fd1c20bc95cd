// World: everything in the drawing that moves, and what holds it together. A value: undo keeps old
// worlds. It knows no linear algebra; Stepper moves it.
//
// The state is: q of each curve, t of each sliding connector, the place of each link, the phases of
// motors (numbers of constraints), the clock, and for each of the moving ones its sense: the
// direction in which it moved last. The sense chooses the branch at a dead point and nothing else;
// like all state it is saved, undone and hashed. A drawing with mass (physics.h) has velocities too.
//
// Editing wakes what it touches; what nothing moves falls asleep and is not looked at.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "curves/curve.h"
#include "solver/connector.h"
#include "solver/constraint.h"
#include "solver/id.h"
#include "solver/physics.h"
#include "solver/slot_map.h"

namespace limber {

// With mass a curve keeps its shape, but for the parameters that bend: about what they are in the rest
// shape as a spring, or freely. Of a place its x stands for both; springs hold it to its neighbours.
struct Bend {
  int parameter = 0;
  double stiffness = 0, damping = 0;  // 0: free
  bool operator==(const Bend&) const = default;
};

// A curve in the world.
struct Body {
  Curve curve;
  std::vector<char> locked;  // one per parameter: 1 holds it where it is
  LinkId link;               // the rigid link it is welded into, or none
  Eigen::VectorXd sense;     // one per parameter
  // With mass: kg for each unit of length, or of all of it; 0: as the drawing's physics say.
  double density = 0, mass = 0;
  std::vector<Bend> bends;  // in order of their parameters
  Eigen::VectorXd rest;     // q of the rest shape, over which the mass is spread; empty: nothing bends
  // Of its centre of mass, and how fast it turns, then how fast its shape changes, if that bends: one for
  // each parameter. Empty: it stands. A welded curve has none, but for the one it had when it was welded,
  // until the next step.
  Eigen::VectorXd velocity;
  bool awake = false;
};

// Curves welded into one rigid link. They move, turn and (when it scales) grow as one: q of each
// member is a function of the link's place, by the roles of its parameters.
struct Link {
  std::vector<CurveId> members;
  std::vector<Eigen::VectorXd> reference;           // q of each member where place is zero
  Eigen::Vector4d place = Eigen::Vector4d::Zero();  // x, y, angle, logarithm of the scale
  Eigen::Vector4d sense = Eigen::Vector4d::Zero();
  bool scales = false;  // false: the fourth number stays
  Eigen::VectorXd velocity;  // as that of a curve
};

// The hand holds a point of the drawing and pulls it to a place. Its path is cut at equal lengths
// from where it grabbed, so that what a drag does depends on where the hand went, not on how often
// it was asked.
struct Hand {
  Connector on;  // a point
  Point target = Point::Zero();
  // The path since the last cut: where the pointer has been, the last is target. The figure at the
  // cut is kept, so that going on from there does not depend on where else it was shown meanwhile.
  Point cut = Point::Zero();
  std::vector<Point> path;
  bool moved = false;        // since the last step
  double spacing = 0;        // length of path between cuts; 0: not yet known
  double least_spacing = 0;  // it is never less; known when spacing is
  struct Anchor {            // the island at the cut; q empty: as it is now
    Eigen::VectorXd q, last_motion;
    double stride = 0;  // how far a pull reached last
    // What it is of: the structure of the island, and where the last step left it. When it is
    // another one now, or elsewhere, the rest says nothing of it.
    std::uint64_t structure = 0;
    Eigen::VectorXd shown;
    // How far off the tangent the last way from the cut led, for one unit of it squared.
    Eigen::VectorXd curvature;
    bool curved = false;  // it is known
    // From the cut before to this one, where that was a straight way.
    Eigen::VectorXd way;
    bool straight = false;
  } anchor;
  struct Firmness {    // when other things move the figure as well: how it pulls
    double reach = 0;  // how far ahead of what it holds; 0: not yet known
    double damping = 0;
  } firmness;
  void forget_figure() {  // it is another one now
    anchor.q.resize(0);
    anchor.curved = anchor.straight = false;
    firmness = {};
  }
};

// A parameter or sliding point that has come to the limit of its formula or of its range.
struct Limit {
  CurveId curve;
  int parameter = -1;     // or -1: of a sliding connector,
  ConnectorId connector;  // this one
};

class World {
 public:
  CurveId add(Curve curve);  // parameters that start locked are locked
  ConnectorId add(Connector connector);
  ConstraintId add(Constraint constraint);
  LinkId weld(std::vector<CurveId> curves, bool scales = false);  // links they were in are merged
  MotorId add(Motor motor);
  ForceId add(Force force);

  HandId grab(CurveId curve, double t);  // target: where the point is now
  HandId grab(const Connector& point);
  void pull(HandId id, Point target);  // the pointer moved
  void release(HandId id);
  void let_go();  // of everything, as if there had been no hand; wakes nothing

  // Removing takes along what hangs on it: a curve its connectors, a connector its constraints.
  void remove(CurveId id);
  void remove(ConnectorId id);
  void remove(ConstraintId id);
  void remove(LinkId id);  // the curves come apart where they are
  void remove(MotorId id);
  void remove(ForceId id);

  const Curve* find(CurveId id) const;  // null once removed; likewise
  const Body* body(CurveId id) const;
  const Connector* find(ConnectorId id) const;
  const Constraint* find(ConstraintId id) const;
  const Link* find(LinkId id) const;
  const Motor* find(MotorId id) const;
  const Force* find(ForceId id) const;
  const Hand* find(HandId id) const;

  void set_q(CurveId id, const Eigen::VectorXd& q);         // a welded curve: moves within its link
  // Another shape for it, perhaps of another type; parameters that start locked are locked. Whoever does
  // so knows what becomes of the connectors on it: all that stay are told, the others are to be removed
  // first.
  void replace(CurveId id, Curve curve,
               const std::vector<std::pair<ConnectorId, Connector>>& riders);
  // Of a curve given by an equation: finds its pieces anew, where its parameters are. What rides on it,
  // hands too, stays in its place. Wakes nothing.
  void retrace(CurveId id);
  // Of a welded curve: once it is free. A whole number stays locked.
  void set_locked(CurveId id, int parameter, bool locked);
  void set_t(ConnectorId id, double t);                     // where it is, or begins to slide from
  void set_number(ConstraintId id, int input, double value);  // the figure travels to the new value
  void set_number(ConstraintId id, int input, Point value);
  void set_compliance(ConstraintId id, double compliance);
  void set_enabled(ConstraintId id, bool enabled);
  void set(MotorId id, Motor motor);
  void set(ForceId id, Eigen::Vector2d value);
  void set_damping(ConstraintId id, double damping);       // of a spring
  void set_weight(CurveId id, double density, double mass);  // one of them, or 0
  // How a parameter bends, from now on about its value in the rest shape; none: it is rigid. The rest
  // shape is the one the curve has when the first of its parameters bends.
  void set_bend(CurveId id, int parameter, const Bend* bend);
  void set_rest(CurveId id, int parameter, double value);  // of a curve that bends
  void set_velocity(CurveId id, const Eigen::Vector3d& velocity);  // of its link, if it has one
  void stand_still();  // all velocities are 0

  void wake(CurveId id);
  void wake();  // everything; what nothing moves falls asleep again
  bool sleeps() const { return awake_.empty(); }
  void sleep();  // everything, as in a document just opened

  double time = 0;  // the clock of motors and paths; runs while playing
  Physics physics;
  // Another one whenever something is added, removed, locked, ...: worlds with the same topology
  // have the same islands. Copies share it. Of a world with another one the islands are looked for
  // again; what was analysed of those that are as they were is kept (see Structure).
  using Topology = std::shared_ptr<const int>;
  const Topology& topology() const { return topology_; }

  // Extent of the drawing, of which tolerances are parts, when last a curve was added or removed or
  // let go of. Moving and turning the drawing does not change it. 1 when nothing extends.
  double size() const;
  void measure_again() { size_ = 0; }  // as large as it is when next asked

  const SlotMap<Body>& bodies() const { return bodies_; }
  const SlotMap<Connector>& connectors() const { return connectors_; }
  const SlotMap<Constraint>& constraints() const { return constraints_; }
  const SlotMap<Link>& links() const { return links_; }
  const SlotMap<Motor>& motors() const { return motors_; }
  const SlotMap<Force>& forces() const { return forces_; }
  const SlotMap<Hand>& hands() const { return hands_; }

 private:
  friend struct StateAccess;
  void changed() { topology_ = std::make_shared<const int>(); }
  void begin_link(Link& link);
  void snap(ConstraintId id);
  void wake(const Connector& connector);
  void wake(const Constraint& constraint);

  SlotMap<Body> bodies_;
  SlotMap<Connector> connectors_;
  SlotMap<Constraint> constraints_;
  SlotMap<Link> links_;
  SlotMap<Motor> motors_;
  SlotMap<Force> forces_;
  SlotMap<Hand> hands_;
  std::vector<std::uint32_t> awake_;  // slots of bodies that are; also of some that were removed
  Topology topology_ = std::make_shared<const int>();
  mutable double size_ = 0;  // 0: to be measured
};

// The stepper's door into a World: it writes state without waking anything or changing the
// topology.
struct StateAccess {
  static SlotMap<Body>& bodies(World& world) { return world.bodies_; }
  static SlotMap<Connector>& connectors(World& world) { return world.connectors_; }
  static SlotMap<Constraint>& constraints(World& world) { return world.constraints_; }
  static SlotMap<Link>& links(World& world) { return world.links_; }
  static SlotMap<Hand>& hands(World& world) { return world.hands_; }
  static std::vector<std::uint32_t>& awake(World& world) { return world.awake_; }
};

// Where a point connector stands now. False when its formula has no value there.
[[nodiscard]] bool place_of(const World& world, const Connector& connector, Point& out);

// Of the whole state and of what moves and holds it, for replays and undo: worlds made alike have
// equal hashes, and those that may go on differently have different ones.
std::uint64_t hash(const World& world);

}  // namespace limber
