// A drawing as SVG 1.1: lines, arcs, circles and ellipses as such, the fewest cubics for all else;
// names, groups and layers kept; the drawing itself inside.
#pragma once

#include "app/exchange/export.h"

namespace limber {

Result<Exported> export_svg(const Document& document, const ExportOptions& options);

}  // namespace limber
