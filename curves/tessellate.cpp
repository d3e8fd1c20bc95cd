#include "curves/tessellate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

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
constexpr double most_per_probe = 256;  // segments planned between two probes; more where it shows
constexpr double uneven = 16;       // densities at two probes so different: between, something is singular
// What is so many times farther from the middle than is usual is not drawn: no window shows it
// together with the rest, and single-precision pictures cannot. Ten times more, and the rest of the
// path loses its digits; ten times less, and someone who zooms out sees branches end.
constexpr double far_factor = 1e6;
constexpr int window_looks = 513;
// Of the range of t: what happens within a shorter step is a jump. Smaller, and a logarithm is
// followed to where no window is; larger, and steep parts are cut.
constexpr double finest_share = 1e-13;
constexpr double frame_factor = 4;  // of the usual size: what a picture shows of a curve with poles
constexpr double closing_share = 1e-9;  // of the size of the curve: ends so near each other meet

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

Box Polyline::frame() const {
  if (!(usual_size > 0)) return box();
  Box frame;
  for (const Point& p : points)
    if ((p - middle).norm() <= frame_factor * usual_size) frame.extend(p);
  return frame.isEmpty() ? box() : frame;
}

double distance_to_segment(const Point& p, const Point& a, const Point& b, double* where) {
  const Point d = b - a, e = p - a;
  const double dd = d.squaredNorm();
  const double s = dd > 0 ? std::clamp(e.dot(d) / dd, 0.0, 1.0) : 0;
  if (where) *where = s;
  return (e - s * d).norm();
}

void Tessellator::Samples::start() {
  t.clear();
  begin.assign(1, 0);
}

bool Tessellator::is_drawn(const Point& x) const {
  return (x - window_.middle).norm() <= window_.limit;  // false when it is not finite
}

Tessellator::Sample Tessellator::make_sample(double t, const Point& x, const Point& x_t) const {
  return {t, x, x_t, is_drawn(x)};
}

Tessellator::Sample Tessellator::sample_of(const Samples& samples, std::size_t i) const {
  return make_sample(samples.t[i], samples.pair(i, 0), samples.pair(i, 2));
}

Tessellator::Sample Tessellator::sample(double t) {
  ++looks_;
  double v[6];
  along(curve_->type->shape, locale_, &t, 1, v, 1);
  return make_sample(t, Point(v[0], v[1]), Point(v[2], v[3]));
}

// Most curves have no gaps. When one is met, how large the rest of the curve is decides how far it
// is drawn, and all is done again.
void Tessellator::operator()(const Curve& curve, double tolerance, Polyline& out) {
  assert(tolerance > 0);
  curve_ = &curve;
  tolerance_ = tolerance;
  out_ = &out;
  breaks(curve, breaks_);
  window_ = {Point::Zero(), 0, std::numeric_limits<double>::max(), false};
  attempt();
  if (must_start_over()) {
    measure_window();
    attempt();
  }
  while (static_cast<int>(out.points.size()) > Polyline::most_points) thin_out();
  out.middle = window_.middle;
  out.usual_size = window_.usual_size;
  out.closed = goes_round(curve) && out.run_count() == 1 && !broken_;
  if (!out.closed) return;
  const double gap = (out.points.back() - out.points.front()).norm();
  out.closed = gap <= std::max(tolerance, closing_share * out.box().sizes().norm());
  if (out.closed) out.points.back() = out.points.front();
}

void Tessellator::attempt() {
  broken_ = false;
  out_->points.clear();
  out_->t.clear();
  out_->slopes.clear();
  out_->runs.assign(1, 0);
  out_->complete = true;
  looks_ = 0;
  finest_ = finest_share * (breaks_.back() - breaks_.front());
  const std::size_t pieces = breaks_.size() - 1;
  const auto span = [&](std::size_t k) {
    return span_of(*curve_, 0.5 * (breaks_[k] + breaks_[k + 1]));
  };
  for (std::size_t k = 0; k < pieces && !must_start_over();) {
    const std::size_t first = k++;
    while (k < pieces && span(k) == span(first)) ++k;
    locate_span(*curve_, span(first), locale_);
    group(first, k);
  }
  end_run();
}

// The middle is the median, the usual size the distance from it of the third quarter: a few points
// beside a pole change neither.
void Tessellator::measure_window() {
  std::vector<Point> seen;
  const double begin = breaks_.front(), end = breaks_.back();
  for (int k = 0; k < window_looks; ++k) {
    Point x;
    if (point_at(*curve_, begin + (end - begin) * (k + 0.5) / window_looks, x)) seen.push_back(x);
  }
  window_.measured = true;
  if (seen.empty()) return;
  std::vector<double> values(seen.size());
  const auto quantile = [&](std::size_t rank, auto&& value) {
    std::transform(seen.begin(), seen.end(), values.begin(), value);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rank), values.end());
    return values[rank];
  };
  window_.middle.x() = quantile(seen.size() / 2, [](const Point& p) { return p.x(); });
  window_.middle.y() = quantile(seen.size() / 2, [](const Point& p) { return p.y(); });
  const double usual = quantile(3 * seen.size() / 4,
                                [&](const Point& p) { return (p - window_.middle).norm(); });
  window_.usual_size = std::max(usual, tolerance_);
  window_.limit = far_factor * window_.usual_size;
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
  for (std::size_t k = 0; k < probe_counts_.size() && !must_start_over(); ++k) emit_piece(k);
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

// Where a direction vanishes (a cusp, a stop) the bending has no value, and is taken to be twice
// that of the last place that has one. Beside a gap nothing is planned: what is needed there shows
// when it is looked at.
void Tessellator::plan_piece(std::size_t piece) {
  const std::size_t begin = probes_.begin[piece], end = probes_.begin[piece + 1];
  const std::size_t n = probes_.t.size();
  const double* v = probes_.values.data();
  const auto known = std::find_if(density_.begin() + static_cast<std::ptrdiff_t>(begin),
                                  density_.begin() + static_cast<std::ptrdiff_t>(end),
                                  [](double d) { return std::isfinite(d); });
  double beside = known == density_.begin() + static_cast<std::ptrdiff_t>(end) ? 0 : *known;
  for (std::size_t i = begin; i < end; ++i) {
    const bool drawn = is_drawn(probes_.pair(i, 0));
    if (!drawn) broken_ = true;
    if (std::isfinite(density_[i]))
      beside = density_[i];
    else
      density_[i] = 2 * beside;
    if (!drawn) density_[i] = -1;
  }
  wanted_[begin] = 0;
  for (std::size_t i = begin; i + 1 < end; ++i) {
    wanted_[i + 1] = wanted_[i];
    const double least = std::min(density_[i], density_[i + 1]);
    const double most = std::max(density_[i], density_[i + 1]);
    if (least < 0) continue;
    const double mean = window_.measured && most > uneven * least ? std::sqrt(least * most)
                                                         : 0.375 * least + 0.625 * most;
    const double wanted = mean * (probes_.t[i + 1] - probes_.t[i]);
    wanted_[i + 1] += window_.measured ? std::min(wanted, most_per_probe) : wanted;
    // Where the direction turns back between two probes there is a tip, however straight they are.
    const bool back = v[2 * n + i] * v[2 * n + i + 1] + v[3 * n + i] * v[3 * n + i + 1] < 0;
    if (back) wanted_[i + 1] += 2;
  }
}

// Whether the chord from end to end will do: judged by all probes, so that a piece that runs to and
// fro on a line, or jumps along it, is not cut short.
bool Tessellator::is_straight(std::size_t piece) const {
  const std::size_t first = probes_.begin[piece], last = probes_.begin[piece + 1] - 1;
  if (!(wanted_[last] < 1)) return false;
  const Sample from = sample_of(probes_, first), to = sample_of(probes_, last);
  if (!from.drawn || !to.drawn) return false;
  Sample before = from;
  for (std::size_t i = first + 1; i <= last; ++i) {
    const Sample here = sample_of(probes_, i);
    if (!is_near_segment(here.x, from.x, to.x, 0.5 * tolerance_)) return false;
    const Point way = 0.5 * (here.t - before.t) * (before.x_t + here.x_t);
    if (!((here.x - before.x - way).norm() <= tolerance_)) return false;
    before = here;
  }
  return true;
}

// Vertices along the piece such that each segment gets the same share of the plan.
void Tessellator::place_vertices(std::size_t piece) {
  const std::size_t first = probes_.begin[piece], last = probes_.begin[piece + 1] - 1;
  const double total = wanted_[last], begin = probes_.t[first], end = probes_.t[last];
  const int room = Polyline::most_points -
                   static_cast<int>(out_->points.size() + vertices_.t.size());
  int segments = static_cast<int>(std::clamp(std::ceil(total), 2.0, 1e6));
  if (segments >= room) {
    broken_ = true;  // perhaps a pole: then this is not asked again
    out_->complete = false;
    segments = std::max(room / 2, 1);
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
  // The way is the chord, by the speeds at both ends: not none at all (a loop), not a jump.
  const double way = dt * (speeds_[i] + speeds_[i + 1]);
  const double gap = (chord - 0.5 * dt * (from + to)).norm();
  const bool goes_along = (length > 0 || way == 0) && gap <= tolerance_;
  return goes_along && bulge <= check_share * tolerance_ * length && from.dot(chord) >= 0 &&
         to.dot(chord) >= 0;
}

// What passes the check, and the probes along it, goes out; the rest is refined.
void Tessellator::emit_piece(std::size_t piece) {
  std::size_t probe = probes_.begin[piece];
  const std::size_t last_probe = probes_.begin[piece + 1] - 1;
  const std::size_t begin = vertices_.begin[piece], end = vertices_.begin[piece + 1];
  if (begin == end) {  // straight
    emit(sample_of(probes_, probe));
    emit(sample_of(probes_, last_probe));
    return;
  }
  Sample from = sample_of(vertices_, begin);
  emit(from);
  ++probe;
  for (std::size_t i = begin; i + 1 < end && !must_start_over(); ++i) {
    const Sample to = sample_of(vertices_, i + 1);
    bool fine = from.drawn && to.drawn && is_fine(i);
    for (; probe < last_probe && probes_.t[probe] < to.t; ++probe)
      fine = fine && is_near_segment(probes_.pair(probe, 0), from.x, to.x, check_share * tolerance_);
    if (fine)
      emit(to);
    else
      refine(from, to, 0);
    from = to;
  }
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
