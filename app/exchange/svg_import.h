// An SVG file as a script that draws it. See import.h; what of SVG is taken stands in docs/exchange.md.
#pragma once

#include "app/exchange/import.h"

namespace limber {

Result<Imported> import_svg(std::string_view bytes, const ImportOptions& options);

}  // namespace limber
