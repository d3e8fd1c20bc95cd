#include "curves/carry.h"

#include <cmath>

#include "curves/bounds.h"
#include "curves/gesture.h"
#include "curves/nearest.h"
#include "curves/nodes.h"

namespace limber {
namespace {

constexpr double exactly = 1e-9;  // of the size
constexpr int looks = 25;

// Both ends, and places between them that no symmetry of a curve repeats: multiples of the golden
// section. (In equal parts a figure of Lissajous with 6 and 4 waves was taken for its mirror image.)
double t_of(const Curve& curve, int look) {
  constexpr double golden = 0.6180339887498949;
  const double part = look * golden - std::floor(look * golden);
  return t_begin(curve) + (t_end(curve) - t_begin(curve)) * (look == looks - 1 ? 1 : part);
}

// Whether `from`, put through s, lies on `on`.
bool lies_on(const Curve& from, const Similarity& s, const Curve& on, double tolerance) {
  for (int i = 0; i < looks; ++i) {
    Point x;
    if (!point_at(from, t_of(from, i), x)) continue;
    const std::optional<Nearest> found = nearest(on, s(x), tolerance);
    if (!found || found->distance > tolerance) return false;
  }
  return true;
}

// Whether the point at t has become the point at the same t.
bool is_image_by_t(const Curve& curve, const Similarity& s, const Curve& image, double tolerance) {
  for (int i = 0; i < looks; ++i) {
    Point x, y;
    if (!point_at(curve, t_of(curve, i), x)) continue;
    if (!point_at(image, t_of(image, i), y) || (s(x) - y).norm() > tolerance) return false;
  }
  return true;
}

bool is_image(const Curve& curve, const Similarity& s, const Curve& image, double tolerance) {
  return is_image_by_t(curve, s, image, tolerance) ||
         (lies_on(curve, s, image, tolerance) &&
          lies_on(image, s.inverse(), curve, tolerance / s.scale));
}

// The parameters whose sign may be changed.
std::vector<int> signed_parameters(const Curve& curve) {
  std::vector<int> found;
  for (int i = 0; i < curve.q.size() && !has_nodes(*curve.type); ++i) {
    const Role role = parameter(*curve.type, i).role;
    if (role != Role::number && role != Role::length) continue;
    Curve flipped = curve;
    flipped.q[i] = -curve.q[i];
    if (curve.q[i] != 0 && is_valid(flipped)) found.push_back(i);
  }
  return found;
}

void turn_half(Curve& curve) {
  for (int i = 0; i < curve.q.size(); ++i)
    if (parameter(*curve.type, i).role == Role::angle) curve.q[i] += M_PI;
}

// Moved so that its begin is where the end of the old one has gone.
bool begin_at_end(const Curve& old, const Similarity& s, Curve& curve) {
  Point begin, end;
  if (!point_at(curve, t_begin(curve), begin) || !point_at(old, t_end(old), end)) return false;
  Similarity move;
  move.move = s(end) - begin;
  curve = transformed(move, curve);
  return true;
}

// Calls f(a twin of q) for all of them, the likeliest first, until it says yes.
template <class F>
bool any_twin(const Similarity& s, const Curve& old, F&& f) {
  const Curve plain = transformed(s, old);
  if (f(plain)) return true;
  if (!s.mirror) return false;
  const std::vector<int> flips = signed_parameters(plain);
  const int n = static_cast<int>(flips.size());
  const auto flip = [&](Curve& twin, int k) {
    if (k >= 0) twin.q[flips[static_cast<std::size_t>(k)]] *= -1;
  };
  for (int first = -1; first < n; ++first)
    for (int second = -1; second < std::max(first, 0); ++second) {
      Curve twin = plain;
      flip(twin, first);
      flip(twin, second);
      Curve half = twin;
      turn_half(half);
      if (f(twin) || f(half)) return true;
      for (Curve* moved : {&twin, &half})
        if (begin_at_end(old, s, *moved) && f(*moved)) return true;
    }
  return false;
}

}  // namespace

std::optional<Carried> carried(const Similarity& s, const Curve& curve, const CurveTypeRef& into,
                               double tolerance) {
  const double limit = exactly * s.scale * rough_size(curve);
  Carried result;
  const auto suits = [&](const Curve& twin) {
    if (!is_image(curve, s, twin, limit)) return false;
    result.curve = twin;
    result.error = limit;
    return true;
  };
  if (any_twin(s, curve, suits)) return result;
  if (!into) return std::nullopt;
  const std::optional<Edited> followed = convert(curve, into, tolerance / s.scale);
  if (!followed) return std::nullopt;
  return Carried{transformed(s, followed->curve), followed->error * s.scale, false};
}

double Carried::new_t(const Curve& old, const Similarity& s, double t) const {
  Point x, y;
  if (!point_at(old, t, x)) return t;
  if (exact && point_at(curve, t, y) && (s(x) - y).norm() <= error) return t;
  const std::optional<Nearest> found = nearest(curve, s(x), 0.1 * error);
  return found ? found->t : t;
}

}  // namespace limber
