// The plain form of a formula file: one way to write each thing, comments kept.
//
//   x(t) = a sin²t + √t        becomes   x = a*sin(t)^2 + sqrt(t)
//   0 ≤ θ ≤ 2π                 becomes   theta from 0 to 2*pi
//
// Laws: the plain form means the same, to the last operation; the plain form of the plain form is
// itself; a text with mistakes is not touched, the mistakes are told.
#pragma once

#include <string>
#include <string_view>

#include "codegen/formula.h"
#include "codegen/result.h"

namespace limber {

Result<std::string> plain_form(std::string_view text);

// One expression of a formula, in the plain form.
std::string written(const Formula& formula, const Phrase& phrase);

}  // namespace limber
