// Text -> Formula. Knows the grammar of docs/formulas.md and nothing of what names mean.
//
// Laws: ends for every text, within the limits of limits.h, in time linear in its length; a mistake
// spoils one statement, and the rest of the file is still read for further mistakes.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "codegen/formula.h"
#include "codegen/result.h"

namespace limber {

Result<Formula> parse(std::string_view text);

// The same, keeping what could be read beside the mistakes: later stages find more of them.
Formula parse(std::string_view text, std::vector<Error>& errors);

// One expression alone, as a Formula with a single let; `known` are the names that mean something.
using Names = std::set<std::string, std::less<>>;
Formula parse_expression(std::string_view text, const Names& known, std::vector<Error>& errors);

// All of `errors` as one, in the order of the text, without those that say the same of one place.
Error gather(std::vector<Error> errors);

}  // namespace limber
