#include "app/exchange/svg_path.h"

#include <cmath>

#include "app/exchange/xml.h"

namespace limber {

namespace {

constexpr double degrees = 180 / M_PI;
// An arc that turns by more is told in two: its middle would follow from ends that lie together.
constexpr double most_sweep = 4.5;
constexpr double same_radius = 1e-12;  // relative

std::string place(const Point& p, int decimals) {
  return fixed_number(p.x(), decimals) + " " + fixed_number(-p.y(), decimals);
}
std::string exact_place(const Point& p) { return exact_number(p.x()) + " " + exact_number(-p.y()); }

bool is_circle(const ArcPiece& arc) { return std::abs(arc.a - arc.b) <= same_radius * arc.a; }

// Turning left on the paper is turning right in SVG, where y points down: flag 0.
std::string arc_to(const ArcPiece& arc, double from, double to) {
  const bool large = std::abs(to - from) > M_PI, left = arc.sweep > 0;
  const double turn = is_circle(arc) ? 0 : -arc.turn * degrees;
  return "A" + exact_number(arc.a) + " " + exact_number(arc.b) + " " + exact_number(turn) +
         (large ? " 1" : " 0") + (left ? " 0 " : " 1 ") + exact_place(arc.at(to));
}

void append(std::string& out, const Piece& piece, int decimals) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece))
    out += "L" + place(line->to, decimals);
  if (const CubicPiece* cubic = std::get_if<CubicPiece>(&piece))
    out += "C" + place(cubic->p[1], decimals) + " " + place(cubic->p[2], decimals) + " " +
           place(cubic->p[3], decimals);
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) {
    const int parts = std::abs(arc->sweep) > most_sweep ? 2 : 1;
    for (int k = 0; k < parts; ++k)
      out += arc_to(*arc, arc->from + arc->sweep * k / parts,
                    arc->from + arc->sweep * (k + 1) / parts);
  }
}

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + exact_number(value) + "\"";
}
std::string attribute(const char* name, double value, int decimals) {
  return std::string(" ") + name + "=\"" + fixed_number(value, decimals) + "\"";
}

}  // namespace

std::string svg_path_data(const std::vector<Outline>& outlines, int decimals) {
  std::string out;
  for (const Outline& outline : outlines) {
    if (outline.pieces.empty()) continue;
    const Piece& first = outline.pieces.front();
    const Point begin = begin_of(first);
    out += "M" +
           (std::holds_alternative<ArcPiece>(first) ? exact_place(begin) : place(begin, decimals));
    for (const Piece& piece : outline.pieces) append(out, piece, decimals);
    if (outline.closed) out += "Z";
  }
  return out;
}

std::string svg_shape(const std::vector<Outline>& outlines, int decimals, bool exact_start) {
  const bool single = outlines.size() == 1 && outlines[0].pieces.size() == 1;
  if (single && !outlines[0].closed)
    if (const LinePiece* line = std::get_if<LinePiece>(&outlines[0].pieces[0]))
      return "line" + attribute("x1", line->from.x(), decimals) +
             attribute("y1", -line->from.y(), decimals) + attribute("x2", line->to.x(), decimals) +
             attribute("y2", -line->to.y(), decimals);
  if (single && outlines[0].closed && !exact_start) {
    const ArcPiece* arc = std::get_if<ArcPiece>(&outlines[0].pieces[0]);
    const bool whole = arc && std::abs(arc->sweep) == 2 * M_PI;
    if (whole && is_circle(*arc))
      return "circle" + attribute("cx", arc->center.x()) + attribute("cy", -arc->center.y()) +
             attribute("r", arc->a);
    if (whole && arc->turn == 0)
      return "ellipse" + attribute("cx", arc->center.x()) + attribute("cy", -arc->center.y()) +
             attribute("rx", arc->a) + attribute("ry", arc->b);
  }
  return "path d=\"" + svg_path_data(outlines, decimals) + "\"";
}

}  // namespace limber
