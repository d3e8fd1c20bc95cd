#include "app/exchange/svg_gradients.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "app/document/style_limits.h"
#include "app/exchange/import.h"

namespace limber {

namespace {

constexpr int longest_chain = 64;            // of gradients that go on in others
constexpr double flat = 1e-9;                // of the other side
constexpr std::size_t most_compared = 2000;  // stops, when they are too many

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
    spread_ = spread == "reflect"  ? Spread::reflect
              : spread == "repeat" ? Spread::repeat
                                   : Spread::pad;
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

  double length(const char* key, std::string_view kind, Axis axis,
                std::string_view otherwise) const {
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

// On the paper. Nothing: the gradient cannot be used for this shape.
std::optional<PlacedPaint> placed_paint(const SvgTree& tree, const std::vector<int>& chain,
                                        const GradientUse& use, std::vector<GradientStop> stops) {
  const GradientReader reader(tree, chain, use);
  const auto map = reader.map();
  if (!map) return {};
  const Colour last = stops.back().colour;
  if (stops.size() == 1) return plain(last);
  if (reader.is_singular()) return Paint{};
  Paint paint;
  paint.stops = std::move(stops);
  paint.spread = reader.spread();
  if (tree[chain.front()].name == "linearGradient") {
    constexpr std::string_view kind = "linearGradient";
    paint.kind = Paint::Kind::linear;
    const Point from(reader.length("x1", kind, Axis::x, "0%"),
                     reader.length("y1", kind, Axis::y, "0%"));
    const Point to(reader.length("x2", kind, Axis::x, "100%"),
                   reader.length("y2", kind, Axis::y, "0%"));
    if (!((to - from).norm() > 0)) return plain(last);
    place_linear(paint, from, to, *map);
    return paint;
  }
  constexpr std::string_view kind = "radialGradient";
  paint.kind = Paint::Kind::radial;
  const Point middle(reader.length("cx", kind, Axis::x, "50%"),
                     reader.length("cy", kind, Axis::y, "50%"));
  const double radius = reader.length("r", kind, Axis::both, "50%");
  const double begins = std::max(reader.length("fr", kind, Axis::both, "0"), 0.0);
  if (!(radius > 0)) return plain(last);
  const Point focus(
      reader.says("fx", kind) ? reader.length("fx", kind, Axis::x, "50%") : middle.x(),
      reader.says("fy", kind) ? reader.length("fy", kind, Axis::y, "50%") : middle.y());
  paint.from = *map * middle;
  paint.to = *map * Point(middle + Point(radius, 0));
  paint.side = *map * Point(middle + Point(0, radius));
  if (focus != middle || begins > 0) paint.focus = Focus{*map * focus, begins / radius};
  return paint;
}

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

SvgGradients::Stops SvgGradients::read_stops(const std::vector<int>& chain,
                                             const LengthFrame& frame) {
  Stops out;
  for (const int one : chain) {
    // What a stop inherits comes from the elements around it.
    std::vector<int> around;
    for (int outer = one; outer >= 0; outer = tree_[outer].parent) around.push_back(outer);
    SvgProperties outer;
    for (auto it = around.rbegin(); it != around.rend() && work_.may_read(*it); ++it)
      outer = properties_of(tree_, *it, sheet_, outer, frame);
    for (int child = tree_[one].first_child; child >= 0; child = tree_[child].next_sibling) {
      if (tree_[child].name != "stop") continue;
      ++out.in_file;
      if (!work_.may_read(child)) continue;
      const SvgProperties its = properties_of(tree_, child, sheet_, outer, frame);
      const auto offset = read_opacity(tree_[child].attribute("offset"));
      const double at = std::max(offset.value_or(0), out.kept.empty() ? 0 : out.kept.back().at);
      const Rgba colour = its.own.stop_color.kind == SvgPaint::Kind::current
                              ? its.inherited.color
                              : its.own.stop_color.colour;
      out.kept.push_back({at, colour, its.own.stop_opacity});
    }
    if (!out.kept.empty()) break;
  }
  thin_out(out.kept);
  return out;
}

// As many as a paint may have: from the first and the last on, always the one whose colour is
// farthest from what lies between its neighbours.
void SvgGradients::thin_out(std::vector<Stop>& stops) {
  if (stops.size() <= most_gradient_stops) return;
  const auto part = [](const Stop& stop, int k) {
    return k == 3 ? 255 * stop.colour.opacity * stop.opacity
                  : double(stop.colour.rgb >> (8 * k) & 255);
  };
  struct Gap {
    double error;
    std::size_t from, worst, to;
    bool operator<(const Gap& other) const { return error < other.error; }
  };
  const auto gap = [&](std::size_t from, std::size_t to) {
    Gap out{-1, from, from, to};
    const double wide = stops[to].at - stops[from].at;
    for (std::size_t i = from + 1; i < to; ++i) {
      const double u = wide > 0 ? (stops[i].at - stops[from].at) / wide : 0.5;
      double error = 0;
      for (int k = 0; k < 4; ++k)
        error +=
            std::abs(part(stops[i], k) - (1 - u) * part(stops[from], k) - u * part(stops[to], k));
      if (error > out.error) out.error = error, out.worst = i;
    }
    return out;
  };
  if (stops.size() > most_compared) {  // looking at all of them again and again would take long
    std::vector<Stop> fewer;
    for (std::size_t k = 0; k < most_compared; ++k)
      fewer.push_back(stops[k * (stops.size() - 1) / (most_compared - 1)]);
    stops = std::move(fewer);
  }
  std::vector<std::size_t> kept = {0, stops.size() - 1};
  std::priority_queue<Gap> gaps;
  gaps.push(gap(0, stops.size() - 1));
  while (kept.size() < most_gradient_stops && !gaps.empty()) {
    const Gap widest = gaps.top();
    gaps.pop();
    if (widest.worst == widest.from) continue;
    kept.push_back(widest.worst);
    gaps.push(gap(widest.from, widest.worst));
    gaps.push(gap(widest.worst, widest.to));
  }
  std::ranges::sort(kept);
  std::vector<Stop> out;
  for (const std::size_t k : kept) out.push_back(stops[k]);
  stops = std::move(out);
}

SvgGradients::Found SvgGradients::paint_of(int element, const GradientUse& use) {
  const std::vector<int> chain = chain_of(tree_, element);
  for (const int one : chain)
    if (!work_.may_read(one))
      return {Paint{}, "with all that is used again the file is too large: no paint"};
  const auto [entry, fresh] = kept_.try_emplace(element);
  if (fresh) entry->second = read_stops(chain, use.frame);
  const Stops& read = entry->second;
  if (read.kept.empty()) return {};
  const auto colour = [&](const Stop& stop) {
    return colour_of(stop.colour, stop.opacity * use.opacity);
  };
  used_ += read.kept.size();
  if (used_ > import_limits::stops && read.kept.size() > 1)
    return {plain(colour(read.kept.back())),
            "gradients have too many stops for so many shapes: one colour"};
  std::vector<GradientStop> stops;
  for (const Stop& stop : read.kept) stops.push_back({stop.at, colour(stop)});
  std::string trouble;
  if (read.in_file > stops.size())
    trouble =
        fmt::format("its gradient has {} stops: {} of them are kept", read.in_file, stops.size());
  return {placed_paint(tree_, chain, use, std::move(stops)), std::move(trouble)};
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
    for (int axis = 0; axis < 2; ++axis)
      out[axis] = size[axis] > least ? out[axis] / size[axis] : 0;
    return out;
  };
  paint.from = share(paint.from), paint.to = share(paint.to);
  if (paint.side) paint.side = share(*paint.side);
  if (paint.focus) paint.focus->at = share(paint.focus->at);
  return paint;
}

}  // namespace limber
