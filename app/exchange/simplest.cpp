#include "app/exchange/simplest.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/exchange/shape.h"

namespace limber {

namespace {

// Files are written with some six digits: what agrees in so many is the same.
constexpr double same = 1e-5;             // of the size
constexpr double same_ellipse = 2e-4;     // of the radius; middles follow from ends less exactly
constexpr double smooth_turn = 1e-4;      // radians

double size_of(const std::vector<Piece>& pieces) {
  Box box;
  for (const Piece& piece : pieces) box.extend(box_of(piece));
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

template <class Kind>
bool all_are(const std::vector<Piece>& pieces) {
  return std::ranges::all_of(pieces, [](const Piece& one) { return std::holds_alternative<Kind>(one); });
}

edit::Draw draw(std::string type, std::vector<std::pair<std::string, double>> q) {
  edit::Draw out;
  out.type = std::move(type), out.q = std::move(q);
  return out;
}

// ---- arcs

bool on_same_ellipse(const ArcPiece& a, const ArcPiece& b) {
  const double near = same_ellipse * std::max(a.a, a.b);
  if ((a.center - b.center).norm() > near) return false;
  if (std::abs(a.a - b.a) > near || std::abs(a.b - b.b) > near) return false;
  return a.is_circular(near) || std::abs(std::remainder(a.turn - b.turn, M_PI)) < 1e-3;
}

// Arcs of one ellipse that go on from each other, as one.
std::vector<ArcPiece> joined_arcs(const std::vector<Piece>& pieces) {
  std::vector<ArcPiece> out;
  for (const Piece& piece : pieces) {
    const ArcPiece& arc = std::get<ArcPiece>(piece);
    const bool goes_on = !out.empty() && on_same_ellipse(out.back(), arc) &&
                         out.back().sweep * arc.sweep > 0 &&
                         std::abs(out.back().sweep + arc.sweep) < 2 * M_PI * (1 + same_ellipse);
    if (goes_on)
      out.back().sweep += arc.sweep;
    else
      out.push_back(arc);
  }
  return out;
}

bool is_circle(const ArcPiece& arc) { return arc.is_circular(same * std::max(arc.a, arc.b)); }

edit::Draw whole_ellipse(const ArcPiece& arc) {
  if (is_circle(arc))
    return draw("circle", {{"c.x", arc.center.x()}, {"c.y", arc.center.y()}, {"r", (arc.a + arc.b) / 2}});
  return draw("ellipse", {{"c.x", arc.center.x()}, {"c.y", arc.center.y()}, {"a", arc.a},
                          {"b", arc.b}, {"phi", arc.turn}});
}

edit::Draw part_of_ellipse(const ArcPiece& arc) {
  if (is_circle(arc))
    return draw("arc", {{"c.x", arc.center.x()}, {"c.y", arc.center.y()}, {"r", (arc.a + arc.b) / 2},
                        {"phi", std::remainder(arc.from + arc.turn, 2 * M_PI)}, {"sweep", arc.sweep}});
  return draw("elliptic_arc", {{"c.x", arc.center.x()}, {"c.y", arc.center.y()}, {"a", arc.a},
                               {"b", arc.b}, {"phi", arc.turn},
                               {"begins", std::remainder(arc.from, 2 * M_PI)}, {"sweep", arc.sweep}});
}

std::vector<SimplestCurve> as_arcs(const std::vector<Piece>& pieces, Keep keep) {
  const std::vector<ArcPiece> arcs = joined_arcs(pieces);
  const bool whole = arcs.size() == 1 && std::abs(std::abs(arcs[0].sweep) - 2 * M_PI) < 1e-3;
  // A circle begins at angle 0 and runs to the left: what does not is an arc all the way round.
  const bool from_zero = whole && std::abs(std::remainder(arcs[0].from, 2 * M_PI)) < 1e-6;
  const bool fits = keep == Keep::shape || (from_zero && (keep == Keep::start || arcs[0].sweep > 0));
  if (whole && fits)
    return {{whole_ellipse(arcs[0]), 0, arcs[0].sweep < 0}};
  std::vector<SimplestCurve> out;
  double along = 0;
  for (const ArcPiece& arc : arcs) {
    out.push_back({part_of_ellipse(arc), along, false});
    along += length_of(arc);
  }
  return out;
}

// ---- lines

// Four corners with right angles, going round from any of them.
std::optional<edit::Draw> as_rectangle(const std::vector<Point>& p) {
  if (p.size() != 4) return {};
  const Point w = p[1] - p[0], h = p[3] - p[0];
  const double size = w.norm() + h.norm();
  if (!(w.norm() > same * size && h.norm() > same * size)) return {};
  if ((p[0] + w + h - p[2]).norm() > same * size) return {};
  if (std::abs(w.dot(h)) > same * w.norm() * h.norm()) return {};
  const Point middle = (p[0] + p[2]) / 2;
  double phi = std::atan2(w.y(), w.x()), width = w.norm(), height = h.norm();
  // Upright where it can be: turned by less than an eighth.
  if (const double quarters = std::round(phi / (M_PI / 2)); quarters != 0) {
    phi -= quarters * M_PI / 2;
    if (static_cast<long long>(quarters) % 2 != 0) std::swap(width, height);
  }
  if (std::abs(phi) < 1e-12) phi = 0;
  return draw("rectangle",
              {{"c.x", middle.x()}, {"c.y", middle.y()}, {"w", width}, {"h", height}, {"phi", phi}});
}

edit::Draw as_lines(const std::vector<Piece>& pieces, bool closed, Keep keep) {
  std::vector<Point> p = {begin_of(pieces.front())};
  for (const Piece& piece : pieces) p.push_back(end_of(piece));
  if (closed) p.pop_back();
  if (!closed && p.size() == 2)
    return draw("line", {{"a.x", p[0].x()}, {"a.y", p[0].y()}, {"b.x", p[1].x()}, {"b.y", p[1].y()}});
  if (closed && keep == Keep::shape)
    if (const auto rectangle = as_rectangle(p)) return *rectangle;
  // There and back again is a line that a polygon of two corners cannot be.
  if (closed && p.size() < 3) closed = false, p.push_back(p[0]);
  edit::Draw out;
  out.type = closed ? "closed_polyline" : "polyline";
  for (const Point& one : p) out.nodes.push_back({one.x(), one.y()});
  return out;
}

// ---- cubics

std::optional<Point> control_of_quadratic(const CubicPiece& cubic, double size) {
  const Point a = (3 * cubic.p[1] - cubic.p[0]) / 2, b = (3 * cubic.p[2] - cubic.p[3]) / 2;
  if ((a - b).norm() > same * size) return {};
  return Point((a + b) / 2);
}

edit::Draw as_cubic(const CubicPiece& cubic, double size) {
  const ControlPoints& p = cubic.p;
  if (const auto control = control_of_quadratic(cubic, size))
    return draw("quadratic", {{"a.x", p[0].x()}, {"a.y", p[0].y()}, {"b.x", control->x()},
                              {"b.y", control->y()}, {"c.x", p[3].x()}, {"c.y", p[3].y()}});
  return draw("cubic", {{"a.x", p[0].x()}, {"a.y", p[0].y()}, {"b.x", p[1].x()}, {"b.y", p[1].y()},
                        {"c.x", p[2].x()}, {"c.y", p[2].y()}, {"d.x", p[3].x()}, {"d.y", p[3].y()}});
}

struct Node {
  Point p, ahead, behind;  // the handles as seen from p
};

// Where the handles lie opposite to each other the joint is smooth, and stays so when it is pulled.
bool is_smooth(const Node& node, double size) {
  const Point &a = node.ahead, &b = node.behind;
  if (!(a.norm() > same * size && b.norm() > same * size)) return false;
  return std::abs(a.x() * b.y() - a.y() * b.x()) < smooth_turn * a.norm() * b.norm() && a.dot(b) < 0;
}

std::vector<CubicPiece> all_cubics(const std::vector<Piece>& pieces) {
  std::vector<CubicPiece> cubics;
  for (const Piece& piece : pieces) {
    if (const LinePiece* line = std::get_if<LinePiece>(&piece)) cubics.push_back(cubic_of(*line));
    if (const CubicPiece* cubic = std::get_if<CubicPiece>(&piece)) cubics.push_back(*cubic);
    if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece))
      for (const CubicPiece& cubic : cubics_of(*arc)) cubics.push_back(cubic);
  }
  return cubics;
}

edit::Draw as_path(const std::vector<CubicPiece>& cubics, bool closed, double size) {
  std::vector<Node> nodes;
  for (std::size_t k = 0; k < cubics.size(); ++k) {
    const Point at = cubics[k].p[0], ahead = cubics[k].p[1] - at;
    const Point behind = k > 0    ? Point(cubics[k - 1].p[2] - at)
                         : closed ? Point(cubics.back().p[2] - at)
                                  : Point(-ahead);
    nodes.push_back({at, ahead, behind});
  }
  const CubicPiece& last = cubics.back();
  if (closed && nodes.size() < 2) closed = false;
  if (!closed) nodes.push_back({last.p[3], last.p[3] - last.p[2], last.p[2] - last.p[3]});
  edit::Draw out;
  out.type = closed ? "closed_path" : "path";
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const Node& node = nodes[k];
    const bool inner = closed || (k > 0 && k + 1 < nodes.size());
    out.nodes.push_back({node.p.x(), node.p.y(), node.ahead.x(), node.ahead.y(), node.behind.x(),
                         node.behind.y(), inner && is_smooth(node, size) ? 1.0 : 0.0});
  }
  return out;
}

// Open curves of as many pieces as one may have.
std::vector<SimplestCurve> in_parts(const std::vector<Piece>& pieces, double size, Keep keep) {
  const bool lines = all_are<LinePiece>(pieces);
  std::vector<Piece> simple;
  if (!lines)
    for (const CubicPiece& cubic : all_cubics(pieces)) simple.push_back(cubic);
  const std::vector<Piece>& all = lines ? pieces : simple;
  std::vector<SimplestCurve> out;
  double along = 0;
  for (std::size_t from = 0; from < all.size(); from += longest_curve) {
    const std::vector<Piece> part(
        all.begin() + static_cast<std::ptrdiff_t>(from),
        all.begin() + static_cast<std::ptrdiff_t>(std::min(from + longest_curve, all.size())));
    out.push_back({lines ? as_lines(part, false, Keep::direction) : as_path(all_cubics(part), false, size),
                   along, false, true});
    if (keep != Keep::shape)
      for (const Piece& piece : part) along += length_of(piece);
  }
  return out;
}

}  // namespace

std::vector<SimplestCurve> simplest_curves(const Outline& outline, Keep keep) {
  std::vector<Piece> pieces = outline.pieces;
  const double size = size_of(pieces);
  std::erase_if(pieces, [&](const Piece& piece) {
    return !std::holds_alternative<ArcPiece>(piece) && box_of(piece).diagonal().norm() <= 1e-9 * size;
  });
  if (pieces.empty() || !(size > 0)) return {};
  bool closed = outline.closed;
  if (all_are<ArcPiece>(pieces)) return as_arcs(pieces, keep);
  // A line that only closes a gap of rounding is none of the outline's own.
  if (closed && pieces.size() > 1 && std::holds_alternative<LinePiece>(pieces.back()) &&
      length_of(pieces.back()) < same * size) {
    pieces.pop_back();
    if (all_are<ArcPiece>(pieces)) return as_arcs(pieces, keep);
  }
  constexpr std::size_t most_cubics = 8;  // of an arc
  const bool lines = all_are<LinePiece>(pieces);
  if (pieces.size() > (lines ? longest_curve : longest_curve / most_cubics)) {
    std::size_t count = 0;
    for (const Piece& piece : pieces)
      count += std::holds_alternative<ArcPiece>(piece) ? most_cubics : 1;
    if (count > longest_curve) return in_parts(pieces, size, keep);
  }
  if (lines) return {{as_lines(pieces, closed, keep), 0, false}};
  if (pieces.size() == 1 && !closed)
    if (const CubicPiece* cubic = std::get_if<CubicPiece>(&pieces[0]))
      return {{as_cubic(*cubic, size), 0, false}};
  return {{as_path(all_cubics(pieces), closed, size), 0, false}};
}

}  // namespace limber
