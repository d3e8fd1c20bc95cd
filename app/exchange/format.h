// The one table of the formats a drawing can be given away in: the command line, the dialog and the
// tests all read it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace limber {

enum class Format { svg, pdf, png, webp, dxf, apng, gif, moving_webp, mp4, webm, moving_svg, page };

struct FormatEntry {
  Format format;
  std::string_view ending;  // ".svg"
  std::string_view title;   // "SVG"
  std::string_view help;    // one line, no full stop
  bool pixels = false;      // made of pixels: it has a density
  bool exact = false;       // curves within a tolerance, which is checked and told
  bool paper = true;        // can have a background
  bool marks = true;        // can show nails, springs and other marks
  bool reopens = false;     // holds the drawing itself
  bool moves = false;       // a film: the drawing while its motors run
};

std::span<const FormatEntry> formats();
const FormatEntry& entry_of(Format format);
// By its ending; null: none of ours. Films in WebP and SVG have the ending of
// a picture, and are chosen by saying so.
const FormatEntry* format_of(const std::filesystem::path& file);
// The film where the ending has both and that is asked for.
const FormatEntry* format_of(const std::filesystem::path& file, bool film);
bool has_picture_and_film(const FormatEntry& entry);
std::string format_endings();  // "svg, pdf, png", for messages

}  // namespace limber
