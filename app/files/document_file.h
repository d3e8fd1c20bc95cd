// Document <-> its file: JSON, one thing per line, described in docs/document.md.
//
// Laws: what was saved loads to the same bits; what was loaded saves to the same bytes; loading
// solves nothing (the drawing sleeps as it was saved); a text that is not a drawing, or is one of a
// later version, is refused with a sentence and a place, and nothing of it is kept.
#pragma once

#include <string>
#include <string_view>

#include "app/editor/document.h"
#include "codegen/result.h"

namespace limber {

// 1: the first. 2: variables, and numbers that follow them; a drawing of version 1 is one of
// version 2 without.
inline constexpr int document_version = 2;

// The largest number of a drawing, in its units or radians: far beyond, sums lose all their digits.
inline constexpr double largest_number = 1e12;

// An Error when some number is not finite or too large: such a drawing must not replace a good
// file.
Result<std::string> to_json(const Document& document);

// `fresh` brings the built-in types and kinds (see empty_document).
Result<Document> from_json(std::string_view text, const Document& fresh);

}  // namespace limber
