#include "solver/islands.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace limber {
namespace {

// Sets of nodes that grow together. Nodes are the slots of bodies, then those of connectors; the
// smallest node stands for its set, so that the order of islands follows the order of ids.
class Union {
 public:
  explicit Union(int size) : parent_(static_cast<std::size_t>(size)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int find(int node) {
    while (at(node) != node) node = at(node) = at(at(node));
    return node;
  }
  void join(int a, int b) {
    if (a < 0 || b < 0) return;
    a = find(a);
    b = find(b);
    at(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& at(int node) { return parent_[static_cast<std::size_t>(node)]; }
  std::vector<int> parent_;
};

class Finder {
 public:
  explicit Finder(const World& world)
      : world_(world), union_(world.bodies().slots() + world.connectors().slots()) {}

  Islands run() {
    join_all();
    collect();
    return std::move(islands_);
  }

 private:
  int node_of_body(CurveId id) const {
    const Body* body = world_.body(id);
    return body && can_move(*body) ? static_cast<int>(id.index) : -1;
  }
  int node_of_sliding(ConnectorId id) const {
    const Connector* connector = world_.find(id);
    return connector && std::holds_alternative<SlidingAt>(connector->what)
               ? world_.bodies().slots() + static_cast<int>(id.index)
               : -1;
  }
  // The nodes a connector reads: its curve and its t.
  std::array<int, 2> nodes_of(ConnectorId id, const Connector& connector) const {
    const Measured* measured = std::get_if<Measured>(&connector.what);
    return {node_of_body(connector.curve), node_of_sliding(measured ? measured->at : id)};
  }
  int one_node_of(ConnectorId id) const {
    const Connector* connector = world_.find(id);
    if (!connector) return -1;
    const auto nodes = nodes_of(id, *connector);
    return std::max(nodes[0], nodes[1]);
  }
  int one_node_of(const Constraint& constraint) const {
    int node = -1;
    for (const Argument& argument : constraint.on)
      node = std::max(node, one_node_of(argument.connector));
    return node;
  }

  void join_all() {
    world_.links().each([&](LinkId, const Link& link) {
      for (const CurveId member : link.members)
        union_.join(node_of_body(link.members.front()), node_of_body(member));
    });
    world_.connectors().each([&](ConnectorId id, const Connector& connector) {
      const auto nodes = nodes_of(id, connector);
      union_.join(nodes[0], nodes[1]);
    });
    world_.constraints().each([&](ConstraintId, const Constraint& constraint) {
      if (!constraint.enabled) return;
      const int node = one_node_of(constraint);
      for (const Argument& argument : constraint.on) {
        if (!argument.connector) continue;
        for (const int other : nodes_of(argument.connector, *world_.find(argument.connector)))
          union_.join(node, other);
      }
    });
  }

  Island* island_of(int node) {
    if (node < 0) return nullptr;
    const std::size_t root = static_cast<std::size_t>(union_.find(node));
    if (number_.size() <= root) number_.resize(root + 1, -1);
    if (number_[root] < 0) {
      number_[root] = static_cast<int>(islands_.all.size());
      islands_.all.emplace_back();
    }
    return &islands_.all[static_cast<std::size_t>(number_[root])];
  }
  void wake_with(CurveId curve, const Island* island) {
    auto& list = islands_.of_body[curve.index];
    const int number = static_cast<int>(island - islands_.all.data());
    if (std::find(list.begin(), list.end(), number) == list.end()) list.push_back(number);
  }

  void collect() {
    islands_.of_body.resize(static_cast<std::size_t>(world_.bodies().slots()));
    world_.bodies().each([&](CurveId id, const Body& body) {
      Island* island = island_of(node_of_body(id));
      if (!island) return;
      island->all_curves.push_back(id);
      if (!body.link) island->objects.push_back(id);
      wake_with(id, island);
    });
    world_.links().each([&](LinkId id, const Link& link) {
      if (!link.members.empty())
        island_of(node_of_body(link.members.front()))->objects.push_back(id);
    });
    world_.connectors().each([&](ConnectorId id, const Connector& connector) {
      Island* island = island_of(node_of_sliding(id));
      if (!island) return;
      island->objects.push_back(id);
      wake_with(connector.curve, island);
    });
    world_.constraints().each([&](ConstraintId id, const Constraint& constraint) {
      if (!constraint.enabled) return;
      Island* island = island_of(one_node_of(constraint));
      if (!island) return islands_.immovable.constraints.push_back(id);
      island->constraints.push_back(id);
      island->timed |= constraint.kind->timed;
      for (const Argument& argument : constraint.on)  // also with a curve that cannot move
        if (const Connector* connector = world_.find(argument.connector))
          if (world_.body(connector->curve)) wake_with(connector->curve, island);
    });
    world_.motors().each([&](MotorId id, const Motor& motor) {
      const Constraint* constraint = world_.find(motor.constraint);
      if (!constraint || !constraint->enabled) return;
      if (Island* island = island_of(one_node_of(*constraint))) island->motors.push_back(id);
    });
    world_.forces().each([&](ForceId id, const Force& force) {
      if (Island* island = island_of(one_node_of(force.on))) island->forces.push_back(id);
    });
    world_.hands().each([&](HandId id, const Hand& hand) {
      const auto nodes = nodes_of({}, hand.on);
      if (Island* island = island_of(std::max(nodes[0], nodes[1]))) island->hands.push_back(id);
    });
  }

  const World& world_;
  Union union_;
  Islands islands_;
  std::vector<int> number_;  // of the island, by its smallest node
};

}  // namespace

bool can_move(const Body& body) {
  return body.link || std::find(body.locked.begin(), body.locked.end(), 0) != body.locked.end();
}

Islands find_islands(const World& world) { return Finder(world).run(); }

}  // namespace limber
