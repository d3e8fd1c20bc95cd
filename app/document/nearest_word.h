// Of some words the one a person most likely meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace limber {

// Empty when none is near. Counts the letters to insert, remove or change.
std::string nearest_word(std::string_view typed, std::span<const std::string_view> words);

}  // namespace limber
