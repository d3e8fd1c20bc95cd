#include "tests/golden_picture.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "app/drawing/fonts.h"
#include "app/drawing/picture.h"
#include "include/codec/SkCodec.h"
#include "include/codec/SkPngDecoder.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkData.h"
#include "include/core/SkTypeface.h"
#include "tests/golden.h"
#include "tests/picture_compare.h"
#include "tests/places.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr int levels = 6;        // of 255 that a pixel may differ
constexpr double share = 0.002;  // of the pixels may differ by more

bool write_png(const fs::path& path, SkSurface& surface) {
  const Result<std::string> png = encode_png(surface);
  if (!png) return false;
  std::ofstream out(path, std::ios::binary);
  out << *png;
  return out.good();
}

bool read_png(const fs::path& path, SkBitmap& out) {
  const sk_sp<SkData> data = SkData::MakeFromFileName(path.c_str());
  if (!data) return false;
  const std::unique_ptr<SkCodec> codec = SkPngDecoder::Decode(data, nullptr);
  if (!codec) return false;
  const SkImageInfo info = SkImageInfo::MakeN32Premul(codec->dimensions());
  return out.tryAllocPixels(info) &&
         codec->getPixels(info, out.getPixels(), out.rowBytes()) == SkCodec::kSuccess;
}

// "inter-4.0" for that version of the letters; empty: the usual one.
std::string font_folder() {
  unsigned char revision[4] = {};  // 16.16, in the table head
  font(Face::regular, 12).getTypeface()->getTableData(SkSetFourByteTag('h', 'e', 'a', 'd'), 4, 4, revision);
  const double version = revision[0] * 256 + revision[1] + (revision[2] * 256 + revision[3]) / 65536.0;
  const bool usual = version < 3.9;
  return usual ? "" : fmt::format("inter-{:.1f}", version);
}

fs::path golden_path(const std::string& name) {
  const fs::path usual = fs::path(golden_folder()) / (name + ".png");
  const std::string folder = font_folder();
  if (folder.empty()) return usual;
  const fs::path own = fs::path(golden_folder()) / folder / (name + ".png");
  return updating_golden_files() || fs::exists(own) ? own : usual;
}

int difference(SkColor a, SkColor b) {
  const auto apart = [](unsigned x, unsigned y) {
    return std::abs(static_cast<int>(x) - static_cast<int>(y));
  };
  return std::max({apart(SkColorGetR(a), SkColorGetR(b)), apart(SkColorGetG(a), SkColorGetG(b)),
                   apart(SkColorGetB(a), SkColorGetB(b)), apart(SkColorGetA(a), SkColorGetA(b))});
}

}  // namespace

GoldenResult compare_with_golden(const std::string& name, SkSurface& picture) {
  const fs::path golden = golden_path(name);
  const fs::path folder = fs::path(golden_out_folder());
  if (updating_golden_files()) {
    fs::create_directories(golden.parent_path());
    return {write_png(golden, picture), "renewed " + golden.string()};
  }
  fs::create_directories(folder);
  const fs::path out = folder / (name + ".out.png");
  SkBitmap expected;
  SkPixmap drawn;
  if (!read_png(golden, expected) || !picture.peekPixels(&drawn)) {
    write_png(out, picture);
    return {false, "cannot read " + golden.string() + "; what was drawn is " + out.string()};
  }
  if (drawn.width() != expected.width() || drawn.height() != expected.height()) {
    write_png(out, picture);
    return {false, "the size differs; what was drawn is " + out.string()};
  }
  const sk_sp<SkSurface> marked = SkSurfaces::Raster(drawn.info());
  SkBitmap map;
  map.allocPixels(drawn.info());
  long long different = 0;
  for (int y = 0; y < drawn.height(); ++y)
    for (int x = 0; x < drawn.width(); ++x) {
      const int apart = difference(drawn.getColor(x, y), expected.getColor(x, y));
      different += apart > levels;
      *map.getAddr32(x, y) = SkPreMultiplyColor(
          apart > levels ? SK_ColorRED : SkColorSetARGB(255, 255 - apart * 8, 255, 255));
    }
  const double part = static_cast<double>(different) / (1.0 * drawn.width() * drawn.height());
  if (part <= share) return {true, ""};
  write_png(out, picture);
  marked->writePixels(map, 0, 0);
  write_png(folder / (name + ".diff.png"), *marked);
  return {false,
          std::to_string(different) + " pixels differ; see " + out.string() + " and .diff.png"};
}

GoldenResult looks_like_golden(const std::string& name, const SkBitmap& picture) {
  constexpr int seen_levels = 40;          // colours of films are not quite those of pictures
  constexpr double seen_share = 0.003;
  const sk_sp<SkSurface> surface =
      SkSurfaces::Raster(SkImageInfo::MakeN32Premul(picture.width(), picture.height()));
  surface->writePixels(picture, 0, 0);
  const fs::path golden = golden_path(name);
  if (updating_golden_files()) {
    fs::create_directories(golden.parent_path());
    return {write_png(golden, *surface), "renewed " + golden.string()};
  }
  SkBitmap expected;
  if (read_png(golden, expected) && share_of_different_pixels(expected, picture, seen_levels) <= seen_share)
    return {true, ""};
  const fs::path out = fs::path(golden_out_folder()) / (name + ".out.png");
  fs::create_directories(out.parent_path());
  write_png(out, *surface);
  return {false, "it is not like " + golden.string() + "; what was seen is " + out.string()};
}

}  // namespace limber
