#include "curves/handles.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace limber {

namespace {

constexpr double same_length = 1e-6;   // of the longer handle: what rounding leaves of one length
constexpr double straight = 0.02;      // radians: what fitting leaves of a smooth course; nobody sees it

// Where in a node its place, its vectors and the number that says whether it is smooth stand.
struct Places {
  int at = -1, ahead = -1, behind = -1, smooth = -1;
  explicit Places(const CurveType& type) {
    for (int i = 0; i < static_cast<int>(type.family.node.size()); ++i) {
      const Role role = type.family.node[static_cast<std::size_t>(i)].role;
      if (role == Role::x && at < 0) at = i;
      if (role == Role::dx) (ahead < 0 ? ahead : behind) = i;
      if (role == Role::number && smooth < 0) smooth = i;
    }
  }
};

int first_of(const CurveType& type, int node) {
  return static_cast<int>(type.parameters.size()) +
         node * static_cast<int>(type.family.node.size());
}

}  // namespace

bool has_handles(const CurveType& type) {
  if (!has_nodes(type)) return false;
  const auto vectors = std::count_if(type.family.node.begin(), type.family.node.end(),
                                     [](const Parameter& p) { return p.role == Role::dx; });
  return vectors == 2 && Places(type).at >= 0;
}

bool Handles::symmetric() const {
  const double a = ahead.norm(), b = behind.norm();
  return smooth && a > 0 && std::abs(a - b) <= same_length * std::max(a, b);
}

std::optional<Handles> handles_of(const Curve& curve, int node) {
  if (!has_handles(*curve.type) || node < 0 || node >= node_count(curve)) return std::nullopt;
  const Places places(*curve.type);
  const int first = first_of(*curve.type, node);
  Handles out;
  out.at = curve.q.segment<2>(first + places.at);
  out.ahead = curve.q.segment<2>(first + places.ahead);
  out.behind = curve.q.segment<2>(first + places.behind);
  out.smooth = places.smooth >= 0 && curve.q[first + places.smooth] > 0.5;
  if (out.smooth && out.ahead.norm() > 0)
    out.behind = -out.behind.norm() / out.ahead.norm() * out.ahead;
  return out;
}

void set_handles(Curve& curve, int node, const Handles& handles) {
  assert(has_handles(*curve.type));
  const Places places(*curve.type);
  const int first = first_of(*curve.type, node);
  curve.q.segment<2>(first + places.at) = handles.at;
  curve.q.segment<2>(first + places.ahead) = handles.ahead;
  curve.q.segment<2>(first + places.behind) = handles.behind;
  if (places.smooth >= 0) curve.q[first + places.smooth] = handles.smooth;
}

int ahead_index(const CurveType& type, int node) {
  return first_of(type, node) + Places(type).ahead;
}
int behind_index(const CurveType& type, int node) {
  return first_of(type, node) + Places(type).behind;
}

void smooth_straight_joints(Curve& curve) {
  if (!has_handles(*curve.type)) return;
  const int nodes = node_count(curve);
  for (int k = 0; k < nodes; ++k) {
    Handles one = *handles_of(curve, k);
    const double product = one.ahead.norm() * one.behind.norm();
    const bool end = !curve.type->closed && (k == 0 || k == nodes - 1);
    if (one.smooth || end || !(product > 0)) continue;
    const double turn = std::atan2(one.ahead.x() * -one.behind.y() + one.ahead.y() * one.behind.x(),
                                   -one.ahead.dot(one.behind));
    if (std::abs(turn) > straight) continue;
    const Point along = (one.ahead.normalized() - one.behind.normalized()).normalized();
    one.ahead = one.ahead.norm() * along;
    one.behind = -one.behind.norm() * along;
    one.smooth = true;
    set_handles(curve, k, one);
  }
}

}  // namespace limber
