// How much of something a style may have.
#pragma once

#include <cstddef>

namespace limber {

inline constexpr std::size_t most_gradient_stops = 256;  // as many as there are levels of a colour

}  // namespace limber
