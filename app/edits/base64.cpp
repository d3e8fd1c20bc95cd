#include "app/edits/base64.h"

#include <cstdint>

namespace limber {

namespace {
constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63];
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t three = 0;
    int filled = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const char c = text[i + k];
      if (c == '=' && i + 4 == text.size() && k >= 2) {
        ++filled;
        three <<= 6;
        continue;
      }
      const std::size_t value = letters.find(c);
      if (value == letters.npos || filled > 0) return {};
      three = three << 6 | static_cast<std::uint32_t>(value);
    }
    for (int k = 0; k < 3 - filled; ++k) out += static_cast<char>(three >> (16 - 8 * k) & 0xff);
  }
  return out;
}

}  // namespace limber
