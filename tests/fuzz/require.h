// What holds for whatever bytes come: else the fuzzer is told, by the end of the process.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace limber {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace limber
