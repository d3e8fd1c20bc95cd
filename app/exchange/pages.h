// A drawing as pixels, and as a page of PDF: drawn by the window's own code.
#pragma once

#include "app/exchange/export.h"

namespace limber {

Result<Exported> export_pixels(const Document& document, Format format,
                               const ExportOptions& options);  // PNG, WebP
Result<Exported> export_pdf(const Document& document, const ExportOptions& options);

}  // namespace limber
