#include "app/exchange/svg_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/document.h"
#include "app/exchange/svg_importer.h"

namespace limber {

namespace {

constexpr double mm_per_px = 25.4 / 96;
constexpr std::size_t longest_id = 60;      // in a note
constexpr std::size_t longest_label = 200;  // bytes; names are cut to less

}  // namespace

Result<Imported> SvgImporter::run() {
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
    if (const auto map = read_transform(place.around.own.transform))
      place.to_paper = place.to_paper * *map;
    draw_root(place);
  }
  if (sheet_.exhausted())
    writer_.note({0, 0},
                 "the style sheets ask for too many comparisons: the rest was not looked at");
  return writer_.finish(options_);
}

void SvgImporter::note(int element, std::string text) {
  const std::string_view id = tree_[element].attribute("id").substr(0, longest_id);
  const std::string name =
      tree_[element].name.empty() ? std::string("element") : std::string(tree_[element].name);
  writer_.note(tree_.place_of(element),
               fmt::format("{}{}: {}", name, id.empty() ? "" : fmt::format(" {}", id), text));
}

void SvgImporter::note_end(bool& told, int element, std::string text) {
  if (!told) note(element, std::move(text));
  told = true;
}

std::string SvgImporter::name_for(int element) const {
  const std::string_view label = label_of(element);
  return std::string(label.empty() ? tree_[element].name : label.substr(0, longest_label));
}

void SvgImporter::read_style_sheets() {
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
std::optional<Point> SvgImporter::size_of_root(const SvgElement& root,
                                               const LengthFrame& frame) const {
  const auto view = view_box_of(root);
  const Point whole = view ? Point(view->sizes()) : Point(100, 100);
  Point size = whole;
  const auto width = read_length(root.attribute("width"));
  const auto height = read_length(root.attribute("height"));
  LengthFrame around = frame;
  around.width = whole.x(), around.height = whole.y();
  if (width) size.x() = in_user_units(*width, Axis::x, around);
  if (height) size.y() = in_user_units(*height, Axis::y, around);
  // One side follows from the other as the view box goes; a share of a window that is not there
  // says nothing.
  const auto says = [](const std::optional<Length>& side) {
    return side && side->unit != Unit::percent;
  };
  if (view && says(width) && !says(height)) size.y() = size.x() * whole.y() / whole.x();
  if (view && says(height) && !says(width)) size.x() = size.y() * whole.x() / whole.y();
  const bool fits = size.minCoeff() > 0 && size.maxCoeff() * mm_per_px <= largest_page;
  return fits ? std::optional(size) : std::nullopt;
}

void SvgImporter::draw_background(const Place& place, const Point& size) {
  const Rgba colour = place.around.own.background;
  if (!(colour.opacity > 0)) return;
  Style style;
  style.stroke = {};
  style.fill = plain(colour_of(colour, 1));
  const Point middle = place.to_paper * Point(size / 2);
  edit::Draw draw;
  draw.type = "rectangle";
  draw.q = {{"c.x", middle.x()},
            {"c.y", middle.y()},
            {"w", size.x() * mm_per_px},
            {"h", size.y() * mm_per_px},
            {"phi", 0}};
  writer_.style(writer_.draw(draw, "background"), style);
}

// ---- groups

// Layers of Inkscape are layers, as long as nothing outside of them lies above one.
void SvgImporter::draw_root(const Place& place) {
  Strings things;
  bool layers = place.around.own.opacity == 1;
  bool seen_layer = false;
  for (int child = tree_[0].first_child; child >= 0; child = tree_[child].next_sibling) {
    const std::string_view name = tree_[child].name;
    const bool draws = is_shape(name) || name == "g" || name == "use" || name == "text" ||
                       name == "image" || name == "a" || name == "svg" || name == "switch";
    if (is_layer(child))
      seen_layer = true;
    else if (draws && seen_layer)
      layers = false;
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

bool SvgImporter::is_layer(int element) const {
  return tree_[element].name == "g" && tree_[element].attribute("inkscape:groupmode") == "layer";
}
std::string_view SvgImporter::label_of(int element) const {
  const std::string_view label = tree_[element].attribute("inkscape:label");
  return label.empty() ? tree_[element].attribute("id") : label;
}

void SvgImporter::fade(const std::string& group, double opacity) {
  Style style;
  style.opacity = opacity;
  writer_.style(group, style);
}

// What was made inside of an element, as one where it is one.
Strings SvgImporter::gathered(int element, Strings things, double opacity) {
  if (things.empty() || element == in_layer_) return things;
  const bool named = !label_of(element).empty();
  if (opacity == 1 && (things.size() == 1 || !named) && !(named && things.size() > 1)) {
    if (things.size() == 1 || !named) return things;
  }
  const std::string group = writer_.group(things, label_of(element));
  if (opacity < 1) fade(group, opacity);
  return {group};
}

Strings SvgImporter::draw_children(int element, const Place& place) {
  Strings things;
  for (int child = tree_[element].first_child; child >= 0; child = tree_[child].next_sibling)
    for (std::string& made : draw(child, place)) things.push_back(std::move(made));
  return things;
}

// The first child that is for everyone, or for readers of English.
Strings SvgImporter::draw_switch(int element, const Place& place) {
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

bool SvgImporter::count_element(int element) {
  if (++elements_ <= import_limits::elements) return true;
  if (elements_ == import_limits::elements + 1)
    note(element,
         fmt::format("more than {} elements: the rest is left out", import_limits::elements));
  return false;
}

bool SvgImporter::may_read(int element) {
  if (work_.may_read(element)) return true;
  note_end(told_reading_, element,
           "with all that is used again the file is too large: the rest is left out");
  return false;
}

Strings SvgImporter::draw(int element, const Place& outer) {
  const SvgElement& one = tree_[element];
  const std::string_view name = one.name;
  const bool shape = is_shape(name);
  const bool group =
      name == "g" || name == "a" || name == "switch" || name == "svg" || name == "use";
  if (name == "foreignObject") note(element, "other languages inside are left out");
  if (!shape && !group && name != "text" && name != "image") return {};
  if (!count_element(element) || !may_read(element)) return {};
  if (outer.depth >= import_limits::depth) {
    note(element,
         fmt::format("elements are nested deeper than {}: left out", import_limits::depth));
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
  if (name == "svg")
    return gathered(element, draw_svg(element, place, {}), place.around.own.opacity);
  if (name == "use") return gathered(element, draw_use(element, place), place.around.own.opacity);
  if (name == "switch")
    return gathered(element, draw_switch(element, place), place.around.own.opacity);
  if (group) return gathered(element, draw_children(element, place), place.around.own.opacity);
  if (name == "text") return draw_text(element, place);
  if (name == "image") return draw_image(element, place);
  return draw_shape(element, place);
}

// False: nothing of it is seen.
bool SvgImporter::transform_and_clip(int element, Place& place) {
  // What is done with here is not carried along to those inside.
  const std::string transform = std::exchange(place.around.own.transform, {});
  const SvgOwn& own = place.around.own;
  if (!transform.empty()) {
    const auto map = read_transform(transform);
    if (!map)
      note(element, "its transform is not understood");
    else if (!(std::abs(map->linear().determinant()) > 0) || !map->matrix().allFinite())
      return false;
    else
      place.to_paper = place.to_paper * *map;
  }
  if (!own.mask.empty()) note(element, "its mask is left out");
  if (!own.filter.empty()) note(element, "its filter is left out");
  if (own.blends) note(element, "its way of blending is left out");
  if (!own.clip_path.empty()) return add_clip_path(element, place);
  return true;
}

bool SvgImporter::add_clip_path(int element, Place& place) {
  const int clip = tree_.find(place.around.own.clip_path);
  if (clip < 0 || tree_[clip].name != "clipPath") return true;
  const auto path = clips_.path_of(clip, element, place.to_paper, place.frame);
  if (!path || !place.clip.intersect(*path, work_)) note(element, "its clip path is left out");
  return true;
}

// A viewport of its own: an svg inside, or one or a symbol that is used.
Strings SvgImporter::draw_svg(int element, Place place, const Given& given) {
  const SvgElement& one = tree_[element];
  const Point at = one.name == "symbol" ? Point(0, 0)
                                        : Point(length_of(one, "x", Axis::x, place.frame),
                                                length_of(one, "y", Axis::y, place.frame));
  const Point size(given.width.value_or(length_of(one, "width", Axis::x, place.frame, "100%")),
                   given.height.value_or(length_of(one, "height", Axis::y, place.frame, "100%")));
  if (!(size.minCoeff() > 0)) return {};
  if (place.around.own.clips_content) cut_off(element, place, Box(at, Point(at + size)));
  place.to_paper = place.to_paper * Eigen::Translation2d(at);
  place.frame.width = size.x(), place.frame.height = size.y();
  if (one.has("viewBox")) {
    const auto view = view_box_of(one);
    if (!view) return {};
    place.to_paper =
        place.to_paper * view_transform(*view, one.attribute("preserveAspectRatio"), size);
    place.frame.width = view->sizes().x(), place.frame.height = view->sizes().y();
  }
  return draw_children(element, place);
}

bool SvgImporter::is_usable(int target) const {
  const std::string_view name = tree_[target].name;
  return is_shape(name) || name == "g" || name == "a" || name == "switch" || name == "svg" ||
         name == "use" || name == "text" || name == "image" || name == "symbol";
}

Strings SvgImporter::draw_use(int element, Place place) {
  const SvgElement& one = tree_[element];
  const int target = linked_element(tree_, one);
  if (target < 0) return note(element, "what it refers to is not in the file: left out"), Strings();
  if (!is_usable(target) || tree_[target].is_foreign)
    return note(element, "what it refers to cannot be drawn: left out"), Strings();
  bool round = std::ranges::find(used_, target) != used_.end();
  for (int around = element; around >= 0; around = tree_[around].parent)
    round = round || around == target;
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
    const Given given{size_on(one, "width", Axis::x, place.frame),
                      size_on(one, "height", Axis::y, place.frame)};
    Place inside = place;
    ++inside.depth;
    inside.around = properties_of(tree_, target, sheet_, place.around, place.frame);
    if (inside.around.own.displayed && count_element(target) && may_read(target) &&
        transform_and_clip(target, inside))
      things = gathered(target, draw_svg(target, inside, given), inside.around.own.opacity);
  } else {
    things = draw(target, place);
  }
  used_.pop_back();
  return things;
}
std::optional<double> SvgImporter::size_on(const SvgElement& one, const char* key, Axis axis,
                                           const LengthFrame& frame) const {
  const auto read = read_length(one.attribute(key));
  return read ? std::optional(in_user_units(*read, axis, frame)) : std::nullopt;
}

Result<Imported> import_svg(std::string_view bytes, const ImportOptions& options) {
  const Result<SvgTree> tree = SvgTree::read(bytes);
  if (!tree) return tree.error();
  return SvgImporter(*tree, options).run();
}

}  // namespace limber
