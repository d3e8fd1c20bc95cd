#include "app/drawing/draw_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/document/quantity.h"
#include "app/document/readout.h"
#include "app/drawing/fonts.h"
#include "app/drawing/style_paint.h"

namespace limber {

namespace {

constexpr double degrees = 180 / M_PI;
// Of the height of the frame: a plot of 60 mm has letters of 4 mm.
constexpr double letter_height = 0.065;
constexpr float smallest_letters = 4, most_letters = 400;  // window points: else left out
constexpr double room_above = 0.06;  // of the range of values, beyond the outermost of them
constexpr int across_ticks = 5, up_ticks = 4;
constexpr int first_swatch = 1;  // the ink of the theme is for the axes

struct Range {
  double low = 0, high = 1;
  double part(double value) const { return (value - low) / (high - low); }
};

// In the unit it is written in.
double unit_of(const Document& document, const std::string& name) {
  const Result<Readout> readout = find_readout(document, name);
  return readout && readout->role == Role::angle ? degrees : 1;
}

Range widened(double low, double high, double room) {
  if (!(low <= high)) return {0, 1};
  const double least = 1e-9 * std::max({std::abs(low), std::abs(high), 1e-3});
  const double more = high - low > least ? room * (high - low) : std::max(0.5 * std::abs(high), 0.5);
  return {low - more, high + more};
}

Range range_of(const std::vector<const std::deque<double>*>& all, double unit, double room) {
  double low = INFINITY, high = -INFINITY;
  for (const std::deque<double>* values : all)
    for (const double value : *values)
      if (std::isfinite(value)) low = std::min(low, unit * value), high = std::max(high, unit * value);
  return widened(low, high, room);
}

// Time begins at the left edge, and the newest moment is at the right one once the frame is full.
Range time_range(const Plot& plot, const Series* series) {
  const bool any = series && !series->times.empty();
  const double first = any ? series->times.front() : 0, last = any ? series->times.back() : 0;
  if (plot.seconds > 0) return {std::max(first, last - plot.seconds),
                                std::max(first, last - plot.seconds) + plot.seconds};
  return {first, std::max(last, first + 1)};
}

class PlotDrawing {
 public:
  PlotDrawing(SkCanvas& canvas, const Document& document, const Plot& plot, const Series* series,
              const Camera& camera, const Theme& theme)
      : canvas_(canvas), document_(document), plot_(plot), series_(series), theme_(theme) {
    const Box box = extent_of(plot);
    const SkPoint corners[] = {to_skia(camera.to_window(box.min())),
                               to_skia(camera.to_window(box.max()))};
    frame_.setBounds(corners, 2);
    letters_ = static_cast<float>(letter_height) * frame_.height();
    inner_ = SkRect::MakeLTRB(frame_.left() + 4 * letters_, frame_.top() + 2 * letters_,
                              frame_.right() - letters_, frame_.bottom() - 2 * letters_);
    over_time_ = plot.over == "time";
    find_units();
    find_ranges();
  }

  const SkRect& frame() const { return frame_; }

  void draw() {
    if (inner_.isEmpty() || inner_.width() < 2 || inner_.height() < 2) return;
    draw_axes();
    draw_legend();
    canvas_.save();
    canvas_.clipRect(inner_.makeOutset(1, 1), true);
    for (std::size_t k = 0; series_ && k < series_->values.size(); ++k) draw_line(k);
    canvas_.restore();
  }

 private:
  void find_units() {
    across_unit_ = unit_of(document_, plot_.over);
    for (const std::string& name : plot_.quantities) units_.push_back(unit_of(document_, name));
  }

  void find_ranges() {
    across_ = over_time_ || !series_ ? time_range(plot_, series_)
                                     : range_of({&series_->over}, across_unit_, room_above);
    double low = INFINITY, high = -INFINITY;
    for (std::size_t k = 0; series_ && k < series_->values.size(); ++k)
      for (const double value : series_->values[k])
        if (std::isfinite(value))
          low = std::min(low, units_[k] * value), high = std::max(high, units_[k] * value);
    up_ = widened(low, high, room_above);
  }

  float x_of(double value) const {
    return inner_.left() + static_cast<float>(across_.part(value)) * inner_.width();
  }
  float y_of(double value) const {
    return inner_.bottom() - static_cast<float>(up_.part(value)) * inner_.height();
  }
  SkColor colour_of_line(std::size_t k) const {
    const auto swatches = static_cast<std::size_t>(curve_colours - first_swatch);
    return curve_colour(theme_, first_swatch + static_cast<int>(k % swatches));
  }

  bool letters_are_seen() const { return letters_ >= smallest_letters && letters_ <= most_letters; }

  void draw_axes() {
    const SkPaint thin = stroke(theme_.grid, 1);
    const SkFont small = font(Face::regular, letters_);
    const bool written = letters_are_seen();
    for (const double value : ticks_between(across_.low, across_.high, across_ticks)) {
      canvas_.drawLine(x_of(value), inner_.top(), x_of(value), inner_.bottom(), thin);
      if (written)
        draw_text(canvas_, fmt::format("{:g}", value),
                  {x_of(value), inner_.bottom() + 1.3f * letters_}, small, theme_.hint_text,
                  Align::center);
    }
    for (const double value : ticks_between(up_.low, up_.high, up_ticks)) {
      canvas_.drawLine(inner_.left(), y_of(value), inner_.right(), y_of(value), thin);
      if (!written) continue;
      const std::string text = fmt::format("{:g}", value);
      const float width = small.measureText(text.data(), text.size(), SkTextEncoding::kUTF8);
      draw_text(canvas_, text, {inner_.left() - 0.4f * letters_ - width, y_of(value) + 0.35f * letters_},
                small, theme_.hint_text);
    }
    canvas_.drawRect(inner_, stroke(theme_.hint_text, 1));
  }

  // The names of the quantities in the colours of their lines; what they are over, at the right.
  void draw_legend() {
    if (!letters_are_seen()) return;
    const SkFont small = font(Face::strong, letters_);
    const auto write = [&](const std::string& text, float x, SkColor colour) {
      draw_text(canvas_, text, {x, inner_.top() - 0.6f * letters_}, small, colour);
      return small.measureText(text.data(), text.size(), SkTextEncoding::kUTF8);
    };
    float x = inner_.left();
    for (std::size_t k = 0; k < plot_.quantities.size(); ++k)
      x += write(plot_.quantities[k] + (units_[k] != 1 ? " °" : ""), x, colour_of_line(k)) + letters_;
    const std::string over =
        over_time_ ? "s" : plot_.over + (across_unit_ != 1 ? " °" : "");
    const float width = small.measureText(over.data(), over.size(), SkTextEncoding::kUTF8);
    if (x < inner_.right() - width) write(over, inner_.right() - width, theme_.hint_text);
  }

  void draw_line(std::size_t k) {
    SkPath path;
    bool pen_down = false;
    SkPoint last{0, 0};
    for (std::size_t i = 0; i < series_->over.size(); ++i) {
      const double x = across_unit_ * series_->over[i], y = units_[k] * series_->values[k][i];
      if (!std::isfinite(x) || !std::isfinite(y)) {
        pen_down = false;
        continue;
      }
      last = {x_of(x), y_of(y)};
      if (pen_down)
        path.lineTo(last);
      else
        path.moveTo(last);
      pen_down = true;
    }
    if (path.isEmpty()) return;
    canvas_.drawPath(path, stroke(colour_of_line(k), 1.5f));
    SkPaint dot;
    dot.setAntiAlias(true);
    dot.setColor(colour_of_line(k));
    canvas_.drawCircle(last, 3, dot);
  }

  SkCanvas& canvas_;
  const Document& document_;
  const Plot& plot_;
  const Series* series_;
  const Theme& theme_;
  SkRect frame_, inner_;
  float letters_ = 0;
  bool over_time_ = false;
  double across_unit_ = 1;
  std::vector<double> units_;
  Range across_, up_;
};

}  // namespace

Box extent_of(const Plot& plot) { return {plot.at, Point(plot.at + plot.size)}; }

std::vector<double> ticks_between(double low, double high, int count) {
  std::vector<double> ticks;
  if (!(high > low) || !std::isfinite(high - low)) return ticks;
  const double step = round_spacing((high - low) / count);
  const double first = std::ceil(low / step), last = std::floor(high / step);
  for (double k = first; k <= last; ++k) ticks.push_back(k * step + 0.0);  // no negative zero
  return ticks;
}

void draw_plot(SkCanvas& canvas, const Document& document, PlotId id, const Plot& plot,
               const Series* series, const Style* style, const Camera& camera, const Theme& theme,
               const Marks& marks) {
  PlotDrawing drawing(canvas, document, plot, series, camera, theme);
  const SkRect& frame = drawing.frame();
  SkPaint behind;
  behind.setColor(theme.paper);
  if (!style || set_window_paint(behind, style->fill, frame, theme)) canvas.drawRect(frame, behind);
  drawing.draw();
  SkPaint line = style ? frame_paint(*style, camera) : stroke(theme.grid_axis, 1);
  if (!style || set_window_paint(line, style->stroke, frame, theme)) canvas.drawRect(frame, line);
  if (marks.selected && marks.selected->contains(id))
    canvas.drawRect(frame, stroke(theme.selected, 2));
  else if (marks.hovered == ThingId(id))
    canvas.drawRect(frame, stroke(SkColorSetA(theme.accent, 140), 1));
}

std::string csv_of(const Plot& plot, const Series& series) {
  std::string out = plot.over == "time" ? "time" : "time," + plot.over;
  for (const std::string& name : plot.quantities) out += "," + name;
  out += "\n";
  const auto cell = [](double value) { return std::isfinite(value) ? shortest(value) : ""; };
  for (std::size_t i = 0; i < series.times.size(); ++i) {
    out += shortest(series.times[i]);
    if (plot.over != "time") out += "," + cell(series.over[i]);
    for (const std::deque<double>& values : series.values) out += "," + cell(values[i]);
    out += "\n";
  }
  return out;
}

}  // namespace limber
