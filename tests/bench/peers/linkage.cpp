#include "tests/bench/peers/linkage.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>

namespace limber {

PeerLinkage linkage_of(const World& world) {
  PeerLinkage linkage;
  linkage.size = world.size();
  // The two ends of every bar are joints, until an attachment makes two of them one.
  std::map<CurveId, int> first;
  std::vector<int> same;
  std::vector<Point> ends;
  world.bodies().each([&](CurveId id, const Body&) {
    first[id] = static_cast<int>(ends.size());
    for (const double t : {0.0, 1.0}) {
      same.push_back(static_cast<int>(ends.size()));
      ends.push_back(place(world, id, t));
    }
  });
  const auto find = [&](int i) {
    while (same[static_cast<std::size_t>(i)] != i) i = same[static_cast<std::size_t>(i)];
    return i;
  };
  const auto end_of = [&](ConnectorId id) {
    const Connector& connector = *world.find(id);
    return first.at(connector.curve) + (std::get<PointAt>(connector.what).t > 0.5 ? 1 : 0);
  };
  std::vector<int> nailed;
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    if (constraint.kind->name != "coincident") return;
    const int a = end_of(constraint.on[0].connector);
    if (constraint.on[1].connector)
      same[static_cast<std::size_t>(find(end_of(constraint.on[1].connector)))] = find(a);
    else
      nailed.push_back(a);
  });
  std::map<int, int> joint;
  const auto joint_of = [&](int end) {
    const auto [at, is_new] = joint.emplace(find(end), static_cast<int>(linkage.joints.size()));
    if (is_new) linkage.joints.push_back(ends[static_cast<std::size_t>(find(end))]);
    return at->second;
  };
  for (const auto& [id, end] : first) {
    linkage.bars.emplace_back(joint_of(end), joint_of(end + 1));
    linkage.lengths.push_back(
        (ends[static_cast<std::size_t>(end) + 1] - ends[static_cast<std::size_t>(end)]).norm());
  }
  linkage.stands.assign(linkage.joints.size(), 0);
  for (const int end : nailed) linkage.stands[static_cast<std::size_t>(joint_of(end))] = 1;
  return linkage;
}

int joint_at(const PeerLinkage& linkage, Point place) {
  const auto nearer = [&](const Point& a, const Point& b) {
    return (a - place).norm() < (b - place).norm();
  };
  return static_cast<int>(std::min_element(linkage.joints.begin(), linkage.joints.end(), nearer) -
                          linkage.joints.begin());
}

PeerLinkage without_redundant(const PeerLinkage& linkage) {
  // How each bar's length changes when joints move: one column a bar. Pivoting finds the rank.
  const Eigen::Index n = static_cast<Eigen::Index>(linkage.bars.size());
  Eigen::MatrixXd R =
      Eigen::MatrixXd::Zero(2 * static_cast<Eigen::Index>(linkage.joints.size()), n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto [a, b] = linkage.bars[static_cast<std::size_t>(i)];
    const Point along =
        (linkage.joints[static_cast<std::size_t>(b)] - linkage.joints[static_cast<std::size_t>(a)])
            .normalized();
    if (!linkage.stands[static_cast<std::size_t>(a)]) R.block<2, 1>(2 * a, i) = -along;
    if (!linkage.stands[static_cast<std::size_t>(b)]) R.block<2, 1>(2 * b, i) = along;
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(R);
  std::vector<Eigen::Index> kept(qr.colsPermutation().indices().data(),
                                 qr.colsPermutation().indices().data() + qr.rank());
  std::sort(kept.begin(), kept.end());
  PeerLinkage fewer = linkage;
  fewer.bars.clear();
  fewer.lengths.clear();
  for (const Eigen::Index i : kept) {
    fewer.bars.push_back(linkage.bars[static_cast<std::size_t>(i)]);
    fewer.lengths.push_back(linkage.lengths[static_cast<std::size_t>(i)]);
  }
  return fewer;
}

double worst_bar(const PeerLinkage& linkage, const std::vector<Point>& joints) {
  double worst = 0;
  for (std::size_t i = 0; i < linkage.bars.size(); ++i) {
    const auto [a, b] = linkage.bars[i];
    const double length =
        (joints[static_cast<std::size_t>(a)] - joints[static_cast<std::size_t>(b)]).norm();
    worst = std::max(worst, std::abs(length - linkage.lengths[i]));
  }
  return worst / linkage.size;
}

PeerTimes summary(std::vector<double>& each, PeerTimes times) {
  times.present = true;
  std::sort(each.begin(), each.end());
  times.median = each.empty() ? 0 : each[each.size() / 2];
  return times;
}

}  // namespace limber
