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

}  // namespace limber
