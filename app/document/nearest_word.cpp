#include "app/document/nearest_word.h"

#include <algorithm>
#include <vector>

namespace limber {

namespace {

// Letters to add, leave out, change, or swap with their neighbour until one word is the other. The
// table of edits between the beginnings of the two, three rows of it at a time.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_word(std::string_view typed, std::span<const std::string_view> words) {
  std::size_t best = std::max<std::size_t>(1, typed.size() / 3) + 1;
  std::string out;
  if (typed.empty() || typed.size() > 64) return out;
  for (const std::string_view word : words)
    if (const std::size_t distance = edits(typed, word); distance < best) {
      best = distance;
      out = word;
    }
  return out;
}

}  // namespace limber
