#include "app/exchange/preview.h"

#include <algorithm>
#include <cmath>

#include "app/drawing/picture.h"
#include "app/exchange/sheet.h"

namespace limber {

ExportPreview export_preview(const Document& document, const ExportOptions& options, int most_width,
                             int most_height) {
  const Sheet sheet(document, options);
  const Point size = sheet.size_in_points();
  ExportPreview out;
  out.width = sheet.size_in_mm().x(), out.height = sheet.size_in_mm().y();
  std::tie(out.pixel_width, out.pixel_height) = sheet.size_in_pixels(options);
  const double fit = std::min(most_width / size.x(), most_height / size.y());
  const auto side = [&](double points) { return std::max(1, static_cast<int>(points * fit)); };
  const Result<sk_sp<SkSurface>> surface = make_surface(side(size.x()), side(size.y()));
  if (!surface) return out;
  SkCanvas& canvas = *(*surface)->getCanvas();
  canvas.scale(static_cast<float>(fit), static_cast<float>(fit));
  sheet.draw(canvas);
  out.picture = (*surface)->makeImageSnapshot();
  return out;
}

}  // namespace limber
