#include "app/cli/picture_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "include/core/SkData.h"
#include "include/core/SkStream.h"
#include "include/docs/SkPDFDocument.h"
#include "include/encode/SkWebpEncoder.h"

namespace limber::cli {
namespace {

std::string bytes_of(SkDynamicMemoryWStream& stream) {
  const sk_sp<SkData> data = stream.detachAsData();
  return std::string(static_cast<const char*>(data->data()), data->size());
}

std::optional<std::string> encode_webp(SkSurface& surface) {
  SkPixmap pixels;
  SkDynamicMemoryWStream stream;
  SkWebpEncoder::Options lossless;
  lossless.fCompression = SkWebpEncoder::Compression::kLossless;
  lossless.fQuality = 50;  // effort, not loss
  if (!surface.peekPixels(&pixels) || !SkWebpEncoder::Encode(&stream, pixels, lossless)) return {};
  return bytes_of(stream);
}

// One page, curves as curves, 72 points to the inch; no date and no name of a machine in it.
std::optional<std::string> encode_pdf(const Document& document, const PictureOptions& options) {
  SkDynamicMemoryWStream stream;
  SkPDF::Metadata metadata;
  metadata.fCreator = "Limber";
  metadata.fProducer = "Limber";
  const sk_sp<SkDocument> pdf = SkPDF::MakeDocument(&stream, metadata);
  if (!pdf) return {};
  const float points = 72.0f / 96.0f;
  SkCanvas* page = pdf->beginPage(points * options.width, points * options.height);
  page->scale(points, points);
  draw_picture_of(*page, document, options);
  pdf->endPage();
  pdf->close();
  return bytes_of(stream);
}

}  // namespace

std::optional<PictureFormat> picture_format(Work& work, const std::string& file) {
  const std::string suffix = std::filesystem::path(file).extension();
  if (file == "-" || suffix == ".png") return PictureFormat::png;
  if (suffix == ".webp") return PictureFormat::webp;
  if (suffix == ".pdf") return PictureFormat::pdf;
  work.fail(status_usage,
            fmt::format("{}: the suffix names the format, and it is one of png, webp, pdf", file),
            "write -o drawing.png");
  return {};
}

std::optional<std::string> picture_of(Work& work, const Document& document,
                                      const PictureOptions& options, PictureFormat format) {
  std::optional<std::string> bytes;
  if (format == PictureFormat::pdf) {
    bytes = encode_pdf(document, options);
  } else {
    Result<sk_sp<SkSurface>> surface = make_picture(document, options);
    if (!surface) return work.fail(status_limit, surface.error()), std::nullopt;
    if (format == PictureFormat::webp) {
      bytes = encode_webp(**surface);
    } else if (Result<std::string> png = encode_png(**surface)) {
      bytes = std::move(*png);
    }
  }
  if (!bytes) work.fail(status_failed, "the picture could not be encoded");
  return bytes;
}

}  // namespace limber::cli
