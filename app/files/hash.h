// The checksum of files: 64-bit FNV-1a. It finds accidents (a torn write, a bad block, another
// program's change), not a forger.
#pragma once

#include <cstdint>
#include <string_view>

namespace limber {

inline constexpr std::uint64_t hash_of_nothing = 14695981039346656037u;

// Of what was hashed before and these bytes after it.
constexpr std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t before = hash_of_nothing) {
  for (const char byte : bytes)
    before = (before ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return before;
}

}  // namespace limber
