// Export: a drawing as the bytes of a file for other programs.
//
// Laws: true size (a drawing unit is a millimetre, times `scale`); the same drawing and options
// give the same bytes; no date, no path and no name of a person or machine in them; what is drawn
// as a help (construction, guides) is never exported; y points up on the paper and down in SVG.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/document/samples.h"
#include "app/document/view.h"
#include "app/drawing/images.h"
#include "app/drawing/theme.h"
#include "app/exchange/format.h"
#include "codegen/result.h"
#include "curves/tessellate.h"

namespace limber {

inline constexpr double usual_tolerance = 0.01;  // mm; a tenth of a fine pen's line
inline constexpr double smallest_tolerance = 1e-6, largest_tolerance = 10;
inline constexpr double smallest_enlarging = 0.001, largest_enlarging = 1000;
inline constexpr double smallest_density = 1, largest_density = 10000;  // pixels to the inch
inline constexpr double points_per_inch = 96, mm_per_inch = 25.4;

struct ExportOptions {
  // What part of the paper: this box; or the page; or all that is drawn.
  Box part;
  bool page = false;
  double margin = 2;  // mm around all that is drawn

  double scale = 1;     // times true size
  double density = 96;  // of pixels: to the inch
  std::optional<std::pair<int, int>>
      size;                // the paper is fitted into so many pixels, times 1/96 inch
  double pixel_ratio = 1;  // with a size: pixels to the point

  const std::set<ThingId>* only = nullptr;  // these things; null: all
  bool background = true;                   // the colour of the paper
  bool marks = true;                        // nails, springs, forces
  bool grid = false;
  const Theme* theme = &light_theme();

  double tolerance = usual_tolerance;  // mm on the sheet, of curves that are no lines and arcs
  bool reopens = true;                 // with the drawing inside, where the format can hold it
  View view;                           // kept with it
  Images::Read linked = {};            // reads the files of its pictures
  const Samples* samples = nullptr;    // what its traces and plots have seen; null: nothing
};

// What was made, and how true it is.
struct Exported {
  std::string bytes;
  double width = 0, height = 0;  // mm
  int pixel_width = 0, pixel_height = 0;
  int curves = 0, lines = 0, arcs = 0, beziers = 0;
  double error = 0;                // mm on the sheet, at most; measured after rounding
  std::vector<std::string> notes;  // what could not be taken along, a sentence each
};

// What is wrong with the options, or nothing.
std::optional<Error> objection(const ExportOptions& options);

// Of a film: one round of it, with the usual options (see film.h).
Result<Exported> export_drawing(const Document& document, Format format,
                                const ExportOptions& options);

// "12 curves as 40 lines, 3 arcs and 17 Beziers, at most 0.0042 mm off; 120 x 80 mm"
std::string summary(const Exported& made, Format format, const ExportOptions& options);

}  // namespace limber
