// The integrals, flows and roots of a graph that some outputs need, in groups that are computed together: those
// over one variable between the same bounds, such as an integral and its derivatives.
//
// Inside a group are the nodes that depend on its variable; they become a program of its own. Its
// arguments are the nodes outside that those inside read.
#pragma once

#include <map>
#include <vector>

#include "codegen/graph.h"

namespace limber {

class IntegralGroups {
 public:
  struct Group {
    std::vector<Node> members;  // ascending
    std::vector<Node> arguments;
    Node variable = -1;
    std::vector<Node> states;  // of flows: of all their systems, ascending
    bool is_root = false;      // one root; its function and the derivative are inside
    std::vector<Node> before;  // all that the group needs, ascending
  };

  // What is among `inputs` is known, whatever it is made of.
  IntegralGroups(const Graph& graph, const std::vector<Node>& inputs,
                 const std::vector<Node>& outputs);

  const std::vector<bool>& outside() const { return outside_; }  // needed, and inside of no group
  const std::vector<Node>& arguments() const { return arguments_; }  // of all groups
  const Group& of(Node integral) const { return groups_[number_.at(integral)]; }
  const std::vector<Node>& needed_before(Node n) const;  // of an integral, for its whole group

 private:
  void collect(const Graph& graph, Group& group);

  std::vector<Group> groups_;
  std::map<Node, std::size_t> number_;
  std::vector<bool> known_, outside_;
  std::vector<Node> arguments_;
};

}  // namespace limber
