// Animated WebP, without loss, by libwebp. Frames are encoded by themselves, several at a time, and only what has
// changed since the one before: in the rectangle of the changes, pixels that are as they were are clear.
#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <future>
#include <thread>
#include <vector>

#include "app/exchange/film_writer.h"
#include "include/core/SkBitmap.h"

namespace limber {

namespace {

// Of 0 to 9. Of drawings, level 6 makes files a few per cent smaller in five times the time.
constexpr int effort = 0;
// Frames being encoded at once, at most: each holds its pixels.
constexpr unsigned most_at_once = 8;

Error cannot(const std::string& why) {
  return {"The film could not be encoded as WebP: " + why + ".", 0, 0, 1, {}, {}};
}

// Pixels as WebP has them: 0xAARRGGBB, not premultiplied.
struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> argb;
};

// A picture as the bytes of a WebP file; empty: it cannot be encoded.
std::string encoded(const Pixels& pixels) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, effort)) return "";
  if (!WebPPictureInit(&picture)) return "";
  picture.use_argb = 1;
  picture.width = pixels.width, picture.height = pixels.height;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite, picture.custom_ptr = &writer;
  std::string out;
  if (WebPPictureAlloc(&picture)) {
    for (int y = 0; y < pixels.height; ++y)
      std::copy_n(pixels.argb.begin() + static_cast<std::ptrdiff_t>(y) * pixels.width, pixels.width,
                  picture.argb + static_cast<std::ptrdiff_t>(y) * picture.argb_stride);
    if (WebPEncode(&config, &picture)) out.assign(reinterpret_cast<const char*>(writer.mem), writer.size);
  }
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return out;
}

class WebpFilmWriter : public FilmWriter {
 public:
  explicit WebpFilmWriter(const FilmShape& shape)
      : shape_(shape),
        at_once_(std::clamp(std::thread::hardware_concurrency(), 1u, most_at_once)),
        mux_(WebPMuxNew()) {}
  ~WebpFilmWriter() override { WebPMuxDelete(mux_); }

  bool begin() {
    const WebPMuxAnimParams again_and_again = {0, 0};
    return mux_ && WebPMuxSetCanvasSize(mux_, shape_.width, shape_.height) == WEBP_MUX_OK &&
           WebPMuxSetAnimationParams(mux_, &again_and_again) == WEBP_MUX_OK;
  }

  Result<bool> add(const SkPixmap& frame) override {
    const SkIRect part = changed_part(frame);
    Result<Pixels> pixels = shape_.opaque ? changes_in(frame, part) : all_of(frame, part);
    if (!pixels) return pixels.error();
    before_.allocPixels(frame.info());
    before_.writePixels(frame);
    if (waiting_.size() >= at_once_)
      if (const Result<bool> put = put_first(); !put) return put;
    waiting_.push_back({part, std::async(std::launch::async, encoded, *std::move(pixels))});
    return true;
  }

  Result<std::string> finish() override {
    while (!waiting_.empty())
      if (const Result<bool> put = put_first(); !put) return put.error();
    WebPData data;
    WebPDataInit(&data);
    if (WebPMuxAssemble(mux_, &data) != WEBP_MUX_OK) return cannot("its frames do not fit together");
    std::string out(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return out;
  }

 private:
  struct Waiting {
    SkIRect part;
    std::future<std::string> bytes;
  };

  // Frames begin at even places.
  SkIRect changed_part(const SkPixmap& frame) const {
    if (before_.empty()) return SkIRect::MakeWH(shape_.width, shape_.height);
    SkIRect part = difference(frame, before_.pixmap());
    if (part.isEmpty()) return SkIRect::MakeWH(1, 1);
    part.fLeft -= part.fLeft % 2, part.fTop -= part.fTop % 2;
    return part;
  }

  // Of an opaque film: clear where nothing has changed, so that what was there is seen.
  Result<Pixels> changes_in(const SkPixmap& frame, const SkIRect& part) const {
    Pixels out{part.width(), part.height(), {}};
    out.argb.reserve(static_cast<std::size_t>(part.width()) * static_cast<std::size_t>(part.height()));
    for (int y = part.top(); y < part.bottom(); ++y) {
      const std::uint32_t* row = frame.addr32(0, y);
      const std::uint32_t* old = before_.empty() ? nullptr : before_.getAddr32(0, y);
      for (int x = part.left(); x < part.right(); ++x)
        out.argb.push_back(old && old[x] == row[x] ? 0 : row[x]);
    }
    return out;
  }

  static Result<Pixels> all_of(const SkPixmap& frame, const SkIRect& part) {
    Pixels out{part.width(), part.height(), {}};
    const SkImageInfo info =
        SkImageInfo::Make(part.size(), kBGRA_8888_SkColorType, kUnpremul_SkAlphaType);
    out.argb.resize(static_cast<std::size_t>(part.width()) * static_cast<std::size_t>(part.height()));
    if (!frame.readPixels(info, out.argb.data(), info.minRowBytes(), part.left(), part.top()))
      return cannot("no pixels");
    return out;
  }

  // The frame that waits the longest goes into the film.
  Result<bool> put_first() {
    const SkIRect part = waiting_.front().part;
    const std::string bytes = waiting_.front().bytes.get();
    waiting_.pop_front();
    if (bytes.empty()) return cannot("the library refuses a frame");
    WebPMuxFrameInfo frame = {};
    frame.id = WEBP_CHUNK_ANMF;
    frame.bitstream = {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    frame.x_offset = part.left(), frame.y_offset = part.top();
    frame.duration = moment(put_ + 1) - moment(put_);
    frame.dispose_method = WEBP_MUX_DISPOSE_NONE;
    frame.blend_method = shape_.opaque ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND;
    ++put_;
    if (WebPMuxPushFrame(mux_, &frame, 1) != WEBP_MUX_OK) return cannot("a frame does not fit");
    return true;
  }

  int moment(int frame) const {
    return static_cast<int>(std::lround(1000.0 * frame / shape_.rate));
  }

  FilmShape shape_;
  std::size_t at_once_;
  WebPMux* mux_;
  std::deque<Waiting> waiting_;  // in the order of the film
  SkBitmap before_;
  int put_ = 0;
};

}  // namespace

Result<std::unique_ptr<FilmWriter>> webp_film_writer(const FilmShape& shape) {
  auto writer = std::make_unique<WebpFilmWriter>(shape);
  if (!writer->begin()) return cannot("another version of the library");
  return std::unique_ptr<FilmWriter>(std::move(writer));
}

}  // namespace limber
