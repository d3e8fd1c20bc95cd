#include "app/exchange/embedded.h"

#include <fmt/format.h>

#include "app/edits/base64.h"
#include "app/exchange/xml.h"
#include "app/files/hash.h"

namespace limber {

namespace {

constexpr std::string_view opening =
    "<metadata><limber:document xmlns:limber=\"urn:limber:document\"";
constexpr std::string_view closing = "</limber:document></metadata>\n";
constexpr std::string_view begin_tag = "<limber:document", end_tag = "</limber:document>";

// The value of an attribute inside one tag, or nothing.
std::string_view attribute(std::string_view tag, std::string_view name) {
  const std::string start = fmt::format(" {}=\"", name);
  const std::size_t begin = tag.find(start);
  if (begin == tag.npos) return {};
  tag.remove_prefix(begin + start.size());
  return tag.substr(0, tag.find('"'));
}

std::string checksum(std::string_view before, std::string_view after) {
  return fmt::format("{:016x}", hash_bytes(after, hash_bytes(before)));
}

// Where the content of the svg element begins: after its opening tag and the end of that line.
std::size_t content_begin(std::string_view svg) {
  const std::size_t tag = svg.find("<svg");
  const std::size_t end = tag == svg.npos ? svg.npos : svg.find('>', tag);
  if (end == svg.npos) return 0;
  return end + 1 < svg.size() && svg[end + 1] == '\n' ? end + 2 : end + 1;
}

}  // namespace

std::string with_drawing(std::string_view svg, std::string_view drawing) {
  const std::size_t at = content_begin(svg);
  const std::string_view before = svg.substr(0, at), after = svg.substr(at);
  const bool plain = fits_xml(drawing);
  std::string out(before);
  out += fmt::format("{}{} picture=\"{}\">", opening, plain ? "" : " encoding=\"base64\"",
                     checksum(before, after));
  out += plain ? xml_text(drawing) : to_base64(drawing);
  out += closing;
  return out += after;
}

std::optional<FoundDrawing> drawing_in(std::string_view svg) {
  const std::size_t begin = svg.find(begin_tag);
  if (begin == svg.npos) return {};
  const std::size_t open_end = svg.find('>', begin);
  if (open_end == svg.npos) return {};
  const std::size_t end = svg.find(end_tag, open_end);
  if (end == svg.npos) return {};
  const std::string_view tag = svg.substr(begin, open_end - begin);
  const std::string_view content = svg.substr(open_end + 1, end - open_end - 1);
  FoundDrawing found;
  if (attribute(tag, "encoding") == "base64") {
    const std::optional<std::string> bytes = from_base64(content);
    if (!bytes) return {};
    found.text = *bytes;
  } else {
    found.text = from_xml_text(content);
  }
  const std::size_t metadata = svg.rfind('<', begin - (begin > 0 ? 1 : 0));
  const std::size_t rest = end + closing.size();
  found.unchanged =
      metadata != svg.npos && rest <= svg.size() &&
      svg.substr(metadata).starts_with("<metadata>") &&
      attribute(tag, "picture") == checksum(svg.substr(0, metadata), svg.substr(rest));
  return found;
}

bool looks_like_svg(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return false;
  text.remove_prefix(begin);
  return text.starts_with("<svg") ||
         ((text.starts_with("<?xml") || text.starts_with("<!")) && text.find("<svg") != text.npos);
}

}  // namespace limber
