// Films: a drawing while its motors run, as frames one after the other. Made step by step, so that
// a person can be shown how far it is, and can stop it; nothing is written before it is whole.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/exchange/cycle.h"
#include "app/exchange/export.h"
#include "app/exchange/film_writer.h"
#include "app/exchange/moving_svg.h"
#include "app/exchange/sheet.h"
#include "include/core/SkSurface.h"

namespace limber {

inline constexpr double least_film_rate = 1, most_film_rate = 240;  // frames a second
inline constexpr double longest_film = 600;                         // seconds
inline constexpr int most_film_frames = 10000;
inline constexpr double film_without_cycle = 5;  // seconds, when nobody says and nothing comes back

struct FilmOptions {
  std::optional<double> seconds;  // one cycle; without one some seconds
  double rate = 30;               // frames a second
  // How large the frames are when the export says neither size nor density: as large as fits.
  std::pair<int, int> within = {1280, 720};
};

class FilmJob {
 public:
  static Result<std::unique_ptr<FilmJob>> begin(const Document& document, Format format,
                                                const ExportOptions& options,
                                                const FilmOptions& film, bool true_size);

  // A little more of it. True: it is whole, and `made` is there.
  Result<bool> advance();
  double progress() const;  // 0 to 1
  Exported& made() { return made_; }

  int frames() const { return static_cast<int>(frame_count_); }
  double seconds() const { return seconds_; }
  bool goes_round() const { return goes_round_; }

 private:
  FilmJob(const Document& document, Format format, const ExportOptions& options);
  Result<bool> prepare(const FilmOptions& film);
  void simulate_frame();
  ExportOptions options_of(std::size_t frame) const;  // with what was seen until then
  Result<bool> begin_writing();
  void draw_frame(std::size_t which);
  void look_at_samples();
  Result<bool> add_frame();
  Result<std::string> finish();
  std::vector<Track> tracks() const;
  std::vector<std::string> motors() const;

  Format format_;
  ExportOptions options_;
  FilmOptions film_;
  bool true_size_ = false, goes_round_ = false;
  Live live_;
  double seconds_ = 0;
  std::size_t frame_count_ = 0, drawn_ = 0;
  std::vector<Document> frames_;
  std::vector<Samples> samples_;  // of the frames
  Box seen_;  // of all frames
  bool fixed_area_ = false;
  sk_sp<SkSurface> surface_;
  float density_ = 1;
  std::unique_ptr<FilmWriter> writer_;  // of films made of pixels
  std::optional<MovingSvg> moving_;     // of the others
  Exported made_;
};

// "60 frames in 2 s, going round, 960 x 720 pixels"
std::string film_summary(const FilmJob& job, const Exported& made);

}  // namespace limber
