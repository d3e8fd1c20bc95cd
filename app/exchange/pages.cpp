#include "app/exchange/pages.h"

#include "app/drawing/picture.h"
#include "app/exchange/sheet.h"
#include "include/core/SkData.h"
#include "include/core/SkStream.h"
#include "include/docs/SkPDFDocument.h"
#include "include/encode/SkWebpEncoder.h"

namespace limber {

namespace {

constexpr double pdf_points_per_inch = 72;
// Skia rounds a page to whole pixels of this density, at which it also draws what PDF cannot:
// nothing.
constexpr float pdf_density = 7200;
constexpr double pdf_detail = 8;  // curves hold when a page is looked at eight times as large

Error cannot(std::string why) { return {std::move(why), 0, 0, 1, {}, {}}; }

std::string bytes_of(SkDynamicMemoryWStream& stream) {
  const sk_sp<SkData> data = stream.detachAsData();
  return std::string(static_cast<const char*>(data->data()), data->size());
}

Result<std::string> encode_webp(SkSurface& surface) {
  SkPixmap pixels;
  SkDynamicMemoryWStream stream;
  SkWebpEncoder::Options lossless;
  lossless.fCompression = SkWebpEncoder::Compression::kLossless;
  lossless.fQuality = 50;  // effort, not loss
  if (!surface.peekPixels(&pixels) || !SkWebpEncoder::Encode(&stream, pixels, lossless))
    return cannot("The picture could not be encoded as WebP.");
  return bytes_of(stream);
}

}  // namespace

Result<Exported> export_pixels(const Document& document, Format format,
                               const ExportOptions& options) {
  const double density = pixels_per_point(options);
  const Sheet sheet(document, options, density);
  Exported made;
  made.width = sheet.size_in_mm().x(), made.height = sheet.size_in_mm().y();
  std::tie(made.pixel_width, made.pixel_height) = sheet.size_in_pixels(options);
  const Result<sk_sp<SkSurface>> surface = make_surface(made.pixel_width, made.pixel_height);
  if (!surface) return surface.error();
  SkCanvas& canvas = *(*surface)->getCanvas();
  canvas.scale(static_cast<float>(density), static_cast<float>(density));
  sheet.draw(canvas);
  Result<std::string> bytes =
      format == Format::webp ? encode_webp(**surface) : encode_png(**surface);
  if (!bytes) return bytes.error();
  made.bytes = *std::move(bytes);
  return made;
}

// One page, curves as curves; no date and no name of a machine in it.
Result<Exported> export_pdf(const Document& document, const ExportOptions& options) {
  const Sheet sheet(document, options, pdf_detail);
  Exported made;
  made.width = sheet.size_in_mm().x(), made.height = sheet.size_in_mm().y();
  SkDynamicMemoryWStream stream;
  SkPDF::Metadata metadata;
  metadata.fRasterDPI = pdf_density;
  metadata.fCreator = metadata.fProducer = "Limber";
  const sk_sp<SkDocument> pdf = SkPDF::MakeDocument(&stream, metadata);
  if (!pdf) return cannot("The page could not be made.");
  const auto points = static_cast<float>(pdf_points_per_inch / points_per_inch);
  const Point size = sheet.size_in_points();
  SkCanvas* page =
      pdf->beginPage(points * static_cast<float>(size.x()), points * static_cast<float>(size.y()));
  page->scale(points, points);
  sheet.draw(*page);
  pdf->endPage();
  pdf->close();
  made.bytes = bytes_of(stream);
  return made;
}

}  // namespace limber
