#include "app/exchange/export.h"

#include <fmt/format.h>

#include "app/exchange/dxf.h"
#include "app/exchange/film.h"
#include "app/exchange/pages.h"
#include "app/exchange/svg.h"
#include "app/exchange/xml.h"

namespace limber {

std::optional<Error> objection(const ExportOptions& options) {
  const auto wrong = [](std::string why) { return Error{std::move(why), 0, 0, 1, {}, {}}; };
  const auto within = [](double value, double least, double most) {
    return value >= least && value <= most;
  };
  if (!within(options.tolerance, smallest_tolerance, largest_tolerance))
    return wrong(
        fmt::format("A tolerance is from {} to {} mm.", smallest_tolerance, largest_tolerance));
  if (!within(options.scale, smallest_enlarging, largest_enlarging))
    return wrong(fmt::format("A scale is from {} to {}.", smallest_enlarging, largest_enlarging));
  if (!within(options.density, smallest_density, largest_density))
    return wrong(fmt::format("A density is from {} to {} pixels to the inch.", smallest_density,
                             largest_density));
  return {};
}

namespace {

Result<Exported> export_film(const Document& document, Format format,
                             const ExportOptions& options) {
  Result<std::unique_ptr<FilmJob>> job = FilmJob::begin(document, format, options, {}, false);
  if (!job) return job.error();
  for (;;) {
    const Result<bool> done = (*job)->advance();
    if (!done) return done.error();
    if (*done) return std::move((*job)->made());
  }
}

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return out;
}

}  // namespace

Result<Exported> export_drawing(const Document& document, Format format,
                                const ExportOptions& options) {
  if (const std::optional<Error> wrong = objection(options)) return *wrong;
  switch (format) {
    case Format::svg:
      return export_svg(document, options);
    case Format::pdf:
      return export_pdf(document, options);
    case Format::dxf:
      return export_dxf(document, options);
    case Format::png:
    case Format::webp:
      return export_pixels(document, format, options);
    default:
      return export_film(document, format, options);
  }
}

std::string summary(const Exported& made, Format format, const ExportOptions& options) {
  const FormatEntry& entry = entry_of(format);
  const std::string size =
      fmt::format("{} x {} mm", fixed_number(made.width, 2), fixed_number(made.height, 2));
  if (entry.pixels)
    return fmt::format("{} x {} pixels, {}", made.pixel_width, made.pixel_height, size);
  if (!entry.exact || made.curves == 0) return size;
  std::vector<std::string> parts;
  if (made.lines > 0) parts.push_back(counted(made.lines, "line", "lines"));
  if (made.arcs > 0) parts.push_back(counted(made.arcs, "arc", "arcs"));
  if (made.beziers > 0) parts.push_back(counted(made.beziers, "Bezier", "Beziers"));
  if (parts.empty()) parts.push_back("dots");
  return fmt::format("{}; {} as {}, at most {:.2g} mm off ({:g} mm allowed)", size,
                     counted(made.curves, "curve", "curves"), joined(parts), made.error,
                     options.tolerance);
}

}  // namespace limber
