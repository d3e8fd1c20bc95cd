// Mechanisms of other programs as links of bars, nailed where they are, with their motor:
//   PMKS and Pyslvs write   M[J[R, P[0.0, 0.0], L[ground, crank]], J[R, P[9, 3], L[crank, rod]], ...]
//   Linkage writes XML      <linkage2><connector id="0" x="0" y="0" anchor="true" input="true" .../>
// See import.h.
#pragma once

#include "app/exchange/import.h"

namespace limber {

bool looks_like_expression(std::string_view bytes);
Result<Imported> import_expression(std::string_view bytes, const ImportOptions& options);

bool looks_like_linkage(std::string_view bytes);
Result<Imported> import_linkage(std::string_view bytes, const ImportOptions& options);

}  // namespace limber
