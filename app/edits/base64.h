// Bytes as text of letters, digits, + and /, as pictures inside a drawing are written (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace limber {

std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);  // nothing when it is not that

}  // namespace limber
