#include "curves/tessellate.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace limber {
namespace {

// Segments are planned for this share of the tolerance, so that most pass the check at once.
constexpr double planned_share = 0.72;
constexpr double check_share = 0.8;
constexpr int all_probes = 65;      // along a formula, shared by its smooth pieces,
constexpr int most_probes = 33;     // each of which gets at most so many
constexpr int least_probes = 5;     // and at least so many; a span of a family gets these
constexpr double end_hair = 1e-12;  // of the piece
constexpr int many_segments = 64;   // from here on the probes are too few to plan with
constexpr int deepest = 34;         // halvings of one segment: then it is a jump
constexpr double far_factor = 1e6;  // times the usual distance from the middle: out of proportion

// The same as distance_to_segment() <= limit, without its division and root where the foot of p is on
// the segment.
bool is_near_segment(const Point& p, const Point& a, const Point& b, double limit) {
  const Point d = b - a, e = p - a;
  const double along = e.dot(d), dd = d.squaredNorm(), across = e.x() * d.y() - e.y() * d.x();
  if (along >= 0 && along <= dd && dd > 0) return across * across <= limit * limit * dd;
  return (along > 0 ? Point(p - b) : e).squaredNorm() <= limit * limit;
}

}  // namespace

Box Polyline::box() const {
  Box box;
  for (const Point& p : points) box.extend(p);
  return box;
}

double distance_to_segment(const Point& p, const Point& a, const Point& b, double* where) {
  const Point d = b - a, e = p - a;
  const double dd = d.squaredNorm();
  const double s = dd > 0 ? std::clamp(e.dot(d) / dd, 0.0, 1.0) : 0;
  if (where) *where = s;
  return (e - s * d).norm();
}

Tessellator::Sample Tessellator::Samples::at(std::size_t i) const {
  const std::size_t n = t.size();
  const Point x(values[i], values[n + i]), x_t(values[2 * n + i], values[3 * n + i]);
  return {t[i], x, x_t, x.allFinite()};
}

void Tessellator::Samples::start() {
  t.clear();
  begin.assign(1, 0);
}

void Tessellator::operator()(const Curve& curve, double tolerance, Polyline& out) {
  assert(tolerance > 0);
  curve_ = &curve;
  tolerance_ = tolerance;
  out_ = &out;
  broken_ = false;
  out.points.clear();
  out.t.clear();
  out.slopes.clear();
  out.runs.assign(1, 0);
  out.complete = true;

  breaks(curve, breaks_);
  const std::size_t pieces = breaks_.size() - 1;
  const auto span = [&](std::size_t k) { return span_of(curve, 0.5 * (breaks_[k] + breaks_[k + 1])); };
  for (std::size_t k = 0; k < pieces;) {
    const std::size_t first = k++;
    while (k < pieces && span(k) == span(first)) ++k;
    locate_span(curve, span(first), locale_);
    group(first, k);
  }
  end_run();
  if (broken_) drop_far_points();
  while (static_cast<int>(out.points.size()) > Polyline::most_points) thin_out();
  out.closed = curve.type->closed && out.run_count() == 1 && !broken_;
  if (out.closed) out.points.back() = out.points.front();
}

// The smooth pieces of one span, sampled together: probe, plan, place, check.
void Tessellator::group(std::size_t first, std::size_t last) {
  const int pieces = static_cast<int>(last - first);
  const int usual = curve_->type->is_family
                        ? least_probes
                        : std::clamp(all_probes / pieces, least_probes, most_probes);
  probe_counts_.assign(last - first, usual);
  probe(first, last);
  plan();
  bool again = false;
  for (std::size_t k = 0; k < probe_counts_.size(); ++k) {
    const double wanted = wanted_[probes_.begin[k + 1] - 1];
    if (!(wanted > many_segments)) continue;
    probe_counts_[k] = static_cast<int>(std::min(wanted / 2, 1000.0));
    again = true;
  }
  if (again) {
    probe(first, last);
    plan();
  }
  vertices_.start();
  for (std::size_t k = 0; k < probe_counts_.size(); ++k) {
    if (!is_straight(k)) place_vertices(k);
    vertices_.end_piece();
  }
  look(vertices_);
  measure_speeds();
  for (std::size_t k = 0; k < probe_counts_.size(); ++k) emit_piece(k);
}

// x, x_t, x_tt at the samples of all pieces. What belongs to the ends of a piece is asked a hair
// inside: at a corner the formula may be that of the other piece, or of neither.
void Tessellator::look(Samples& samples) {
  const int count = static_cast<int>(samples.t.size());
  samples.values.resize(static_cast<std::size_t>(6 * count));
  if (count == 0) return;
  ends_.clear();
  for (std::size_t k = 0; k + 1 < samples.begin.size(); ++k) {
    if (samples.begin[k] == samples.begin[k + 1]) continue;
    double& begin = samples.t[samples.begin[k]];
    double& end = samples.t[samples.begin[k + 1] - 1];
    const double hair = end_hair * (end - begin);
    ends_.push_back(begin);
    ends_.push_back(end);
    if (begin != breaks_.front()) begin += hair;
    end -= hair;
  }
  along(curve_->type->shape, locale_, samples.t.data(), count, samples.values.data(), count);
  const double* end = ends_.data();
  for (std::size_t k = 0; k + 1 < samples.begin.size(); ++k) {
    if (samples.begin[k] == samples.begin[k + 1]) continue;
    samples.t[samples.begin[k]] = *end++;
    samples.t[samples.begin[k + 1] - 1] = *end++;
  }
}

// probe_counts_ probes in each piece. The inner ones are a little out of step, or a wave that is
// zero at every probe would look like a line.
void Tessellator::probe(std::size_t first, std::size_t last) {
  constexpr double golden = 0.6180339887498949;  // its multiples are spread evenly over the units
  probes_.start();
  for (std::size_t k = first; k < last; ++k) {
    const double a = breaks_[k], b = breaks_[k + 1];
    const int steps = probe_counts_[k - first] - 1;
    probes_.t.push_back(a);
    double turn = 0.5;
    for (int i = 1; i < steps; ++i) {
      turn += golden;
      turn -= turn >= 1 ? 1 : 0;
      probes_.t.push_back(a + (b - a) * (i + 0.7 * (turn - 0.5)) / steps);
    }
    probes_.t.push_back(b);
    probes_.end_piece();
  }
  look(probes_);
}

// How many segments are wanted from the begin of its piece up to each probe.
void Tessellator::plan() {
  const Eigen::Index n = static_cast<Eigen::Index>(probes_.t.size());
  density_.resize(probes_.t.size());
  wanted_.resize(probes_.t.size());
  const auto row = [&](int i) {
    return Eigen::Map<const Eigen::ArrayXd>(probes_.values.data() + i * n, n);
  };
  const double scale = 1 / (8 * planned_share * tolerance_);
  Eigen::Map<Eigen::ArrayXd>(density_.data(), n) =
      (scale * (row(2) * row(5) - row(3) * row(4)).abs() /
       (row(2).square() + row(3).square()).sqrt())
          .sqrt();
  for (std::size_t k = 0; k + 1 < probes_.begin.size(); ++k) plan_piece(k);
}

// Where a direction vanishes (a cusp) the bending has no value, and is taken to be twice that of
// the neighbour.
void Tessellator::plan_piece(std::size_t piece) {
  const std::size_t begin = probes_.begin[piece], end = probes_.begin[piece + 1];
  const std::size_t n = probes_.t.size();
  const double* v = probes_.values.data();
  for (std::size_t i = begin; i < end; ++i)
    if (!std::isfinite(density_[i])) {
      const double beside = i > begin ? density_[i - 1] : density_[begin + 1];
      density_[i] = std::isfinite(beside) ? 2 * beside : 0;
    }
  wanted_[begin] = 0;
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const double mean = 0.5 * (density_[i] + density_[i + 1]);
    const double most = std::max(density_[i], density_[i + 1]);
    wanted_[i + 1] = wanted_[i] + (0.75 * mean + 0.25 * most) * (probes_.t[i + 1] - probes_.t[i]);
    // Where the direction turns back between two probes there is a tip, however straight they are.
    const bool back = v[2 * n + i] * v[2 * n + i + 1] + v[3 * n + i] * v[3 * n + i + 1] < 0;
    if (back) wanted_[i + 1] += 2;
  }
}

// Whether the chord from end to end will do: judged by all probes, so that a piece that runs to and
// fro on a line is not cut short.
bool Tessellator::is_straight(std::size_t piece) const {
  const std::size_t first = probes_.begin[piece], last = probes_.begin[piece + 1] - 1;
  if (!(wanted_[last] < 1)) return false;
  const Sample from = probes_.at(first), to = probes_.at(last);
  for (std::size_t i = first + 1; i < last; ++i)
    if (!is_near_segment(probes_.at(i).x, from.x, to.x, 0.5 * tolerance_)) return false;
  return from.finite && to.finite;
}

// Vertices along the piece such that each segment gets the same share of the plan.
void Tessellator::place_vertices(std::size_t piece) {
  const std::size_t first = probes_.begin[piece], last = probes_.begin[piece + 1] - 1;
  const double total = wanted_[last], begin = probes_.t[first], end = probes_.t[last];
  const int room = Polyline::most_points -
                   static_cast<int>(out_->points.size() + vertices_.t.size());
  int segments = static_cast<int>(std::clamp(std::ceil(total), 2.0, 1e6));
  if (segments >= room) {
    out_->complete = false;
    segments = std::max(room - 1, 1);
  }
  vertices_.t.push_back(begin);
  int j = 1;
  if (!(total > 1e-6)) {
    for (; j < segments; ++j) vertices_.t.push_back(begin + (end - begin) * j / segments);
  } else {
    const double share = total / segments;
    for (std::size_t k = first; k < last && j < segments; ++k) {
      const double step = wanted_[k + 1] - wanted_[k];
      if (!(wanted_[k + 1] > j * share)) continue;
      const double slope = (probes_.t[k + 1] - probes_.t[k]) / step;
      for (; j < segments && j * share < wanted_[k + 1]; ++j)
        vertices_.t.push_back(probes_.t[k] + slope * std::max(j * share - wanted_[k], 0.0));
    }
  }
  vertices_.t.push_back(end);
}

void Tessellator::measure_speeds() {
  const std::size_t n = vertices_.t.size();
  speeds_.resize(n);
  const Eigen::Map<const Eigen::ArrayXd> u(vertices_.values.data() + 2 * n,
                                           static_cast<Eigen::Index>(n)),
      v(vertices_.values.data() + 3 * n, static_cast<Eigen::Index>(n));
  Eigen::Map<Eigen::ArrayXd>(speeds_.data(), static_cast<Eigen::Index>(n)) =
      (u.square() + v.square()).sqrt();
}

// Whether the curve stays near the segment, judged by its directions T0, T1 at the ends: a cubic
// with those is off the chord by |(T0 - T1) x chord| dt / 8 in the middle and, in the manner of an
// S, by |(T0 + T1) x chord| dt / 20 or so beside it. Neither end may point backwards.
bool Tessellator::is_fine(std::size_t i) const {
  const std::size_t n = vertices_.t.size();
  const double* v = vertices_.values.data();
  const Point chord(v[i + 1] - v[i], v[n + i + 1] - v[n + i]);
  const Point from(v[2 * n + i], v[3 * n + i]), to(v[2 * n + i + 1], v[3 * n + i + 1]);
  const double dt = vertices_.t[i + 1] - vertices_.t[i], length = chord.norm();
  const auto across = [&](const Point& d) {
    return std::abs(d.x() * chord.y() - d.y() * chord.x());
  };
  const double bulge = dt * (across(from - to) / 8 + across(from + to) / 20);
  // The way is about as long as the chord: not none at all (a loop), not a jump.
  const double way = dt * (speeds_[i] + speeds_[i + 1]);
  const bool goes_along = (length > 0 || way == 0) && length <= 2 * way + tolerance_;
  return goes_along && bulge <= check_share * tolerance_ * length && from.dot(chord) >= 0 &&
         to.dot(chord) >= 0;
}

// What passes the check, and the probes along it, goes out; the rest is refined.
void Tessellator::emit_piece(std::size_t piece) {
  std::size_t probe = probes_.begin[piece];
  const std::size_t last_probe = probes_.begin[piece + 1] - 1;
  const std::size_t begin = vertices_.begin[piece], end = vertices_.begin[piece + 1];
  if (begin == end) {  // straight
    emit(probes_.at(probe));
    emit(probes_.at(last_probe));
    return;
  }
  Sample from = vertices_.at(begin);
  emit(from);
  ++probe;
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const Sample to = vertices_.at(i + 1);
    bool fine = is_fine(i);
    for (; probe < last_probe && probes_.t[probe] < to.t; ++probe)
      fine = fine && is_near_segment(probes_.at(probe).x, from.x, to.x, check_share * tolerance_);
    if (fine || (!out_->complete && from.finite && to.finite))
      emit(to);
    else
      refine(from, to, 0);
    from = to;
  }
}

Tessellator::Sample Tessellator::sample(double t) {
  double v[6];
  along(curve_->type->shape, locale_, &t, 1, v, 1);
  return {t, Point(v[0], v[1]), Point(v[2], v[3]), std::isfinite(v[0]) && std::isfinite(v[1])};
}

// Emits what lies between two samples, and the second of them; the first is out already.
void Tessellator::refine(const Sample& from, const Sample& to, int depth) {
  if (from.finite != to.finite) return approach_edge(from, to);
  const bool full = static_cast<int>(out_->points.size()) + deepest > Polyline::most_points;
  if (full) out_->complete = false;
  const Sample middle = sample(0.5 * (from.t + to.t));
  if (!from.finite && !middle.finite && depth > 3) return;
  // Further looks off the middle: an S crosses its chord there. And the looks must be spread along
  // the chord: on either side of a jump they all lie at one of its ends.
  double last = 0, widest_gap = 0;
  const auto is_near = [&](const Sample& s) {
    double where;
    if (!s.finite || distance_to_segment(s.x, from.x, to.x, &where) > 0.9 * tolerance_)
      return false;
    widest_gap = std::max(widest_gap, where - last);
    last = where;
    return true;
  };
  const bool near = from.finite && is_near(sample(0.75 * from.t + 0.25 * to.t)) &&
                    is_near(middle) && is_near(sample(0.2 * from.t + 0.8 * to.t));
  widest_gap = std::max(widest_gap, 1 - last);
  // An end that points backwards has a tip beside it, beyond the chord by a quarter of x_t dt at
  // most.
  const Point chord = to.x - from.x;
  const auto points_back = [&](const Sample& s) {
    return s.x_t.dot(chord) < 0 && s.x_t.norm() * (to.t - from.t) > 3 * tolerance_;
  };
  const bool fine = near && (widest_gap < 0.95 || chord.norm() <= 2 * tolerance_) &&
                    !points_back(from) && !points_back(to);
  if (fine || full) return emit(to);
  if (depth >= deepest) {  // however close, they stay apart: a jump, or the two sides of a pole
    broken_ = true;
    end_run();
    return emit(to);
  }
  refine(from, middle, depth + 1);
  refine(middle, to, depth + 1);
}

// The domain of the formula ends somewhere between: halve towards it, keeping the finite side.
void Tessellator::approach_edge(const Sample& from, const Sample& to) {
  broken_ = true;
  Sample inside = from.finite ? from : to, outside = from.finite ? to : from;
  for (int k = 0; k < 2 * deepest; ++k) {
    const Sample middle = sample(0.5 * (inside.t + outside.t));
    (middle.finite ? inside : outside) = middle;
  }
  if (from.finite) {
    if (inside.t > from.t) refine(from, inside, 0);
    return end_run();
  }
  end_run();
  emit(inside);
  if (inside.t < to.t) refine(inside, to, 0);
}

void Tessellator::emit(const Sample& s) {
  if (!s.finite) {
    broken_ = true;
    return end_run();
  }
  const bool first = static_cast<int>(out_->points.size()) == out_->runs.back();
  const bool meets = !first && out_->t.back() == s.t;  // two pieces
  if (!first && !meets) out_->slopes.back() = {leaving_, s.x_t};
  leaving_ = s.x_t;
  if (meets) return;
  out_->points.push_back(s.x);
  out_->t.push_back(s.t);
  out_->slopes.push_back({s.x_t, s.x_t});
}

// A run of a single point is none, unless it is all there is.
void Tessellator::end_run() {
  const int count = static_cast<int>(out_->points.size()) - out_->runs.back();
  if (count == 1 && (broken_ || out_->runs.size() > 1)) {
    out_->points.pop_back();
    out_->t.pop_back();
    out_->slopes.pop_back();
  } else if (count > 0) {
    out_->runs.push_back(static_cast<int>(out_->points.size()));
  }
}

// Beside a pole points run away. Those a million times farther from the middle than is usual are
// dropped: no window shows them, and single-precision pictures cannot.
void Tessellator::drop_far_points() {
  Polyline& all = *out_;
  if (all.points.size() < 3) return;
  const auto median = [&](auto&& value) {
    far_.clear();
    for (const Point& p : all.points) far_.push_back(value(p));
    std::nth_element(far_.begin(), far_.begin() + static_cast<std::ptrdiff_t>(far_.size() / 2),
                     far_.end());
    return far_[far_.size() / 2];
  };
  const double x = median([](const Point& p) { return p.x(); });
  const double y = median([](const Point& p) { return p.y(); });
  const Point middle(x, y);
  const double usual = median([&](const Point& p) { return (p - middle).norm(); });
  const double limit = far_factor * (usual + tolerance_);

  std::vector<int> runs(1, 0);
  std::size_t kept = 0;
  const auto close_run = [&] {
    const int count = static_cast<int>(kept) - runs.back();
    if (count == 1) --kept;
    if (count > 1) runs.push_back(static_cast<int>(kept));
  };
  for (int k = 0; k < all.run_count(); ++k) {
    for (int i = all.runs[static_cast<std::size_t>(k)];
         i < all.runs[static_cast<std::size_t>(k) + 1]; ++i) {
      const std::size_t from = static_cast<std::size_t>(i);
      if ((all.points[from] - middle).norm() > limit) {
        close_run();
        continue;
      }
      all.points[kept] = all.points[from];
      all.slopes[kept] = all.slopes[from];
      all.t[kept++] = all.t[from];
    }
    close_run();
  }
  all.points.resize(kept);
  all.slopes.resize(kept);
  all.t.resize(kept);
  all.runs = std::move(runs);
}

// Every other point of each run, its ends aside. A segment that is two of before has the slopes of
// both at its ends; that it was one curve is lost.
void Tessellator::thin_out() {
  Polyline& all = *out_;
  all.complete = false;
  std::size_t kept = 0;
  int begin = 0;
  for (int k = 0; k < all.run_count(); ++k) {
    const int end = all.runs[static_cast<std::size_t>(k) + 1];
    for (int i = begin; i < end; ++i) {
      const std::size_t from = static_cast<std::size_t>(i);
      if ((i - begin) % 2 == 1 && i + 1 < end) {
        all.slopes[kept - 1].end = all.slopes[from].end;
        continue;
      }
      all.points[kept] = all.points[from];
      all.slopes[kept] = all.slopes[from];
      all.t[kept++] = all.t[from];
    }
    begin = end;
    all.runs[static_cast<std::size_t>(k) + 1] = static_cast<int>(kept);
  }
  all.points.resize(kept);
  all.slopes.resize(kept);
  all.t.resize(kept);
}

Polyline tessellate(const Curve& curve, double tolerance) {
  Polyline polyline;
  Tessellator()(curve, tolerance, polyline);
  return polyline;
}

}  // namespace limber
