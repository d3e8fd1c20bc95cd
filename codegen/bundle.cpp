#include "codegen/bundle.h"

#include <algorithm>
#include <map>

namespace limber {

namespace {

bool is_call(Op op) { return op >= Op::sin && op <= Op::sincos; }

// The number of calls, one after another, behind each value. Calls of one rank do not need each
// other; what is not a call belongs to the rank of the calls it uses.
std::vector<int> ranks(const Program& program) {
  std::vector<int> rank(program.code.size(), 0);
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Instruction& i = program.code[k];
    for_each_operand(program, i, [&](std::int32_t v) { rank[k] = std::max(rank[k], rank[v]); });
    rank[k] += is_call(i.op);
  }
  return rank;
}

void add_calls(const std::vector<std::int32_t>& calls, std::size_t lanes,
               std::vector<Bundle>& order) {
  for (std::size_t i = 0; i < calls.size(); i += lanes)
    order.emplace_back(calls.begin() + i, calls.begin() + std::min(i + lanes, calls.size()));
}

}  // namespace

std::vector<Bundle> in_bundles(const Program& program, int lanes) {
  const std::vector<bool> need = needed(program);
  const std::vector<int> rank = ranks(program);
  // Rank by rank: its calls, function by function, then the rest of it in the old order.
  struct Rank {
    std::map<Op, std::vector<std::int32_t>> calls;
    std::vector<std::int32_t> others;
  };
  std::vector<Rank> by_rank;
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Op op = program.code[k].op;
    if (!need[k] || op == Op::cos_of_sincos) continue;
    by_rank.resize(std::max<std::size_t>(by_rank.size(), rank[k] + 1));
    Rank& mine = by_rank[rank[k]];
    (is_call(op) ? mine.calls[op] : mine.others).push_back(static_cast<std::int32_t>(k));
  }
  std::vector<Bundle> order;
  for (const Rank& r : by_rank) {
    for (const auto& [op, calls] : r.calls) add_calls(calls, lanes, order);
    for (const std::int32_t k : r.others) order.push_back({k});
  }
  return order;
}

}  // namespace limber
