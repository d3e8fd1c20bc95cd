// Animated GIF: one palette for all frames, chosen by cutting the colours that occur at their
// median; of each frame only what changed.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/exchange/film_writer.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkColorPriv.h"

namespace limber {

namespace {

constexpr int clear_index = 255;  // of the palette: nothing is drawn
constexpr std::size_t most_colours = 255;
constexpr std::size_t bins = 32768;  // colours told apart: five bits of each channel
constexpr unsigned solid = 128;      // of 255: what is less opaque is not drawn

using Rgb = std::array<int, 3>;

std::size_t bin_of(SkPMColor c) {
  return (SkGetPackedR32(c) >> 3) << 10 | (SkGetPackedG32(c) >> 3) << 5 | (SkGetPackedB32(c) >> 3);
}

struct Bin {
  long long count = 0, sum[3] = {0, 0, 0};
};
struct Cut {  // a box of bins
  std::vector<std::size_t> of;
  long long count = 0;
  int axis = 0, range = 0;
};
int part_of(std::size_t bin, int axis) { return static_cast<int>(bin >> (10 - 5 * axis) & 31); }

Cut measured(std::vector<std::size_t> of, const std::vector<Bin>& all) {
  Cut cut{std::move(of)};
  for (int axis = 0; axis < 3; ++axis) {
    int low = 31, high = 0;
    for (const std::size_t bin : cut.of)
      low = std::min(low, part_of(bin, axis)), high = std::max(high, part_of(bin, axis));
    if (high - low > cut.range) cut.range = high - low, cut.axis = axis;
  }
  for (const std::size_t bin : cut.of) cut.count += all[bin].count;
  return cut;
}

std::vector<Rgb> palette_of(const std::vector<Bin>& all) {
  std::vector<std::size_t> used;
  for (std::size_t bin = 0; bin < bins; ++bin)
    if (all[bin].count > 0) used.push_back(bin);
  std::vector<Cut> cuts = {measured(used, all)};
  while (cuts.size() < most_colours) {
    // The one in which most would be drawn wrong. The root: a few odd pixels count too.
    const auto worst = std::max_element(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
      return a.range * std::sqrt(double(a.count)) < b.range * std::sqrt(double(b.count));
    });
    if (worst->range == 0) break;
    std::vector<std::size_t> low, high;
    std::sort(worst->of.begin(), worst->of.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(part_of(a, worst->axis), a) < std::pair(part_of(b, worst->axis), b);
    });
    long long passed = 0;
    for (const std::size_t bin : worst->of) {
      const bool first =
          low.empty() || (2 * passed < worst->count &&
                          part_of(bin, worst->axis) != part_of(worst->of.back(), worst->axis));
      (first ? low : high).push_back(bin);
      passed += all[bin].count;
    }
    *worst = measured(low, all);
    cuts.push_back(measured(high, all));
  }
  std::vector<Rgb> palette;
  for (const Cut& cut : cuts) {
    long long sum[3] = {0, 0, 0};
    for (const std::size_t bin : cut.of)
      for (int k = 0; k < 3; ++k) sum[k] += all[bin].sum[k];
    Rgb colour{};
    for (std::size_t k = 0; k < 3; ++k)
      colour[k] = cut.count > 0 ? static_cast<int>((sum[k] + cut.count / 2) / cut.count) : 0;
    palette.push_back(colour);
  }
  return palette;
}

// Bits, the lowest first, in blocks of at most 255 bytes.
class Bits {
 public:
  explicit Bits(std::string& out) : out_(out) {}
  void put(unsigned code, int size) {
    held_ |= code << count_;
    for (count_ += size; count_ >= 8; count_ -= 8, held_ >>= 8)
      add(static_cast<char>(held_ & 0xff));
  }
  void end() {
    if (count_ > 0) add(static_cast<char>(held_ & 0xff));
    flush();
    out_ += '\0';
  }

 private:
  void add(char byte) {
    block_ += byte;
    if (block_.size() == 255) flush();
  }
  void flush() {
    if (block_.empty()) return;
    out_ += static_cast<char>(block_.size());
    out_ += block_;
    block_.clear();
  }
  std::string& out_;
  std::string block_;
  unsigned held_ = 0;
  int count_ = 0;
};

// LZW of indices of eight bits. The table is begun anew when it is full.
void compress(const std::vector<std::uint8_t>& indices, std::string& out) {
  constexpr unsigned clear = 256, end = 257, most_codes = 4096;
  out += '\x08';
  Bits bits(out);
  std::vector<std::array<std::uint16_t, 256>> next(most_codes);
  unsigned codes = 0;
  int size = 0;
  const auto begin_anew = [&] {
    for (auto& row : next) row.fill(0);
    codes = end + 1;
    size = 9;
  };
  begin_anew();
  bits.put(clear, size);
  unsigned prefix = indices.front();
  for (std::size_t i = 1; i < indices.size(); ++i) {
    const std::uint8_t index = indices[i];
    if (const unsigned known = next[prefix][index]) {
      prefix = known;
      continue;
    }
    bits.put(prefix, size);
    if (codes < most_codes) {
      next[prefix][index] = static_cast<std::uint16_t>(codes);
      if (codes == 1u << size) ++size;
      ++codes;
    } else {
      bits.put(clear, size);
      begin_anew();
    }
    prefix = index;
  }
  bits.put(prefix, size);
  bits.put(end, size);
  bits.end();
}

class GifWriter : public FilmWriter {
 public:
  explicit GifWriter(const FilmShape& shape) : shape_(shape), bins_(bins), index_(bins, -1) {}

  void look_at(const SkPixmap& frame) override {
    for (int y = 0; y < frame.height(); ++y)
      for (int x = 0; x < frame.width(); ++x) {
        const SkPMColor c = frame.addr32(0, y)[x];
        if (SkGetPackedA32(c) < solid) continue;
        Bin& bin = bins_[bin_of(c)];
        ++bin.count;
        bin.sum[0] += SkGetPackedR32(c), bin.sum[1] += SkGetPackedG32(c),
            bin.sum[2] += SkGetPackedB32(c);
      }
  }

  Result<bool> add(const SkPixmap& frame) override {
    if (out_.empty()) begin();
    SkIRect part = SkIRect::MakeWH(shape_.width, shape_.height);
    if (shape_.opaque && added_ > 0) {
      part = difference(frame, before_.pixmap());
      if (part.isEmpty()) part = SkIRect::MakeWH(1, 1);
    }
    std::vector<std::uint8_t> indices;
    indices.reserve(static_cast<std::size_t>(part.width()) *
                    static_cast<std::size_t>(part.height()));
    for (int y = part.top(); y < part.bottom(); ++y) {
      const SkPMColor* row = frame.addr32(0, y);
      const SkPMColor* old = shape_.opaque && added_ > 0 ? before_.getAddr32(0, y) : nullptr;
      for (int x = part.left(); x < part.right(); ++x)
        indices.push_back(old && old[x] == row[x] ? clear_index : index_of(row[x]));
    }
    put_frame(part, indices);
    before_.allocPixels(frame.info());
    before_.writePixels(frame);
    ++added_;
    return true;
  }

  Result<std::string> finish() override {
    out_ += ';';
    return std::move(out_);
  }

 private:
  void put16(int value) {
    out_ += static_cast<char>(value & 0xff);
    out_ += static_cast<char>(value >> 8 & 0xff);
  }

  void begin() {
    palette_ = palette_of(bins_);
    out_ = "GIF89a";
    put16(shape_.width), put16(shape_.height);
    out_ += '\xf7';  // a palette of 256 colours for all frames
    out_ += std::string(2, '\0');
    for (std::size_t i = 0; i < 256; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        out_ += static_cast<char>(i < palette_.size() ? palette_[i][k] : 0);
    out_ += std::string("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00", 19);  // again and again
  }

  std::uint8_t index_of(SkPMColor c) {
    if (SkGetPackedA32(c) < solid) return clear_index;
    int& known = index_[bin_of(c)];
    if (known >= 0) return static_cast<std::uint8_t>(known);
    const int r = int(SkGetPackedR32(c)), g = int(SkGetPackedG32(c)), b = int(SkGetPackedB32(c));
    int least = 1 << 30;
    for (std::size_t i = 0; i < palette_.size(); ++i) {
      const auto& p = palette_[i];
      const int away = (p[0] - r) * (p[0] - r) + (p[1] - g) * (p[1] - g) + (p[2] - b) * (p[2] - b);
      if (away < least) least = away, known = static_cast<int>(i);
    }
    return static_cast<std::uint8_t>(known);
  }

  // Times are told in hundredths of a second; they are shared out so that the sum is right.
  void put_frame(const SkIRect& part, const std::vector<std::uint8_t>& indices) {
    const auto moment = [&](int frame) { return std::lround(100.0 * frame / shape_.rate); };
    out_ += "\x21\xf9\x04";
    // Stays where it is; without a background it goes before the next comes. One index is clear.
    out_ += static_cast<char>((shape_.opaque ? 1 : 2) << 2 | 1);
    put16(static_cast<int>(moment(added_ + 1) - moment(added_)));
    out_ += static_cast<char>(clear_index);
    out_ += '\0';
    out_ += ',';
    for (const int side : {part.left(), part.top(), part.width(), part.height()}) put16(side);
    out_ += '\0';
    compress(indices, out_);
  }

  FilmShape shape_;
  std::vector<Bin> bins_;
  std::vector<int> index_;  // of the palette, by bin; -1: not sought yet
  std::vector<Rgb> palette_;
  SkBitmap before_;
  int added_ = 0;
  std::string out_;
};

}  // namespace

std::unique_ptr<FilmWriter> gif_writer(const FilmShape& shape) {
  return std::make_unique<GifWriter>(shape);
}

}  // namespace limber
