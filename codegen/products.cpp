#include "codegen/products.h"

#include <algorithm>
#include <tuple>

namespace limber {
namespace {

// Beyond this, counting pairs takes longer than it saves.
constexpr std::size_t kMostPairs = 4'000;

}  // namespace

void Products::add(Factor product, std::vector<Factor> factors) {
  std::ranges::sort(factors);
  products_[product] = std::move(factors);
}

// Every pair of one product counts once, however often it could be formed there.
void Products::count(const std::vector<Factor>& factors, int change) {
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (i > 0 && factors[i] == factors[i - 1]) continue;
    for (std::size_t j = i + 1; j < factors.size(); ++j) {
      if (j > i + 1 && factors[j] == factors[j - 1]) continue;
      count_[{factors[i], factors[j]}] += change;
    }
  }
}

Products::Pair Products::best_pair() const {
  const auto merit = [&](const auto& entry) {
    const auto& [pair, times] = entry;
    return std::tuple(times, !late_[pair.first] && !late_[pair.second], -pair.first, -pair.second);
  };
  Pair best{-1, -1};
  std::tuple<int, bool, Factor, Factor> best_merit{1, true, 0, 0};
  for (const auto& entry : count_)
    if (entry.second > 1 && (best.first < 0 || merit(entry) > best_merit)) {
      best = entry.first;
      best_merit = merit(entry);
    }
  return best;
}

Products::Factor Products::join(const Pair& pair) {
  const auto [known, is_new] = joined_.try_emplace(pair, static_cast<Factor>(late_.size()));
  if (is_new) {
    late_.push_back(late_[pair.first] || late_[pair.second]);
    pairs_.push_back(pair);
  }
  return known->second;
}

void Products::gather(std::vector<Factor>& factors) {
  std::ranges::stable_sort(factors, [&](Factor a, Factor b) {
    return std::tuple(bool(late_[a]), a) < std::tuple(bool(late_[b]), b);
  });
  while (factors.size() > 2) {
    const Factor joined =
        join({std::min(factors[0], factors[1]), std::max(factors[0], factors[1])});
    factors.erase(factors.begin());
    factors[0] = joined;
  }
}

void Products::arrange() {
  for (const auto& [product, factors] : products_) count(factors, 1);
  if (count_.size() <= kMostPairs) {
    for (Pair pair = best_pair(); pair.first >= 0; pair = best_pair()) {
      const Factor joined = join(pair);
      count_.erase(pair);
      for (auto& [product, factors] : products_) {
        if (factors.size() < 3) continue;
        const auto first = std::ranges::find(factors, pair.first);
        if (first == factors.end()) continue;
        const auto second =
            std::find(first + (pair.first == pair.second), factors.end(), pair.second);
        if (second == factors.end() || second == first) continue;
        count(factors, -1);
        factors.erase(second);
        factors.erase(std::ranges::find(factors, pair.first));
        factors.push_back(joined);
        count(factors, 1);
      }
      count_.erase(pair);
    }
  }
  for (auto& [product, factors] : products_) {
    gather(factors);
    last_two_[product] = {factors[0], factors[1]};
  }
}

}  // namespace limber
