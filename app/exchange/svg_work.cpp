#include "app/exchange/svg_work.h"

#include <algorithm>
#include <cstring>

#include "app/exchange/import.h"

namespace limber {

namespace {

constexpr std::size_t least_weight = 64;  // of an element without attributes, and of a segment
// A pair of segments that is only looked at, in pairs that may cross: two nanoseconds against some.
constexpr double pair_looked_at = 1e-3;

std::vector<SkRect> segment_boxes(const SkPath& path, std::vector<SkRect> boxes) {
  SkPath::RawIter next(path);
  SkPoint p[4];
  for (SkPath::Verb verb = next.next(p); verb != SkPath::kDone_Verb; verb = next.next(p)) {
    const int points = verb == SkPath::kLine_Verb                                  ? 2
                       : verb == SkPath::kQuad_Verb || verb == SkPath::kConic_Verb ? 3
                       : verb == SkPath::kCubic_Verb                               ? 4
                                                                                   : 0;
    if (points == 0) continue;
    boxes.emplace_back();
    boxes.back().setBounds(p, points);
  }
  return boxes;
}

// Sorted by their left sides a box meets only those that begin before it ends. Ends early above
// `most`.
double pairs_that_may_cross(std::vector<SkRect> boxes, double most) {
  std::ranges::sort(boxes, {}, [](const SkRect& box) { return box.left(); });
  double pairs = 0;
  for (std::size_t i = 0; i < boxes.size() && pairs <= most; ++i)
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].left() <= boxes[i].right(); ++j)
      pairs += boxes[i].top() <= boxes[j].bottom() && boxes[j].top() <= boxes[i].bottom();
  return pairs;
}

}  // namespace

std::size_t SvgWork::weight_of(int element) {
  std::size_t& weight = weights_[static_cast<std::size_t>(element)];
  if (weight > 0) return weight;
  weight = least_weight;
  for (const pugi::xml_attribute one : tree_[element].xml.attributes())
    weight += std::strlen(one.name()) + std::strlen(one.value());
  return weight;
}

bool SvgWork::spend_bytes(std::size_t bytes) {
  bytes_ = std::min(bytes_ + bytes, import_limits::reading + 1);
  return bytes_ <= import_limits::reading;
}

bool SvgWork::may_read(int element) { return spend_bytes(weight_of(element)); }

bool SvgWork::may_make(std::size_t segments) { return spend_bytes(least_weight * segments); }

bool SvgWork::may_read_all_inside(int element) {
  for (const pugi::xml_node one : tree_[element].xml.children())
    if (!one.first_child() && !spend_bytes(std::strlen(one.value()))) return false;
  for (int child = tree_[element].first_child; child >= 0; child = tree_[child].next_sibling)
    if (!may_read(child) || !may_read_all_inside(child)) return false;
  return true;
}

bool SvgWork::may_combine(const SkPath& a, const SkPath& b) {
  if (pairs_ > import_limits::crossings) return false;
  const double size = a.countVerbs() + b.countVerbs();
  pairs_ += size + size * size / 2 * pair_looked_at;
  if (pairs_ > import_limits::crossings) return false;
  pairs_ += pairs_that_may_cross(segment_boxes(b, segment_boxes(a, {})),
                                 import_limits::crossings - pairs_);
  return pairs_ <= import_limits::crossings;
}

}  // namespace limber
