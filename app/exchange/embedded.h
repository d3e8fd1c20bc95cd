// A drawing inside an SVG file: its text in the metadata, so that the picture opens again as the
// drawing it was made from, to the byte. Beside it a checksum of the rest of the file tells whether
// another program has changed the picture since.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace limber {

// The picture with the drawing's text in it, before the first of its elements.
std::string with_drawing(std::string_view svg, std::string_view drawing);

struct FoundDrawing {
  std::string text;
  bool unchanged = true;  // the picture is as it was written with it
};
// Walks through the bytes once and builds nothing: as safe on a stranger's file as on ours.
std::optional<FoundDrawing> drawing_in(std::string_view svg);

// Whether a file's text is SVG rather than a drawing.
bool looks_like_svg(std::string_view text);

}  // namespace limber
