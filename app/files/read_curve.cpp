#include "app/files/read_curve.h"

#include <algorithm>
#include <string>

#include "app/files/json.h"
#include "curves/range.h"
#include "solver/physics.h"

namespace limber {

namespace {

// Before version 3 the handles of a node were places on the paper; they are vectors from it now.
void see_handles_from_nodes(const CurveType& type, std::vector<double>& q) {
  Point node = Point::Zero();
  for (std::size_t i = type.parameters.size(); i < q.size(); ++i) {
    const Role role = parameter(type, static_cast<int>(i)).role;
    if (is_place(role)) node[is_second(role)] = q[i];
    if (is_vector(role)) q[i] -= node[is_second(role)];
  }
}

int find_parameter(const CurveType& type, std::string_view name) {
  for (std::size_t i = 0; i < type.parameters.size(); ++i)
    if (type.parameters[i].name == name) return static_cast<int>(i);
  return -1;
}
NodeWords parameters_of(const CurveType& type) {
  NodeWords names;
  for (const Parameter& parameter : type.parameters) names.push_back(parameter.name);
  return names;
}

}  // namespace

Eigen::VectorXd read_q(const Node& node, const CurveType& type, double version) {
  std::vector<double> q;
  for (const Parameter& parameter : type.parameters) q.push_back(parameter.value);
  if (node.has("q")) {
    const Node values = node.at("q");
    if (!values.is(Json::Kind::object)) values.wrong("an object {...} is expected here");
    for (const auto& [key, value] : values.json().members) {
      const int i = find_parameter(type, key);
      if (i < 0) {
        values.wrong("\"" + type.name + "\" has no parameter " + json_string(key),
                     meant(key, parameters_of(type)));
        break;
      }
      q[static_cast<std::size_t>(i)] = values.at(key.c_str()).number();
      check_parameter(values.at(key.c_str()), type, i, q[static_cast<std::size_t>(i)]);
    }
  }
  if (type.is_family && (!type.is_traced || node.has("nodes"))) {
    const std::vector<Node> nodes = node.at("nodes").items();
    if (static_cast<int>(nodes.size()) < type.family.minimum_nodes)
      node.at("nodes").wrong("at least " + std::to_string(type.family.minimum_nodes) +
                             " nodes are needed");
    for (const Node& one : nodes)
      for (const double value : one.numbers(static_cast<Eigen::Index>(type.family.node.size()))) {
        check_parameter(one, type, static_cast<int>(q.size()), value);
        q.push_back(value);
      }
    if (version < 3) see_handles_from_nodes(type, q);
  }
  return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
}

void check_parameter(const Node& node, const CurveType& type, int i, double value) {
  const Parameter& its = parameter(type, i);
  if (!node.failed() && !is_nearly_within(its, value))
    node.wrong(not_allowed(its, its.name, value));
}

void check_on(const Node& node, const Curve& curve, double t) {
  if (!node.failed() && !is_on(curve, t))
    node.wrong("\"" + curve.type->name + "\" has no place at t = " + json_number(t) +
               ": it runs from " + json_number(t_begin(curve)) + " to " +
               json_number(t_end(curve)));
}

int read_parameter(const Node& node, const CurveType& type, Eigen::Index size) {
  if (node.is(Json::Kind::number)) return node.index(static_cast<int>(size));
  const int i = find_parameter(type, node.text());
  if (i < 0)
    node.wrong("\"" + type.name + "\" has no parameter " + json_string(node.text()),
               meant(node.text(), parameters_of(type)));
  return std::max(i, 0);
}

Eigen::VectorXd read_velocity(const Node& node, Eigen::Index numbers) {
  if (!node.has("velocity")) return {};
  const bool bends = numbers > 0 && node.items("velocity").size() != 3;
  return node.at("velocity").numbers(bends ? 3 + numbers : 3);
}

void read_bends(const Node& node, Body& body) {
  const CurveType& type = *body.curve.type;
  const Eigen::Index n = body.curve.q.size();
  for (const Node& one : node.items("bends")) {
    one.only({"parameter", "stiffness", "damping"});
    Bend bend;
    bend.parameter = read_parameter(one.at("parameter"), type, n);
    if (one.has("stiffness")) bend.stiffness = one.at("stiffness").number(weight);
    if (one.has("damping")) bend.damping = one.at("damping").number(weight);
    if (one.failed()) return;
    if (const std::string reason = why_rigid(type, bend.parameter); !reason.empty())
      return one.wrong(reason);
    if (!body.bends.empty() && body.bends.back().parameter >= bend.parameter)
      return one.wrong("what bends stands in the order of the curve's numbers, each once");
    body.bends.push_back(bend);
  }
  if (!body.bends.empty())
    body.rest = node.at("rest").numbers(n);
  else if (node.has("rest"))
    node.at("rest").wrong("only a curve that bends has a rest shape");
}

}  // namespace limber
