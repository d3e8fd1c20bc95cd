// Animated PNG: Skia's PNG of what changed in each frame, its chunks put together anew.
#include <array>
#include <cmath>
#include <cstdint>

#include "app/exchange/film_writer.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkData.h"
#include "include/core/SkStream.h"
#include "include/encode/SkPngEncoder.h"

namespace limber {

namespace {

constexpr std::size_t signature_size = 8;

void put16(std::string& out, std::uint32_t value) {
  out += static_cast<char>(value >> 8 & 0xff);
  out += static_cast<char>(value & 0xff);
}
void put32(std::string& out, std::uint32_t value) {
  put16(out, value >> 16);
  put16(out, value & 0xffff);
}
std::uint32_t get32(std::string_view bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
  return value;
}

// The checksum of chunks (ISO 3309).
std::uint32_t crc_of(std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      made[n] = c;
    }
    return made;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes)
    crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xff] ^ (crc >> 8);
  return crc ^ 0xffffffffu;
}

void put_chunk(std::string& out, std::string_view type, std::string_view data) {
  put32(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = std::string(type) + std::string(data);
  out += body;
  put32(out, crc_of(body));
}

class ApngWriter : public FilmWriter {
 public:
  explicit ApngWriter(const FilmShape& shape) : shape_(shape) {}

  Result<bool> add(const SkPixmap& frame) override {
    SkIRect part = SkIRect::MakeWH(shape_.width, shape_.height);
    if (!out_.empty()) {
      part = difference(frame, before_.pixmap());
      if (part.isEmpty()) part = SkIRect::MakeWH(1, 1);
    }
    const Result<std::string> png = encode(frame, part);
    if (!png) return png.error();
    if (out_.empty()) begin(*png);
    add_frame(*png, part);
    before_.allocPixels(frame.info());
    before_.writePixels(frame);
    return true;
  }

  Result<std::string> finish() override {
    put_chunk(out_, "IEND", "");
    return std::move(out_);
  }

 private:
  // All frames have one kind of pixels, whatever is in them.
  Result<std::string> encode(const SkPixmap& frame, const SkIRect& part) const {
    const SkPixmap pixels(
        frame.info()
            .makeDimensions(part.size())
            .makeAlphaType(shape_.opaque ? kOpaque_SkAlphaType : kPremul_SkAlphaType),
        frame.addr32(part.left(), part.top()), frame.rowBytes());
    SkPngEncoder::Options quick;
    quick.fFilterFlags = SkPngEncoder::FilterFlag::kNone;
    quick.fZLibLevel = 3;
    SkDynamicMemoryWStream stream;
    if (!SkPngEncoder::Encode(&stream, pixels, quick))
      return Error{"A frame could not be encoded as PNG.", 0, 0, 1, {}, {}};
    const sk_sp<SkData> data = stream.detachAsData();
    return std::string(static_cast<const char*>(data->data()), data->size());
  }

  template <class Visit>
  static void each_chunk(std::string_view png, Visit visit) {
    png.remove_prefix(signature_size);
    while (png.size() >= 12) {
      const std::size_t size = get32(png);
      visit(png.substr(4, 4), png.substr(8, size));
      png.remove_prefix(12 + size);
    }
  }

  void begin(std::string_view first) {
    out_ = first.substr(0, signature_size);
    each_chunk(first, [&](std::string_view type, std::string_view data) {
      if (type == "IDAT" || type == "IEND") return;
      put_chunk(out_, type, data);
      if (type != "IHDR") return;
      std::string control;
      put32(control, static_cast<std::uint32_t>(shape_.frames));
      put32(control, 0);  // again and again
      put_chunk(out_, "acTL", control);
    });
  }

  void add_frame(std::string_view png, const SkIRect& part) {
    std::string control;
    put32(control, sequence_++);
    for (const int side : {part.width(), part.height(), part.left(), part.top()})
      put32(control, static_cast<std::uint32_t>(side));
    const bool whole = shape_.rate == std::floor(shape_.rate);
    put16(control, whole ? 1 : 1000);
    put16(control,
          static_cast<std::uint32_t>(std::lround(whole ? shape_.rate : 1000 * shape_.rate)));
    control += std::string(2, '\0');  // stays where it is, and takes the place of what was there
    put_chunk(out_, "fcTL", control);
    const bool first = sequence_ == 1;
    each_chunk(png, [&](std::string_view type, std::string_view data) {
      if (type != "IDAT") return;
      if (first) return put_chunk(out_, type, data);
      std::string numbered;
      put32(numbered, sequence_++);
      put_chunk(out_, "fdAT", numbered + std::string(data));
    });
  }

  FilmShape shape_;
  std::string out_;
  std::uint32_t sequence_ = 0;
  SkBitmap before_;
};

}  // namespace

std::unique_ptr<FilmWriter> apng_writer(const FilmShape& shape) {
  return std::make_unique<ApngWriter>(shape);
}

}  // namespace limber
