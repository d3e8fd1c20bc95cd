#include "curves/trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "curves/bounds.h"
#include "curves/equation.h"
#include "curves/nearest.h"

namespace limber {
namespace {

constexpr int node_numbers = 8;  // of a piece: from, to, from', to'
// Work: of a tracing that finds no end. A curve of degree 6 across a whole window needs a tenth.
constexpr int most_looks = 250'000;
constexpr std::size_t most_points = 40'000;

// Steps, in cells, and turns.
constexpr double longest_step = 4, first_step = 0.5, shortest_step = 1e-5;
constexpr double largest_turn = 0.25;   // of the tangent in one step
constexpr double usual_turn = 0.12;
constexpr int corrections = 5;
constexpr double corrected = 1e-12;     // of the half side: so near the curve is on it
constexpr double covered_share = 0.1;   // of a cell: a place so near a traced line is on it
constexpr double guess_share = 0.3;     // the same, before the place is known exactly

// Of singular points, in half sides: what is nearer than this to crossing, crosses. Below, f is rounding.
constexpr double crossing_gap = 1e-7;
constexpr double ring_cells = 0.75;     // the ring around one on which its branches are looked for
constexpr int ring_looks = 256;

// Pieces.
constexpr double piece_turn = 0.9;      // of the tangent along one piece
constexpr double chord_turn = 0.6;      // of the tangent against its chord
constexpr double worn_share = 0.15;     // of its chord: how far the curve may have gone from its ends
constexpr double worn_middle = 0.35;    // and from its middle
constexpr double t_accuracy = 1e-11;     // of the size of the curve: of a place found again
constexpr double astray_share = 0.1;    // of the chord: a point so far from the traced line is another's

Point left_of(const Point& v) { return Point(-v.y(), v.x()); }
double cross(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }

struct Line {
  std::vector<Point> points;
  std::vector<Point> across;  // unit, to the left of the way it runs; 0 at a singular point
  bool closed = false;
};

struct Ray {  // where a branch leaves a singular point
  Point at;
  bool used = false;
};
struct Singular {
  Point at;
  std::vector<Ray> rays;
};

class Tracer {
 public:
  explicit Tracer(const Equation& equation) : equation_(equation), places_(find_candidates(equation)) {
    cell_ = 2 * places_.size;
    ring_ = ring_cells * cell_;
    size_ = cell_;
  }

  std::vector<Line> run() {
    for (const CriticalPoint& point : places_.critical) add_singular(point);
    for (std::size_t s = 0; s < singular_.size(); ++s)
      for (std::size_t r = 0; r < singular_[s].rays.size(); ++r) from_ray(s, r);
    for (const CriticalPoint& point : places_.critical) around(point);
    for (const Candidates::Cell& cell : places_.cells) from_cell(cell);
    return std::move(lines_);
  }

 private:
  struct State {
    Point at, tangent;  // tangent: f grows to the right of it
  };

  bool is_inside(const Point& p) const {
    return (p - equation_.middle()).cwiseAbs().maxCoeff() <= equation_.half();
  }
  bool may_go_on() const { return equation_.looks() < most_looks && points_ < most_points; }

  // Onto the curve, along the gradient.
  bool correct(Point p, double reach, State& out) const {
    const Point begin = p;
    for (int k = 0; k < corrections; ++k) {
      const Equation::Value v = equation_.at(p);
      const double slope = v.gradient.squaredNorm();
      if (!v.is_finite() || !(slope > 0)) return false;
      const Point step = v.gradient * (v.f / slope);
      if (step.norm() <= corrected * equation_.half()) {
        out = {p - step, left_of(v.gradient) / std::sqrt(slope)};
        return true;
      }
      p -= step;
      if (!((p - begin).norm() <= reach)) return false;
    }
    return false;
  }

  // ---- singular points

  void add_singular(const CriticalPoint& point) {
    const double bending = point.value.bending();
    const double gap = crossing_gap * equation_.half();
    if (!(std::abs(point.value.f) <= 0.5 * bending * gap * gap) || !may_go_on()) return;
    Singular found{point.at, {}};
    std::array<double, ring_looks + 1> f;
    const auto on_ring = [&](double k) {
      const double angle = 2 * M_PI * (k + 0.137) / ring_looks;  // out of step with axes
      return Point(point.at + ring_ * Point(std::cos(angle), std::sin(angle)));
    };
    for (int k = 0; k <= ring_looks; ++k) f[static_cast<std::size_t>(k)] = equation_.at(on_ring(k)).f;
    for (int k = 0; k < ring_looks; ++k) {
      double a = k, b = k + 1, f_a = f[static_cast<std::size_t>(k)], f_b = f[static_cast<std::size_t>(k) + 1];
      if (!std::isfinite(f_a) || !std::isfinite(f_b) || (f_a > 0) == (f_b > 0)) continue;
      for (int i = 0; i < 48; ++i) {
        const double m = 0.5 * (a + b), f_m = equation_.at(on_ring(m)).f;
        ((f_m > 0) == (f_a > 0) ? a : b) = m;
      }
      found.rays.push_back({on_ring(0.5 * (a + b))});
    }
    if (!found.rays.empty()) singular_.push_back(std::move(found));
  }

  double distance_to_singular(const Point& p) const {
    double least = 2 * equation_.half();
    for (const Singular& s : singular_) least = std::min(least, (p - s.at).norm());
    return least;
  }

  // When p is within a ring: the branch that went in there.
  bool arrive(const Point& p, Line& line) {
    for (Singular& s : singular_) {
      if ((p - s.at).norm() >= ring_ * (1 - 1e-9)) continue;
      Ray* nearest = nullptr;
      for (Ray& ray : s.rays)
        if (!ray.used && (!nearest || (ray.at - p).norm() < (nearest->at - p).norm())) nearest = &ray;
      if (nearest) {
        nearest->used = true;
        add_ray(nearest->at, line);
        add(s.at, Point::Zero(), line);
      }
      return true;
    }
    return false;
  }
  void add_ray(const Point& at, Line& line) {
    const Equation::Value v = equation_.at(at);
    const Point way = at - line.points.back();
    Point across = v.gradient.normalized();
    if (cross(way, across) < 0) across = -across;
    add(at, across, line);
  }

  void from_ray(std::size_t s, std::size_t r) {
    Ray& ray = singular_[s].rays[r];
    if (ray.used || !may_go_on()) return;
    ray.used = true;
    State state;
    if (!correct(ray.at, ring_, state)) return;
    Line line;
    const Point out = ray.at - singular_[s].at;
    const bool forward = state.tangent.dot(out) >= 0;
    add(singular_[s].at, Point::Zero(), line);
    const Point across = left_of(forward ? state.tangent : Point(-state.tangent));
    add(ray.at, across, line);
    follow({ray.at, state.tangent}, forward ? 1 : -1, line);
    if (!forward) turn_round(line);
    keep(std::move(line));
  }

  // ---- ovals too small for the cells

  void around(const CriticalPoint& point) {
    const Equation::Value& v = point.value;
    const double determinant = v.xx * v.yy - v.xy * v.xy;
    if (!(determinant > 0) || !(v.f * v.xx < 0)) return;
    const double radius = std::sqrt(-2 * v.f / v.xx);
    if (radius > 2 * cell_ || radius < crossing_gap * equation_.half()) return;
    from(point.at + Point(radius, 0), radius, std::min(radius, cell_));
  }

  // ---- lines

  void from_cell(const Candidates::Cell& cell) {
    const Point& gradient = cell.value.gradient;
    const double slope = gradient.squaredNorm();
    if (!(slope > 0)) return;
    const Point step = gradient * (cell.value.f / slope);
    if (step.norm() > 2 * cell_) return;
    if (is_covered(cell.middle - step, guess_share * cell_)) return;
    from(cell.middle, 2 * cell_, cell_);
  }

  void from(const Point& near, double reach, double size) {
    State state;
    if (!may_go_on() || !correct(near, reach, state) || !is_inside(state.at)) return;
    if (distance_to_singular(state.at) < ring_ || is_covered(state.at, covered_share * size)) return;
    Line line;
    add(state.at, left_of(state.tangent), line);
    size_ = size;
    follow(state, 1, line);
    if (!line.closed) {
      turn_round(line);
      follow(state, -1, line);
      turn_round(line);
    }
    size_ = cell_;
    keep(std::move(line));
  }

  // Along the tangent (or against it) until it closes, ends or leaves the square.
  void follow(State state, int way, Line& line) {
    const Point start = line.points.front();
    double h = first_step * size_, gone = 0;
    while (may_go_on() && line.points.size() < most_points) {
      const double room = distance_to_singular(state.at) - 0.5 * ring_;
      h = std::min({h, longest_step * size_, std::max(room, 0.25 * ring_)});
      State next;
      if (!step(state, way, h, next)) {
        if ((h *= 0.5) < shortest_step * size_) return;
        continue;
      }
      if (arrive(next.at, line)) return;
      const Point chord = next.at - state.at;
      if (gone > h && closes(start, state.at, chord)) {
        line.closed = true;
        add(start, line.across.front(), line);
        return;
      }
      gone += chord.norm();
      const double turn = std::abs(cross(state.tangent, next.tangent));
      add(next.at, left_of(way * next.tangent), line);
      state = next;
      if (!is_inside(next.at)) return;
      h *= std::clamp(usual_turn / std::max(turn, 1e-3), 0.5, 2.0);
    }
  }

  bool step(const State& from, int way, double h, State& next) const {
    const Point ahead = from.at + way * h * from.tangent;
    if (!correct(ahead, 0.3 * h, next)) return false;
    const Point chord = next.at - from.at;
    return from.tangent.dot(next.tangent) > 0 && way * chord.dot(from.tangent) > 0.5 * h &&
           std::abs(cross(from.tangent, next.tangent)) <= largest_turn;
  }

  static bool closes(const Point& start, const Point& from, const Point& chord) {
    const double length = chord.norm();
    const double along = (start - from).dot(chord) / length;
    const double off = std::abs(cross(start - from, chord)) / length;
    return along > 0 && along <= length && off <= 0.1 * length;
  }

  void turn_round(Line& line) const {
    std::reverse(line.points.begin(), line.points.end());
    std::reverse(line.across.begin(), line.across.end());
    for (Point& across : line.across) across = -across;
  }

  void add(const Point& at, const Point& across, Line& line) {
    ++points_;
    line.points.push_back(at);
    line.across.push_back(across);
  }

  void keep(Line line) {
    if (line.points.size() < 2) return;
    for (std::size_t k = 0; k + 1 < line.points.size(); ++k) {
      const Point &a = line.points[k], &b = line.points[k + 1];
      const int parts = static_cast<int>((b - a).norm() / cell_) + 1;
      for (int i = 0; i <= parts; ++i) {
        std::vector<std::pair<Point, Point>>& there = segments_[cell_of(a + (b - a) * i / parts)];
        if (there.empty() || there.back() != std::pair(a, b)) there.push_back({a, b});
      }
    }
    lines_.push_back(std::move(line));
  }

  std::pair<int, int> cell_of(const Point& p) const {
    const Point at = (p - equation_.middle()) / cell_;
    return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y()))};
  }

  bool is_covered(const Point& p, double limit) const {
    const auto [x, y] = cell_of(p);
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        if (const auto there = segments_.find({x + i, y + j}); there != segments_.end())
          for (const auto& [a, b] : there->second) {
            const Point d = b - a;
            const double s = std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0);
            if ((p - a - s * d).norm() <= limit) return true;
          }
    return false;
  }

  const Equation& equation_;
  Candidates places_;
  double cell_ = 0, ring_ = 0, size_ = 0;
  std::vector<Singular> singular_;
  std::vector<Line> lines_;
  std::size_t points_ = 0;
  std::map<std::pair<int, int>, std::vector<std::pair<Point, Point>>> segments_;
};

// ---- pieces

struct Piece {
  const Line* line;
  std::size_t first, last;  // of its points
};

// As far from `first` as a piece can go.
std::size_t end_of_piece(const Line& line, std::size_t first) {
  std::size_t last = first + 1;
  if (line.across[first].isZero() || last + 1 >= line.points.size()) return last;
  for (std::size_t k = first + 2; k < line.points.size() && !line.across[k].isZero(); ++k) {
    const Point chord = (line.points[k] - line.points[first]).normalized();
    bool suits = line.across[first].dot(line.across[k]) >= std::cos(piece_turn);
    for (std::size_t i = first; i <= k && suits; ++i)
      suits = cross(chord, line.across[i]) >= std::cos(chord_turn);
    if (!suits) break;
    last = k;
  }
  return last;
}

void write(const Piece& piece, const Point& middle, double* out) {
  const Line& line = *piece.line;
  const Point a = line.points[piece.first], b = line.points[piece.last], chord = b - a;
  const auto across = [&](std::size_t k) {
    return Point(line.across[k].isZero() ? left_of(chord) : Point(line.across[k] * chord.norm()));
  };
  const Point numbers[] = {a - middle, b - middle, across(piece.first), across(piece.last)};
  for (int i = 0; i < 4; ++i) out[2 * i] = numbers[i].x(), out[2 * i + 1] = numbers[i].y();
}

double distance_to(const Piece& piece, const Point& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = piece.first; k < piece.last; ++k) {
    const Point a = piece.line->points[k], d = piece.line->points[k + 1] - a;
    const double s = std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (p - a - s * d).norm());
  }
  return least;
}

Curve with_pieces(const Curve& curve, const std::vector<Piece>& pieces, const Point& middle) {
  const Eigen::Index shared = static_cast<Eigen::Index>(curve.type->parameters.size());
  const Eigen::Index count = std::max<Eigen::Index>(1, static_cast<Eigen::Index>(pieces.size()));
  Curve out = curve;
  out.q = Eigen::VectorXd::Zero(shared + node_numbers * count);
  out.q.head(shared) = curve.q.head(shared);
  for (std::size_t k = 0; k < pieces.size(); ++k)
    write(pieces[k], middle, out.q.data() + shared + node_numbers * static_cast<Eigen::Index>(k));
  return out;
}

// Whether the points of a piece are those that were traced, not those of a branch beside it.
bool is_sound(const Curve& curve, std::size_t k, const Piece& piece) {
  const double chord = (piece.line->points[piece.last] - piece.line->points[piece.first]).norm();
  for (const double t : {0.2, 0.5, 0.8}) {
    Point x;
    if (!point_at(curve, static_cast<double>(k) + t, x)) return false;
    if (distance_to(piece, x) > astray_share * chord) return false;
  }
  return true;
}

std::vector<Piece> pieces_of(const std::vector<Line>& lines) {
  std::vector<Piece> pieces;
  for (const Line& line : lines)
    for (std::size_t k = 0; k + 1 < line.points.size() && pieces.size() < most_pieces;) {
      const std::size_t last = end_of_piece(line, k);
      pieces.push_back({&line, k, last});
      k = last;
    }
  return pieces;
}

// Those that went astray are cut in two, and again.
Curve made_sound(const Curve& curve, std::vector<Piece> pieces, const Point& middle) {
  Curve out = with_pieces(curve, pieces, middle);
  for (int round = 0; round < 6; ++round) {
    std::vector<Piece> next;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const Piece& piece = pieces[k];
      const bool splits = piece.last > piece.first + 1 && pieces.size() + next.size() < 2 * most_pieces &&
                          !is_sound(out, k, piece);
      const std::size_t half = (piece.first + piece.last) / 2;
      if (splits) next.push_back({piece.line, piece.first, half});
      next.push_back({piece.line, splits ? half : piece.first, piece.last});
    }
    if (next.size() == pieces.size()) break;
    if (next.size() > most_pieces) next.resize(most_pieces);
    pieces = std::move(next);
    out = with_pieces(curve, pieces, middle);
  }
  return out;
}

}  // namespace

Curve traced(const Curve& curve) {
  if (!curve.type->is_traced) return curve;
  const Equation equation(curve);
  if (!(equation.half() > 0)) return with_pieces(curve, {}, equation.middle());
  const std::vector<Line> lines = Tracer(equation).run();
  return made_sound(curve, pieces_of(lines), equation.middle());
}

double t_after(const Curve& before, const Curve& after, double t) {
  Point place;
  if (!point_at(before, t, place)) {  // it has left this piece: from where that was
    const int span = span_of(before, t);
    const double* node = before.q.data() + before.type->parameters.size() + node_numbers * span;
    const double share = t - span;
    place = Equation(before).middle() +
            Point((1 - share) * node[0] + share * node[2], (1 - share) * node[1] + share * node[3]);
  }
  const std::optional<Nearest> found = nearest(after, place, t_accuracy * rough_size(after));
  return found ? found->t : std::clamp(t, t_begin(after), t_end(after));
}

bool is_worn(const Curve& curve) {
  if (!curve.type->is_traced) return false;
  const Equation equation(curve);
  const Eigen::Index shared = static_cast<Eigen::Index>(curve.type->parameters.size());
  for (int k = 0; shared + node_numbers * (k + 1) <= curve.q.size(); ++k) {
    const double* node = curve.q.data() + shared + node_numbers * k;
    const Point a(node[0], node[1]), b(node[2], node[3]), chord = b - a;
    if (chord.isZero()) continue;  // there is nothing, or was nothing
    for (const double t : {0.0, 0.5, 1.0}) {
      Point x;
      const double share = t == 0.5 ? worn_middle : worn_share;
      const double inside = std::clamp(t, 1e-9, 1 - 1e-9);
      if (!point_at(curve, k + inside, x)) return true;
      const Point off = x - (equation.middle() + a + inside * chord);
      if (!(off.norm() <= share * chord.norm())) return true;
    }
  }
  return false;
}

}  // namespace limber
