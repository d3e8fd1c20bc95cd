#include "app/exchange/dxf_entities.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/exchange/import.h"

namespace limber {

namespace {

constexpr double radians_per_degree = M_PI / 180;
constexpr int cuts_of_others = 8;  // of a span that is no cubic: within 1e-4 of its length
constexpr std::size_t least_pair = 16;         // bytes that are read as quickly as a code
constexpr std::size_t most_pairs = 5'000'000;  // in a file: 120 MB of them

Error wrong(std::string sentence, int line = 0) { return {std::move(sentence), line, 1, 1, {}, {}}; }

std::string_view trimmed_line(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
    line.remove_suffix(1);
  return line;
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// Pairs of lines.
class PairReader {
 public:
  explicit PairReader(std::string_view bytes) : rest_(bytes) {}
  bool next() {
    line = line_ + 1;
    std::string_view first;
    if (!take_line(first) || !take_line(value)) return false;
    first = trimmed_line(first);
    const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), code);
    broken = error != std::errc() || end != first.data() + first.size();
    value = trimmed_line(value);
    return !broken;
  }
  int code = 0, line = 0;
  std::string_view value;
  bool broken = false;

 private:
  bool take_line(std::string_view& out) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    out = rest_.substr(0, end);
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    ++line_;
    return true;
  }
  std::string_view rest_;
  int line_ = 0;
};

double unit_in_mm(int unit) {
  switch (unit) {
    case 1:
      return 25.4;
    case 2:
      return 304.8;
    case 5:
      return 10;
    case 6:
      return 1000;
    case 13:
      return 0.001;
    case 14:
      return 100;
    default:
      return 1;  // millimetres, or nobody said
  }
}

// ---- splines

// A B-spline with weights: the point and its derivative at u, by de Boor's scheme on (wx, wy, w).
struct Spline {
  int degree = 3;
  std::vector<double> knots;
  std::vector<Eigen::Vector3d> control;

  // What of the control points counts between knot `span` and the next, blended: `part` has degree + 1
  // of them, `first` is the knot that stands before the second.
  static Eigen::Vector3d de_boor(std::vector<Eigen::Vector3d>& part, const double* first, double u) {
    const auto degree = static_cast<int>(part.size()) - 1;
    for (int r = 1; r <= degree; ++r)
      for (int j = degree; j >= r; --j) {
        const double low = first[j - 1], high = first[j + degree - r];
        const double share = high > low ? (u - low) / (high - low) : 0;
        Eigen::Vector3d& here = part[static_cast<std::size_t>(j)];
        here = (1 - share) * part[static_cast<std::size_t>(j - 1)] + share * here;
      }
    return part.back();
  }

  // The control points of the derivative are differences of those of the spline.
  void at(int span, double u, Point& x, Point& x_u) const {
    const double* first = knots.data() + span - degree + 1;
    const auto begin = control.begin() + span - degree;
    std::vector<Eigen::Vector3d> part(begin, begin + degree + 1), slopes;
    for (int j = 0; j < degree; ++j) {
      const double width = first[j + degree] - first[j];
      slopes.push_back(width > 0 ? Eigen::Vector3d(degree * (begin[j + 1] - begin[j]) / width)
                                 : Eigen::Vector3d::Zero());
    }
    const Eigen::Vector3d p = de_boor(part, first, u);
    const Eigen::Vector3d v = de_boor(slopes, first + 1, u);
    x = p.head<2>() / p.z();
    x_u = (v.head<2>() - x * v.z()) / p.z();
  }
};

std::optional<Spline> spline_of(const DxfEntity& entity) {
  Spline spline;
  spline.degree = entity.whole(71, 3);
  spline.knots = entity.numbers(40);
  const std::vector<Point> control = entity.places(10);
  std::vector<double> weights = entity.numbers(41);
  if (weights.size() != control.size()) weights.assign(control.size(), 1);
  if (spline.degree < 1 || spline.degree > 25 ||
      control.size() < static_cast<std::size_t>(spline.degree) + 1 ||
      spline.knots.size() != control.size() + static_cast<std::size_t>(spline.degree) + 1)
    return {};
  if (!std::ranges::is_sorted(spline.knots)) return {};
  for (std::size_t i = 0; i < control.size(); ++i) {
    if (!(weights[i] > 0)) return {};
    spline.control.emplace_back(weights[i] * control[i].x(), weights[i] * control[i].y(), weights[i]);
  }
  return spline;
}

// Between two knots a cubic spline is a cubic, which its ends and slopes tell; others are cut finer.
Outline spline_outline(const Spline& spline, int cuts) {
  Outline out;
  const auto last = static_cast<int>(spline.control.size());
  for (int span = spline.degree; span < last; ++span) {
    const double from = spline.knots[static_cast<std::size_t>(span)];
    const double to = spline.knots[static_cast<std::size_t>(span) + 1];
    if (!(to > from)) continue;
    for (int k = 0; k < cuts; ++k) {
      const double u = from + (to - from) * k / cuts, v = from + (to - from) * (k + 1) / cuts;
      Point a, a_u, b, b_u;
      spline.at(span, u, a, a_u);
      spline.at(span, v, b, b_u);
      if (!out.pieces.empty()) a = end_of(out.pieces.back());
      const double third = (v - u) / 3;
      if (spline.degree == 1) out.pieces.push_back(LinePiece{a, b});
      else out.pieces.push_back(CubicPiece{{a, Point(a + third * a_u), Point(b - third * b_u), b}});
    }
  }
  return out;
}

bool has_weights(const DxfEntity& entity) {
  const std::vector<double> weights = entity.numbers(41);
  return std::ranges::any_of(weights, [&](double w) { return w != weights.front(); });
}

// Through its fit points, smoothly, where the file gives no knots.
Outline through_points(const std::vector<Point>& p) {
  Outline out;
  const auto slope = [&](std::size_t k) -> Point {
    if (k == 0) return p[1] - p[0];
    if (k + 1 == p.size()) return p[k] - p[k - 1];
    return (p[k + 1] - p[k - 1]) / 2;
  };
  for (std::size_t k = 0; k + 1 < p.size(); ++k)
    out.pieces.push_back(CubicPiece{{p[k], Point(p[k] + slope(k) / 3),
                                     Point(p[k + 1] - slope(k + 1) / 3), p[k + 1]}});
  return out;
}

std::optional<Outline> spline_of_entity(const DxfEntity& entity) {
  if (const auto spline = spline_of(entity))
    return spline_outline(*spline, is_approximated(entity) ? cuts_of_others : 1);
  const std::vector<Point> fit = entity.places(11);
  if (fit.size() > 1) return through_points(fit);
  return {};
}

// ---- polylines

struct Vertex {
  Point at;
  double bulge = 0;  // tangent of a quarter of the angle of the arc that follows
};

Piece bulged(const Point& from, const Point& to, double bulge) {
  const Point chord = to - from;
  if (!(std::abs(bulge) > 1e-12) || !(chord.norm() > 0)) return LinePiece{from, to};
  const double sweep = 4 * std::atan(bulge);
  const double radius = chord.norm() / (2 * std::abs(std::sin(sweep / 2)));
  const Point left(-chord.y(), chord.x());
  const Point middle = (from + to) / 2 + left * ((1 - bulge * bulge) / (4 * bulge));
  const Point spoke = from - middle;
  return ArcPiece{middle, radius, radius, 0, std::atan2(spoke.y(), spoke.x()), sweep};
}

Outline chain(const std::vector<Vertex>& vertices, bool closed) {
  Outline out;
  for (std::size_t k = 0; k + 1 < vertices.size(); ++k)
    out.pieces.push_back(bulged(vertices[k].at, vertices[k + 1].at, vertices[k].bulge));
  if (closed && vertices.size() > 1 && vertices.back().at != vertices.front().at)
    out.pieces.push_back(bulged(vertices.back().at, vertices.front().at, vertices.back().bulge));
  out.closed = closed;
  return out;
}

// A bulge belongs to the vertex before it.
std::vector<Vertex> light_vertices(const DxfEntity& entity) {
  std::vector<Vertex> out;
  for (const auto& [code, value] : entity.pairs) {
    const double number = number_in(value).value_or(0);
    if (code == 10) out.push_back({Point(number, 0), 0});
    if (code == 20 && !out.empty()) out.back().at.y() = number;
    if (code == 42 && !out.empty()) out.back().bulge = number;
  }
  return out;
}

// From one angle to the next place that the other one means, going round to the left; all the way round
// where they are a turn apart. Radians. Angles of any size are of the turn that they end in.
double sweep_between(double from, double to) {
  const double sweep = to - from;
  if (sweep > 0 && sweep <= 2 * M_PI * (1 + 1e-6)) return std::min(sweep, 2 * M_PI);
  const double rest = std::fmod(sweep, 2 * M_PI);
  return rest > 0 ? rest : rest + 2 * M_PI;
}

Outline ellipse_outline(const DxfEntity& entity) {
  const Point middle = entity.place(10), axis = entity.place(11);
  const double ratio = entity.number(40, 1), begins = entity.number(41, 0);
  const double sweep = sweep_between(begins, entity.number(42, 2 * M_PI));
  const double from = std::abs(begins) <= 2 * M_PI ? begins : std::remainder(begins, 2 * M_PI);
  Outline out;
  out.pieces.push_back(ArcPiece{middle, axis.norm(), axis.norm() * ratio,
                                std::atan2(axis.y(), axis.x()), from, sweep});
  out.closed = std::abs(sweep - 2 * M_PI) < 1e-9;
  return out;
}

Outline arc_outline(const DxfEntity& entity, bool whole) {
  const double r = entity.number(40);
  double from = 0, sweep = 2 * M_PI;
  if (!whole) {
    const double begins = entity.number(50) * radians_per_degree;
    sweep = sweep_between(begins, entity.number(51) * radians_per_degree);
    from = std::abs(begins) <= 2 * M_PI ? begins : std::remainder(begins, 2 * M_PI);
  }
  Outline out;
  out.pieces.push_back(ArcPiece{entity.place(10), r, r, 0, from, sweep});
  out.closed = whole;
  return out;
}

}  // namespace

std::string_view DxfEntity::text(int code, std::string_view otherwise) const {
  for (const auto& [one, value] : pairs)
    if (one == code) return value;
  return otherwise;
}
double DxfEntity::number(int code, double otherwise) const {
  return number_in(text(code)).value_or(otherwise);
}
int DxfEntity::whole(int code, int otherwise) const {
  const double value = number(code, otherwise);
  return std::abs(value) < 1e9 ? static_cast<int>(value) : otherwise;
}
std::vector<double> DxfEntity::numbers(int code) const {
  std::vector<double> out;
  for (const auto& [one, value] : pairs)
    if (one == code) out.push_back(number_in(value).value_or(0));
  return out;
}
std::vector<Point> DxfEntity::places(int code) const {
  std::vector<Point> out;
  for (const auto& [one, value] : pairs) {
    if (one == code) out.emplace_back(number_in(value).value_or(0), 0);
    if (one == code + 10 && !out.empty()) out.back().y() = number_in(value).value_or(0);
  }
  return out;
}

std::size_t count_of_segments(const DxfEntity& entity) {
  if (entity.kind == "POLYLINE") return entity.vertices.size();
  if (entity.kind != "LWPOLYLINE" && entity.kind != "SPLINE") return 1;
  std::size_t count = 0;
  for (const auto& [code, value] : entity.pairs) count += code == 10 || code == 11;
  if (!is_approximated(entity)) return count;
  const auto degree = static_cast<std::size_t>(std::clamp(entity.whole(71, 3), 1, 25));
  return count * cuts_of_others * std::max<std::size_t>(1, degree * degree / 16);
}

bool is_approximated(const DxfEntity& entity) {
  return entity.kind == "SPLINE" && (entity.whole(71, 3) > 3 || has_weights(entity));
}

std::optional<std::vector<Outline>> outlines_of(const DxfEntity& entity) {
  std::optional<Outline> one;
  if (entity.kind == "LINE") {
    one.emplace();
    one->pieces.push_back(LinePiece{entity.place(10), entity.place(11)});
  } else if (entity.kind == "CIRCLE" || entity.kind == "ARC") {
    if (!(entity.number(40) > 0)) return std::vector<Outline>();
    one = arc_outline(entity, entity.kind == "CIRCLE");
  } else if (entity.kind == "ELLIPSE") {
    if (!(entity.place(11).norm() > 0 && entity.number(40, 1) > 0)) return std::vector<Outline>();
    one = ellipse_outline(entity);
  } else if (entity.kind == "LWPOLYLINE") {
    one = chain(light_vertices(entity), entity.whole(70) & 1);
  } else if (entity.kind == "POLYLINE") {
    std::vector<Vertex> vertices;
    for (const DxfEntity& vertex : entity.vertices)
      if (!(vertex.whole(70) & 16))  // no point of the frame of a spline
        vertices.push_back({vertex.place(10), vertex.number(42)});
    one = chain(vertices, entity.whole(70) & 1);
  } else if (entity.kind == "SPLINE") {
    one = spline_of_entity(entity);
    if (!one) return std::vector<Outline>();
    if (entity.whole(70) & 1) {
      const Point begin = begin_of(one->pieces.front()), end = end_of(one->pieces.back());
      one->closed = (begin - end).norm() < 1e-9 * (1 + begin.norm());
    }
  } else {
    return {};
  }
  std::vector<Outline> out;
  if (!one->pieces.empty()) out.push_back(*std::move(one));
  return out;
}

Result<DxfDrawing> read_dxf(std::string_view bytes) {
  if (bytes.starts_with("AutoCAD Binary DXF"))
    return wrong("This DXF is a binary one: save it as text.");
  DxfDrawing out;
  PairReader pair(bytes);
  std::string_view section, table, variable;
  DxfDrawing::Block* block = nullptr;
  std::vector<DxfEntity>* into = nullptr;
  DxfEntity now;
  bool any = false;
  int entities = 0;
  std::size_t pairs = 0;
  const auto finish = [&] {
    DxfEntity done = std::exchange(now, {});
    if (done.kind == "LAYER" && section == "TABLES") {
      const int colour = done.whole(62, 7);
      out.layers[std::string(done.text(2))] = {std::abs(colour), colour < 0 || (done.whole(70) & 1)};
    } else if (done.kind == "BLOCK") {
      block = &out.blocks[std::string(done.text(2))];
      block->base = done.place(10);
    } else if (done.kind == "ENDBLK") {
      block = nullptr;
    } else if (done.kind == "VERTEX" && into && !into->empty() && into->back().kind == "POLYLINE") {
      into->back().bytes += done.bytes;
      into->back().vertices.push_back(std::move(done));
    } else if (!done.kind.empty() && done.kind != "SEQEND" &&
               (section == "ENTITIES" || (section == "BLOCKS" && block))) {
      into = section == "ENTITIES" ? &out.entities : &block->entities;
      if (++entities <= import_limits::elements) return into->push_back(std::move(done));
      if (out.left_out++ == 0) out.left_out_line = done.line;
      into = nullptr;
    }
  };
  while (pair.next()) {
    if (pair.code == 999) continue;  // a comment
    if (pair.code == 0) {
      finish();
      any = any || pair.value == "SECTION";
      if (!any) return wrong("This is no DXF: it begins with no section.", pair.line);
      if (pair.value == "EOF") return out;
      if (pair.value == "ENDSEC") section = {};
      else now.kind = pair.value, now.line = pair.line;
      continue;
    }
    if (now.kind == "SECTION" && pair.code == 2) {
      section = pair.value;
      now = {};
    } else if (section == "HEADER") {
      if (pair.code == 9) variable = pair.value;
      else if (variable == "$INSUNITS" && pair.code == 70)
        out.mm_per_unit = unit_in_mm(static_cast<int>(number_in(pair.value).value_or(0)));
    } else if (!now.kind.empty()) {
      if (++pairs > most_pairs) return wrong("The file has too many numbers.", pair.line);
      now.pairs.emplace_back(pair.code, pair.value);
      now.bytes += pair.value.size() + least_pair;
    }
  }
  if (pair.broken) return wrong("This is no DXF: a number is expected here.", pair.line);
  if (!any) return wrong("This is no DXF: it has no sections.");
  finish();
  return out;
}

}  // namespace limber
