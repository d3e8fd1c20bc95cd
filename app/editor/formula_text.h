// What an editor of formulas knows about their text: which words are of what sort, which brackets
// belong together, Greek letters by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/result.h"

namespace limber {

// ---- colours
enum class Ink { plain, word, function, number, title, comment };
struct InkSpan {  // in characters
  std::size_t from = 0, to = 0;
  Ink ink = Ink::plain;
};
std::vector<InkSpan> inks_of(std::u32string_view text);  // ascending; what is plain is left out

// The bracket beside the caret and the one that belongs to it.
std::optional<std::pair<std::size_t, std::size_t>> matched_brackets(std::u32string_view text,
                                                                    std::size_t caret);

// Where an Error points, in characters of the whole text; nothing when it points nowhere.
std::optional<std::pair<std::size_t, std::size_t>> underlined(std::u32string_view text,
                                                              const Error& error);

// ---- signs no keyboard has
// "\theta" just before the caret: how long it is, and θ.
std::optional<std::pair<std::size_t, char32_t>> spelled_sign(std::u32string_view text,
                                                             std::size_t caret);
char32_t sign_of_alt(int key, bool shift);  // Alt+T: θ; 0: none

}  // namespace limber
