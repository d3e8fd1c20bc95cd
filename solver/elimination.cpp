#include "solver/elimination.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "solver/ordering.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

// Rows of J that no block separates: they touch the same objects and stay together.
struct Bundles {
  std::vector<int> begin;  // bundle -> its first row; one more at the end
  std::vector<int> of_row;
};

Bundles bundle_rows(const Pattern& pattern) {
  std::vector<char> starts(pattern.rows + 1, 0);
  starts[0] = starts[pattern.rows] = 1;
  std::vector<char> touched(pattern.rows, 0);
  for (const Pattern::Block& block : pattern.blocks) {
    starts[block.row] = starts[block.row + block.rows] = 1;
    for (int r = block.row; r < block.row + block.rows; ++r) touched[r] = 1;
  }
  Bundles bundles;
  bundles.of_row.resize(pattern.rows);
  for (int r = 0; r < pattern.rows; ++r) {
    if (starts[r] || !touched[r]) bundles.begin.push_back(r);
    bundles.of_row[r] = static_cast<int>(bundles.begin.size()) - 1;
  }
  bundles.begin.push_back(pattern.rows);
  return bundles;
}

CliqueGraph clique_graph(const Pattern& pattern, const Bundles& bundles) {
  CliqueGraph graph;
  for (size_t i = 0; i + 1 < bundles.begin.size(); ++i)
    graph.weight.push_back(bundles.begin[i + 1] - bundles.begin[i]);
  graph.cliques.resize(pattern.objects());
  for (const Pattern::Block& block : pattern.blocks)
    for (int r = block.row; r < block.row + block.rows; ++r) {
      auto& clique = graph.cliques[block.object];
      if (clique.empty() || clique.back() != bundles.of_row[r]) clique.push_back(bundles.of_row[r]);
    }
  return graph;
}

// A front while fronts are being joined: nodes in place of rows.
struct Draft {
  std::vector<int> pivots;    // nodes, in order of elimination
  std::vector<int> boundary;  // nodes, as steps (see below), ascending
  std::vector<int> children;
  int pivot_rows = 0, boundary_rows = 0;
  int parent = -1;
};

// Multiplications and additions that pivots x columns ask for, as a measure to compare fronts by.
double front_cost(int pivots, int boundary) {
  double cost = front_overhead;
  for (int p = 0; p < pivots; ++p) cost += 2.0 * (pivots + boundary - p) * (pivots + boundary - p);
  return cost + 4.0 * boundary * boundary;
}

// One draft per node: the column of the factor below it is what its children and its objects bring.
std::vector<Draft> draft_fronts(const CliqueGraph& graph, const std::vector<int>& order) {
  const int nodes = graph.nodes();
  std::vector<int> step(nodes);
  for (int s = 0; s < nodes; ++s) step[order[s]] = s;
  std::vector<std::vector<int>> starting(nodes);  // step -> cliques that begin there
  for (size_t k = 0; k < graph.cliques.size(); ++k) {
    int first = nodes;
    for (int i : graph.cliques[k]) first = std::min(first, step[i]);
    if (first < nodes) starting[first].push_back(static_cast<int>(k));
  }
  std::vector<Draft> drafts(nodes);
  for (int s = 0; s < nodes; ++s) {
    Draft& draft = drafts[s];
    draft.pivots = {order[s]};
    draft.pivot_rows = graph.weight[order[s]];
    auto& below = draft.boundary;
    for (int k : starting[s])
      for (int i : graph.cliques[k]) below.push_back(step[i]);
    for (int c : draft.children)
      below.insert(below.end(), drafts[c].boundary.begin(), drafts[c].boundary.end());
    std::sort(below.begin(), below.end());
    below.erase(std::unique(below.begin(), below.end()), below.end());
    if (!below.empty() && below.front() == s) below.erase(below.begin());
    for (int i : below) draft.boundary_rows += graph.weight[order[i]];
    if (below.empty()) continue;
    draft.parent = below.front();
    drafts[draft.parent].children.push_back(s);
  }
  return drafts;
}

// Join a child to its parent where one dense front is cheaper than two. The child's pivots come
// first; its own children become the parent's, and may be joined in their turn.
void join_fronts(std::vector<Draft>& drafts) {
  for (Draft& parent : drafts) {
    for (size_t c = 0; c < parent.children.size();) {
      Draft& child = drafts[parent.children[c]];
      const double apart = front_cost(child.pivot_rows, child.boundary_rows) +
                           front_cost(parent.pivot_rows, parent.boundary_rows);
      const double together =
          front_cost(child.pivot_rows + parent.pivot_rows, parent.boundary_rows);
      if (together > apart) {
        ++c;
        continue;
      }
      parent.pivots.insert(parent.pivots.begin(), child.pivots.begin(), child.pivots.end());
      parent.pivot_rows += child.pivot_rows;
      parent.children.erase(parent.children.begin() + static_cast<std::ptrdiff_t>(c));
      parent.children.insert(parent.children.end(), child.children.begin(), child.children.end());
      child.pivots.clear();
    }
  }
}

// Children before parents, without recursion: a chain is as deep as it is long.
std::vector<int> postorder(const std::vector<Draft>& drafts) {
  std::vector<int> result, stack;
  std::vector<char> open(drafts.size(), 0);
  std::vector<char> inner(drafts.size(), 0);
  for (const Draft& draft : drafts)
    if (!draft.pivots.empty())
      for (int c : draft.children) inner[c] = 1;
  for (size_t root = 0; root < drafts.size(); ++root) {
    if (inner[root] || drafts[root].pivots.empty()) continue;
    stack.push_back(static_cast<int>(root));
    while (!stack.empty()) {
      const int d = stack.back();
      if (open[d]) {
        stack.pop_back();
        result.push_back(d);
        continue;
      }
      open[d] = 1;
      for (int c : drafts[d].children) stack.push_back(c);
    }
  }
  return result;
}

// Drafts -> fronts with rows of J for nodes.
Elimination lay_out(const std::vector<Draft>& drafts, const std::vector<int>& node_order,
                    const Bundles& bundles) {
  Elimination out;
  const std::vector<int> sequence = postorder(drafts);
  std::vector<int> front_of(drafts.size(), -1);
  const int rows = bundles.begin.back();
  out.position.resize(rows);
  for (int d : sequence) {
    front_of[d] = static_cast<int>(out.fronts.size());
    Front front;
    front.first = static_cast<int>(out.order.size());
    for (int node : drafts[d].pivots)
      for (int r = bundles.begin[node]; r < bundles.begin[node + 1]; ++r) {
        out.position[r] = static_cast<int>(out.order.size());
        out.order.push_back(r);
      }
    front.pivots = drafts[d].pivot_rows;
    front.columns = drafts[d].pivot_rows + drafts[d].boundary_rows;
    out.fronts.push_back(front);
  }
  for (int d : sequence) {
    Front& front = out.fronts[front_of[d]];
    front.at = static_cast<int>(out.columns.size());
    for (int p = 0; p < front.pivots; ++p) out.columns.push_back(front.first + p);
    for (int s : drafts[d].boundary) {
      const int node = node_order[s];
      for (int r = bundles.begin[node]; r < bundles.begin[node + 1]; ++r)
        out.columns.push_back(out.position[r]);
    }
    std::sort(out.columns.begin() + front.at, out.columns.end());
    front.children_begin = static_cast<int>(out.children.size());
    for (int c : drafts[d].children) {
      out.children.push_back(front_of[c]);
      out.fronts[front_of[c]].parent = front_of[d];
    }
    std::sort(out.children.begin() + front.children_begin, out.children.end());
    front.children_end = static_cast<int>(out.children.size());
  }
  return out;
}

// Where a position is among a front's columns.
int find_column(const Elimination& elimination, const Front& front, int position) {
  const auto begin = elimination.columns.begin() + front.at;
  const auto found = std::lower_bound(begin, begin + front.columns, position);
  assert(found != begin + front.columns && *found == position);
  return static_cast<int>(found - begin);
}

void link_to_parents(Elimination& out) {
  out.in_parent.assign(out.columns.size(), -1);
  for (const Front& front : out.fronts) {
    if (front.parent < 0) continue;
    const Front& parent = out.fronts[front.parent];
    for (int j = front.pivots; j < front.columns; ++j)
      out.in_parent[front.at + j] = find_column(out, parent, out.columns[front.at + j]);
  }
}

void stack_up(Elimination& out) {
  int top = 0;
  for (Front& front : out.fronts) {
    const bool leaf = front.children_begin == front.children_end;
    front.handed = leaf ? top : out.fronts[out.children[front.children_begin]].handed;
    top = front.handed + front.boundary() * front.boundary();
    out.handed_size = std::max(out.handed_size, top);
  }
}

void enter_objects(const Pattern& pattern, Elimination& out) {
  std::vector<std::vector<int>> columns(pattern.objects());
  for (const Pattern::Block& block : pattern.blocks)
    for (int r = block.row; r < block.row + block.rows; ++r)
      columns[block.object].push_back(out.position[r]);
  std::vector<int> front_of_position(out.size());
  for (size_t f = 0; f < out.fronts.size(); ++f)
    for (int p = 0; p < out.fronts[f].pivots; ++p)
      front_of_position[out.fronts[f].first + p] = static_cast<int>(f);

  std::vector<std::vector<int>> entering(out.fronts.size());
  out.object_begin.push_back(0);
  for (int k = 0; k < pattern.objects(); ++k) {
    std::sort(columns[k].begin(), columns[k].end());
    out.object_column.insert(out.object_column.end(), columns[k].begin(), columns[k].end());
    out.object_begin.push_back(static_cast<int>(out.object_column.size()));
    if (columns[k].empty()) continue;
    const int f = front_of_position[columns[k].front()];
    entering[f].push_back(k);
    for (int position : columns[k])
      out.object_local.push_back(find_column(out, out.fronts[f], position));
  }
  for (size_t f = 0; f < out.fronts.size(); ++f) {
    out.fronts[f].objects_begin = static_cast<int>(out.entering.size());
    out.entering.insert(out.entering.end(), entering[f].begin(), entering[f].end());
    out.fronts[f].objects_end = static_cast<int>(out.entering.size());
  }
}

// What one factorisation costs, by walking through the fronts' staircases at full rank.
void count_operations(const Pattern& pattern, Elimination& out) {
  std::vector<int> handed(out.fronts.size(), 0);  // rows a front hands to its parent
  for (size_t f = 0; f < out.fronts.size(); ++f) {
    const Front& front = out.fronts[f];
    std::vector<int> starting(front.columns, 0);
    for (int e = front.objects_begin; e < front.objects_end; ++e) {
      const int k = out.entering[e];
      const double size = pattern.begin[k + 1] - pattern.begin[k];
      const double width = out.object_begin[k + 1] - out.object_begin[k];
      starting[out.object_local[out.object_begin[k]]] += static_cast<int>(size);
      out.qr_operations += size * size * width;
      out.ldlt_operations += size * size * width + size * width * width;
    }
    for (int c = front.children_begin; c < front.children_end; ++c) {
      const Front& child = out.fronts[out.children[c]];
      for (int i = 0; i < handed[out.children[c]]; ++i)
        ++starting[out.in_parent[child.at + child.pivots + i]];
      out.ldlt_operations += 0.5 * child.boundary() * child.boundary();
    }
    int active = 0, done = 0, pivots_done = 0;
    for (int j = 0; j < front.columns; ++j) {
      active += starting[j];
      if (active > done) {
        out.qr_operations += 4.0 * (active - done) * (front.columns - j);
        ++done;
      }
      if (j < front.pivots) {
        pivots_done = done;
        out.ldlt_operations += static_cast<double>(front.columns - j) * (front.columns - j);
      }
    }
    handed[f] = std::min(done - pivots_done, front.boundary());
  }
}

Elimination eliminate_in_order(const Pattern& pattern, const CliqueGraph& graph,
                               const Bundles& bundles, const std::vector<int>& order) {
  std::vector<Draft> drafts = draft_fronts(graph, order);
  join_fronts(drafts);
  Elimination out = lay_out(drafts, order, bundles);
  link_to_parents(out);
  stack_up(out);
  enter_objects(pattern, out);
  count_operations(pattern, out);
  return out;
}

}  // namespace

Elimination analyse_elimination(const Pattern& pattern) {
  const Bundles bundles = bundle_rows(pattern);
  const CliqueGraph graph = clique_graph(pattern, bundles);
  return eliminate_in_order(pattern, graph, bundles, minimum_fill(graph));
}

}  // namespace limber
