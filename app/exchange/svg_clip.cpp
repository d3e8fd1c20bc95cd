#include "app/exchange/svg_clip.h"

#include "app/exchange/import.h"
#include "app/exchange/svg_geometry.h"
#include "app/exchange/svg_gradients.h"
#include "include/core/SkPaint.h"
#include "include/core/SkPathEffect.h"
#include "include/core/SkPathUtils.h"
#include "include/effects/SkDashPathEffect.h"

namespace limber {

namespace {

constexpr int deepest = 16;              // of clip paths in clip paths, and of what they use
constexpr int most_visited = 2000;       // elements looked at for one clip
constexpr double most_stroked = 20'000;  // segments and dashes of a stroke that becomes an area
constexpr std::size_t most_kept = 1000;  // clips at a time

SkRect skia_rect(const Box& box) {
  return SkRect::MakeLTRB(static_cast<float>(box.min().x()), static_cast<float>(box.min().y()),
                          static_cast<float>(box.max().x()), static_cast<float>(box.max().y()));
}

SkMatrix skia_matrix(const Eigen::Affine2d& map) {
  const auto at = [&](int row, int column) {
    return static_cast<float>(map.matrix()(row, column));
  };
  return SkMatrix::MakeAll(at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), 0, 0, 1);
}

// How many dashes a stroke falls into.
double count_of_dashes(const std::vector<Outline>& outlines, const std::vector<double>& dash) {
  if (dash.empty()) return 0;
  double period = 0, length = 0;
  for (const double one : dash) period += one;
  for (const Outline& outline : outlines)
    for (const Piece& piece : outline.pieces) length += length_of(piece);
  return length / period * static_cast<double>(dash.size());
}

}  // namespace

bool ClipPath::intersect(const SkPath& path, SvgWork& work) {
  SkPath both = path;
  if (path_ && !work.may_combine(*path_, path)) return false;
  if (path_ && !Op(*path_, path, kIntersect_SkPathOp, &both)) both = path;
  path_ = both;
  return true;
}

// Of a rectangle it is known at once; of others what is left is compared.
bool ClipPath::covers(const Box& box) const {
  if (!path_) return true;
  SkRect rect;
  const SkRect wanted = skia_rect(box);
  if (path_->isRect(&rect)) return rect.contains(wanted);
  return path_->conservativelyContainsRect(wanted);
}

bool ClipPath::misses(const Box& box) const {
  return path_ && (path_->isEmpty() || !SkRect::Intersects(path_->getBounds(), skia_rect(box)));
}

std::optional<SkPath> ClipPath::cut(const SkPath& path, SvgWork& work) const {
  if (!work.may_combine(path, path_.value_or(SkPath()))) return {};
  SkPath out;
  const bool done = path_ ? Op(path, *path_, kIntersect_SkPathOp, &out) : Simplify(path, &out);
  return done ? out : path;
}

std::optional<SkPath> stroke_outline(const std::vector<Outline>& outlines,
                                     const SvgInherited& properties,
                                     const Eigen::Affine2d& to_paper, SvgWork& work) {
  const double parts =
      static_cast<double>(count_of_pieces(outlines)) + count_of_dashes(outlines, properties.dash);
  if (!(parts < most_stroked) || !work.may_make(static_cast<std::size_t>(parts))) return {};
  SkPaint paint;
  paint.setStyle(SkPaint::kStroke_Style);
  paint.setStrokeWidth(static_cast<float>(properties.stroke_width));
  paint.setStrokeCap(properties.cap == Cap::butt    ? SkPaint::kButt_Cap
                     : properties.cap == Cap::round ? SkPaint::kRound_Cap
                                                    : SkPaint::kSquare_Cap);
  paint.setStrokeJoin(properties.join == Join::miter   ? SkPaint::kMiter_Join
                      : properties.join == Join::round ? SkPaint::kRound_Join
                                                       : SkPaint::kBevel_Join);
  paint.setStrokeMiter(static_cast<float>(properties.miter_limit));
  std::vector<SkScalar> dashes;
  for (const double dash : properties.dash) dashes.push_back(static_cast<float>(dash));
  if (dashes.size() % 2) dashes.insert(dashes.end(), dashes.begin(), dashes.end());
  if (!dashes.empty())
    paint.setPathEffect(SkDashPathEffect::Make(dashes.data(), static_cast<int>(dashes.size()),
                                               static_cast<float>(properties.dash_offset)));
  // As fine as it will be on the paper, where a tenth of a millimetre is seen.
  const double detail = 10 * std::sqrt(std::abs(to_paper.linear().determinant()));
  SkPath out;
  skpathutils::FillPathWithPaint(skia_path(outlines), paint, &out, nullptr,
                                 static_cast<float>(detail));
  out.transform(skia_matrix(to_paper));
  return out;
}

// A clip that many elements name is one path as long as they stand in the same coordinates.
std::optional<SkPath> SvgClips::path_of(int clip, int element, const Eigen::Affine2d& to_paper,
                                        const LengthFrame& frame) {
  visited_ = 0, too_much_ = false;
  if (tree_[clip].attribute("clipPathUnits") == "objectBoundingBox")
    return make(clip, element, to_paper, frame, 0);
  std::vector<double> key{static_cast<double>(clip), frame.width, frame.height, frame.font_size};
  for (int k = 0; k < 6; ++k) key.push_back(to_paper.matrix()(k / 3, k % 3));
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  if (kept_.size() == most_kept) kept_.clear();
  return kept_.emplace(std::move(key), make(clip, element, to_paper, frame, 0)).first->second;
}

bool SvgClips::visit(int element) {
  too_much_ = too_much_ || ++visited_ > most_visited || !work_.may_read(element);
  return !too_much_;
}

bool SvgClips::combine(SkPath& out, const SkPath& with, SkPathOp how) {
  too_much_ = too_much_ || !work_.may_combine(out, with);
  SkPath both;
  if (too_much_ || !Op(out, with, how, &both)) return false;
  out = both;
  return true;
}

std::optional<SkPath> SvgClips::make(int clip, int element, const Eigen::Affine2d& to_paper,
                                     const LengthFrame& frame, int depth) {
  if (depth > deepest || !visit(clip)) return {};
  const SvgElement& one = tree_[clip];
  SvgProperties around = properties_of(tree_, clip, sheet_, {}, frame);
  Eigen::Affine2d map = to_paper;
  if (!around.own.transform.empty()) {
    const auto own = read_transform(around.own.transform);
    if (!own) return {};
    map = map * *own;
  }
  LengthFrame inside = frame;
  if (one.attribute("clipPathUnits") == "objectBoundingBox") {
    const Box box = box_of_element(element, frame, Eigen::Affine2d::Identity(), 0);
    if (too_much_) return {};
    if (box.isEmpty() || !(box.sizes().minCoeff() > 0)) return SkPath();
    map = map * Eigen::Translation2d(box.min()) * Eigen::Scaling(box.sizes().x(), box.sizes().y());
    inside.width = inside.height = 1;
  }
  SkPath out;
  for (int child = one.first_child; child >= 0 && !too_much_; child = tree_[child].next_sibling)
    collect(child, map, inside, around, depth, out);
  const int outer = around.own.clip_path.empty() ? -1 : tree_.find(around.own.clip_path);
  if (outer >= 0 && outer != clip && tree_[outer].name == "clipPath") {
    const auto more = make(outer, element, to_paper, frame, depth + 1);
    if (!more) return {};
    combine(out, *more, kIntersect_SkPathOp);
  }
  return too_much_ ? std::nullopt : std::optional(out);
}

void SvgClips::collect(int element, const Eigen::Affine2d& map, const LengthFrame& frame,
                       const SvgProperties& around, int depth, SkPath& out) {
  const SvgElement& one = tree_[element];
  if (!is_shape(one.name) && one.name != "use") return;
  if (depth > deepest || !visit(element)) return;
  const SvgProperties its = properties_of(tree_, element, sheet_, around, frame);
  if (!its.own.displayed || !its.inherited.visible) return;
  Eigen::Affine2d here = map;
  if (const auto own = read_transform(its.own.transform)) here = here * *own;
  if (one.name == "use") {
    const int target = linked_element(tree_, one);
    if (target < 0) return;
    here = here * Eigen::Translation2d(length_of(one, "x", Axis::x, frame),
                                       length_of(one, "y", Axis::y, frame));
    return collect(target, here, frame, its, depth + 1, out);
  }
  const std::vector<Outline> outlines = geometry_of(one, frame).outlines;
  if (!work_.may_make(count_of_pieces(outlines))) too_much_ = true;
  if (too_much_) return;
  SkPath path = skia_path(transformed(here, outlines));
  path.setFillType(its.inherited.clip_rule == FillRule::even_odd ? SkPathFillType::kEvenOdd
                                                                 : SkPathFillType::kWinding);
  const int clip = its.own.clip_path.empty() ? -1 : tree_.find(its.own.clip_path);
  if (clip >= 0 && tree_[clip].name == "clipPath")
    if (const auto more = make(clip, element, here, frame, depth + 1))
      combine(path, *more, kIntersect_SkPathOp);
  if (out.isEmpty())
    out = path;
  else
    combine(out, path, kUnion_SkPathOp);
}

// Of the shapes in it, in the coordinates of the element.
Box SvgClips::box_of_element(int element, const LengthFrame& frame, const Eigen::Affine2d& map,
                             int depth) {
  const SvgElement& one = tree_[element];
  Box box;
  if (depth > import_limits::depth || !visit(element)) return box;
  if (is_shape(one.name)) {
    const std::vector<Outline> outlines = geometry_of(one, frame).outlines;
    if (!work_.may_make(count_of_pieces(outlines))) too_much_ = true;
    if (!outlines.empty()) box = box_of(transformed(map, outlines));
  }
  if (one.name == "g" || one.name == "a" || one.name == "use") {
    const auto add = [&](int child) {
      Eigen::Affine2d inside = map;
      if (const auto own = read_transform(tree_[child].attribute("transform")))
        inside = inside * *own;
      const Box more = box_of_element(child, frame, inside, depth + 1);
      if (!more.isEmpty()) box.extend(more);
    };
    if (const int target = one.name == "use" ? linked_element(tree_, one) : -1; target >= 0)
      add(target);
    for (int child = one.first_child; child >= 0; child = tree_[child].next_sibling) add(child);
  }
  return box;
}

}  // namespace limber
