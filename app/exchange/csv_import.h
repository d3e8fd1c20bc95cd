// Points from a table: two numbers in a line, x and y in millimetres, as a polyline or as the Bezier
// path that follows them. See import.h.
#pragma once

#include "app/exchange/import.h"

namespace limber {

Result<Imported> import_csv(std::string_view bytes, const ImportOptions& options);

}  // namespace limber
