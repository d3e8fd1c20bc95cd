// A drawing as DXF: lines, arcs, circles, ellipses and chains of both as such, splines for all
// else; layers, groups and names kept (names as extended data of LIMBER). Fills, marks and pictures
// have no place in it.
#pragma once

#include "app/exchange/export.h"

namespace limber {

Result<Exported> export_dxf(const Document& document, const ExportOptions& options);

}  // namespace limber
