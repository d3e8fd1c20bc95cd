#include "app/drawing/images.h"

#include <memory>

#include "include/codec/SkCodec.h"
#include "include/codec/SkJpegDecoder.h"
#include "include/codec/SkPngDecoder.h"
#include "include/codec/SkWebpDecoder.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkData.h"

namespace limber {

namespace {

constexpr const char* not_read = "not a PNG, JPEG or WebP picture, or a damaged one";

Error cannot(const std::string& why) { return {why, 0, 0, 1, {}, {}}; }

// The reader of PNG collects a chunk before the pixels in pieces, and copies what it has for each of them:
// a large one takes a time that grows with the square of its size.
bool begins_with_large_chunk(std::string_view bytes) {
  constexpr std::size_t signature = 8, around = 12;  // length, name and checksum of a chunk
  constexpr std::size_t largest = 4u << 20;
  if (!bytes.starts_with("\x89PNG")) return false;
  for (std::size_t at = signature; at + around <= bytes.size();) {
    std::size_t length = 0;
    for (std::size_t k = 0; k < 4; ++k)
      length = length << 8 | static_cast<unsigned char>(bytes[at + k]);
    if (bytes.substr(at + 4, 4) == "IDAT") return false;
    if (length > largest) return true;
    at += length + around;
  }
  return false;
}

std::unique_ptr<SkCodec> codec_for(const std::string& bytes) {
  if (begins_with_large_chunk(bytes)) return nullptr;
  static const SkCodecs::Decoder decoders[] = {SkPngDecoder::Decoder(), SkJpegDecoder::Decoder(),
                                               SkWebpDecoder::Decoder()};
  return SkCodec::MakeFromData(SkData::MakeWithoutCopy(bytes.data(), bytes.size()), decoders);
}

Result<sk_sp<SkImage>> decode_within(const std::string& bytes, long long room) {
  const std::unique_ptr<SkCodec> codec = codec_for(bytes);
  if (!codec) return cannot(not_read);
  const SkImageInfo info =
      codec->getInfo().makeColorType(kN32_SkColorType).makeAlphaType(kPremul_SkAlphaType);
  const long long size = 4LL * info.width() * info.height();
  const std::string extent = std::to_string(info.width()) + " x " + std::to_string(info.height());
  if (info.width() > most_image_side || info.height() > most_image_side)
    return cannot(extent + " pixels: a side has at most " + std::to_string(most_image_side));
  if (size > room)
    return cannot(extent + " pixels: all pictures of a drawing have at most 512 MB together");
  SkBitmap pixels;
  if (!pixels.tryAllocPixels(info)) return cannot(extent + " pixels do not fit into memory");
  const SkCodec::Result result = codec->getPixels(pixels.pixmap());
  // The part of a file cut short that can be read is shown, as browsers do.
  if (result != SkCodec::kSuccess && result != SkCodec::kIncompleteInput &&
      result != SkCodec::kErrorInInput)
    return cannot(not_read);
  pixels.setImmutable();
  return pixels.asImage();
}

}  // namespace

std::optional<std::pair<int, int>> size_of_image(const std::string& bytes) {
  const std::unique_ptr<SkCodec> codec = codec_for(bytes);
  if (!codec) return {};
  return std::pair(codec->getInfo().width(), codec->getInfo().height());
}

void Images::read_by(Read read) {
  read_ = std::move(read);
  std::erase_if(kept_, [&](const auto& entry) {
    if (entry.second.bytes) return false;
    bytes_ -= entry.second.size;
    return true;
  });
  ++version_;
}

void Images::decode(Kept& kept) {
  kept.shown.version = ++version_;
  Result<std::string> linked = cannot("the drawing has no folder to look in");
  if (!kept.bytes && read_) linked = read_(kept.file);
  if (!kept.bytes && !linked) {
    kept.shown.trouble = linked.error().message;
    return;
  }
  const Result<sk_sp<SkImage>> image =
      decode_within(kept.bytes ? *kept.bytes : *linked, most_image_bytes - bytes_);
  if (!image) {
    kept.shown.trouble = (kept.file.empty() ? "a picture" : kept.file) + ": " + image.error().message;
    return;
  }
  kept.shown.image = *image;
  kept.size = 4LL * (*image)->width() * (*image)->height();
  bytes_ += kept.size;
}

void Images::update(const Document& document) {
  std::erase_if(kept_, [&](const auto& entry) {
    const Picture* picture = document.pictures->find(entry.first);
    if (picture && picture->file == entry.second.file && picture->bytes == entry.second.bytes)
      return false;
    bytes_ -= entry.second.size;
    ++version_;
    return true;
  });
  document.pictures->each([&](PictureId id, const Picture& picture) {
    const auto [entry, is_new] = kept_.try_emplace(id);
    if (!is_new) return;
    entry->second.file = picture.file;
    entry->second.bytes = picture.bytes;
    decode(entry->second);
  });
}

const ShownImage* Images::find(PictureId id) const {
  const auto found = kept_.find(id);
  return found == kept_.end() ? nullptr : &found->second.shown;
}

}  // namespace limber
