// A running hash of how something looks: 64 bits, so that two looks that differ are told apart.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace limber {

class LookHash {
 public:
  std::uint64_t value = 0x9e3779b97f4a7c15u;

  void add(std::uint64_t bits) {
    value = (value ^ bits) * 0xff51afd7ed558ccdu;
    value ^= value >> 32;
  }
  void add(double v) { add(std::bit_cast<std::uint64_t>(v)); }
  void add(int v) { add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(v))); }
  void add(bool v) { add(static_cast<std::uint64_t>(v)); }
  void add(std::string_view text) { add_bytes(text.data(), text.size()); }
  void add_bytes(const void* bytes, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    add(static_cast<std::uint64_t>(size));
    for (; size >= 8; at += 8, size -= 8) {
      std::uint64_t word;
      std::memcpy(&word, at, 8);
      add(word);
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, at, size);
    if (size > 0) add(rest);
  }
};

}  // namespace limber
