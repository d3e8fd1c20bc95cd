// limber render: a document as a picture, drawn by the window's own code.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "app/cli/picture_file.h"
#include "app/cli/work.h"
#include "app/document/quantity.h"
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
Box saved_view(const View& view, const PictureOptions& options) {
  const Point half(0.5 * options.width / options.scale / view.scale,
                   0.5 * options.height / options.scale / view.scale);
  return {view.center - half, view.center + half};
}

std::optional<PictureOptions> options_of(Work& work, const View& view) {
  const Arguments& arguments = work.arguments;
  PictureOptions out;
  std::tie(out.width, out.height) = arguments.size("--size");
  out.scale = static_cast<float>(arguments.number("--scale"));
  if (!(out.scale >= 0.01f && out.scale <= 100))
    return work.fail(status_usage, "--scale is between 0.01 and 100"), std::nullopt;
  out.theme = &theme_named(arguments.text("--theme"));
  out.marks.constraints = arguments.text("--glyphs") == "on";
  out.marks.grid = arguments.text("--grid") == "on";
  out.transparent = arguments.has("--transparent");
  if (const std::string file = arguments.operand(); file != "-")
    out.linked = [folder = std::filesystem::absolute(file).parent_path()](const std::string& name) {
      return read_linked(folder, name);
    };
  const std::string fit = arguments.text("--fit");
  if (fit == "drawing") return out;
  const std::optional<Box> part = fit == "view" ? saved_view(view, out) : read_box(fit);
  if (!part)
    return work.fail(status_usage, "--fit wants drawing, view, or a rectangle x0,y0,x1,y1"),
           std::nullopt;
  out.part = *part;
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
  const std::optional<PictureFormat> format = picture_format(work, file);
  if (!format) return work.status;
  View view;
  const std::optional<Document> document = read_document(work, work.arguments.operand(), &view);
  if (!document) return work.status;
  Live live(*document);
  const std::optional<PictureOptions> options = options_of(work, view);
  if (!options || !apply_settings(work, live)) return work.status;
  if (!let_time_pass(work, live)) return work.status;
  const std::optional<std::string> picture = picture_of(work, live.shown(), *options, *format);
  if (picture) write_file(work, file, *picture);
  return work.status;
}

}  // namespace limber::cli
