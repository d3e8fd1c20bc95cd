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
    {.format = Format::gif,
     .ending = ".gif",
     .title = "GIF",
     .help = "a film for everything that shows pictures",
     .pixels = true,
     .moves = true},
    {.format = Format::apng,
     .ending = ".apng",
     .title = "APNG",
     .help = "a film of true colours, for browsers",
     .pixels = true,
     .moves = true},
    {.format = Format::mp4,
     .ending = ".mp4",
     .title = "MP4",
     .help = "a film for slides and messages; needs ffmpeg",
     .pixels = true,
     .moves = true},
    {.format = Format::webm,
     .ending = ".webm",
     .title = "WebM",
     .help = "a film for web pages; needs ffmpeg",
     .pixels = true,
     .moves = true},
    {.format = Format::page,
     .ending = ".html",
     .title = "Web page",
     .help = "plays, with a slider; points can be dragged; needs no network",
     .moves = true},
    {.format = Format::moving_svg,
     .ending = ".svg",
     .title = "SVG film",
     .help = "plays in browsers, sharp at any size",
     .moves = true},
    {.format = Format::moving_webp,
     .ending = ".webp",
     .title = "WebP film",
     .help = "a film of true colours, smaller",
     .pixels = true,
     .moves = true},
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

const FormatEntry* format_of(const std::filesystem::path& file, bool film) {
  const FormatEntry* usual = format_of(file);
  if (!usual || !film) return usual;
  for (const FormatEntry& entry : table)
    if (entry.ending == usual->ending && entry.moves) return &entry;
  return usual;
}

bool has_picture_and_film(const FormatEntry& entry) {
  return std::ranges::count(table, entry.ending, &FormatEntry::ending) > 1;
}

std::string format_endings() {
  std::string all;
  for (const FormatEntry& entry : table)
    if (format_of("x" + std::string(entry.ending)) == &entry)
      all += (all.empty() ? "" : ", ") + std::string(entry.ending.substr(1));
  return all;
}

}  // namespace limber
