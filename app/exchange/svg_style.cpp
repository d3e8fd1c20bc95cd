#include "app/exchange/svg_style.h"

#include <fmt/format.h>

#include "app/drawing/style_paint.h"
#include "app/exchange/svg_canvas.h"
#include "app/exchange/xml.h"

namespace limber {

namespace {

std::string attribute(std::string_view name, const std::string& value) {
  return fmt::format(" {}=\"{}\"", name, value);
}

std::string gradient(const Paint& paint, const Theme& theme, const std::string& id, const Box& box,
                     int decimals) {
  const auto at = [&](const Point& part) -> Point {
    return box.min() + part.cwiseProduct(box.sizes());
  };
  const auto number = [&](double value) { return fixed_number(value, decimals + 2); };
  const Point from = at(paint.from), to = at(paint.to);
  std::string out;
  if (paint.kind == Paint::Kind::linear)
    out = fmt::format(
        "<linearGradient id=\"{}\" gradientUnits=\"userSpaceOnUse\" x1=\"{}\" y1=\"{}\" x2=\"{}\" "
        "y2=\"{}\">",
        id, number(from.x()), number(-from.y()), number(to.x()), number(-to.y()));
  else
    out = fmt::format(
        "<radialGradient id=\"{}\" gradientUnits=\"userSpaceOnUse\" cx=\"{}\" cy=\"{}\" r=\"{}\">",
        id, number(from.x()), number(-from.y()), number((to - from).norm()));
  for (const GradientStop& stop : paint.stops) {
    const SkColor colour = colour_of(stop.colour, theme);
    out += fmt::format("<stop offset=\"{}\" stop-color=\"#{:06x}\"", fixed_number(stop.at, 6),
                       colour & 0xffffffu);
    if (SkColorGetA(colour) != 255)
      out += fmt::format(" stop-opacity=\"{}\"", fixed_number(SkColorGetA(colour) / 255.0, 4));
    out += "/>";
  }
  return out + (paint.kind == Paint::Kind::linear ? "</linearGradient>\n" : "</radialGradient>\n");
}

}  // namespace

SvgStyle svg_style(const Style& style, const Theme& theme, const std::string& id, const Box& box,
                   double width, int decimals) {
  SvgStyle out;
  const auto paint = [&](std::string_view name, const Paint& with) {
    if (with.kind == Paint::Kind::none) {
      if (name == "fill") out.attributes += " fill=\"none\"";  // without it SVG would fill
      return;
    }
    if (with.kind == Paint::Kind::plain) {
      out.attributes += svg_colour(name, colour_of(with.colour, theme));
      return;
    }
    const std::string gradient_id = fmt::format("{}-{}", id, name);
    out.attributes += attribute(name, "url(#" + gradient_id + ")");
    out.definitions += gradient(with, theme, gradient_id, box, decimals);
  };
  paint("fill", style.fill);
  if (style.fill.kind != Paint::Kind::none && style.rule == FillRule::even_odd)
    out.attributes += " fill-rule=\"evenodd\"";
  paint("stroke", style.stroke);
  if (style.stroke.kind == Paint::Kind::none) return out;
  out.attributes += attribute("stroke-width", fixed_number(width, decimals));
  if (style.cap != Cap::butt)
    out.attributes += attribute("stroke-linecap", style.cap == Cap::round ? "round" : "square");
  if (style.join != Join::miter)
    out.attributes += attribute("stroke-linejoin", style.join == Join::round ? "round" : "bevel");
  else if (style.miter_limit != 4)  // what SVG takes without a word
    out.attributes += attribute("stroke-miterlimit", fixed_number(style.miter_limit, 4));
  std::string dashes;
  for (const double dash : style.dash)
    dashes += (dashes.empty() ? "" : " ") + fixed_number(dash * width, decimals);
  if (dashes.empty()) return out;
  out.attributes += attribute("stroke-dasharray", dashes);
  if (style.dash_offset != 0)
    out.attributes +=
        attribute("stroke-dashoffset", fixed_number(style.dash_offset * width, decimals));
  return out;
}

}  // namespace limber
