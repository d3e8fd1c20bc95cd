// Frames become a file. One writer for each format; frames come in order, all of one size, as
// premultiplied pixels of Skia's usual kind.
#pragma once

#include <memory>
#include <string>

#include "app/exchange/format.h"
#include "codegen/result.h"
#include "include/core/SkPixmap.h"

namespace limber {

struct FilmShape {
  int width = 0, height = 0;  // pixels
  int frames = 0;
  double rate = 30;    // frames a second
  bool opaque = true;  // nothing of any frame is transparent
};

class FilmWriter {
 public:
  virtual ~FilmWriter() = default;
  virtual void look_at(const SkPixmap&) {}  // some frames beforehand, to choose colours by
  virtual Result<bool> add(const SkPixmap& frame) = 0;
  virtual Result<std::string> finish() = 0;  // the file
};

Result<std::unique_ptr<FilmWriter>> film_writer(Format format, const FilmShape& shape);

std::unique_ptr<FilmWriter> apng_writer(const FilmShape& shape);
inline constexpr double most_gif_rate =
    50;  // its times are hundredths of a second, and one is too short for browsers
std::unique_ptr<FilmWriter> gif_writer(const FilmShape& shape);
Result<std::unique_ptr<FilmWriter>> webp_film_writer(const FilmShape& shape);
Result<std::unique_ptr<FilmWriter>> ffmpeg_writer(const FilmShape& shape, Format format);

// The rectangle in which two pictures of one size differ; empty when they are equal.
SkIRect difference(const SkPixmap& a, const SkPixmap& b);

}  // namespace limber
