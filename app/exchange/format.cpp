#include "app/exchange/format.h"

#include <algorithm>
#include <cctype>

namespace limber {

namespace {

constexpr FormatEntry table[] = {
    {.format = Format::svg,
     .ending = ".svg",
     .title = "SVG",
     .help = "for Inkscape and browsers; opens in Limber again",
     .exact = true,
     .reopens = true},
    {.format = Format::pdf, .ending = ".pdf", .title = "PDF", .help = "to print and to send"},
    {.format = Format::png,
     .ending = ".png",
     .title = "PNG",
     .help = "a picture of pixels",
     .pixels = true},
    {.format = Format::webp,
     .ending = ".webp",
     .title = "WebP",
     .help = "a picture of pixels, smaller",
     .pixels = true},
    {.format = Format::dxf,
     .ending = ".dxf",
     .title = "DXF",
     .help = "for CAD programs and machines",
     .exact = true,
     .paper = false,
     .marks = false},
};

}  // namespace

std::span<const FormatEntry> formats() { return table; }

const FormatEntry& entry_of(Format format) {
  return *std::find_if(std::begin(table), std::end(table),
                       [&](const FormatEntry& entry) { return entry.format == format; });
}

const FormatEntry* format_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const FormatEntry& entry : table)
    if (entry.ending == ending) return &entry;
  return nullptr;
}

std::string format_endings() {
  std::string all;
  for (const FormatEntry& entry : table)
    all += (all.empty() ? "" : ", ") + std::string(entry.ending.substr(1));
  return all;
}

}  // namespace limber
