#include "tests/picture_compare.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "include/codec/SkCodec.h"
#include "include/codec/SkPngDecoder.h"
#include "include/codec/SkWebpDecoder.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkData.h"
#include "include/core/SkImage.h"

namespace limber {

namespace {

bool close(SkColor a, SkColor b, int levels) {
  return std::abs(int(SkColorGetR(a)) - int(SkColorGetR(b))) <= levels &&
         std::abs(int(SkColorGetG(a)) - int(SkColorGetG(b))) <= levels &&
         std::abs(int(SkColorGetB(a)) - int(SkColorGetB(b))) <= levels;
}

bool found_near(const SkBitmap& in, int x, int y, SkColor colour, int levels) {
  for (int j = std::max(0, y - 1); j <= std::min(in.height() - 1, y + 1); ++j)
    for (int i = std::max(0, x - 1); i <= std::min(in.width() - 1, x + 1); ++i)
      if (close(in.getColor(i, j), colour, levels)) return true;
  return false;
}

SkBitmap on_white(const SkBitmap& picture) {
  SkBitmap out;
  out.allocN32Pixels(picture.width(), picture.height());
  SkCanvas canvas(out);
  canvas.clear(SK_ColorWHITE);
  canvas.drawImage(picture.asImage(), 0, 0);
  return out;
}

}  // namespace

SkBitmap decoded(const std::string& picture) {
  const SkCodecs::Decoder decoders[] = {SkPngDecoder::Decoder(), SkWebpDecoder::Decoder()};
  const std::unique_ptr<SkCodec> codec =
      SkCodec::MakeFromData(SkData::MakeWithCopy(picture.data(), picture.size()), decoders);
  REQUIRE(codec);
  SkBitmap out;
  out.allocPixels(
      codec->getInfo().makeColorType(kN32_SkColorType).makeAlphaType(kPremul_SkAlphaType));
  REQUIRE(codec->getPixels(out.pixmap()) == SkCodec::kSuccess);
  return out;
}

double share_of_different_pixels(const SkBitmap& first, const SkBitmap& second, int levels) {
  const SkBitmap a = on_white(first), b = on_white(second);
  if (std::abs(a.width() - b.width()) > 1 || std::abs(a.height() - b.height()) > 1) return 1;
  const int width = std::min(a.width(), b.width()), height = std::min(a.height(), b.height());
  long long different = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (!found_near(b, x, y, a.getColor(x, y), levels) ||
          !found_near(a, x, y, b.getColor(x, y), levels))
        ++different;
  return static_cast<double>(different) / (static_cast<double>(width) * height);
}

}  // namespace limber
