#include "app/exchange/svg_properties.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double inch = 96;  // user units
// Of letters, in sizes of the font, where the font is not asked: what most have.
constexpr double ex_height = 0.5;
// What each element carries to those inside must be short.
constexpr std::size_t most_dashes = 1000, longest_name = 1000;

std::optional<SvgPaint> read_simple_paint(std::string_view text) {
  text = trimmed(text);
  if (same_word(text, "none")) return SvgPaint{};
  if (text == "context-fill") return SvgPaint{SvgPaint::Kind::context_fill, {}, {}, false, {}};
  if (text == "context-stroke") return SvgPaint{SvgPaint::Kind::context_stroke, {}, {}, false, {}};
  if (same_word(text, "currentColor"))
    return SvgPaint{SvgPaint::Kind::current, {}, {}, false, {}};
  // A colour with one of the ICC behind it counts as the colour.
  if (const std::size_t icc = text.find("icc-color"); icc != text.npos && icc > 0)
    text = trimmed(text.substr(0, icc));
  const auto colour = read_colour(text);
  if (!colour) return {};
  return SvgPaint{SvgPaint::Kind::colour, *colour, {}, false, {}};
}

std::optional<SvgPaint> read_paint(std::string_view text) {
  const auto reference = read_reference(text);
  if (!reference) return read_simple_paint(text);
  const std::string_view id = std::string_view(reference->id).substr(0, longest_name);
  SvgPaint paint{SvgPaint::Kind::reference, {}, std::string(id), false, {}};
  if (!reference->rest.empty())
    if (const auto fallback = read_simple_paint(reference->rest)) {
      paint.has_fallback = true;
      paint.fallback = fallback->kind;
      paint.colour = fallback->colour;
    }
  return paint;
}

std::string id_in(std::string_view text) {
  const auto reference = read_reference(text);
  return reference && reference->id.size() <= longest_name ? reference->id : std::string();
}

std::optional<double> number_in(std::string_view text) {
  NumberScanner scanner(trimmed(text));
  const auto value = scanner.number();
  return value && scanner.done() ? value : std::nullopt;
}

// Lengths on and off: none where the list cannot be one.
std::vector<double> read_dashes(std::string_view text, const LengthFrame& frame) {
  std::vector<double> dashes;
  NumberScanner scanner(trimmed(text));
  double sum = 0;
  for (; !scanner.done(); scanner.skip_comma()) {
    const auto length = take_length(scanner);
    if (!length) return {};
    dashes.push_back(in_user_units(*length, Axis::both, frame));
    if (dashes.back() < 0) return {};
    sum += dashes.back();
    if (dashes.size() > most_dashes) return {};
  }
  return sum > 0 ? dashes : std::vector<double>();
}

std::optional<double> read_font_size(std::string_view text, double around,
                                     const LengthFrame& frame) {
  struct Named {
    std::string_view name;
    double factor;
  };
  constexpr Named names[] = {{"xx-small", 0.6}, {"x-small", 0.75}, {"small", 8.0 / 9},
                             {"medium", 1},     {"large", 1.2},    {"x-large", 1.5},
                             {"xx-large", 2}};
  for (const Named& one : names)
    if (same_word(text, one.name)) return 16 * one.factor;
  if (same_word(text, "smaller")) return around / 1.2;
  if (same_word(text, "larger")) return around * 1.2;
  const auto length = read_length(text);
  if (!length) return {};
  if (length->unit == Unit::percent) return around * length->value / 100;
  return in_user_units(*length, Axis::both, frame);
}

// Declarations one after the other; later ones count.
class Cascade {
 public:
  Cascade(const SvgProperties& around, const LengthFrame& frame) : around_(around), frame_(frame) {
    out.inherited = around.inherited;
  }

  void set_font_size(const Declaration& one) {
    frame_.font_size = around_.inherited.font_size;
    if (one.value == "inherit") out.inherited.font_size = around_.inherited.font_size;
    if (const auto size = read_font_size(one.value, around_.inherited.font_size, frame_))
      out.inherited.font_size = *size;
  }

  void set(const Declaration& one) {
    const std::string_view name = one.property, value = one.value;
    frame_.font_size = out.inherited.font_size;
    if (set_paint(name, value) || set_stroke(name, value) || set_text(name, value)) return;
    set_own(name, value);
  }

  SvgProperties out;

 private:
  template <class Value>
  void take(Value& to, const Value& inherited, std::string_view text,
            const std::optional<Value>& read) {
    if (text == "inherit") to = inherited;
    else if (read) to = *read;
  }

  bool set_paint(std::string_view name, std::string_view value) {
    SvgInherited& its = out.inherited;
    const SvgInherited& around = around_.inherited;
    if (name == "fill") {
      take(its.fill, around.fill, value, read_paint(value));
    } else if (name == "stroke") {
      take(its.stroke, around.stroke, value, read_paint(value));
    } else if (name == "color") {
      take(its.color, around.color, value,
           same_word(value, "currentColor") ? std::optional(around.color) : read_colour(value));
    } else if (name == "fill-opacity") {
      take(its.fill_opacity, around.fill_opacity, value, read_opacity(value));
    } else if (name == "stroke-opacity") {
      take(its.stroke_opacity, around.stroke_opacity, value, read_opacity(value));
    } else if (name == "fill-rule" || name == "clip-rule") {
      const bool fills = name == "fill-rule";
      take(fills ? its.fill_rule : its.clip_rule, fills ? around.fill_rule : around.clip_rule, value,
           value == "evenodd"   ? std::optional(FillRule::even_odd)
           : value == "nonzero" ? std::optional(FillRule::winding)
                                : std::nullopt);
    } else {
      return false;
    }
    return true;
  }

  bool set_stroke(std::string_view name, std::string_view value) {
    if (!name.starts_with("stroke-") && !name.starts_with("marker")) return false;
    SvgInherited& its = out.inherited;
    const SvgInherited& around = around_.inherited;
    const auto length = [&]() -> std::optional<double> {
      const auto read = read_length(value);
      return read ? std::optional(in_user_units(*read, Axis::both, frame_)) : std::nullopt;
    };
    if (name == "stroke-width") {
      const auto width = length();
      take(its.stroke_width, around.stroke_width, value,
           width && *width < 0 ? std::nullopt : width);
    } else if (name == "stroke-dashoffset") {
      take(its.dash_offset, around.dash_offset, value, length());
    } else if (name == "stroke-dasharray") {
      its.dash = value == "inherit" ? around.dash : read_dashes(value, frame_);
    } else if (name == "stroke-linecap") {
      take(its.cap, around.cap, value,
           value == "butt"     ? std::optional(Cap::butt)
           : value == "round"  ? std::optional(Cap::round)
           : value == "square" ? std::optional(Cap::square)
                               : std::nullopt);
    } else if (name == "stroke-linejoin") {
      // The kinds of SVG 2 that nothing draws are drawn as miter, as it says.
      take(its.join, around.join, value,
           value == "round"   ? std::optional(Join::round)
           : value == "bevel" ? std::optional(Join::bevel)
           : value == "miter" || value == "miter-clip" || value == "arcs"
               ? std::optional(Join::miter)
               : std::nullopt);
    } else if (name == "stroke-miterlimit") {
      const auto limit = number_in(value);
      take(its.miter_limit, around.miter_limit, value, limit);
    } else if (name == "marker-start" || name == "marker") {
      its.marker_start = value == "inherit" ? around.marker_start : id_in(value);
      if (name == "marker") its.marker_mid = its.marker_end = its.marker_start;
    } else if (name == "marker-mid") {
      its.marker_mid = value == "inherit" ? around.marker_mid : id_in(value);
    } else if (name == "marker-end") {
      its.marker_end = value == "inherit" ? around.marker_end : id_in(value);
    }
    return true;
  }

  bool set_text(std::string_view name, std::string_view value) {
    SvgInherited& its = out.inherited;
    if (name == "font-family") {
      if (value != "inherit") its.font_family = value.substr(0, longest_name);
    } else if (name == "text-anchor") {
      take(its.anchor, around_.inherited.anchor, value,
           value == "start"    ? std::optional(Anchor::start)
           : value == "middle" ? std::optional(Anchor::middle)
           : value == "end"    ? std::optional(Anchor::end)
                               : std::nullopt);
    } else if (name == "visibility") {
      take(its.visible, around_.inherited.visible, value, std::optional(value == "visible"));
    } else if (name == "xml:space") {
      its.keeps_blanks = value == "preserve";
    } else {
      return false;
    }
    return true;
  }

  void set_own(std::string_view name, std::string_view value) {
    SvgOwn& own = out.own;
    const SvgOwn& around = around_.own;
    if (name == "opacity") {
      take(own.opacity, around.opacity, value, read_opacity(value));
    } else if (name == "display") {
      take(own.displayed, around.displayed, value, std::optional(value != "none"));
    } else if (name == "overflow") {
      own.clips_content = value != "visible" && value != "auto";
    } else if (name == "transform") {
      own.transform = value;
    } else if (name == "clip-path") {
      own.clip_path = id_in(value);
    } else if (name == "mask") {
      own.mask = id_in(value);
    } else if (name == "filter") {
      own.filter = value == "none" ? "" : value;
    } else if (name == "mix-blend-mode") {
      own.blends = value != "normal";
    } else if (name == "stop-color") {
      take(own.stop_color, around.stop_color, value, read_simple_paint(value));
    } else if (name == "stop-opacity") {
      take(own.stop_opacity, around.stop_opacity, value, read_opacity(value));
    } else if (name == "background-color" || name == "background") {
      if (const auto colour = read_colour(value)) own.background = *colour;
    }
  }

  const SvgProperties& around_;
  LengthFrame frame_;
};

}  // namespace

double in_user_units(const Length& length, Axis axis, const LengthFrame& frame) {
  const double value = length.value;
  switch (length.unit) {
    case Unit::none:
    case Unit::px:
      return value;
    case Unit::percent: {
      const double whole = axis == Axis::x   ? frame.width
                           : axis == Axis::y ? frame.height
                                             : std::hypot(frame.width, frame.height) / std::sqrt(2);
      return value / 100 * whole;
    }
    case Unit::pt:
      return value * inch / 72;
    case Unit::pc:
      return value * inch / 6;
    case Unit::mm:
      return value * inch / 25.4;
    case Unit::cm:
      return value * inch / 2.54;
    case Unit::in:
      return value * inch;
    case Unit::em:
      return value * frame.font_size;
    case Unit::ex:
      return value * frame.font_size * ex_height;
  }
  return value;
}

SvgProperties properties_of(const SvgTree& tree, int element, StyleSheet& sheet,
                            const SvgProperties& around, const LengthFrame& frame) {
  std::vector<Declaration> all;
  for (const pugi::xml_attribute attribute : tree[element].xml.attributes())
    all.push_back({attribute.name(), trimmed(attribute.value()), false});
  const std::size_t attributes = all.size();
  if (!sheet.empty()) sheet.matching(tree, element, all);
  for (const Declaration& one : read_declarations(tree[element].attribute("style")))
    all.push_back(one);
  std::stable_partition(all.begin() + static_cast<std::ptrdiff_t>(attributes), all.end(),
                        [](const Declaration& one) { return !one.important; });
  Cascade cascade(around, frame);
  for (const Declaration& one : all)
    if (one.property == "font-size") cascade.set_font_size(one);
  for (const Declaration& one : all) cascade.set(one);
  return std::move(cascade.out);
}

}  // namespace limber
