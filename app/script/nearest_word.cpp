#include "app/script/nearest_word.h"

#include <algorithm>
#include <vector>

namespace limber {

// The table of edits between the beginnings of two words, a row at a time.
std::string nearest_word(std::string_view typed, std::span<const std::string_view> words) {
  std::size_t best = std::max<std::size_t>(1, typed.size() / 3) + 1;
  std::string out;
  if (typed.empty() || typed.size() > 64) return out;
  for (const std::string_view word : words) {
    std::vector<std::size_t> row(word.size() + 1);
    for (std::size_t j = 0; j <= word.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= typed.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= word.size(); ++j) {
        const std::size_t change = diagonal + (typed[i - 1] == word[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
      }
    }
    if (row.back() < best) {
      best = row.back();
      out = word;
    }
  }
  return out;
}

}  // namespace limber
