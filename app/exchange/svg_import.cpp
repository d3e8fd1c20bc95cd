#include "app/exchange/svg_import.h"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/document/document.h"
#include "app/document/numbers.h"
#include "app/drawing/images.h"
#include "app/edits/base64.h"
#include "app/exchange/import_writer.h"
#include "app/exchange/shape.h"
#include "app/exchange/simplest.h"
#include "app/exchange/svg_clip.h"
#include "app/exchange/svg_geometry.h"
#include "app/exchange/svg_gradients.h"
#include "app/exchange/svg_markers.h"
#include "app/exchange/svg_text.h"

namespace limber {

namespace {

constexpr double mm_per_px = 25.4 / 96;
constexpr double even_scale = 1e-3;       // sides of a map that differ by less scale strokes evenly
constexpr double smallest_width = 1e-6;   // of a stroke, mm
constexpr double widest_stroke = 1000;    // of a style
constexpr double longest_dash = 1000;     // likewise, in widths

// Where an element stands: all that it has from those around it.
struct Place {
  Eigen::Affine2d to_paper = Eigen::Affine2d::Identity();
  SvgProperties around;
  LengthFrame frame;
  ClipPath clip;  // on the paper
  PlacedPaint context_fill, context_stroke;  // inside of a marker: those of its shape
  int depth = 0, reuse = 0;
};

class SvgImporter {
 public:
  SvgImporter(const SvgTree& tree, const ImportOptions& options) : tree_(tree), options_(options) {}

  Result<Imported> run() {
    read_style_sheets();
    for (const std::string& trouble : tree_.troubles()) writer_.note({1, 1}, trouble);
    const SvgElement& root = tree_[tree_.root()];
    Place place;
    place.around = properties_of(tree_, tree_.root(), sheet_, {}, place.frame);
    place.frame.font_size = place.around.inherited.font_size;
    const std::optional<Point> size = size_of_root(root, place.frame);
    if (!size)
      return Error{"The picture has no size: its width and height must be above 0.", 0, 0, 1, {}, {}};
    writer_.page(*size * mm_per_px);
    Eigen::Affine2d to_paper = Eigen::Affine2d::Identity();
    to_paper.translate(Point(0, size->y() * mm_per_px)).scale(Point(mm_per_px, -mm_per_px));
    place.to_paper = to_paper;
    place.frame.width = size->x(), place.frame.height = size->y();
    draw_background(place, *size);
    if (const auto view = view_box_of(root)) {
      place.to_paper = to_paper * view_transform(*view, root.attribute("preserveAspectRatio"), *size);
      place.frame.width = view->sizes().x(), place.frame.height = view->sizes().y();
    }
    if (place.around.own.displayed) {
      if (const auto map = read_transform(place.around.own.transform)) place.to_paper = place.to_paper * *map;
      draw_root(place);
    }
    if (sheet_.exhausted())
      writer_.note({0, 0}, "the style sheets ask for too many comparisons: the rest was not looked at");
    return writer_.finish(options_);
  }

 private:
  void note(int element, std::string text) {
    const std::string_view id = tree_[element].attribute("id");
    const std::string name = tree_[element].name.empty() ? std::string("element") : std::string(tree_[element].name);
    writer_.note(tree_.place_of(element),
                 fmt::format("{}{}: {}", name, id.empty() ? "" : fmt::format(" {}", id), text));
  }

  void read_style_sheets() {
    std::vector<std::string> unknown;
    for (int k = 0; k < tree_.size(); ++k) {
      if (tree_[k].name != "style") continue;
      const std::string_view type = trimmed(tree_[k].attribute("type"));
      if (!type.empty() && !same_word(type, "text/css")) continue;
      std::string text;
      for (const pugi::xml_node child : tree_[k].xml.children()) text += child.value();
      sheets_.push_back(std::make_unique<std::string>(std::move(text)));
      sheet_.add(*sheets_.back(), unknown);
      for (const std::string& one : unknown)
        note(k, fmt::format("the rule '{}' is not understood", one.substr(0, 60)));
      unknown.clear();
    }
  }

  // Nothing: it cannot be drawn.
  std::optional<Point> size_of_root(const SvgElement& root, const LengthFrame& frame) const {
    const auto view = view_box_of(root);
    const Point whole = view ? Point(view->sizes()) : Point(100, 100);
    Point size = whole;
    const auto width = read_length(root.attribute("width"));
    const auto height = read_length(root.attribute("height"));
    LengthFrame around = frame;
    around.width = whole.x(), around.height = whole.y();
    if (width) size.x() = in_user_units(*width, Axis::x, around);
    if (height) size.y() = in_user_units(*height, Axis::y, around);
    // One side follows from the other as the view box goes; a share of a window that is not there says nothing.
    const auto says = [](const std::optional<Length>& side) { return side && side->unit != Unit::percent; };
    if (view && says(width) && !says(height)) size.y() = size.x() * whole.y() / whole.x();
    if (view && says(height) && !says(width)) size.x() = size.y() * whole.x() / whole.y();
    const bool fits = size.minCoeff() > 0 && size.maxCoeff() * mm_per_px <= largest_page;
    return fits ? std::optional(size) : std::nullopt;
  }

  void draw_background(const Place& place, const Point& size) {
    const Rgba colour = place.around.own.background;
    if (!(colour.opacity > 0)) return;
    Style style;
    style.stroke = {};
    style.fill = plain(colour_of(colour, 1));
    const Point middle = place.to_paper * Point(size / 2);
    edit::Draw draw;
    draw.type = "rectangle";
    draw.q = {{"c.x", middle.x()}, {"c.y", middle.y()}, {"w", size.x() * mm_per_px},
              {"h", size.y() * mm_per_px}, {"phi", 0}};
    writer_.style(writer_.draw(draw, "background"), style);
  }

  // ---- groups

  // Layers of Inkscape are layers, as long as nothing outside of them lies above one.
  void draw_root(const Place& place) {
    Strings things;
    bool layers = place.around.own.opacity == 1;
    bool seen_layer = false;
    for (int child = tree_[0].first_child; child >= 0; child = tree_[child].next_sibling) {
      const std::string_view name = tree_[child].name;
      const bool draws = is_shape(name) || name == "g" || name == "use" || name == "text" ||
                         name == "image" || name == "a" || name == "svg" || name == "switch";
      if (is_layer(child)) seen_layer = true;
      else if (draws && seen_layer) layers = false;
    }
    for (int child = tree_[0].first_child; child >= 0; child = tree_[child].next_sibling) {
      if (!layers || !is_layer(child)) {
        for (std::string& made : draw(child, place)) things.push_back(std::move(made));
        continue;
      }
      const std::string layer = writer_.layer(label_of(child));
      const SvgProperties its = properties_of(tree_, child, sheet_, place.around, place.frame);
      in_layer_ = child;
      const Strings inside = draw(child, place);
      in_layer_ = -1;
      if (!inside.empty()) writer_.put(inside, layer);
      if (its.own.opacity < 1) {
        Style style;
        style.opacity = its.own.opacity;
        writer_.style(layer, style);
      }
    }
    if (place.around.own.opacity < 1 && !things.empty())
      fade(writer_.group(things, label_of(0)), place.around.own.opacity);
  }

  bool is_layer(int element) const {
    return tree_[element].name == "g" && tree_[element].attribute("inkscape:groupmode") == "layer";
  }
  std::string_view label_of(int element) const {
    const std::string_view label = tree_[element].attribute("inkscape:label");
    return label.empty() ? tree_[element].attribute("id") : label;
  }

  void fade(const std::string& group, double opacity) {
    Style style;
    style.opacity = opacity;
    writer_.style(group, style);
  }

  // What was made inside of an element, as one where it is one.
  Strings gathered(int element, Strings things, double opacity) {
    if (things.empty() || element == in_layer_) return things;
    const bool named = !label_of(element).empty();
    if (opacity == 1 && (things.size() == 1 || !named) && !(named && things.size() > 1)) {
      if (things.size() == 1 || !named) return things;
    }
    const std::string group = writer_.group(things, label_of(element));
    if (opacity < 1) fade(group, opacity);
    return {group};
  }

  Strings draw_children(int element, const Place& place) {
    Strings things;
    for (int child = tree_[element].first_child; child >= 0; child = tree_[child].next_sibling)
      for (std::string& made : draw(child, place)) things.push_back(std::move(made));
    return things;
  }

  // The first child that is for everyone, or for readers of English.
  Strings draw_switch(int element, const Place& place) {
    for (int child = tree_[element].first_child; child >= 0; child = tree_[child].next_sibling) {
      const SvgElement& one = tree_[child];
      if (one.name.empty() || one.name == "foreignObject") continue;
      if (one.has("requiredExtensions") && !one.attribute("requiredExtensions").empty()) continue;
      const std::string_view languages = one.attribute("systemLanguage");
      if (one.has("systemLanguage") && languages.find("en") == languages.npos) continue;
      return draw(child, place);
    }
    return {};
  }

  // ---- elements

  bool count_element(int element) {
    if (++elements_ <= import_limits::elements) return true;
    if (elements_ == import_limits::elements + 1)
      note(element, fmt::format("more than {} elements: the rest is left out", import_limits::elements));
    return false;
  }

  Strings draw(int element, const Place& outer) {
    const SvgElement& one = tree_[element];
    const std::string_view name = one.name;
    const bool shape = is_shape(name);
    const bool group = name == "g" || name == "a" || name == "switch" || name == "svg" || name == "use";
    if (name == "foreignObject") note(element, "other languages inside are left out");
    if (!shape && !group && name != "text" && name != "image") return {};
    if (!count_element(element)) return {};
    if (outer.depth >= import_limits::depth) {
      note(element, fmt::format("elements are nested deeper than {}: left out", import_limits::depth));
      return {};
    }
    Place place = outer;
    ++place.depth;
    place.around = properties_of(tree_, element, sheet_, outer.around, outer.frame);
    place.frame.font_size = place.around.inherited.font_size;
    if (!place.around.own.displayed) {
      note(element, "it is not displayed: left out");
      return {};
    }
    if (!transform_and_clip(element, place)) return {};
    if (name == "svg") return gathered(element, draw_svg(element, place, {}), place.around.own.opacity);
    if (name == "use") return gathered(element, draw_use(element, place), place.around.own.opacity);
    if (name == "switch") return gathered(element, draw_switch(element, place), place.around.own.opacity);
    if (group) return gathered(element, draw_children(element, place), place.around.own.opacity);
    if (name == "text") return draw_text(element, place);
    if (name == "image") return draw_image(element, place);
    return draw_shape(element, place);
  }

  // False: nothing of it is seen.
  bool transform_and_clip(int element, Place& place) {
    const SvgOwn& own = place.around.own;
    if (!own.transform.empty()) {
      const auto map = read_transform(own.transform);
      if (!map) note(element, "its transform is not understood");
      else if (!(std::abs(map->linear().determinant()) > 0) || !map->matrix().allFinite()) return false;
      else place.to_paper = place.to_paper * *map;
    }
    if (!own.mask.empty()) note(element, "its mask is left out");
    if (!own.filter.empty()) note(element, "its filter is left out");
    if (own.blends) note(element, "its way of blending is left out");
    if (!own.clip_path.empty()) return add_clip_path(element, place);
    return true;
  }

  bool add_clip_path(int element, Place& place) {
    const int clip = tree_.find(place.around.own.clip_path);
    if (clip < 0 || tree_[clip].name != "clipPath") return true;
    SvgClips clips(tree_, sheet_);
    const auto path = clips.path_of(clip, element, place.to_paper, place.frame);
    if (!path) {
      note(element, "its clip path is left out");
      return true;
    }
    place.clip.intersect(*path);
    return true;
  }

  // A viewport of its own: an svg inside, or one or a symbol that is used. `size`: given by the use.
  struct Given {
    std::optional<double> width, height;
  };
  Strings draw_svg(int element, Place place, const Given& given) {
    const SvgElement& one = tree_[element];
    const Point at = one.name == "symbol"
                         ? Point(0, 0)
                         : Point(length_of(one, "x", Axis::x, place.frame), length_of(one, "y", Axis::y, place.frame));
    const Point size(given.width.value_or(length_of(one, "width", Axis::x, place.frame, "100%")),
                     given.height.value_or(length_of(one, "height", Axis::y, place.frame, "100%")));
    if (!(size.minCoeff() > 0)) return {};
    if (place.around.own.clips_content) cut_off(place, Box(at, Point(at + size)));
    place.to_paper = place.to_paper * Eigen::Translation2d(at);
    place.frame.width = size.x(), place.frame.height = size.y();
    if (one.has("viewBox")) {
      const auto view = view_box_of(one);
      if (!view) return {};
      place.to_paper = place.to_paper * view_transform(*view, one.attribute("preserveAspectRatio"), size);
      place.frame.width = view->sizes().x(), place.frame.height = view->sizes().y();
    }
    return draw_children(element, place);
  }

  bool is_usable(int target) const {
    const std::string_view name = tree_[target].name;
    return is_shape(name) || name == "g" || name == "a" || name == "switch" || name == "svg" ||
           name == "use" || name == "text" || name == "image" || name == "symbol";
  }

  // An element of a language that is not SVG is not drawn, and nothing inside of it.
  bool is_drawn(int element) const {
    for (int around = tree_[element].parent; around >= 0; around = tree_[around].parent)
      if (tree_[around].name.empty()) return false;
    return true;
  }

  Strings draw_use(int element, Place place) {
    const SvgElement& one = tree_[element];
    const int target = linked_element(tree_, one);
    if (target < 0) return note(element, "what it refers to is not in the file: left out"), Strings();
    if (!is_usable(target) || !is_drawn(target))
      return note(element, "what it refers to cannot be drawn: left out"), Strings();
    bool round = std::ranges::find(used_, target) != used_.end();
    for (int around = element; around >= 0; around = tree_[around].parent) round = round || around == target;
    if (round) return note(element, "it refers to itself: left out"), Strings();
    if (++place.reuse > import_limits::reuse)
      return note(element, fmt::format("things are used inside of others more than {} deep: left out",
                                       import_limits::reuse)),
             Strings();
    place.to_paper = place.to_paper * Eigen::Translation2d(length_of(one, "x", Axis::x, place.frame),
                                                           length_of(one, "y", Axis::y, place.frame));
    used_.push_back(target);
    Strings things;
    const std::string_view name = tree_[target].name;
    if (name == "symbol" || name == "svg") {
      const Given given{size_on(one, "width", Axis::x, place.frame), size_on(one, "height", Axis::y, place.frame)};
      Place inside = place;
      ++inside.depth;
      inside.around = properties_of(tree_, target, sheet_, place.around, place.frame);
      if (inside.around.own.displayed && count_element(target) && transform_and_clip(target, inside))
        things = gathered(target, draw_svg(target, inside, given), inside.around.own.opacity);
    } else {
      things = draw(target, place);
    }
    used_.pop_back();
    return things;
  }
  std::optional<double> size_on(const SvgElement& one, const char* key, Axis axis,
                                const LengthFrame& frame) const {
    const auto read = read_length(one.attribute(key));
    return read ? std::optional(in_user_units(*read, axis, frame)) : std::nullopt;
  }

  // ---- shapes

  Strings draw_shape(int element, const Place& place) {
    SvgGeometry geometry = geometry_of(tree_[element], place.frame);
    if (!geometry.trouble.empty()) note(element, geometry.trouble);
    if (geometry.outlines.empty() || !place.around.inherited.visible) return {};
    for (const Outline& outline : geometry.outlines) segments_ += static_cast<int>(outline.pieces.size());
    if (segments_ > import_limits::segments) {
      note(element, fmt::format("more than {} segments: left out", import_limits::segments));
      return {};
    }
    const SvgInherited& its = place.around.inherited;
    const Box object = box_of(geometry.outlines);
    const PlacedPaint fill = paint_of(element, its.fill, its.fill_opacity, object, place, "fill");
    PlacedPaint stroke = paint_of(element, its.stroke, its.stroke_opacity, object, place, "stroke");
    if (!(its.stroke_width > 0)) stroke = {};
    if (!has_markers(element, its)) return paint_shape(element, place, geometry.outlines, fill, stroke);
    Place whole = place;
    whole.around.own.opacity = 1;
    whole.context_fill = fill, whole.context_stroke = stroke;
    Strings things = paint_shape(element, whole, geometry.outlines, fill, stroke);
    draw_markers(element, whole, geometry.outlines, things);
    if (things.empty() || (things.size() == 1 && place.around.own.opacity == 1)) return things;
    const std::string group = writer_.group(things, name_for(element));
    if (place.around.own.opacity < 1) fade(group, place.around.own.opacity);
    return {group};
  }

  // ---- markers

  int marker_of(const std::string& id) const {
    const int marker = id.empty() ? -1 : tree_.find(id);
    return marker >= 0 && tree_[marker].name == "marker" ? marker : -1;
  }
  bool has_markers(int element, const SvgInherited& its) const {
    return can_have_markers(tree_[element].name) &&
           (marker_of(its.marker_start) >= 0 || marker_of(its.marker_mid) >= 0 || marker_of(its.marker_end) >= 0);
  }

  void draw_markers(int element, const Place& place, const std::vector<Outline>& outlines, Strings& things) {
    const SvgInherited& its = place.around.inherited;
    for (const MarkerPlace& one : marker_places(outlines)) {
      if (elements_ > import_limits::elements) return;
      const int marker = marker_of(one.where == MarkerPlace::Where::start ? its.marker_start
                                   : one.where == MarkerPlace::Where::end ? its.marker_end
                                                                          : its.marker_mid);
      if (marker < 0 || std::ranges::find(used_, marker) != used_.end()) continue;
      if (place.reuse >= import_limits::reuse) return note(element, "markers are used in markers too deep: left out");
      used_.push_back(marker);
      for (std::string& made : draw_marker(marker, one, place)) things.push_back(std::move(made));
      used_.pop_back();
    }
  }

  Strings draw_marker(int marker, const MarkerPlace& at, const Place& shape) {
    const auto view = marker_view(tree_[marker], at, shape.around.inherited.stroke_width, shape.frame);
    if (!view) return {};
    Place place = shape;
    ++place.depth, ++place.reuse;
    place.to_paper = shape.to_paper * view->map;
    place.around = properties_of(tree_, marker, sheet_, properties_around(tree_, marker, sheet_, shape.frame), shape.frame);
    place.frame.width = view->view.sizes().x(), place.frame.height = view->view.sizes().y();
    place.frame.font_size = place.around.inherited.font_size;
    if (place.around.own.clips_content) cut_off(place, view->view);
    return gathered(marker, draw_children(marker, place), place.around.own.opacity);
  }

  void cut_off(Place& place, const Box& box) {
    const Point corners[] = {box.min(), Point(box.max().x(), box.min().y()), box.max(),
                             Point(box.min().x(), box.max().y())};
    Outline frame;
    for (int k = 0; k < 4; ++k) frame.pieces.push_back(LinePiece{corners[k], corners[(k + 1) % 4]});
    frame.closed = true;
    place.clip.intersect(skia_path(transformed(place.to_paper, {frame})));
  }

  PlacedPaint paint_of(int element, const SvgPaint& paint, double opacity, const Box& object,
                       const Place& place, std::string_view which) {
    const auto simple = [&](SvgPaint::Kind kind) {
      if (kind == SvgPaint::Kind::none) return Paint{};
      if (kind == SvgPaint::Kind::context_fill) return place.context_fill;
      if (kind == SvgPaint::Kind::context_stroke) return place.context_stroke;
      const Rgba colour = kind == SvgPaint::Kind::current ? place.around.inherited.color : paint.colour;
      return plain(colour_of(colour, opacity));
    };
    if (paint.kind != SvgPaint::Kind::reference) return simple(paint.kind);
    const int server = tree_.find(paint.id);
    if (server >= 0 && is_gradient(tree_[server])) {
      const GradientUse use{object, place.to_paper, place.frame, opacity};
      if (const auto found = gradient_paint(tree_, sheet_, server, use)) return *found;
    } else if (server >= 0 && tree_[server].name == "pattern") {
      note(element, fmt::format("the pattern of its {} is left out", which));
    } else if (!paint.has_fallback) {
      note(element, fmt::format("what its {} refers to is not in the file", which));
    }
    return paint.has_fallback ? simple(paint.fallback) : Paint{};
  }

  // How much the map scales lengths; nothing when not evenly.
  static std::optional<double> scale_of(const Eigen::Affine2d& map) {
    const Eigen::JacobiSVD<Eigen::Matrix2d> svd(map.linear());
    const auto sizes = svd.singularValues();
    if (sizes[0] - sizes[1] > even_scale * sizes[0]) return {};
    return std::sqrt(sizes[0] * sizes[1]);
  }

  Strings paint_shape(int element, const Place& place, const std::vector<Outline>& outlines,
                      const PlacedPaint& fill, const PlacedPaint& stroke) {
    if (fill.kind == Paint::Kind::none && stroke.kind == Paint::Kind::none) return {};
    const bool strokes = stroke.kind != Paint::Kind::none;
    const std::optional<double> scale = scale_of(place.to_paper);
    const std::vector<Outline> on_paper = transformed(place.to_paper, outlines);
    Box reach = box_of(on_paper);
    if (!(reach.min().allFinite() && reach.max().allFinite() && reach.min().minCoeff() > -largest_number &&
          reach.max().maxCoeff() < largest_number))
      return note(element, "it is too far away: left out"), Strings();
    const double width = place.around.inherited.stroke_width *
                         (scale ? *scale : std::sqrt(std::abs(place.to_paper.linear().determinant())));
    if (strokes) {
      const double margin = width * std::max(1.0, place.around.inherited.miter_limit) / 2 + width;
      reach = Box(Point(reach.min().array() - margin), Point(reach.max().array() + margin));
    }
    if (place.clip.misses(reach)) return {};
    const bool cut = !place.clip.covers(reach);
    const bool uneven = strokes && !scale;
    if (uneven || (strokes && width > widest_stroke)) note(element, "its stroke is an outline of its own here: no curve has one like it");
    if (cut) note(element, "it is cut off by a clip path or viewport: an outline of what is left");
    if (!cut && !uneven && !(strokes && width > widest_stroke)) return draw_curves(element, place, on_paper, fill, stroke, width);
    return draw_cut(element, place, outlines, fill, stroke);
  }

  Style stroke_style(int element, const SvgInherited& its, double width) {
    Style style;
    style.width = std::max(width, smallest_width);
    style.width_in_mm = true;
    style.cap = its.cap, style.join = its.join;
    style.miter_limit = std::clamp(its.miter_limit, 1.0, 100.0);
    const double unit = its.stroke_width;
    double longest = 0;
    for (const double dash : its.dash) longest = std::max(longest, dash / unit);
    if (longest > longest_dash || its.dash.size() > 32) {
      note(element, "its dashes are too long or too many: a solid line");
    } else {
      for (const double dash : its.dash) style.dash.push_back(dash / unit);
      style.dash_offset = its.dash.empty() ? 0 : its.dash_offset / unit;
    }
    return style;
  }

  // Where in its dashes a curve begins that is a later part of an outline, or runs against it. Against
  // it the dashes come in the opposite order.
  static void set_dashes(Style& style, double along, bool backwards, double whole) {
    if (style.dash.empty()) return;
    std::vector<double> dash = style.dash;
    if (dash.size() % 2) dash.insert(dash.end(), style.dash.begin(), style.dash.end());
    double period = 0;
    for (const double one : dash) period += one;
    double offset = style.dash_offset + along / style.width;
    if (backwards) {
      std::reverse(dash.begin(), dash.end() - 1);
      const double phase = offset + whole / style.width;
      offset = period - dash.back() - phase;
    }
    style.dash = dash;
    style.dash_offset = std::fmod(std::fmod(offset, period) + period, period);
  }

  std::string name_for(int element) const {
    const std::string_view label = label_of(element);
    return std::string(label.empty() ? tree_[element].name : label);
  }

  Strings draw_curves(int element, const Place& place, const std::vector<Outline>& outlines,
                      const PlacedPaint& fill, const PlacedPaint& stroke, double width) {
    const SvgInherited& its = place.around.inherited;
    const bool dashed = !its.dash.empty() && stroke.kind != Paint::Kind::none;
    const bool by_winding = outlines.size() > 1 && fill.kind != Paint::Kind::none && its.fill_rule == FillRule::winding;
    const Keep keep = by_winding ? Keep::direction : dashed ? Keep::start : Keep::shape;
    std::vector<std::pair<SimplestCurve, const Outline*>> curves;
    std::vector<Point> dots;
    for (const Outline& outline : outlines) {
      const std::vector<SimplestCurve> made = simplest_curves(outline, keep);
      for (const SimplestCurve& one : made) curves.push_back({one, &outline});
      if (made.empty()) dots.push_back(begin_of(outline.pieces.front()));
    }
    Style line;
    if (stroke.kind != Paint::Kind::none) line = stroke_style(element, its, width);
    Strings things;
    const bool one_curve = curves.size() == 1;
    const std::string name = name_for(element);
    for (const auto& [curve, outline] : curves) {
      Style style = line;
      const Box box = box_of(std::vector<Outline>{*outline});
      style.stroke = in_box(stroke, box);
      if (dashed) {
        double whole = 0;
        for (const Piece& piece : outline->pieces) whole += limber::length_of(piece);
        set_dashes(style, curve.along, curve.backwards, whole);
      }
      if (one_curve) {
        style.fill = in_box(fill, box);
        style.rule = its.fill_rule;
        style.opacity = place.around.own.opacity;
      }
      // The name is the group's where there is one.
      things.push_back(writer_.draw(curve.draw, one_curve ? name : fmt::format("{}-{}", name, things.size() + 1)));
      writer_.style(things.back(), style);
    }
    draw_dots(dots, place, stroke, width, name, things);
    if (things.size() < 2) return things;
    const std::string group = writer_.group(things, name);
    Style style;
    style.stroke = {};
    style.fill = one_curve ? Paint{} : in_box(fill, box_of(outlines));
    style.rule = its.fill_rule;
    style.opacity = one_curve ? 1 : place.around.own.opacity;
    if (style.fill.kind != Paint::Kind::none || style.opacity < 1) writer_.style(group, style);
    return {group};
  }

  // An outline without extent shows its caps alone.
  void draw_dots(const std::vector<Point>& dots, const Place& place, const PlacedPaint& stroke,
                 double width, const std::string& name, Strings& things) {
    const Cap cap = place.around.inherited.cap;
    if (cap == Cap::butt || stroke.kind == Paint::Kind::none) return;
    for (const Point& at : dots) {
      edit::Draw draw;
      draw.type = cap == Cap::round ? "circle" : "rectangle";
      draw.q = {{"c.x", at.x()}, {"c.y", at.y()}};
      const double turn = std::atan2(place.to_paper.linear()(1, 0), place.to_paper.linear()(0, 0));
      if (cap == Cap::round) draw.q.push_back({"r", width / 2});
      else draw.q.insert(draw.q.end(), {{"w", width}, {"h", width}, {"phi", turn}});
      const Point half(width / 2, width / 2);
      Style style;
      style.stroke = {};
      style.fill = in_box(stroke, Box(Point(at - half), Point(at + half)));
      style.opacity = place.around.own.opacity;
      things.push_back(writer_.draw(draw, name));
      writer_.style(things.back(), style);
    }
  }

  // What is left of fill and stroke inside of the clip, each as an area.
  Strings draw_cut(int element, const Place& place, const std::vector<Outline>& outlines,
                   const PlacedPaint& fill, const PlacedPaint& stroke) {
    Strings things;
    if (++cuts_ > import_limits::cuts) {
      if (cuts_ == import_limits::cuts + 1)
        note(element, fmt::format("more than {} shapes are cut off by others: the rest is left out", import_limits::cuts));
      return things;
    }
    const auto add = [&](const SkPath& path, const PlacedPaint& paint) {
      const std::vector<Outline> left = outlines_of(place.clip.cut(path));
      Strings made;
      for (const Outline& outline : left)
        for (const SimplestCurve& one : simplest_curves(outline))
          made.push_back(writer_.draw(one.draw, fmt::format("{}-{}", name_for(element), made.size() + 1)));
      if (made.empty()) return;
      Style style, plain_line;
      plain_line.stroke = {};
      for (const std::string& one : made) writer_.style(one, plain_line);
      style.stroke = {};
      style.fill = in_box(paint, box_of(left));
      style.rule = FillRule::even_odd;  // what is cut has no overlaps
      const std::string area = writer_.group(made, name_for(element));
      writer_.style(area, style);
      things.push_back(area);
    };
    if (fill.kind != Paint::Kind::none) {
      SkPath path = skia_path(transformed(place.to_paper, outlines));
      const FillRule rule = place.around.inherited.fill_rule;
      path.setFillType(rule == FillRule::even_odd ? SkPathFillType::kEvenOdd : SkPathFillType::kWinding);
      add(path, fill);
    }
    if (stroke.kind != Paint::Kind::none)
      add(stroke_outline(outlines, place.around.inherited, place.to_paper), stroke);
    if (things.empty() || (things.size() == 1 && place.around.own.opacity == 1)) return things;
    const std::string group = writer_.group(things, name_for(element));
    if (place.around.own.opacity < 1) fade(group, place.around.own.opacity);
    return {group};
  }

  // ---- texts and pictures

  Strings draw_text(int element, const Place& place) {
    Strings things;
    const SvgTexts texts(tree_, sheet_, place.frame);
    for (const SvgText& one : texts.of(element, place.around)) {
      const SvgInherited& its = one.properties.inherited;
      const Point at = place.to_paper * one.at;
      const double scale = std::sqrt(std::abs(place.to_paper.linear().determinant()));
      if (!its.visible || !one.properties.own.displayed) continue;
      const PlacedPaint fill = paint_of(element, its.fill, its.fill_opacity, {}, place, "fill");
      if (!one.trouble.empty()) note(one.element, one.trouble);
      const Point along = place.to_paper.linear() * Point(1, 0);
      if (std::abs(along.y()) > 1e-3 * along.norm() || along.x() < 0 ||
          place.to_paper.linear().determinant() > 0)
        note(one.element, "its letters stand upright here: a text cannot be turned");
      if (its.stroke.kind != SvgPaint::Kind::none) note(one.element, "the stroke of its letters is left out");
      if (fill.kind == Paint::Kind::none) continue;
      const double size = its.font_size * scale;
      if (!(size > 1e-3 && size < 1e4)) {
        note(one.element, "its letters are too small or too large: left out");
        continue;
      }
      edit::TextEdit text;
      text.text = one.text;
      text.size = size;
      text.at = SvgTexts::middle_of(one.text, size, its.anchor, at);
      things.push_back(writer_.text(text, name_for(one.element)));
      Style style;
      style.stroke = in_box(fill, Box(text.at, text.at));
      style.opacity = place.around.own.opacity;
      writer_.style(things.back(), style);
    }
    if (things.size() < 2) return things;
    return {writer_.group(things, name_for(element))};
  }

  Strings draw_image(int element, const Place& place) {
    const SvgElement& one = tree_[element];
    std::string_view link = one.attribute("href");
    for (const pugi::xml_attribute attribute : one.xml.attributes())
      if (link.empty() && std::string_view(attribute.name()).ends_with(":href")) link = attribute.value();
    const std::size_t data = link.find(";base64,");
    if (!link.starts_with("data:image/") || link.starts_with("data:image/svg") || data == link.npos)
      return note(element, "a picture that is not inside the file as PNG, JPEG or WebP is left out"), Strings();
    const Eigen::Matrix2d map = place.to_paper.linear();
    const double skew = std::abs(map(0, 1)) + std::abs(map(1, 0));
    if (skew > 1e-6 * (std::abs(map(0, 0)) + std::abs(map(1, 1))) || map(0, 0) < 0 || map(1, 1) > 0)
      return note(element, "a picture that is turned or mirrored is left out"), Strings();
    const Point at(length_of(one, "x", Axis::x, place.frame), length_of(one, "y", Axis::y, place.frame));
    const Point size(length_of(one, "width", Axis::x, place.frame), length_of(one, "height", Axis::y, place.frame));
    if (!(size.minCoeff() > 0)) return note(element, "a picture without a size is left out"), Strings();
    edit::PictureEdit picture;
    for (const char c : link.substr(data + 8))
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') picture.data += c;
    const std::optional<std::string> bytes = from_base64(picture.data);
    const auto pixels = bytes ? size_of_image(*bytes) : std::nullopt;
    if (!pixels) return note(element, "its picture cannot be read: left out"), Strings();
    const Box whole(Point(0, 0), Point(pixels->first, pixels->second));
    const std::string_view preserve = one.attribute("preserveAspectRatio");
    const Eigen::Affine2d fitted = view_transform(whole, preserve, size);
    if (preserve.find("slice") != preserve.npos) note(element, "its picture is not cut off here");
    const Point low = at + fitted * Point(0, pixels->second), wide = fitted.linear() * Point(whole.max());
    picture.at = place.to_paper * low;
    picture.size = Point(wide.x() * map(0, 0), -wide.y() * map(1, 1));
    picture.opacity = place.around.own.opacity;
    Strings made{writer_.picture(picture, name_for(element))};
    Style style;
    style.stroke = {};
    writer_.style(made.back(), style);
    return made;
  }

  const SvgTree& tree_;
  const ImportOptions& options_;
  StyleSheet sheet_;
  std::vector<std::unique_ptr<std::string>> sheets_;  // what the rules are written in
  ImportWriter writer_;
  std::vector<int> used_;  // what is being used again, from the outermost
  int in_layer_ = -1;      // the element that is a layer, not a group
  int elements_ = 0, segments_ = 0, cuts_ = 0;
};

}  // namespace

Result<Imported> import_svg(std::string_view bytes, const ImportOptions& options) {
  const Result<SvgTree> tree = SvgTree::read(bytes);
  if (!tree) return tree.error();
  return SvgImporter(*tree, options).run();
}

}  // namespace limber
