// What people write elsewhere, and how it is said here: the likely intentions behind mistakes.
#pragma once

#include <string>
#include <string_view>

namespace limber {

// For a name or a function that other notations have and this one does not; else empty.
std::string hint_for_name(std::string_view name);

// For a sign that means nothing here; else empty.
std::string hint_for_sign(char32_t sign);

// For a line of a curve that begins with a word of another notation, as in "radius a = 1"; else
// empty.
std::string hint_for_line(std::string_view word, std::string_view name);

}  // namespace limber
