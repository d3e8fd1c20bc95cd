#include "app/exchange/svg_style.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>

#include "app/drawing/style_paint.h"
#include "app/exchange/svg_canvas.h"
#include "app/exchange/xml.h"

namespace limber {

namespace {

std::string attribute(std::string_view name, const std::string& value) {
  return fmt::format(" {}=\"{}\"", name, value);
}

std::string_view spread_word(Spread spread) {
  return spread == Spread::reflect ? " spreadMethod=\"reflect\""
         : spread == Spread::repeat ? " spreadMethod=\"repeat\""
                                    : "";
}

// The unit circle where it belongs: y points down in SVG.
std::string radial_frame(const Paint& paint, const Point& from, const Point& to, const Point& side,
                         const Point& focus) {
  Eigen::Matrix2d frame;
  frame << to - from, side - from;
  const Point f = std::abs(frame.determinant()) > 0 ? Point(frame.inverse() * (focus - from))
                                                    : Point(0, 0);
  std::string out = fmt::format(
      " cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"matrix({} {} {} {} {} {})\"",
      exact_number(frame(0, 0)), exact_number(-frame(1, 0)), exact_number(frame(0, 1)),
      exact_number(-frame(1, 1)), exact_number(from.x()), exact_number(-from.y()));
  if (paint.focus)
    out += fmt::format(" fx=\"{}\" fy=\"{}\" fr=\"{}\"", exact_number(f.x()),
                       exact_number(f.y()), exact_number(paint.focus->radius));
  return out;
}

std::string gradient(const Paint& paint, const Theme& theme, const std::string& id, const Box& box,
                     int decimals) {
  const auto at = [&](const Point& part) -> Point {
    return box.min() + part.cwiseProduct(box.sizes());
  };
  const auto number = [&](double value) { return fixed_number(value, decimals + 2); };
  const Point from = at(paint.from), to = at(paint.to);
  const bool linear = paint.kind == Paint::Kind::linear;
  std::string out = fmt::format("<{} id=\"{}\" gradientUnits=\"userSpaceOnUse\"",
                                linear ? "linearGradient" : "radialGradient", id);
  if (linear)
    out += fmt::format(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(from.x()),
                       number(-from.y()), number(to.x()), number(-to.y()));
  else if (!paint.side && !paint.focus)
    out += fmt::format(" cx=\"{}\" cy=\"{}\" r=\"{}\"", number(from.x()), number(-from.y()),
                       number((to - from).norm()));
  else
    out += radial_frame(
        paint, from, to,
        paint.side ? at(*paint.side) : Point(from + Point(from.y() - to.y(), to.x() - from.x())),
        paint.focus ? at(paint.focus->at) : from);
  out += spread_word(paint.spread);
  out += ">";
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

std::string opacity_attribute(double opacity) {
  return attribute("opacity", fixed_number(opacity, 4));
}

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
