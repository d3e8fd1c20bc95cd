// In which order products of several factors are multiplied, so that a pair of factors that occurs
// in several products is multiplied once. Greedy: the pair that occurs most often first, among
// equals those that do not depend on the last input, then the lowest numbers. After that, what does
// not depend on the last input is gathered, so that it can be computed once for many.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace limber {

class Products {
 public:
  using Factor = std::int32_t;  // from 0; numbers beyond those given are pairs

  // `late[f]`: factor f depends on the last input.
  explicit Products(std::vector<bool> late)
      : given_(static_cast<Factor>(late.size())), late_(std::move(late)) {}

  void add(Factor product, std::vector<Factor> factors);  // at least two factors
  void arrange();

  // The two factors whose product it is; each is a given one, or has a pair itself.
  bool is_pair(Factor f) const { return f >= given_; }
  std::pair<Factor, Factor> pair(Factor f) const { return pairs_[f - given_]; }
  std::pair<Factor, Factor> last_two(Factor product) const { return last_two_.at(product); }

 private:
  using Pair = std::pair<Factor, Factor>;
  void count(const std::vector<Factor>& factors, int change);
  Pair best_pair() const;
  Factor join(const Pair& pair);
  void gather(std::vector<Factor>& factors);

  Factor given_;
  std::vector<bool> late_;
  std::vector<Pair> pairs_;
  std::map<Pair, Factor> joined_;
  std::map<Pair, int> count_;
  std::map<Factor, std::vector<Factor>> products_;
  std::map<Factor, Pair> last_two_;
};

}  // namespace limber
