// limber render: a document as a picture, drawn by the window's own code.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "app/cli/export_file.h"
#include "app/cli/work.h"
#include "app/document/quantity.h"
#include "app/edits/resolve.h"
#include "app/files/linked_file.h"

namespace limber::cli {
namespace {

// "x0,y0,x1,y1"
std::optional<Box> read_box(std::string_view text) {
  double sides[4];
  for (int i = 0; i < 4; ++i) {
    const std::size_t comma = text.find(',');
    const std::optional<double> number = read_quantity(text.substr(0, comma), Dimension::length);
    if (!number || (comma == std::string_view::npos) != (i == 3)) return {};
    sides[i] = *number;
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  Box box(Point(sides[0], sides[1]));
  box.extend(Point(sides[2], sides[3]));
  return box.sizes().minCoeff() > 0 ? std::optional<Box>(box) : std::nullopt;
}

// The part of the paper the window showed when the drawing was saved.
Box saved_view(const View& view, const ExportOptions& options) {
  const Point window(options.size->first, options.size->second);
  const Point half = window / (2 * options.pixel_ratio * view.scale);
  return {view.center - half, view.center + half};
}

// --size, --dpi, --scale: pictures of pixels have a size, all others their true one, unless told.
bool read_size(Work& work, const FormatEntry& entry, ExportOptions& out) {
  const Arguments& arguments = work.arguments;
  const double scale = arguments.number("--scale");
  if (!(scale >= 0.01 && scale <= 100))
    return work.fail(status_usage, "--scale is between 0.01 and 100"), false;
  if (arguments.has("--dpi") && arguments.has("--size"))
    return work.fail(status_usage, "--dpi and --size exclude each other"), false;
  const bool true_size = arguments.has("--dpi") || (!entry.pixels && !arguments.has("--size"));
  if (true_size || (entry.moves && !arguments.has("--size"))) {  // a film is as large as fits
    out.scale = scale;
    if (arguments.has("--dpi")) out.density = arguments.number("--dpi");
    return true;
  }
  out.size = arguments.size("--size");
  out.pixel_ratio = scale;
  return true;
}

bool read_area(Work& work, const Document& document, ExportOptions& out) {
  const std::string fit = work.arguments.text("--fit");
  if (fit == "drawing") return true;
  if (fit == "page") {
    out.page = true;
    if (!page_box(document).isEmpty()) return true;
    return work.fail(status_usage, "--fit page: the drawing has no page"), false;
  }
  if (fit == "view" && !out.size)
    return work.fail(status_usage, "--fit view shows what a window of --size WxH would"), false;
  const std::optional<Box> part = fit == "view" ? saved_view(out.view, out) : read_box(fit);
  if (!part)
    return work.fail(status_usage, "--fit wants drawing, page, view, or a rectangle x0,y0,x1,y1"),
           false;
  out.part = *part;
  return true;
}

std::optional<std::set<ThingId>> chosen(Work& work, const Document& document) {
  std::set<ThingId> things;
  for (const std::string& name : work.arguments.all("--only")) {
    const ThingId id = document.find(name);
    if (!id)
      return work.fail(status_usage, fmt::format("--only: nothing is called {}", name)),
             std::nullopt;
    things.insert(id);
  }
  return things;
}

std::optional<ExportOptions> options_of(Work& work, const FormatEntry& entry,
                                        const Document& document, const View& view) {
  const Arguments& arguments = work.arguments;
  ExportOptions out;
  out.view = view;
  if (!read_size(work, entry, out) || !read_area(work, document, out)) return {};
  out.theme = &theme_named(arguments.text("--theme"));
  out.marks = arguments.text("--glyphs") == "on";
  out.grid = arguments.text("--grid") == "on";
  out.background = !arguments.has("--transparent");
  out.reopens = !arguments.has("--picture-only");
  out.tolerance = arguments.number("--tolerance");
  if (const std::string file = arguments.operand(); file != "-")
    out.linked = [folder = std::filesystem::absolute(file).parent_path()](const std::string& name) {
      return read_linked(folder, name);
    };
  return out;
}

// --time: motors and springs run. False when they did not to the end; told.
bool let_time_pass(Work& work, Live& live) {
  const std::int64_t ticks = std::llround(work.arguments.number("--time") * ticks_per_second);
  if (ticks == 0) return true;
  Stepper stepper;
  if (!set_up(work, stepper)) return false;
  live.wake();
  const Attentive looking;
  for (std::int64_t i = 0; i < ticks; ++i) {
    live.tick(Run::play);
    if (i % ticks_per_second != 0) continue;
    if (interrupted()) return work.status = status_interrupted, false;
    work.console.progress("tick", static_cast<double>(i), static_cast<double>(ticks));
  }
  return true;
}

}  // namespace

int render(Work& work) {
  const std::string file = work.arguments.text("--output");
  if (file.empty())
    return work.fail(status_usage, "limber render needs -o FILE", "write -o drawing.png");
  const FormatEntry* entry = export_format(work, file);
  if (!entry) return work.status;
  if (work.arguments.has("--film")) {
    if (entry->format == Format::webp) entry = &entry_of(Format::moving_webp);
    if (entry->format == Format::svg) entry = &entry_of(Format::moving_svg);
  }
  View view;
  const std::optional<Document> document = read_document(work, work.arguments.operand(), &view);
  if (!document) return work.status;
  Live live(*document);
  std::optional<ExportOptions> options = options_of(work, *entry, *document, view);
  const std::optional<std::set<ThingId>> only = chosen(work, *document);
  if (!options || !only || !apply_settings(work, live)) return work.status;
  if (!only->empty()) options->only = &*only;
  if (!let_time_pass(work, live)) return work.status;
  options->samples = &live.samples();
  if (entry->moves) {
    FilmOptions film;
    film.rate = work.arguments.number("--fps");
    if (work.arguments.has("--seconds")) film.seconds = work.arguments.number("--seconds");
    export_film(work, file, live.shown(), entry->format, *options, film,
                work.arguments.has("--dpi"));
  } else {
    export_file(work, file, live.shown(), entry->format, *options);
  }
  return work.status;
}

}  // namespace limber::cli
