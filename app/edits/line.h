// An Edit as a line of text, and back. All of it comes from the `fields` of the edits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/edits/edit.h"
#include "app/edits/words.h"
#include "codegen/result.h"

namespace limber {

std::string line_of(const Edit& edit);                // without the end of line
Result<Edit> read_edit(std::string_view text);     // of a whole line
// What follows the verb; nothing: words.error() says why.
std::optional<Edit> read_edit(const std::string& verb, Words& words);
bool is_edit_verb(std::string_view word);

// How each verb is written: "attach POINT POINT [as NAME]".
struct Verb {
  std::string name, forms, meaning;
};
const std::vector<Verb>& edit_verbs();

}  // namespace limber
