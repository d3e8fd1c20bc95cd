// What an export will look like, and how large it will be, without making it.
#pragma once

#include "app/exchange/export.h"
#include "include/core/SkImage.h"

namespace limber {

struct ExportPreview {
  sk_sp<SkImage> picture;        // of the whole sheet; null when there is no room for one
  double width = 0, height = 0;  // of the export, mm
  int pixel_width = 0, pixel_height = 0;
};
ExportPreview export_preview(const Document& document, const ExportOptions& options, int most_width,
                             int most_height);  // pixels

}  // namespace limber
