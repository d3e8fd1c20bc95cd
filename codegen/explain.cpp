#include "codegen/explain.h"

#include <algorithm>

namespace limber {
namespace {

std::string_view line_of(std::string_view text, int line) {
  for (int k = 1; k < line; ++k) {
    const auto end = text.find('\n');
    if (end == text.npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

// Length in bytes of the character at the front, if it may be printed; 0 if it is to be replaced:
// ill-formed, a control character, or one that turns the direction of writing.
std::size_t printable(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7F ? 1 : 0;
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC2 ? 2 : 0;
  if (length == 0 || byte(0) > 0xF4 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xC0) != 0x80) return 0;
  if (length == 2 && byte(0) == 0xC2 && byte(1) < 0xA0) return 0;
  if (length == 3 && byte(0) == 0xE2 &&
      ((byte(1) == 0x80 && byte(2) >= 0x8B && (byte(2) <= 0x8F || byte(2) >= 0xA8)) ||
       (byte(1) == 0x81 && byte(2) >= 0xA0)))
    return 0;
  if (length == 2 && byte(0) == 0xD8 && byte(1) == 0x9C) return 0;  // the Arabic letter mark
  const bool overlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool beyond = (byte(0) == 0xED && byte(1) >= 0xA0) || (byte(0) == 0xF4 && byte(1) >= 0x90);
  if (overlong || beyond) return 0;
  if (length == 3 && byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) return 0;
  return length;
}

// How many bytes the character at the front takes, printable or not.
std::size_t character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead >= 0xF0 && lead < 0xF5   ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 1;
  if (length > text.size()) return 1;
  for (std::size_t k = 1; k < length; ++k)
    if ((static_cast<unsigned char>(text[k]) & 0xC0) != 0x80) return 1;
  return length;
}

}  // namespace

std::string safe(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (printable(text))
      out += text.substr(0, character(text));
    else
      out += text[0] == '\t' ? " " : "?";
    text.remove_prefix(character(text));
  }
  return out;
}

namespace {

int characters(std::string_view text) {
  int count = 0;
  for (; !text.empty(); text.remove_prefix(character(text))) ++count;
  return count;
}

constexpr int kWidest = 160;  // characters shown of a line

std::string paragraph(const Error& e, std::string_view text, std::string_view file) {
  std::string out = file.empty() ? "" : safe(file) + ":";
  if (e.line > 0) out += std::to_string(e.line) + ":" + std::to_string(e.column) + ":";
  out += (out.empty() ? "" : " ") + safe(e.message) + "\n";
  std::string_view line = e.line > 0 ? line_of(text, e.line) : std::string_view();
  if (line.ends_with('\r')) line.remove_suffix(1);
  const bool shown = e.line > 0 && characters(line) <= kWidest && characters(line) > 0;
  if (shown) {
    const int length = std::clamp(e.length, 1, std::max(1, characters(line) - e.column + 1));
    out += "  " + safe(line) + "\n  " + std::string(std::max(0, e.column - 1), ' ') +
           std::string(length, '^');
  }
  if (!e.suggestion.empty()) out += (shown ? "   " : "  ") + safe(e.suggestion);
  if (shown || !e.suggestion.empty()) out += "\n";
  return out;
}

}  // namespace

std::string explain(const Error& error, std::string_view text, std::string_view file) {
  std::string out = paragraph(error, text, file);
  for (const Error& other : error.others) out += paragraph(other, text, file);
  return out;
}

}  // namespace limber
