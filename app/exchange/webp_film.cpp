// Animated WebP, without loss, by libwebp.
#include <webp/encode.h>
#include <webp/mux.h>

#include <cmath>
#include <vector>

#include "app/exchange/film_writer.h"

namespace limber {

namespace {

constexpr float effort = 10;  // of 100: larger files are a little smaller, and take far longer

Error cannot(const std::string& why) {
  return {"The film could not be encoded as WebP: " + why + ".", 0, 0, 1, {}, {}};
}

class WebpFilmWriter : public FilmWriter {
 public:
  explicit WebpFilmWriter(const FilmShape& shape) : shape_(shape) {}
  ~WebpFilmWriter() override { WebPAnimEncoderDelete(encoder_); }

  bool begin() {
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigInit(&config_)) return false;
    if (!WebPConfigLosslessPreset(&config_, 0)) return false;
    config_.quality = effort;
    encoder_ = WebPAnimEncoderNew(shape_.width, shape_.height, &options);
    return encoder_ != nullptr;
  }

  Result<bool> add(const SkPixmap& frame) override {
    const SkImageInfo info =
        SkImageInfo::Make(frame.dimensions(), kBGRA_8888_SkColorType, kUnpremul_SkAlphaType);
    pixels_.resize(info.computeMinByteSize());
    if (!frame.readPixels(info, pixels_.data(), info.minRowBytes())) return cannot("no pixels");
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) return cannot("another version of the library");
    picture.use_argb = 1;
    picture.width = shape_.width;
    picture.height = shape_.height;
    const bool good =
        WebPPictureImportBGRA(&picture, pixels_.data(), static_cast<int>(info.minRowBytes())) &&
        WebPAnimEncoderAdd(encoder_, &picture, moment(added_++), &config_);
    WebPPictureFree(&picture);
    if (!good) return cannot(WebPAnimEncoderGetError(encoder_));
    return true;
  }

  Result<std::string> finish() override {
    WebPData data;
    WebPDataInit(&data);
    if (!WebPAnimEncoderAdd(encoder_, nullptr, moment(added_), nullptr) ||
        !WebPAnimEncoderAssemble(encoder_, &data))
      return cannot(WebPAnimEncoderGetError(encoder_));
    std::string out(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return out;
  }

 private:
  int moment(int frame) const {
    return static_cast<int>(std::lround(1000.0 * frame / shape_.rate));
  }

  FilmShape shape_;
  WebPConfig config_;
  WebPAnimEncoder* encoder_ = nullptr;
  std::vector<std::uint8_t> pixels_;
  int added_ = 0;
};

}  // namespace

Result<std::unique_ptr<FilmWriter>> webp_film_writer(const FilmShape& shape) {
  auto writer = std::make_unique<WebpFilmWriter>(shape);
  if (!writer->begin()) return cannot("another version of the library");
  return std::unique_ptr<FilmWriter>(std::move(writer));
}

}  // namespace limber
