// Images: the pictures of a drawing as pixels, decoded once and kept. PNG, JPEG and WebP.
//
// A picture is untrusted: how large it is is known before its pixels are made. Linked files are read by
// the function given, which sees to it that they lie below the drawing (app/files/linked_file.h).
//
// Law: what cannot be shown is a sentence, and stands on the paper as a frame with it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "app/document/document.h"
#include "include/core/SkImage.h"

namespace limber {

inline constexpr int most_image_side = 32767;              // pixels
inline constexpr long long most_image_bytes = 512 << 20;  // of all pictures of a drawing, decoded

struct ShownImage {
  sk_sp<SkImage> image;       // null: it cannot be shown,
  std::string trouble;        // since
  std::uint64_t version = 0;  // another one each time it is made
};

class Images {
 public:
  using Read = std::function<Result<std::string>(const std::string& name)>;

  Images() = default;
  explicit Images(Read read) : read_(std::move(read)) {}
  void read_by(Read read);  // from another folder: linked files are read again

  void update(const Document& document);
  const ShownImage* find(PictureId id) const;
  std::uint64_t version() const { return version_; }  // another one whenever anything changed

 private:
  struct Kept {
    std::string file;
    std::shared_ptr<const std::string> bytes;
    ShownImage shown;
    long long size = 0;  // of the pixels
  };
  void decode(Kept& kept);

  Read read_;
  std::map<PictureId, Kept> kept_;
  long long bytes_ = 0;
  std::uint64_t version_ = 0;
};

// Width and height in pixels; nothing when it is no picture that can be read.
std::optional<std::pair<int, int>> size_of_image(const std::string& bytes);

}  // namespace limber
