// Document <-> its file: JSON, one thing per line, described in docs/document.md.
//
// Laws: what was saved loads to the same bits; what was loaded saves to the same bytes; loading
// solves nothing (the drawing sleeps as it was saved); a text that is not a drawing, or is one of a
// later version, is refused with a sentence and a place, and nothing of it is kept.
#pragma once

#include <string>
#include <string_view>

#include "app/document/document.h"
#include "app/document/view.h"
#include "codegen/result.h"

namespace limber {

// 1: the first. 2: variables, and numbers that follow them. 3: styles, layers, groups and all other
// things; the look of a curve became a style, notes became texts with names. Drawings of earlier
// versions are read as they are meant.
inline constexpr int document_version = 3;

// An Error when some number is not finite or too large: such a drawing must not replace a good
// file.
Result<std::string> to_json(const Document& document, const View& view = {});

// `fresh` brings the built-in types and kinds (see empty_document).
// `view`, unless it is null, becomes where the drawing was looked at.
Result<Document> from_json(std::string_view text, const Document& fresh, View* view = nullptr);

}  // namespace limber
