#include "app/exchange/xml.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace limber {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD
constexpr std::pair<std::string_view, char> entities[] = {
    {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};

// How many bytes at the begin of the text XML 1.0 cannot hold: a control character, U+FFFE, U+FFFF.
std::size_t forbidden(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text[0]);
  if (byte < 0x20 && byte != '\t' && byte != '\n') return 1;
  if (text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf")) return 3;
  return 0;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xc0 | code >> 6), put(0x80 | (code & 0x3f));
  if (code < 0x10000)
    return put(0xe0 | code >> 12), put(0x80 | (code >> 6 & 0x3f)), put(0x80 | (code & 0x3f));
  put(0xf0 | code >> 18), put(0x80 | (code >> 12 & 0x3f));
  put(0x80 | (code >> 6 & 0x3f)), put(0x80 | (code & 0x3f));
}

// "&#10;" or "&#xA;" at the begin of the text: its length, 0 when it is neither.
std::size_t read_numbered(std::string_view text, std::string& out) {
  const bool hex = text.starts_with("&#x");
  const std::string_view digits = text.substr(hex ? 3 : 2);
  std::uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
  if (error != std::errc() || end == digits.data() + digits.size() || *end != ';') return 0;
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
  append_utf8(out, code);
  return static_cast<std::size_t>(end - text.data()) + 1;
}

std::string escaped(std::string_view text, bool quotes) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const std::size_t bad = forbidden(text.substr(i))) {
      out += replacement;
      i += bad - 1;
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"' && quotes) {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string xml_text(std::string_view text) { return escaped(text, false); }
std::string xml_attribute(std::string_view text) { return escaped(text, true); }

bool fits_xml(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (forbidden(text.substr(i)) > 0) return false;
  return true;
}

std::string from_xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t read = 0;
    if (text[0] == '&') {
      for (const auto& [name, meant] : entities)
        if (read == 0 && text.starts_with(name)) out += meant, read = name.size();
      if (read == 0 && text.starts_with("&#")) read = read_numbered(text, out);
    }
    if (read == 0) out += text[0], read = 1;
    text.remove_prefix(read);
  }
  return out;
}

std::string fixed_number(double value, int decimals) {
  char buffer[400];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  std::string text(buffer, error == std::errc() ? end : buffer);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string exact_number(double value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  const std::string text(buffer, error == std::errc() ? end : buffer);
  return text == "-0" ? "0" : text;
}

}  // namespace limber
