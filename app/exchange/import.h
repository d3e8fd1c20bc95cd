// Import: a file of another program as a script, the edits that make what it shows.
//
// Laws: what could not be taken along is told, with its place in the file; a file of any content ends
// within the limits below, in a drawing or in a sentence; nothing outside of the file is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/result.h"
#include "curves/curve.h"

namespace limber {

namespace import_limits {
inline constexpr std::size_t bytes = 64u << 20;     // of a file, and unpacked
inline constexpr std::size_t unpacking = 100;       // times the packed size
inline constexpr std::size_t reading = 100u << 20;  // bytes of elements, with all that is used again
inline constexpr int elements = 100'000;            // with all that is used again
inline constexpr int curves = 100'000;              // as they come out of it
inline constexpr int segments = 400'000;            // of all outlines; arcs as the Beziers they may become
inline constexpr int depth = 500;                   // of elements in elements
inline constexpr int cuts = 10'000;                 // of shapes by clip paths, viewports and markers
inline constexpr double crossings = 400'000;        // pairs of segments that these may have
inline constexpr std::size_t letters = 4u << 20;    // bytes of all texts
inline constexpr std::size_t pictures = 32u << 20;  // bytes of all pictures, as base64
inline constexpr int stops = 300'000;               // of gradients, for each shape that has them
inline constexpr int reuse = 8;                     // of things used again inside others
inline constexpr std::size_t notes = 1000;          // that are told one by one
}  // namespace import_limits

struct ImportOptions {
  bool attach = false;  // ends of curves that meet become attachments
  double fit = 0;       // points of a table become a path so near to them, mm; 0: a polyline
};

// What could not be taken, or not as it was.
struct ImportNote {
  int line = 0, column = 0;  // 0: no place
  std::string text;
  bool operator==(const ImportNote&) const = default;
};

struct Imported {
  std::string script;  // lines of edits, the page first where there is one
  int curves = 0, texts = 0, pictures = 0, attachments = 0;
  std::vector<ImportNote> notes;
  int notes_left_out = 0;
};

// By what it is, not by its name. `name`: of the file, for its ending where the content does not tell.
Result<Imported> import_text(std::string_view bytes, std::string_view name,
                             const ImportOptions& options);
bool can_import(std::string_view name);  // by its ending
std::string import_endings();            // "svg, dxf", for messages

// "12:5: the pattern of fill is left out"
std::string text_of(const ImportNote& note);
// "21 curves and 3 texts"
std::string summary(const Imported& made);

}  // namespace limber
