#include "app/exchange/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/document/numbers.h"
#include "app/drawing/picture.h"
#include "app/exchange/xml.h"

namespace limber {

namespace {

constexpr std::size_t samples = 8;         // frames looked at beforehand
constexpr double moving_tolerance = 0.05;  // mm: what moves is not measured, and files stay small
constexpr double tracked = 0.01;  // of the drawing's size: a point that moves less stands still
constexpr double simulating_share = 0.1;  // of the work

Error wrong(std::string why) { return {std::move(why), 0, 0, 1, {}, {}}; }

}  // namespace

FilmJob::FilmJob(const Document& document, Format format, const ExportOptions& options)
    : format_(format), options_(options), live_(document) {}

Result<std::unique_ptr<FilmJob>> FilmJob::begin(const Document& document, Format format,
                                                const ExportOptions& options,
                                                const FilmOptions& film, bool true_size) {
  std::unique_ptr<FilmJob> job(new FilmJob(document, format, options));
  job->true_size_ = true_size;
  const Result<bool> prepared = job->prepare(film);
  if (!prepared) return prepared.error();
  return job;
}

Result<bool> FilmJob::prepare(const FilmOptions& film) {
  film_ = film;
  if (const std::optional<Error> bad = objection(options_)) return *bad;
  if (!(film.rate >= least_film_rate && film.rate <= most_film_rate))
    return wrong(
        fmt::format("A film has from {} to {} frames a second.", least_film_rate, most_film_rate));
  if (film.seconds && !(*film.seconds > 0 && *film.seconds <= longest_film))
    return wrong(fmt::format("A film takes from 0 to {} seconds.", longest_film));
  live_.wake();
  const std::optional<Cycle> cycle = film.seconds ? std::nullopt : find_cycle(live_.document());
  if (cycle) run_for(live_, cycle->before);
  // What goes round has gone round: traces and plots begin as they end.
  const Document& document = live_.document();
  if (cycle && document.traces->size() + document.plots->size() > 0) run_for(live_, cycle->seconds);
  goes_round_ = cycle.has_value();
  seconds_ = film.seconds ? *film.seconds : cycle ? cycle->seconds : film_without_cycle;
  const double count = std::max(1.0, std::round(seconds_ * film.rate));
  if (count > most_film_frames)
    return wrong(fmt::format("A film of {:g} s would have {} frames, more than {}.", seconds_,
                             count, most_film_frames));
  frame_count_ = static_cast<std::size_t>(count);
  fixed_area_ =
      !options_.part.isEmpty() || (options_.page && !page_box(live_.document()).isEmpty());
  return true;
}

void FilmJob::simulate_frame() {
  frames_.push_back(live_.shown());
  samples_.push_back(live_.samples());
  if (!fixed_area_) seen_.extend(Sheet(frames_.back(), options_of(frames_.size() - 1)).paper());
  if (frames_.size() < frame_count_) run_for(live_, seconds_ / static_cast<double>(frame_count_));
}

ExportOptions FilmJob::options_of(std::size_t frame) const {
  ExportOptions options = options_;
  options.samples = &samples_[frame];
  return options;
}

// The size of the frames, and the writer. Films have even sides: most formats of films want them.
Result<bool> FilmJob::begin_writing() {
  if (!fixed_area_) options_.part = seen_;
  if (options_.part.isEmpty()) options_.part = page_box(frames_.front());
  if (!entry_of(format_).pixels) {
    options_.tolerance = std::max(options_.tolerance, moving_tolerance);
    moving_ = MovingSvg{{}, seconds_, goes_round_};
    return true;
  }
  const Sheet sheet(frames_.front(), options_of(0));
  if (!options_.size && !true_size_) {
    const Point size = sheet.size_in_points();
    const double fit = std::min(film_.within.first / size.x(), film_.within.second / size.y());
    options_.density = fit * points_per_inch;
  }
  density_ = static_cast<float>(pixels_per_point(options_));
  std::tie(made_.pixel_width, made_.pixel_height) = sheet.size_in_pixels(options_);
  made_.pixel_width += made_.pixel_width % 2, made_.pixel_height += made_.pixel_height % 2;
  made_.width = sheet.size_in_mm().x(), made_.height = sheet.size_in_mm().y();
  Result<sk_sp<SkSurface>> surface = make_surface(made_.pixel_width, made_.pixel_height);
  if (!surface) return surface.error();
  surface_ = *surface;
  Result<std::unique_ptr<FilmWriter>> writer = film_writer(
      format_, {made_.pixel_width, made_.pixel_height, frames(), film_.rate, options_.background});
  if (!writer) return writer.error();
  writer_ = *std::move(writer);
  look_at_samples();
  return true;
}

void FilmJob::draw_frame(std::size_t which) {
  SkCanvas& canvas = *surface_->getCanvas();
  canvas.save();
  canvas.clear(options_.background ? options_.theme->paper : SK_ColorTRANSPARENT);
  canvas.scale(density_, density_);
  Sheet(frames_[which], options_of(which), static_cast<double>(density_)).draw(canvas);
  canvas.restore();
}

void FilmJob::look_at_samples() {
  const std::size_t stride = std::max<std::size_t>(1, frame_count_ / samples);
  SkPixmap pixels;
  for (std::size_t i = 0; i < frame_count_; i += stride) {
    draw_frame(i);
    if (surface_->peekPixels(&pixels)) writer_->look_at(pixels);
  }
}

Result<bool> FilmJob::advance() {
  if (frames_.size() < frame_count_) {
    simulate_frame();
    return false;
  }
  if (!writer_ && !moving_) {
    const Result<bool> begun = begin_writing();
    if (!begun) return begun.error();
    return false;
  }
  if (drawn_ < frame_count_) {
    const Result<bool> added = add_frame();
    if (!added) return added.error();
    ++drawn_;
    return false;
  }
  Result<std::string> bytes = finish();
  if (!bytes) return bytes.error();
  made_.bytes = *std::move(bytes);
  return true;
}

Result<bool> FilmJob::add_frame() {
  if (moving_) {
    moving_->frames.push_back(svg_parts(frames_[drawn_], options_of(drawn_), made_));
    return true;
  }
  draw_frame(drawn_);
  SkPixmap pixels;
  if (!surface_->peekPixels(&pixels)) return wrong("The frame has no pixels.");
  return writer_->add(pixels);
}

Result<std::string> FilmJob::finish() {
  if (!moving_) return writer_->finish();
  return format_ == Format::page ? web_page(*moving_, tracks(), motors()) : moving_svg(*moving_);
}

// Both ends of every curve, as far as they move.
std::vector<Track> FilmJob::tracks() const {
  std::vector<Track> out;
  const double least = tracked * options_.part.diagonal().norm();
  frames_.front().world->bodies().each([&](CurveId id, const Body& body) {
    for (const double t : {t_begin(body.curve), t_end(body.curve)}) {
      Track track;
      Box box;
      for (const Document& frame : frames_) {
        const Curve* curve = frame.world->find(id);
        Point x;
        if (!curve || !point_at(*curve, t, x)) return;
        track.push_back(Point(x.x(), -x.y()));
        box.extend(x);
      }
      if (box.diagonal().norm() > least) out.push_back(std::move(track));
    }
  });
  return out;
}

// Each with its speed: turns a minute, or units a second.
std::vector<std::string> FilmJob::motors() const {
  std::vector<std::string> out;
  const Document& document = frames_.front();
  document.world->motors().each([&](MotorId id, const Motor& motor) {
    const bool turns = role_of(document.world, SpeedOf{id}) == Role::angle;
    const double speed = turns ? motor.speed * 60 / (2 * M_PI) : motor.speed;
    out.push_back(fmt::format("{} {} {}", document.name(id), fixed_number(speed, 2), turns ? "rpm" : "mm/s"));
  });
  return out;
}

double FilmJob::progress() const {
  const auto all = static_cast<double>(frame_count_);
  return simulating_share * static_cast<double>(frames_.size()) / all +
         (1 - simulating_share) * static_cast<double>(drawn_) / all;
}

std::string film_summary(const FilmJob& job, const Exported& made) {
  const std::string size =
      made.pixel_width > 0
          ? fmt::format("{} x {} pixels", made.pixel_width, made.pixel_height)
          : fmt::format("{} x {} mm", fixed_number(made.width, 2), fixed_number(made.height, 2));
  return fmt::format("{} frames in {} s{}, {}", job.frames(), fixed_number(job.seconds(), 3),
                     job.goes_round() ? ", going round" : "", size);
}

}  // namespace limber
