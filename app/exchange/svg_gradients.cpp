#include "app/exchange/svg_gradients.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int longest_chain = 64;  // of gradients that go on in others
constexpr double flat = 1e-9;      // of the other side

// The gradient and those it refers to, from itself on. Nothing: they go round in a circle.
std::vector<int> chain_of(const SvgTree& tree, int element) {
  std::vector<int> chain;
  while (element >= 0 && is_gradient(tree[element])) {
    if (std::ranges::find(chain, element) != chain.end() ||
        static_cast<int>(chain.size()) == longest_chain)
      break;
    chain.push_back(element);
    element = linked_element(tree, tree[element]);
  }
  return chain;
}

// The first of the chain that says it; of one kind of gradient only, where it is named.
std::string_view said(const SvgTree& tree, const std::vector<int>& chain, const char* key,
                      std::string_view kind = {}) {
  for (const int one : chain)
    if (tree[one].has(key) && (kind.empty() || tree[one].name == kind))
      return trimmed(tree[one].attribute(key));
  return {};
}

std::vector<GradientStop> stops_of(const SvgTree& tree, StyleSheet& sheet,
                                   const std::vector<int>& chain, const GradientUse& use) {
  std::vector<GradientStop> stops;
  for (const int one : chain) {
    // What a stop inherits comes from the elements around it.
    std::vector<int> around;
    for (int outer = one; outer >= 0; outer = tree[outer].parent) around.push_back(outer);
    SvgProperties outer;
    for (auto it = around.rbegin(); it != around.rend(); ++it)
      outer = properties_of(tree, *it, sheet, outer, use.frame);
    for (int child = tree[one].first_child; child >= 0; child = tree[child].next_sibling) {
      if (tree[child].name != "stop") continue;
      const SvgProperties its = properties_of(tree, child, sheet, outer, use.frame);
      const auto offset = read_opacity(tree[child].attribute("offset"));
      const double at = std::max(offset.value_or(0), stops.empty() ? 0 : stops.back().at);
      const Rgba colour = its.own.stop_color.kind == SvgPaint::Kind::current
                              ? its.inherited.color
                              : its.own.stop_color.colour;
      stops.push_back({at, colour_of(colour, its.own.stop_opacity * use.opacity)});
    }
    if (!stops.empty()) break;
  }
  return stops;
}

// Level lines are what an affine map keeps: the gradient on the paper is that across them.
void place_linear(Paint& paint, const Point& from, const Point& to, const Eigen::Affine2d& map) {
  const Point along = to - from;
  const Point level = map.linear() * Point(-along.y(), along.x());
  const Point across = Point(-level.y(), level.x()).normalized();
  paint.from = map * from;
  paint.to = paint.from + across * across.dot(map.linear() * along);
}

class GradientReader {
 public:
  GradientReader(const SvgTree& tree, const std::vector<int>& chain, const GradientUse& use)
      : tree_(tree), chain_(chain), use_(use) {
    in_box_ = said(tree, chain, "gradientUnits") != "userSpaceOnUse";
    if (in_box_) use_.frame.width = use_.frame.height = 1;
    if (const auto map = read_transform(said(tree, chain, "gradientTransform"))) own_ = *map;
    const std::string_view spread = said(tree, chain, "spreadMethod");
    spread_ = spread == "reflect" ? Spread::reflect : spread == "repeat" ? Spread::repeat : Spread::pad;
  }

  std::optional<Eigen::Affine2d> map() const {
    Eigen::Affine2d out = use_.to_paper;
    if (in_box_) {
      if (use_.object.isEmpty() || !(use_.object.sizes().minCoeff() > 0)) return {};
      out = out * Eigen::Translation2d(use_.object.min()) *
            Eigen::Scaling(use_.object.sizes().x(), use_.object.sizes().y());
    }
    return out * own_;
  }
  bool is_singular() const { return std::abs(own_.linear().determinant()) == 0; }

  double length(const char* key, std::string_view kind, Axis axis, std::string_view otherwise) const {
    std::string_view text = said(tree_, chain_, key, kind);
    auto read = read_length(text);
    if (!read) read = read_length(otherwise);
    return read ? in_user_units(*read, axis, use_.frame) : 0;
  }
  bool says(const char* key, std::string_view kind) const {
    return !said(tree_, chain_, key, kind).empty();
  }
  Spread spread() const { return spread_; }

 private:
  const SvgTree& tree_;
  const std::vector<int>& chain_;
  GradientUse use_;
  bool in_box_ = true;
  Eigen::Affine2d own_ = Eigen::Affine2d::Identity();
  Spread spread_ = Spread::pad;
};

}  // namespace

bool is_gradient(const SvgElement& element) {
  return element.name == "linearGradient" || element.name == "radialGradient";
}

int linked_element(const SvgTree& tree, const SvgElement& element) {
  std::string_view link = element.has("href") ? element.attribute("href") : std::string_view();
  if (!element.has("href"))
    for (const pugi::xml_attribute attribute : element.xml.attributes())
      if (std::string_view(attribute.name()).ends_with(":href")) link = attribute.value();
  link = trimmed(link);
  return link.starts_with('#') ? tree.find(link.substr(1)) : -1;
}

Colour colour_of(const Rgba& colour, double opacity) {
  return {-1, colour.rgb, std::clamp(colour.opacity * opacity, 0.0, 1.0)};
}

std::optional<PlacedPaint> gradient_paint(const SvgTree& tree, StyleSheet& sheet, int element,
                                          const GradientUse& use) {
  const std::vector<int> chain = chain_of(tree, element);
  std::vector<GradientStop> stops = stops_of(tree, sheet, chain, use);
  if (stops.empty()) return {};
  const GradientReader reader(tree, chain, use);
  const auto map = reader.map();
  if (!map) return {};
  const Colour last = stops.back().colour;
  if (stops.size() == 1) return plain(last);
  if (reader.is_singular()) return Paint{};
  Paint paint;
  paint.stops = std::move(stops);
  paint.spread = reader.spread();
  if (tree[element].name == "linearGradient") {
    constexpr std::string_view kind = "linearGradient";
    paint.kind = Paint::Kind::linear;
    const Point from(reader.length("x1", kind, Axis::x, "0%"), reader.length("y1", kind, Axis::y, "0%"));
    const Point to(reader.length("x2", kind, Axis::x, "100%"), reader.length("y2", kind, Axis::y, "0%"));
    if (!((to - from).norm() > 0)) return plain(last);
    place_linear(paint, from, to, *map);
    return paint;
  }
  constexpr std::string_view kind = "radialGradient";
  paint.kind = Paint::Kind::radial;
  const Point middle(reader.length("cx", kind, Axis::x, "50%"), reader.length("cy", kind, Axis::y, "50%"));
  const double radius = reader.length("r", kind, Axis::both, "50%");
  const double begins = std::max(reader.length("fr", kind, Axis::both, "0"), 0.0);
  if (!(radius > 0)) return plain(last);
  const Point focus(reader.says("fx", kind) ? reader.length("fx", kind, Axis::x, "50%") : middle.x(),
              reader.says("fy", kind) ? reader.length("fy", kind, Axis::y, "50%") : middle.y());
  paint.from = *map * middle;
  paint.to = *map * Point(middle + Point(radius, 0));
  paint.side = *map * Point(middle + Point(0, radius));
  if (focus != middle || begins > 0) paint.focus = Focus{*map * focus, begins / radius};
  return paint;
}

Paint in_box(PlacedPaint paint, const Box& box) {
  if (paint.kind != Paint::Kind::linear && paint.kind != Paint::Kind::radial) return paint;
  const Point size = box.sizes();
  const double least = flat * size.maxCoeff();
  if (paint.kind == Paint::Kind::linear)
    for (int axis = 0; axis < 2; ++axis) {
      if (size[axis] > least) continue;
      // Along the other axis the colour changes by this share of the way for each unit.
      const Point way = paint.to - paint.from;
      const double slope = way[1 - axis] / way.squaredNorm();
      const double begin = (paint.from - box.min()).dot(way) / way.squaredNorm();
      if (slope == 0) return plain(paint.stops.front().colour);
      paint.from = box.min(), paint.to = box.min();
      paint.from[1 - axis] += begin / slope;
      paint.to[1 - axis] += (begin + 1) / slope;
    }
  const auto share = [&](const Point& p) -> Point {
    Point out = p - box.min();
    for (int axis = 0; axis < 2; ++axis) out[axis] = size[axis] > least ? out[axis] / size[axis] : 0;
    return out;
  };
  paint.from = share(paint.from), paint.to = share(paint.to);
  if (paint.side) paint.side = share(*paint.side);
  if (paint.focus) paint.focus->at = share(paint.focus->at);
  return paint;
}

}  // namespace limber
