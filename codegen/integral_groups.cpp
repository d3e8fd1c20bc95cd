#include "codegen/integral_groups.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace limber {
namespace {

// What the roots need, down to what is known.
std::vector<bool> needed_down_to(const Graph& graph, const std::vector<Node>& roots,
                                 const std::vector<bool>& known, bool into_integrals) {
  std::vector<bool> needed(static_cast<std::size_t>(graph.size()), false);
  for (const Node root : roots) needed[static_cast<std::size_t>(root)] = true;
  for (Node n = graph.size(); n-- > 0;) {
    const std::size_t k = static_cast<std::size_t>(n);
    const Operation& o = graph[n];
    if (!needed[k] || known[k] || o.op == Op::input) continue;
    const auto need = [&](Node operand) {
      if (operand >= 0) needed[static_cast<std::size_t>(operand)] = true;
    };
    need(o.b);
    if (o.op == Op::flow) {
      for (const Node state : graph.system_of(o.a))
        if (into_integrals) need(graph.state(state).rate), need(graph.state(state).initial);
      continue;
    }
    if (o.op != Op::root || into_integrals) need(o.a);
    if ((o.op != Op::integral && o.op != Op::root) || into_integrals) need(o.c);
  }
  return needed;
}

}  // namespace

IntegralGroups::IntegralGroups(const Graph& graph, const std::vector<Node>& inputs,
                               const std::vector<Node>& outputs)
    : known_(static_cast<std::size_t>(graph.size()), false) {
  for (const Node input : inputs) known_[static_cast<std::size_t>(input)] = true;
  const std::vector<bool> all = needed_down_to(graph, outputs, known_, true);
  std::map<std::tuple<Node, Node, Node>, std::size_t> by_bounds;
  for (Node n = 0; n < graph.size(); ++n) {
    const Operation& o = graph[n];
    const std::size_t k = static_cast<std::size_t>(n);
    const bool root = o.op == Op::root;
    if (!all[k] || known_[k] || (o.op != Op::integral && o.op != Op::flow && !root)) continue;
    const Node from = o.op == Op::flow ? -1 : root ? n : o.a;  // a root is a group of its own
    const auto [at, is_new] = by_bounds.try_emplace({o.variable, from, o.b}, groups_.size());
    if (is_new) groups_.emplace_back().variable = o.variable;
    Group& group = groups_[at->second];
    group.is_root = root;
    group.members.push_back(n);
    if (o.op == Op::flow) {
      const std::vector<Node> before = group.states, &system = graph.system_of(o.a);
      group.states.clear();
      std::ranges::set_union(before, system, std::back_inserter(group.states));
    }
    number_[n] = at->second;
  }
  std::vector<Node> roots = outputs;
  for (Group& group : groups_) {
    collect(graph, group);
    std::vector<Node> read = group.arguments;
    for (const Node state : group.states) read.push_back(graph.state(state).initial);
    arguments_.insert(arguments_.end(), read.begin(), read.end());
    roots.insert(roots.end(), read.begin(), read.end());
  }
  outside_ = needed_down_to(graph, roots, known_, false);
}

void IntegralGroups::collect(const Graph& graph, Group& group) {
  std::vector<bool> inside = graph.depending_on(group.variable);
  for (const Node state : group.states) {
    const std::vector<bool> needs = graph.depending_on(state);
    for (std::size_t k = 0; k < inside.size(); ++k) inside[k] = inside[k] || needs[k];
  }
  std::vector<Node> bodies;
  for (const Node member : group.members)
    if (group.states.empty()) bodies.push_back(graph[member].c);
  if (group.is_root) bodies.push_back(graph[group.members.front()].a);
  for (const Node state : group.states) bodies.push_back(graph.state(state).rate);
  const std::vector<bool> body = needed_down_to(graph, bodies, known_, true);
  std::vector<bool> argument(body.size(), false);
  for (Node n = 0; n < graph.size(); ++n) {
    const std::size_t k = static_cast<std::size_t>(n);
    if (!body[k] || !inside[k]) continue;
    const Operation& o = graph[n];
    if (o.op == Op::input) continue;
    for (const Node operand : {o.a, o.b, o.c})
      if (operand >= 0 && !inside[static_cast<std::size_t>(operand)] && !graph.is_constant(operand))
        argument[static_cast<std::size_t>(operand)] = true;
  }
  for (const Node root : bodies)  // a rate may be the same all the way
    if (!inside[static_cast<std::size_t>(root)] && !graph.is_constant(root))
      argument[static_cast<std::size_t>(root)] = true;
  for (Node n = 0; n < graph.size(); ++n)
    if (argument[static_cast<std::size_t>(n)]) group.arguments.push_back(n);
  std::vector<Node> roots = group.arguments;
  if (group.states.empty() && !group.is_root) roots.push_back(graph[group.members.front()].a);
  for (const Node state : group.states) roots.push_back(graph.state(state).initial);
  if (!group.is_root) roots.push_back(graph[group.members.front()].b);
  const std::vector<bool> before = needed_down_to(graph, roots, known_, true);
  for (Node n = 0; n < graph.size(); ++n)
    if (before[static_cast<std::size_t>(n)]) group.before.push_back(n);
}

const std::vector<Node>& IntegralGroups::needed_before(Node n) const {
  static const std::vector<Node> nothing;
  const auto found = number_.find(n);
  return found == number_.end() ? nothing : groups_[found->second].before;
}

}  // namespace limber
