#include "solver/elimination.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "tests/systems.h"

namespace limber {
namespace {

std::vector<Pattern> patterns() {
  std::vector<Pattern> out;
  std::mt19937_64 random(12);
  for (Bars bars : {Bars::rigid, Bars::ends}) {
    out.push_back(system_of(four_bar(), bars).pattern);
    out.push_back(system_of(jansen_leg(), bars).pattern);
    out.push_back(system_of(chain(50), bars).pattern);
    out.push_back(system_of(grid(6, true), bars).pattern);
  }
  for (int trial = 0; trial < 50; ++trial)
    out.push_back(random_system({.objects = 1 + trial, .constraints = 2 * trial}, random).pattern);
  return out;
}

}  // namespace

TEST_CASE("the order of elimination is a permutation of the rows, and position its inverse") {
  for (const Pattern& pattern : patterns()) {
    const Elimination e = analyse_elimination(pattern);
    REQUIRE(e.size() == pattern.rows);
    std::vector<int> sorted = e.order;
    std::sort(sorted.begin(), sorted.end());
    for (int row = 0; row < pattern.rows; ++row) {
      CHECK(sorted[row] == row);
      CHECK(e.order[e.position[row]] == row);
    }
  }
}

TEST_CASE("fronts pivot every position once, children first, and fit into their parents") {
  for (const Pattern& pattern : patterns()) {
    const Elimination e = analyse_elimination(pattern);
    int next = 0;
    for (size_t f = 0; f < e.fronts.size(); ++f) {
      const Front& front = e.fronts[f];
      CHECK(front.first == next);
      next += front.pivots;
      const int* columns = e.columns.data() + front.at;
      for (int p = 0; p < front.pivots; ++p) CHECK(columns[p] == front.first + p);
      for (int j = 1; j < front.columns; ++j) CHECK(columns[j] > columns[j - 1]);
      CHECK((front.parent < 0) == (front.boundary() == 0));
      if (front.parent < 0) continue;
      CHECK(front.parent > static_cast<int>(f));
      const Front& parent = e.fronts[front.parent];
      for (int j = front.pivots; j < front.columns; ++j)
        CHECK(e.columns[parent.at + e.in_parent[front.at + j]] == columns[j]);
    }
    CHECK(next == pattern.rows);
  }
}

TEST_CASE("every object enters where its first row is a pivot, and all its rows are columns there") {
  for (const Pattern& pattern : patterns()) {
    const Elimination e = analyse_elimination(pattern);
    std::vector<int> entered(pattern.objects(), 0);
    for (const Front& front : e.fronts)
      for (int n = front.objects_begin; n < front.objects_end; ++n) {
        const int k = e.entering[n];
        ++entered[k];
        CHECK(e.object_local[e.object_begin[k]] < front.pivots);
        for (int c = e.object_begin[k]; c < e.object_begin[k + 1]; ++c)
          CHECK(e.columns[front.at + e.object_local[c]] == e.object_column[c]);
      }
    for (int k = 0; k < pattern.objects(); ++k)
      CHECK(entered[k] == (e.object_begin[k + 1] > e.object_begin[k] ? 1 : 0));
  }
}

TEST_CASE("what a front hands up does not overwrite what another has not taken yet") {
  for (const Pattern& pattern : patterns()) {
    const Elimination e = analyse_elimination(pattern);
    std::vector<int> owner(e.handed_size, -1);
    for (size_t f = 0; f < e.fronts.size(); ++f) {
      const Front& front = e.fronts[f];
      for (int c = front.children_begin; c < front.children_end; ++c) {
        const Front& child = e.fronts[e.children[c]];
        for (int i = 0; i < child.boundary() * child.boundary(); ++i)
          CHECK(owner[child.handed + i] == e.children[c]);
      }
      for (int i = 0; i < front.boundary() * front.boundary(); ++i)
        owner[front.handed + i] = static_cast<int>(f);
    }
  }
}

TEST_CASE("the work for a chain grows with its length, for a net with less than its square") {
  for (Bars bars : {Bars::rigid, Bars::ends}) {
    const auto chain_work = [bars](int n) { return analyse_elimination(system_of(chain(n), bars).pattern); };
    const Elimination small = chain_work(100), large = chain_work(3000);
    CHECK(large.qr_operations < 31 * small.qr_operations);
    CHECK(large.ldlt_operations < 31 * small.ldlt_operations);
    const auto net_work = [bars](int k) {
      return analyse_elimination(system_of(grid(k, false), bars).pattern).ldlt_operations;
    };
    CHECK(net_work(20) < std::pow(2, 3.3) * net_work(10));  // points to the power 1.65
  }
}

TEST_CASE("the same pattern is analysed the same way twice") {
  const Pattern pattern = system_of(grid(8, true), Bars::rigid).pattern;
  const Elimination a = analyse_elimination(pattern), b = analyse_elimination(pattern);
  CHECK(a.order == b.order);
  CHECK(a.columns == b.columns);
  CHECK(a.children == b.children);
}

}  // namespace limber
