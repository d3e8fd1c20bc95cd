#include "solver/ordering.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>
#include <utility>

namespace limber {
namespace {

// Minimum degree on cliques. Eliminating a node joins the cliques it is in to one new clique (the
// fill never has to be written down); nodes that end up in the same cliques are bundled and go
// together. The degree of a node is bounded from above by the sum of its cliques.
class MinimumDegree {
 public:
  explicit MinimumDegree(const CliqueGraph& graph)
      : weight_(graph.weight),
        cliques_(graph.cliques),
        of_node_(graph.nodes()),
        bundle_(graph.nodes()),
        degree_(graph.nodes(), 0),
        gone_(graph.nodes(), 0) {
    for (int k = 0; k < static_cast<int>(cliques_.size()); ++k)
      for (int i : cliques_[k]) of_node_[i].push_back(k);
    for (int i = 0; i < graph.nodes(); ++i) {
      bundle_[i] = {i};
      for (int k : of_node_[i]) degree_[i] += size_of(k) - weight_[i];
      queue_.insert({degree_[i], i});
    }
    outside_.assign(cliques_.size(), -1);
  }

  std::vector<int> order() {
    while (!queue_.empty()) eliminate(queue_.begin()->second);
    return std::move(order_);
  }

 private:
  int size_of(int k) const {
    int sum = 0;
    for (int i : cliques_[k])
      if (!gone_[i]) sum += weight_[i];
    return sum;
  }

  void take(int i) {
    queue_.erase({degree_[i], i});
    gone_[i] = 1;
    order_.insert(order_.end(), bundle_[i].begin(), bundle_[i].end());
  }

  void eliminate(int pivot) {
    take(pivot);
    std::vector<int> joined;
    for (int k : of_node_[pivot]) {
      for (int i : cliques_[k])
        if (!gone_[i]) joined.push_back(i);
      cliques_[k].clear();
    }
    std::sort(joined.begin(), joined.end());
    joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
    const int clique = static_cast<int>(cliques_.size());
    cliques_.push_back(joined);
    outside_.push_back(-1);
    for (int i : joined) {
      auto& of = of_node_[i];
      std::erase_if(of, [&](int k) { return cliques_[k].empty(); });
      of.push_back(clique);
    }
    absorb(clique);
    bundle_equals(clique);
    update_degrees(clique);
  }

  // outside_[k] = weight of clique k outside the new one, for every clique that meets it. A clique
  // that lies inside says nothing new and is dropped.
  void absorb(int clique) {
    touched_.clear();
    for (int i : cliques_[clique])
      for (int k : of_node_[i]) {
        if (k == clique) continue;
        if (outside_[k] < 0) {
          outside_[k] = size_of(k);
          touched_.push_back(k);
        }
        outside_[k] -= weight_[i];
      }
    for (int k : touched_)
      if (outside_[k] == 0) cliques_[k].clear();
    for (int i : cliques_[clique])
      std::erase_if(of_node_[i], [&](int k) { return cliques_[k].empty(); });
  }

  void bundle_equals(int clique) {
    auto& nodes = cliques_[clique];
    std::vector<int> sorted = nodes;
    std::sort(sorted.begin(), sorted.end(), [&](int i, int j) {
      return of_node_[i] != of_node_[j] ? of_node_[i] < of_node_[j] : i < j;
    });
    for (size_t s = 1, head = 0; s < sorted.size(); ++s) {
      const int i = sorted[head], j = sorted[s];
      if (of_node_[i] != of_node_[j]) {
        head = s;
        continue;
      }
      weight_[i] += weight_[j];
      bundle_[i].insert(bundle_[i].end(), bundle_[j].begin(), bundle_[j].end());
      queue_.erase({degree_[j], j});
      gone_[j] = 1;
    }
    std::erase_if(nodes, [&](int i) { return gone_[i] != 0; });
  }

  void update_degrees(int clique) {
    int inside = 0;
    for (int i : cliques_[clique]) inside += weight_[i];
    for (int i : cliques_[clique]) {
      int degree = inside - weight_[i];
      for (int k : of_node_[i])
        if (k != clique) degree += outside_[k];
      queue_.erase({degree_[i], i});
      degree_[i] = degree;
      queue_.insert({degree, i});
    }
    for (int k : touched_) outside_[k] = -1;
  }

  std::vector<int> weight_;
  std::vector<std::vector<int>> cliques_, of_node_, bundle_;
  std::vector<int> degree_;
  std::vector<char> gone_;
  std::vector<int> outside_, touched_;
  std::set<std::pair<int, int>> queue_;
  std::vector<int> order_;
};

}  // namespace

std::vector<int> minimum_degree(const CliqueGraph& graph) { return MinimumDegree(graph).order(); }

}  // namespace limber
