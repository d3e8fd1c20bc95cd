#include "codegen/lets.h"

#include <algorithm>
#include <map>
#include <set>

namespace limber {
namespace {

using Needs = std::vector<std::vector<int>>;

Needs needs_of(const Formula& formula, const std::vector<Item>& items) {
  std::multimap<std::string, int> definers;
  for (std::size_t k = 0; k < items.size(); ++k)
    for (const auto& name : items[k].names) definers.emplace(name, static_cast<int>(k));
  Needs needs(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) {
    std::set<int> all;
    const auto need = [&](const std::string& name) {
      const auto [first, last] = definers.equal_range(name);
      for (auto i = first; i != last; ++i) all.insert(i->second);
    };
    for (const auto& name : items[k].needs) need(name);
    std::set<std::string> inside(items[k].inputs.begin(), items[k].inputs.end());
    for (const Phrase& phrase : items[k].phrases)
      for (int n = phrase.first; phrase && n <= phrase.root; ++n)
        if (formula.terms[n].kind == Term::inner) inside.insert(formula.terms[n].name);
    for (const Phrase& phrase : items[k].phrases)
      for (int n = phrase.first; phrase && n <= phrase.root; ++n) {
        const Term& term = formula.terms[n];
        const bool named = term.kind == Term::named || term.kind == Term::call;
        if (named && !inside.contains(term.name)) need(term.name);
      }
    needs[k].assign(all.begin(), all.end());
  }
  return needs;
}

bool says_at(const Formula& formula, const Item& item) {
  for (const Phrase& phrase : item.phrases)
    for (int n = phrase.first; phrase && n <= phrase.root; ++n)
      if (formula.terms[n].kind == Term::named && formula.terms[n].name == "at") return true;
  return false;
}

std::string circle_sentence(const std::vector<Item>& items, const std::vector<int>& path,
                            int back_to) {
  const auto start = std::ranges::find(path, back_to);
  std::string sentence = quoted(items[back_to].names.front()) + " is defined by itself";
  if (path.end() - start == 1) return sentence + ".";
  sentence += ": ";
  int told = 0;
  for (auto i = start; i != path.end() && told < 6; ++i, ++told)
    sentence += quoted(items[*i].names.front()) + (told == 0 ? " needs " : ", which needs ");
  return sentence + quoted(items[back_to].names.front()) + ".";
}

}  // namespace

void add_functions(const Formula& formula, std::vector<Item>& items) {
  for (const FunctionText& f : formula.functions)
    items.push_back({{f.name}, {f.value}, f.spot, {}, f.inputs});
}

Order order_of(const Formula& formula, const std::vector<Item>& items, std::vector<Error>& errors) {
  const Needs needs = needs_of(formula, items);
  enum State { fresh, open, done, round };
  std::vector<State> state(items.size(), fresh);
  Order order;
  for (int root = 0; root < static_cast<int>(items.size()); ++root) {
    if (state[root] != fresh) continue;
    std::vector<int> path{root};
    std::vector<std::size_t> next{0};
    state[root] = open;
    while (!path.empty()) {
      const int item = path.back();
      if (next.back() == needs[item].size()) {
        if (state[item] == open) {
          state[item] = done;
          order.items.push_back(item);
        }
        path.pop_back();
        next.pop_back();
        continue;
      }
      const int need = needs[item][next.back()++];
      if (state[need] == fresh) {
        state[need] = open;
        path.push_back(need);
        next.push_back(0);
      } else if (const auto start = std::ranges::find(path, need);
                 state[need] == open && start != path.end()) {
        const bool alone = path.back() == need;
        const bool at =
            std::ranges::any_of(path, [&](int k) { return says_at(formula, items[k]); });
        errors.push_back(error_at(items[need].spot, circle_sentence(items, path, need),
                                  at      ? "at is the point of the curve; for a product write a*t"
                                  : alone ? "give one of the two another name"
                                          : "define one of them without the other"));
        for (auto i = start; i != path.end(); ++i) {
          if (state[*i] == open) order.circular.push_back(*i);
          state[*i] = round;
        }
      }
    }
  }
  return order;
}

}  // namespace limber
