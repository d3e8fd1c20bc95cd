#include "app/exchange/film_writer.h"

#include <algorithm>
#include <cstring>

namespace limber {

Result<std::unique_ptr<FilmWriter>> film_writer(Format format, const FilmShape& shape) {
  switch (format) {
    case Format::apng:
      return apng_writer(shape);
    case Format::gif:
      if (shape.rate <= most_gif_rate) return gif_writer(shape);
      return Error{"A GIF plays at most 50 frames a second.", 0, 0, 1, {}, {}};
    case Format::moving_webp:
      return webp_film_writer(shape);
    default:
      return ffmpeg_writer(shape, format);
  }
}

SkIRect difference(const SkPixmap& a, const SkPixmap& b) {
  const int width = a.width(), height = a.height();
  const auto row_differs = [&](int y) {
    return std::memcmp(a.addr32(0, y), b.addr32(0, y), 4 * static_cast<std::size_t>(width)) != 0;
  };
  int top = 0, bottom = height;
  while (top < bottom && !row_differs(top)) ++top;
  while (bottom > top && !row_differs(bottom - 1)) --bottom;
  int left = width, right = 0;
  for (int y = top; y < bottom; ++y) {
    const std::uint32_t *p = a.addr32(0, y), *q = b.addr32(0, y);
    int x = 0;
    while (x < left && p[x] == q[x]) ++x;
    left = std::min(left, x);
    x = width;
    while (x > right && p[x - 1] == q[x - 1]) --x;
    right = std::max(right, x);
  }
  return left < right ? SkIRect::MakeLTRB(left, top, right, bottom) : SkIRect::MakeEmpty();
}

}  // namespace limber
