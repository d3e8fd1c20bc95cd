#include "curves/tessellate.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace limber {
namespace {

// Segments are planned for this share of the tolerance, so that most pass the check at once.
constexpr double planned_share = 0.65;
// The middle of three vertices deviates from the chord of its neighbours by four times what each
// segment does, where the curve bends evenly; this much of it is let pass.
constexpr double check_factor = 3.2;
constexpr int whole_probes = 33;   // along a type with a single smooth piece
constexpr int piece_probes = 5;    // along one of many
constexpr int many_segments = 96;  // from here on the probes are too few to plan with
constexpr int deepest = 34;        // halvings of one segment: then it is a jump
constexpr double far_factor = 1e6; // times the usual distance from the middle: out of proportion

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
  out.closed = curve.type->closed && out.run_count() == 1 && !broken_;
  if (out.closed) out.points.back() = out.points.front();
}

// One smooth piece: probe, plan, place, check.
void Tessellator::piece(double a, double b) {
  probe(a, b, breaks_.size() == 2 ? whole_probes : piece_probes);
  measure_density();
  if (sum_.back() > many_segments) {
    probe(a, b, static_cast<int>(std::min(sum_.back() / 2, 1000.0)));
    measure_density();
  }
  if (is_straight()) {
    const std::size_t count = t_.size();
    emit({t_[0], Point(values_[0], values_[count]), true});
    emit({t_[count - 1], Point(values_[count - 1], values_[2 * count - 1]), true});
    return;
  }
  const int room = Polyline::most_points - static_cast<int>(out_->points.size());
  int count = static_cast<int>(std::clamp(std::ceil(sum_.back()), 2.0, 1e6)) + 1;
  if (count > room) {
    out_->complete = false;
    count = std::max(room, 2);
  }
  place_vertices(count);
  emit_checked();
}

// x, x_t, x_tt at `count` places from a to b. The inner ones are a little out of step, or a wave
// that is zero at every probe would look like a line.
void Tessellator::probe(double a, double b, int count) {
  t_.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const bool inner = i > 0 && i + 1 < count;
    const double jitter = inner ? 0.35 * std::sin(1.0 + 2.4 * i) : 0;
    t_[static_cast<std::size_t>(i)] = i + 1 == count ? b : a + (b - a) * (i + jitter) / (count - 1);
  }
  values_.resize(static_cast<std::size_t>(6 * count));
  along(curve_->type->shape, locale_, t_.data(), count, values_.data(), count);
}

// How many segments the plan wants from the begin of the piece up to each probe.
void Tessellator::measure_density() {
  const std::size_t n = t_.size();
  density_.resize(n);
  sum_.resize(n);
  const double scale = 1 / (8 * planned_share * tolerance_);
  for (std::size_t i = 0; i < n; ++i) {
    const double u = values_[2 * n + i], v = values_[3 * n + i];
    const double turn = std::abs(u * values_[5 * n + i] - v * values_[4 * n + i]);
    const double d = std::sqrt(scale * turn / std::sqrt(u * u + v * v));
    density_[i] = std::isfinite(d) ? d : 0;
  }
  sum_[0] = 0;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double mean = 0.5 * (density_[i] + density_[i + 1]);
    const double most = std::max(density_[i], density_[i + 1]);
    sum_[i + 1] = sum_[i] + (0.75 * mean + 0.25 * most) * (t_[i + 1] - t_[i]);
  }
}

// Whether the chord from end to end will do: judged by all probes, so that a piece that runs to and
// fro on a line is not cut short.
bool Tessellator::is_straight() const {
  if (!(sum_.back() < 1)) return false;
  const std::size_t n = t_.size();
  const auto at = [&](std::size_t i) { return Point(values_[i], values_[n + i]); };
  for (std::size_t i = 1; i + 1 < n; ++i)
    if (!(distance_to_segment(at(i), at(0), at(n - 1)) <= 0.5 * tolerance_)) return false;
  return at(0).allFinite() && at(n - 1).allFinite();
}

// `count` vertices such that each segment gets the same share of the plan.
void Tessellator::place_vertices(int count) {
  density_.resize(static_cast<std::size_t>(count));  // from here on: the t of the vertices
  const double total = sum_.back();
  std::size_t k = 0;
  for (int j = 0; j < count; ++j) {
    const double share = static_cast<double>(j) / (count - 1);
    if (!(total > 1e-6)) {
      density_[static_cast<std::size_t>(j)] = t_.front() + share * (t_.back() - t_.front());
      continue;
    }
    const double wanted = share * total;
    while (k + 2 < sum_.size() && sum_[k + 1] < wanted) ++k;
    const double step = sum_[k + 1] - sum_[k];
    const double s = step > 0 ? std::clamp((wanted - sum_[k]) / step, 0.0, 1.0) : 0;
    density_[static_cast<std::size_t>(j)] = t_[k] + s * (t_[k + 1] - t_[k]);
  }
  density_.back() = t_.back();
  t_.swap(density_);
  values_.resize(static_cast<std::size_t>(2 * count));
  along(curve_->type->point, locale_, t_.data(), count, values_.data(), count);
}

void Tessellator::emit_checked() {
  const std::size_t n = t_.size();
  const auto at = [&](std::size_t i) {
    const Point x(values_[i], values_[n + i]);
    return Sample{t_[i], x, x.allFinite()};
  };
  // A segment is fine when a vertex beside it, checked against its neighbours, is.
  const auto vertex_is_fine = [&](std::size_t i) {
    return distance_to_segment(at(i).x, at(i - 1).x, at(i + 1).x) <= check_factor * tolerance_;
  };
  emit(at(0));
  bool fine_before = n > 2 && vertex_is_fine(1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const bool fine_after = i + 2 < n ? vertex_is_fine(i + 1) : fine_before;
    if (fine_before && fine_after && out_->complete)
      emit(at(i + 1));
    else if (!out_->complete && at(i).finite && at(i + 1).finite)
      emit(at(i + 1));
    else
      refine(at(i), at(i + 1), 0);
    fine_before = fine_after;
  }
}

Tessellator::Sample Tessellator::sample(double t) {
  double x[2];
  along(curve_->type->point, locale_, &t, 1, x, 1);
  return {t, Point(x[0], x[1]), std::isfinite(x[0]) && std::isfinite(x[1])};
}

// Emits what lies between two samples, and the second of them; the first is out already.
void Tessellator::refine(const Sample& from, const Sample& to, int depth) {
  if (from.finite != to.finite) return approach_edge(from, to);
  const bool full = static_cast<int>(out_->points.size()) + deepest > Polyline::most_points;
  if (full) out_->complete = false;
  const Sample middle = sample(0.5 * (from.t + to.t));
  if (!from.finite && !middle.finite && depth > 3) return;
  // A second look off the middle: an S crosses its chord there.
  const auto is_near = [&](const Sample& s) {
    return s.finite && distance_to_segment(s.x, from.x, to.x) <= 0.9 * tolerance_;
  };
  const bool fine = from.finite && is_near(middle) && is_near(sample(0.7 * from.t + 0.3 * to.t));
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
    std::nth_element(far_.begin(), far_.begin() + static_cast<std::ptrdiff_t>(far_.size() / 2), far_.end());
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
    for (int i = all.runs[static_cast<std::size_t>(k)]; i < all.runs[static_cast<std::size_t>(k) + 1]; ++i) {
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

Polyline tessellate(const Curve& curve, double tolerance) {
  Polyline polyline;
  Tessellator()(curve, tolerance, polyline);
  return polyline;
}

}  // namespace limber
