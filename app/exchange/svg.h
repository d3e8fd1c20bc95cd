// A drawing as SVG 1.1: lines, arcs, circles and ellipses as such, the fewest cubics for all else;
// names, groups and layers kept; the drawing itself inside.
#pragma once

#include "app/exchange/export.h"

namespace limber {

// The pieces of the file, for those that put them together otherwise: each line of the body and of
// the definitions is one element, or begins or ends one.
struct SvgParts {
  std::string opening, definitions, background, body;
};
SvgParts svg_parts(const Document& document, const ExportOptions& options, Exported& made);

Result<Exported> export_svg(const Document& document, const ExportOptions& options);

}  // namespace limber
