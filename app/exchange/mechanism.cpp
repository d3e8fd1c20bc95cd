#include "app/exchange/mechanism.h"

#include "curves/tessellate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double same_place = 1e-9;  // of the mechanism's size

class MechanismWriter {
 public:
  MechanismWriter(Mechanism mechanism, ImportWriter& writer)
      : mechanism_(std::move(mechanism)), writer_(writer) {
    Box box;
    for (const MechanismJoint& joint : mechanism_.joints) box.extend(joint.at);
    size_ = box.isEmpty() ? 1 : std::max(box.diagonal().norm(), 1e-6);
  }

  void write() {
    merge_blocks();
    for (std::size_t k = 0; k < mechanism_.joints.size(); ++k)
      for (const std::string& link : mechanism_.joints[k].links)
        if (link != ground_link) joints_of_[link].push_back(static_cast<int>(k));
    for (const auto& [link, joints] : joints_of_) draw_link(link, joints);
    for (std::size_t k = 0; k < mechanism_.joints.size(); ++k) connect(static_cast<int>(k));
    for (const MechanismMotor& motor : mechanism_.motors) drive(motor);
  }

 private:
  MechanismJoint& joint(int k) { return mechanism_.joints[static_cast<std::size_t>(k)]; }

  bool same(const Point& a, const Point& b) const { return (a - b).norm() <= same_place * size_; }

  // A block in a slot that has no extent is the joint it carries: two joints at one place become one.
  void merge_blocks() {
    for (std::size_t k = 0; k < mechanism_.joints.size(); ++k) {
      MechanismJoint& slot = mechanism_.joints[k];
      if (!slot.slot) continue;
      for (std::size_t n = 0; n < mechanism_.joints.size(); ++n) {
        MechanismJoint& pin = mechanism_.joints[n];
        if (n == k || pin.slot || !same(pin.at, slot.at)) continue;
        const auto block = std::ranges::find_if(slot.links, [&](const std::string& link) {
          return link != slot.links.front() && std::ranges::find(pin.links, link) != pin.links.end();
        });
        if (block == slot.links.end() || reaches_elsewhere(*block, slot.at)) continue;
        const std::string gone = *block;
        slot.links.erase(block);
        for (const std::string& link : pin.links)
          if (link != gone && std::ranges::find(slot.links, link) == slot.links.end())
            slot.links.push_back(link);
        slot.turns = true;
        pin.links.clear();
      }
    }
  }
  bool reaches_elsewhere(const std::string& link, const Point& at) const {
    return std::ranges::any_of(mechanism_.joints, [&](const MechanismJoint& one) {
      return std::ranges::find(one.links, link) != one.links.end() && !same(one.at, at);
    });
  }

  // ---- links

  std::string draw_bar(const std::string& name, const Point& from, const Point& to) {
    const Point along = to - from;
    edit::Draw bar;
    bar.type = "bar";
    bar.q = {{"a.x", from.x()}, {"a.y", from.y()}, {"phi", std::atan2(along.y(), along.x())},
             {"l", along.norm()}};
    return writer_.draw(bar, name);
  }

  // The joint on the ground first: a motor turns a bar about its beginning.
  void draw_link(const std::string& link, std::vector<int> joints) {
    std::ranges::stable_sort(joints, {}, [&](int k) {
      return std::ranges::find(joint(k).links, ground_link) == joint(k).links.end() || joint(k).slot;
    });
    std::vector<Point> places;
    std::vector<std::vector<int>> at;
    for (const int k : joints) {
      std::size_t n = 0;
      while (n < places.size() && !same(places[n], joint(k).at)) ++n;
      if (n == places.size()) places.push_back(joint(k).at), at.emplace_back();
      at[n].push_back(k);
    }
    if (places.size() < 2) return;  // it is a point: what it joins is joined there
    Strings& bars = bars_[link];
    const std::size_t count = places.size() == 2 ? 1 : places.size();
    for (std::size_t n = 0; n < count; ++n)
      bars.push_back(draw_bar(link, places[n], places[(n + 1) % places.size()]));
    for (std::size_t n = 0; n < places.size(); ++n)
      for (const int k : at[n])
        points_[{link, k}] = n < count ? bars[n] + ".start" : bars[n - 1] + ".end";
    for (const int k : joints)
      if (joint(k).slot && joint(k).links.front() == link) rail_on(link, k);
    if (bars.size() > 1) writer_.add({edit::Weld{bars, writer_.free_name(link + " plate"), false}});
  }

  // As long as the mechanism to both sides: nothing slides off its end.
  std::string draw_rail(int k) {
    const Point along = size_ * Point(std::cos(*joint(k).slot), std::sin(*joint(k).slot));
    const Point from = joint(k).at - along, to = joint(k).at + along;
    edit::Draw rail;
    rail.type = "line";
    rail.q = {{"a.x", from.x()}, {"a.y", from.y()}, {"b.x", to.x()}, {"b.y", to.y()}};
    const std::string name = writer_.draw(rail, "rail");
    Style style;
    style.width = 1, style.dash = {3, 2.5};
    writer_.style(name, style);
    return rails_[k] = name;
  }
  void rail_on(const std::string& link, int k) { bars_[link].push_back(draw_rail(k)); }

  // ---- joints

  void connect(int k) {
    MechanismJoint& one = joint(k);
    const bool slides = one.slot.has_value();
    Strings points;
    bool on_ground = false;
    for (std::size_t n = slides ? 1 : 0; n < one.links.size(); ++n) {
      if (one.links[n] == ground_link) on_ground = true;
      const auto found = points_.find({one.links[n], k});
      if (found != points_.end()) points.push_back(found->second);
    }
    if (one.links.empty()) {  // it belongs to nothing
      edit::Draw point;
      point.type = "point";
      point.q = {{"p.x", one.at.x()}, {"p.y", one.at.y()}};
      writer_.draw(point, one.name.empty() ? fmt::format("P{}", k) : one.name);
    }
    if (points.empty()) return;
    for (std::size_t n = 1; n < points.size(); ++n) writer_.add({edit::Attach{points[0], points[n], ""}});
    if (on_ground) writer_.add({edit::Nail{points[0], ""}});
    if (slides) slide(k, points[0]);
    const bool alone = points.size() == 1 && !on_ground && !slides;
    if (alone) writer_.add({edit::PointEdit{writer_.free_name(one.name.empty() ? fmt::format("P{}", k) : one.name), points[0]}});
  }

  void slide(int k, const std::string& point) {
    MechanismJoint& one = joint(k);
    if (one.links.front() == ground_link) {
      const std::string rail = draw_rail(k);
      writer_.add({edit::Nail{rail + ".start", ""}});
      writer_.add({edit::Nail{rail + ".end", ""}});
    }
    if (!rails_.contains(k)) return writer_.note(one.place, "the slot of a link without another joint is left out");
    writer_.add({edit::Slide{point, rails_[k], ""}});
    if (one.turns) return;
    const std::string bar = point.substr(0, point.rfind('.'));
    writer_.add({edit::Constrain{"angle", "", {rails_[k] + ".along", bar + ".along", shortest(angle_between(k, bar))}, {}, false}});
  }

  // From the slot to the bar, as they are.
  double angle_between(int k, const std::string& bar) const {
    for (const auto& [key, point] : points_)
      if (point.starts_with(bar + ".")) {
        const std::vector<int>& joints = joints_of_.at(key.first);
        const Point from = mechanism_.joints[static_cast<std::size_t>(joints.front())].at;
        const Point to = mechanism_.joints[static_cast<std::size_t>(joints.back())].at;
        const Point along = to - from;
        return std::remainder(std::atan2(along.y(), along.x()) - *mechanism_.joints[static_cast<std::size_t>(k)].slot, 2 * M_PI);
      }
    return 0;
  }

  void drive(const MechanismMotor& motor) {
    const auto bars = bars_.find(motor.link);
    if (bars == bars_.end())
      return writer_.note(joint(motor.joint).place, "its motor turns a link without another joint: left out");
    writer_.add({edit::MotorEdit{bars->second.front(), writer_.free_name("motor"), "", motor.speed, {}}});
  }

  Mechanism mechanism_;
  ImportWriter& writer_;
  double size_ = 1;
  std::map<std::string, std::vector<int>> joints_of_;
  std::map<std::string, Strings> bars_;
  std::map<std::pair<std::string, int>, std::string> points_;  // of a link at a joint
  std::map<int, std::string> rails_;
};

}  // namespace

void write_mechanism(Mechanism mechanism, ImportWriter& writer) {
  MechanismWriter(std::move(mechanism), writer).write();
}

}  // namespace limber
