// Box2D: rods with revolute joints, a mouse joint on the one that is held; steps of 1/240 s.
#include <box2d/box2d.h>

#include <algorithm>

#include "tests/bench/peers/linkage.h"

namespace limber {

PeerTimes run_box2d(const PeerLinkage& linkage, int steps) {
  b2World world(b2Vec2(0, 0));
  b2BodyDef ground_def;
  b2Body* ground = world.CreateBody(&ground_def);
  const auto vec = [](Point p) {
    return b2Vec2(static_cast<float>(p.x()), static_cast<float>(p.y()));
  };
  std::vector<b2Body*> rods;
  std::vector<std::pair<b2Body*, b2Vec2>> at_joint(linkage.joints.size(), {nullptr, b2Vec2(0, 0)});
  const auto pin = [&](b2Body* a, b2Body* b, Point place) {
    b2RevoluteJointDef def;
    def.Initialize(a, b, vec(place));
    world.CreateJoint(&def);
  };
  b2Body* held = nullptr;
  for (const auto& [a, b] : linkage.bars) {
    const Point p = linkage.joints[static_cast<std::size_t>(a)],
                q = linkage.joints[static_cast<std::size_t>(b)];
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position = vec(Point(0.5 * (p + q)));
    def.linearDamping = def.angularDamping = 5;
    def.allowSleep = false;
    b2Body* rod = world.CreateBody(&def);
    b2PolygonShape shape;
    const Point way = q - p;
    shape.SetAsBox(static_cast<float>(way.norm() / 2), 0.05f, b2Vec2(0, 0),
                   static_cast<float>(std::atan2(way.y(), way.x())));
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.filter.maskBits = 0;
    rod->CreateFixture(&fixture);
    for (const int joint : {a, b}) {
      const Point place = linkage.joints[static_cast<std::size_t>(joint)];
      auto& known = at_joint[static_cast<std::size_t>(joint)];
      if (known.first) pin(known.first, rod, place);
      if (linkage.stands[static_cast<std::size_t>(joint)]) pin(ground, rod, place);
      if (!known.first) known = {rod, rod->GetLocalPoint(vec(place))};
      if (joint == linkage.held) held = rod;
    }
    rods.push_back(rod);
  }
  b2MouseJoint* mouse = nullptr;
  if (held) {
    b2MouseJointDef def;
    def.bodyA = ground;
    def.bodyB = held;
    def.target = vec(linkage.joints[static_cast<std::size_t>(linkage.held)]);
    def.maxForce = 1e6f;
    b2LinearStiffness(def.stiffness, def.damping, 30.0f, 1.0f, ground, held);
    mouse = static_cast<b2MouseJoint*>(world.CreateJoint(&def));
  }
  PeerTimes times;
  std::vector<double> each;
  for (int step = 1; step <= steps; ++step) {
    Point target = Point::Zero();
    if (mouse) {
      target = linkage.target(step);
      mouse->SetTarget(vec(target));
    }
    const double begin = microseconds_of_this_thread();
    world.Step(1.0f / 240, 8, 3);
    each.push_back(microseconds_of_this_thread() - begin);
    double gap = 0;
    for (const b2Joint* joint = world.GetJointList(); joint; joint = joint->GetNext())
      if (joint->GetType() == e_revoluteJoint) {
        const b2Vec2 d = joint->GetAnchorA() - joint->GetAnchorB();
        gap = std::max(gap, static_cast<double>(d.Length()));
      }
    times.residual = std::max(times.residual, gap / linkage.size);
    if (mouse) {
      const b2Vec2 at = mouse->GetAnchorB();
      times.lag = std::max(times.lag, (Point(at.x, at.y) - target).norm() / linkage.size);
    }
  }
  return summary(each, times);
}

}  // namespace limber
