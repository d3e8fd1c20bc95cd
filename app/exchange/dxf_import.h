// A DXF file as a script that draws it: lines, arcs, circles, ellipses, splines, polylines, texts and
// the blocks that hold them. See import.h.
#pragma once

#include "app/exchange/import.h"

namespace limber {

bool looks_like_dxf(std::string_view bytes);
Result<Imported> import_dxf(std::string_view bytes, const ImportOptions& options);

}  // namespace limber
