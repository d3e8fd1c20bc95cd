// An Error as a person reads it, one paragraph for each mistake:
//
//   spiral.curve:3:12: There is no thetta here.
//     x = r*cos(thetta)
//               ^^^^^^   did you mean theta?
#pragma once

#include <string>
#include <string_view>

#include "codegen/result.h"

namespace limber {

// `text` is what was read; `file` may be empty. Nothing in either can disturb a terminal.
std::string explain(const Error& error, std::string_view text, std::string_view file);

// The text with everything that could disturb a terminal (control characters, marks that turn the
// direction of writing, bytes that are no UTF-8) shown as a question mark, one for each.
std::string safe(std::string_view text);

}  // namespace limber
