#include "curves/pick_index.h"

#include <algorithm>

namespace limber {
namespace {

double distance_to(const Box& box, const Point& p) { return box.exteriorDistance(p); }

Box around(const Point& p, double radius) {
  return {Point(p.array() - radius), Point(p.array() + radius)};
}

// Whether some point of the segment lies in the box: clipping, side by side.
bool touches(const Box& box, const Point& a, const Point& b) {
  double from = 0, to = 1;
  const Point d = b - a;
  for (int i = 0; i < 2; ++i) {
    if (d[i] == 0) {
      if (a[i] < box.min()[i] || a[i] > box.max()[i]) return false;
      continue;
    }
    const double enter = (box.min()[i] - a[i]) / d[i], leave = (box.max()[i] - a[i]) / d[i];
    from = std::max(from, std::min(enter, leave));
    to = std::min(to, std::max(enter, leave));
  }
  return from <= to;
}

}  // namespace

void PickIndex::set(int curve, const Polyline* polyline, double radius) {
  const std::size_t k = static_cast<std::size_t>(curve);
  if (k >= entries_.size()) entries_.resize(k + 1);
  Entry& entry = entries_[k];
  entry.polyline = polyline;
  entry.chunks.clear();
  Box all;
  const auto begins_chunk = [&](int i) {
    return entry.chunks.empty() || entry.chunks.back().end != i ||
           i - entry.chunks.back().begin >= chunk_segments;
  };
  polyline->for_each_segment([&](int i) {
    if (begins_chunk(i))
      entry.chunks.push_back({i, i, Box(polyline->points[static_cast<std::size_t>(i)])});
    Chunk& chunk = entry.chunks.back();
    chunk.end = i + 1;
    chunk.box.extend(polyline->points[static_cast<std::size_t>(i) + 1]);
  });
  for (const Chunk& chunk : entry.chunks) all.extend(chunk.box);
  if (all.isEmpty()) return remove(curve);
  boxes_.set(curve, all, 2 * radius);
}

void PickIndex::remove(int curve) {
  const std::size_t k = static_cast<std::size_t>(curve);
  if (k >= entries_.size()) return;
  entries_[k] = {};
  boxes_.remove(curve);
}

std::optional<Pick> PickIndex::nearest_on(int curve, const Point& p, double radius) const {
  Pick best{curve, 0, Point::Zero(), radius};
  bool found = false;
  const Entry& entry = entries_[static_cast<std::size_t>(curve)];
  for (const Chunk& chunk : entry.chunks) {
    if (distance_to(chunk.box, p) > best.distance) continue;
    for (int i = chunk.begin; i < chunk.end; ++i) {
      const std::size_t k = static_cast<std::size_t>(i);
      const Point &a = entry.polyline->points[k], &b = entry.polyline->points[k + 1];
      double where;
      const double distance = distance_to_segment(p, a, b, &where);
      if (distance > best.distance || (found && distance == best.distance)) continue;
      const double from = entry.polyline->t[k], to = entry.polyline->t[k + 1];
      best = {curve, from + where * (to - from), a + where * (b - a), distance};
      found = true;
    }
  }
  if (!found) return std::nullopt;
  return best;
}

std::vector<Pick> PickIndex::within(const Point& p, double radius) const {
  std::vector<Pick> picks;
  for (const int curve : near(around(p, radius)))
    if (const std::optional<Pick> pick = nearest_on(curve, p, radius)) picks.push_back(*pick);
  std::stable_sort(picks.begin(), picks.end(),
                   [](const Pick& a, const Pick& b) { return a.distance < b.distance; });
  return picks;
}

std::vector<int> PickIndex::enclosed(const Box& box) const {
  std::vector<int> found = near(box);
  std::erase_if(found, [&](int curve) {
    const std::vector<Chunk>& chunks = entries_[static_cast<std::size_t>(curve)].chunks;
    return !std::all_of(chunks.begin(), chunks.end(),
                        [&](const Chunk& c) { return box.contains(c.box); });
  });
  return found;
}

std::vector<int> PickIndex::touched(const Box& box) const {
  std::vector<int> found = near(box);
  std::erase_if(found, [&](int curve) { return !touches(curve, box); });
  return found;
}

bool PickIndex::touches(int curve, const Box& box) const {
  const Entry& entry = entries_[static_cast<std::size_t>(curve)];
  for (const Chunk& chunk : entry.chunks) {
    if (!box.intersects(chunk.box)) continue;
    for (int i = chunk.begin; i < chunk.end; ++i)
      if (limber::touches(box, entry.polyline->points[static_cast<std::size_t>(i)],
                          entry.polyline->points[static_cast<std::size_t>(i) + 1]))
        return true;
  }
  return false;
}

}  // namespace limber
