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
constexpr int many_segments = 96;   // from here on the probes are too few to plan with
constexpr int deepest = 34;         // halvings of one segment: then it is a jump
constexpr double far_factor = 1e6;  // times the usual distance from the middle: out of proportion

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

void Tessellator::operator()(const Curve& curve, double tolerance, Polyline& out) {
  assert(tolerance > 0);
  curve_ = &curve;
  tolerance_ = tolerance;
  out_ = &out;
  broken_ = false;
  out.points.clear();
  out.t.clear();
  out.runs.assign(1, 0);
  out.complete = true;

  breaks(curve, breaks_);
  range_ = breaks_.back() - breaks_.front();
  for (std::size_t k = 0; k + 1 < breaks_.size(); ++k) {
    locate_span(curve, span_of(curve, 0.5 * (breaks_[k] + breaks_[k + 1])), locale_);
    piece(breaks_[k], breaks_[k + 1]);
  }
  end_run();
  if (broken_) drop_far_points();
  while (static_cast<int>(out.points.size()) > Polyline::most_points) thin_out();
  out.closed = curve.type->closed && out.run_count() == 1 && !broken_;
  if (out.closed) out.points.back() = out.points.front();
}

// One smooth piece: probe, plan, place, check.
void Tessellator::piece(double a, double b) {
  const int pieces = static_cast<int>(breaks_.size()) - 1;
  const bool is_family = curve_->type->is_family;
  probe(a, b,
        is_family ? least_probes : std::clamp(all_probes / pieces, least_probes, most_probes));
  plan();
  if (wanted_.back() > many_segments) {
    probe(a, b, static_cast<int>(std::min(wanted_.back() / 2, 1000.0)));
    plan();
  }
  if (is_straight()) {
    emit(probed(0));
    emit(probed(probe_t_.size() - 1));
    return;
  }
  const int room = Polyline::most_points - static_cast<int>(out_->points.size());
  int count = static_cast<int>(std::clamp(std::ceil(wanted_.back()), 2.0, 1e6)) + 1;
  if (count > room) {
    out_->complete = false;
    count = std::max(room, 2);
  }
  place_vertices(count);
  emit_checked();
}

// x, x_t, x_tt at the given t, from the begin to the end of the piece. What belongs to the end is
// asked a hair before it: at a corner the formula there is that of the next piece.
void Tessellator::look(std::vector<double>& t, std::vector<double>& values) {
  const int count = static_cast<int>(t.size());
  const double end = t.back();
  t.back() -= end_hair * (end - t.front());
  values.resize(static_cast<std::size_t>(6 * count));
  along(curve_->type->shape, locale_, t.data(), count, values.data(), count);
  t.back() = end;
}

// `count` probes from a to b. The inner ones are a little out of step, or a wave that is zero at
// every probe would look like a line.
void Tessellator::probe(double a, double b, int count) {
  probe_t_.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const bool inner = i > 0 && i + 1 < count;
    const double jitter = inner ? 0.35 * std::sin(1.0 + 2.4 * i) : 0;
    probe_t_[static_cast<std::size_t>(i)] =
        i + 1 == count ? b : a + (b - a) * (i + jitter) / (count - 1);
  }
  look(probe_t_, probe_values_);
}

Tessellator::Sample Tessellator::sample_of(const std::vector<double>& t,
                                           const std::vector<double>& values, std::size_t i) {
  const std::size_t n = t.size();
  const Point x(values[i], values[n + i]), x_t(values[2 * n + i], values[3 * n + i]);
  return {t[i], x, x_t, x.allFinite()};
}

Tessellator::Sample Tessellator::probed(std::size_t i) const {
  return sample_of(probe_t_, probe_values_, i);
}

// How many segments are wanted from the begin of the piece up to each probe. Where a direction
// vanishes (a cusp) the bending has no value, and is taken to be twice that of the neighbour.
void Tessellator::plan() {
  const std::size_t n = probe_t_.size();
  density_.resize(n);
  wanted_.resize(n);
  const double scale = 1 / (8 * planned_share * tolerance_);
  const double* v = probe_values_.data();
  for (std::size_t i = 0; i < n; ++i) {
    const double u_t = v[2 * n + i], v_t = v[3 * n + i];
    const double turn = std::abs(u_t * v[5 * n + i] - v_t * v[4 * n + i]);
    density_[i] = std::sqrt(scale * turn / std::sqrt(u_t * u_t + v_t * v_t));
  }
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(density_[i])) {
      const double beside = i > 0 ? density_[i - 1] : density_[1];
      density_[i] = std::isfinite(beside) ? 2 * beside : 0;
    }
  wanted_[0] = 0;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double mean = 0.5 * (density_[i] + density_[i + 1]);
    const double most = std::max(density_[i], density_[i + 1]);
    wanted_[i + 1] = wanted_[i] + (0.75 * mean + 0.25 * most) * (probe_t_[i + 1] - probe_t_[i]);
    // Where the direction turns back between two probes there is a tip, however straight they are.
    const bool back = v[2 * n + i] * v[2 * n + i + 1] + v[3 * n + i] * v[3 * n + i + 1] < 0;
    if (back) wanted_[i + 1] += 2;
  }
}

// Whether the chord from end to end will do: judged by all probes, so that a piece that runs to and
// fro on a line is not cut short.
bool Tessellator::is_straight() const {
  if (!(wanted_.back() < 1)) return false;
  const Sample from = probed(0), to = probed(probe_t_.size() - 1);
  for (std::size_t i = 1; i + 1 < probe_t_.size(); ++i)
    if (!(distance_to_segment(probed(i).x, from.x, to.x) <= 0.5 * tolerance_)) return false;
  return from.finite && to.finite;
}

// `count` vertices such that each segment gets the same share of the plan.
void Tessellator::place_vertices(int count) {
  t_.resize(static_cast<std::size_t>(count));
  const double total = wanted_.back(), begin = probe_t_.front(), end = probe_t_.back();
  std::size_t k = 0;
  for (int j = 0; j < count; ++j) {
    const double share = static_cast<double>(j) / (count - 1);
    double& t = t_[static_cast<std::size_t>(j)];
    if (!(total > 1e-6)) {
      t = begin + share * (end - begin);
      continue;
    }
    while (k + 2 < wanted_.size() && wanted_[k + 1] < share * total) ++k;
    const double step = wanted_[k + 1] - wanted_[k];
    const double s = step > 0 ? std::clamp((share * total - wanted_[k]) / step, 0.0, 1.0) : 0;
    t = probe_t_[k] + s * (probe_t_[k + 1] - probe_t_[k]);
  }
  t_.back() = end;
  look(t_, values_);
}

// Whether the curve stays near the segment, judged by its directions T0, T1 at the ends: a cubic
// with those is off the chord by |(T0 - T1) x chord| dt / 8 in the middle and, in the manner of an
// S, by |(T0 + T1) x chord| dt / 20 or so beside it. Neither end may point backwards.
bool Tessellator::is_fine(std::size_t i) const {
  const std::size_t n = t_.size();
  const double* v = values_.data();
  const Point chord(v[i + 1] - v[i], v[n + i + 1] - v[n + i]);
  const Point from(v[2 * n + i], v[3 * n + i]), to(v[2 * n + i + 1], v[3 * n + i + 1]);
  const double dt = t_[i + 1] - t_[i], length = chord.norm();
  const auto across = [&](const Point& d) {
    return std::abs(d.x() * chord.y() - d.y() * chord.x());
  };
  const double bulge = dt * (across(from - to) / 8 + across(from + to) / 20);
  // The way is about as long as the chord: not none at all (a loop), not a jump.
  const double way = dt * (from.norm() + to.norm());
  const bool goes_along = (length > 0 || way == 0) && length <= 2 * way + tolerance_;
  return goes_along && bulge <= check_share * tolerance_ * length && from.dot(chord) >= 0 &&
         to.dot(chord) >= 0;
}

// What passes the check, and the probes along it, goes out; the rest is refined.
void Tessellator::emit_checked() {
  const std::size_t n = t_.size();
  const auto at = [&](std::size_t i) { return sample_of(t_, values_, i); };
  std::size_t probe = 1;
  emit(at(0));
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Sample from = at(i), to = at(i + 1);
    bool fine = is_fine(i);
    for (; probe + 1 < probe_t_.size() && probe_t_[probe] < to.t; ++probe)
      fine = fine && distance_to_segment(probed(probe).x, from.x, to.x) <= check_share * tolerance_;
    if (fine || (!out_->complete && from.finite && to.finite))
      emit(to);
    else
      refine(from, to, 0);
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
  if (!first && out_->t.back() == s.t) return;  // where two pieces meet
  out_->points.push_back(s.x);
  out_->t.push_back(s.t);
}

// A run of a single point is none, unless it is all there is.
void Tessellator::end_run() {
  const int count = static_cast<int>(out_->points.size()) - out_->runs.back();
  if (count == 1 && (broken_ || out_->runs.size() > 1)) {
    out_->points.pop_back();
    out_->t.pop_back();
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
      all.t[kept++] = all.t[from];
    }
    close_run();
  }
  all.points.resize(kept);
  all.t.resize(kept);
  all.runs = std::move(runs);
}

// Every other point of each run, its ends aside.
void Tessellator::thin_out() {
  Polyline& all = *out_;
  all.complete = false;
  std::size_t kept = 0;
  int begin = 0;
  for (int k = 0; k < all.run_count(); ++k) {
    const int end = all.runs[static_cast<std::size_t>(k) + 1];
    for (int i = begin; i < end; ++i) {
      if ((i - begin) % 2 == 1 && i + 1 < end) continue;
      all.points[kept] = all.points[static_cast<std::size_t>(i)];
      all.t[kept++] = all.t[static_cast<std::size_t>(i)];
    }
    begin = end;
    all.runs[static_cast<std::size_t>(k) + 1] = static_cast<int>(kept);
  }
  all.points.resize(kept);
  all.t.resize(kept);
}

Polyline tessellate(const Curve& curve, double tolerance) {
  Polyline polyline;
  Tessellator()(curve, tolerance, polyline);
  return polyline;
}

}  // namespace limber
