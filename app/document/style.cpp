#include "app/document/style.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "app/document/quantity.h"
#include "app/document/style_limits.h"

namespace limber {

namespace {

constexpr std::array<std::string_view, swatch_count> swatches = {
    "ink", "blue", "teal", "green", "orange", "red", "violet", "grey"};
constexpr std::array<std::string_view, 3> caps = {"butt", "round", "square"};
constexpr std::array<std::string_view, 3> joins = {"miter", "round", "bevel"};
constexpr std::array<std::string_view, 2> rules = {"even_odd", "winding"};
constexpr std::array<std::string_view, 5> arrows = {"none", "arrow", "triangle", "dot", "bar"};
constexpr std::array<std::string_view, 3> spreads = {"pad", "reflect", "repeat"};
constexpr std::array<std::string_view, 2> answers = {"no", "yes"};

constexpr double widest = 1000;        // of a stroke, in its unit
constexpr std::size_t most_parts = 32;  // of a dash
constexpr double farthest_end = 1e6;    // of a gradient, in sizes of the thing's box

template <std::size_t n>
std::optional<int> index_in(const std::array<std::string_view, n>& words, std::string_view text) {
  for (std::size_t i = 0; i < n; ++i)
    if (words[i] == text) return static_cast<int>(i);
  return {};
}

template <std::size_t n>
std::string one_of(const std::array<std::string_view, n>& words) {
  return fmt::format("one of {} is expected here", fmt::join(words, ", "));
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(by);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<double> number_in(std::string_view text, double low, double high) {
  const std::optional<double> value = read_quantity(text, Dimension::number);
  return value && *value >= low && *value <= high ? value : std::nullopt;
}

// "blue", "#1a2b3c", either with "/0.5" for its opacity.
std::string text_of(const Colour& colour) {
  std::string text = colour.swatch >= 0
                         ? std::string(swatches[static_cast<std::size_t>(colour.swatch)])
                         : fmt::format("#{:06x}", colour.rgb);
  if (colour.opacity != 1) text += "/" + shortest(colour.opacity);
  return text;
}

std::optional<Colour> colour_in(std::string_view text) {
  Colour colour;
  if (const std::size_t slash = text.find('/'); slash != text.npos) {
    const auto opacity = number_in(text.substr(slash + 1), 0, 1);
    if (!opacity) return {};
    colour.opacity = *opacity;
    text = text.substr(0, slash);
  }
  if (const auto swatch = index_in(swatches, text)) {
    colour.swatch = *swatch;
    return colour;
  }
  if (text.size() != 7 || text[0] != '#') return {};
  colour.swatch = -1;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, colour.rgb, 16);
  if (error != std::errc() || end != text.data() + 7) return {};
  return colour;
}

// ";side=0,1;focus=0.3,0.3,0;spread=repeat": what a gradient has beyond its two ends.
std::string options_of(const Paint& paint) {
  std::string text;
  if (paint.side) text += ";side=" + shortest(paint.side->x()) + "," + shortest(paint.side->y());
  if (paint.focus)
    text += ";focus=" + shortest(paint.focus->at.x()) + "," + shortest(paint.focus->at.y()) + "," +
            shortest(paint.focus->radius);
  if (paint.spread != Spread::pad)
    text += ";spread=" + std::string(spreads[static_cast<std::size_t>(paint.spread)]);
  return text;
}

// "none", a colour, "linear(0,0,1,0;blue@0;#ff0000@1)".
std::string text_of(const Paint& paint) {
  if (paint.kind == Paint::Kind::none) return "none";
  if (paint.kind == Paint::Kind::plain) return text_of(paint.colour);
  std::string text =
      fmt::format("{}({},{},{},{}", paint.kind == Paint::Kind::linear ? "linear" : "radial",
                  shortest(paint.from.x()), shortest(paint.from.y()), shortest(paint.to.x()),
                  shortest(paint.to.y()));
  text += options_of(paint);
  for (const GradientStop& stop : paint.stops)
    text += ";" + text_of(stop.colour) + "@" + shortest(stop.at);
  return text + ")";
}

// So many numbers with commas between them, of a gradient's places.
std::optional<std::vector<double>> places_in(std::string_view text, std::size_t count) {
  std::vector<double> numbers;
  for (const std::string_view part : split(text, ',')) {
    const auto value = number_in(part, -farthest_end, farthest_end);
    if (!value || numbers.size() == count) return {};
    numbers.push_back(*value);
  }
  return numbers.size() == count ? std::optional(numbers) : std::nullopt;
}

bool set_option(Paint& paint, std::string_view name, std::string_view value) {
  const bool radial = paint.kind == Paint::Kind::radial;
  if (name == "side" && radial) {
    const auto place = places_in(value, 2);
    if (place) paint.side = Point((*place)[0], (*place)[1]);
    return place.has_value();
  }
  if (name == "focus" && radial) {
    const auto numbers = places_in(value, 3);
    if (!numbers || !((*numbers)[2] >= 0)) return false;
    paint.focus = Focus{{(*numbers)[0], (*numbers)[1]}, (*numbers)[2]};
    return true;
  }
  const auto spread = name == "spread" ? index_in(spreads, value) : std::nullopt;
  if (spread) paint.spread = static_cast<Spread>(*spread);
  return spread.has_value();
}

std::optional<Paint> gradient_in(Paint::Kind kind, std::string_view inside) {
  Paint paint;
  paint.kind = kind;
  const std::vector<std::string_view> parts = split(inside, ';');
  const auto ends = places_in(parts[0], 4);
  if (!ends) return {};
  paint.from = {(*ends)[0], (*ends)[1]};
  paint.to = {(*ends)[2], (*ends)[3]};
  std::size_t next = 1;
  for (; next < parts.size(); ++next) {
    const std::size_t sign = parts[next].find('=');
    if (sign == parts[next].npos) break;
    if (!set_option(paint, parts[next].substr(0, sign), parts[next].substr(sign + 1))) return {};
  }
  if (parts.size() < next + 2 || parts.size() - next > most_gradient_stops) return {};
  for (; next < parts.size(); ++next) {
    const std::size_t at = parts[next].rfind('@');
    if (at == parts[next].npos) return {};
    const auto colour = colour_in(parts[next].substr(0, at));
    const auto where =
        number_in(parts[next].substr(at + 1), paint.stops.empty() ? 0 : paint.stops.back().at, 1);
    if (!colour || !where) return {};
    paint.stops.push_back({*where, *colour});
  }
  return paint;
}

std::optional<Paint> paint_in(std::string_view text) {
  if (text == "none") return Paint{};
  for (const auto& [name, kind] : {std::pair{std::string_view("linear("), Paint::Kind::linear},
                                   std::pair{std::string_view("radial("), Paint::Kind::radial}})
    if (text.starts_with(name) && text.ends_with(')'))
      return gradient_in(kind, text.substr(name.size(), text.size() - name.size() - 1));
  if (const auto colour = colour_in(text)) return plain(*colour);
  return {};
}

using Wrong = std::optional<std::string>;

Wrong set_paint(Paint& paint, std::string_view text) {
  const std::optional<Paint> read = paint_in(text);
  if (!read)
    return "a colour is expected here: none, " + fmt::format("{}", fmt::join(swatches, ", ")) +
           ", #ff8000, with /0.5 for its opacity, or linear(0,0,1,0;blue@0;red@1)";
  paint = *read;
  return {};
}

// "2pt" or "0.5mm".
Wrong set_width(Style& style, std::string_view text) {
  const bool in_mm = text.ends_with("mm");
  if (in_mm || text.ends_with("pt")) text.remove_suffix(2);
  const auto width = number_in(text, 0, widest);
  if (!width || !(*width > 0)) return "a width is above 0 and at most 1000: 2pt, 0.5mm";
  style.width = *width;
  style.width_in_mm = in_mm;
  return {};
}

Wrong set_dash(Style& style, std::string_view text) {
  std::vector<double> dash;
  if (text != "none")
    for (const std::string_view part : split(text, ',')) {
      const auto length = number_in(part, 0, widest);
      if (!length || dash.size() == most_parts)
        return "a dash is lengths on and off, in widths of the stroke: 4,2; or none";
      dash.push_back(*length);
    }
  double sum = 0;
  for (const double length : dash) sum += length;
  if (!dash.empty() && !(sum > 0)) return "a dash must have some length";
  style.dash = std::move(dash);
  return {};
}

template <class Enum, std::size_t n>
Wrong set_word(Enum& value, const std::array<std::string_view, n>& words, std::string_view text) {
  const std::optional<int> index = index_in(words, text);
  if (!index) return one_of(words);
  value = static_cast<Enum>(*index);
  return {};
}

Wrong set_number(double& value, std::string_view text, double low, double high) {
  const auto number = number_in(text, low, high);
  if (!number) return fmt::format("a number from {} to {} is expected here", low, high);
  value = *number;
  return {};
}

template <std::size_t n, class Enum>
std::string word(const std::array<std::string_view, n>& words, Enum value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

// One row for each part; everything about it stands here.
struct Part {
  StylePart part;
  std::string (*text)(const Style&);
  Wrong (*set)(Style&, std::string_view);
};
constexpr std::string_view colours = "COLOUR | none | linear(X,Y,X,Y;COLOUR@AT;...)";

const std::vector<Part>& parts() {
  static const std::vector<Part> all = {
      {{"stroke", colours},
       [](const Style& s) { return text_of(s.stroke); },
       [](Style& s, std::string_view t) { return set_paint(s.stroke, t); }},
      {{"width", "NUMBERpt | NUMBERmm"},
       [](const Style& s) { return shortest(s.width) + (s.width_in_mm ? "mm" : "pt"); },
       [](Style& s, std::string_view t) { return set_width(s, t); }},
      {{"dash", "ON,OFF,... | none"},
       [](const Style& s) {
         std::string text;
         for (const double d : s.dash) text += (text.empty() ? "" : ",") + shortest(d);
         return text.empty() ? "none" : text;
       },
       [](Style& s, std::string_view t) { return set_dash(s, t); }},
      {{"dash_offset", "NUMBER"},
       [](const Style& s) { return shortest(s.dash_offset); },
       [](Style& s, std::string_view t) { return set_number(s.dash_offset, t, -widest, widest); }},
      {{"cap", "butt | round | square"},
       [](const Style& s) { return word(caps, s.cap); },
       [](Style& s, std::string_view t) { return set_word(s.cap, caps, t); }},
      {{"join", "miter | round | bevel"},
       [](const Style& s) { return word(joins, s.join); },
       [](Style& s, std::string_view t) { return set_word(s.join, joins, t); }},
      {{"miter_limit", "NUMBER"},
       [](const Style& s) { return shortest(s.miter_limit); },
       [](Style& s, std::string_view t) { return set_number(s.miter_limit, t, 1, 100); }},
      {{"fill", colours},
       [](const Style& s) { return text_of(s.fill); },
       [](Style& s, std::string_view t) { return set_paint(s.fill, t); }},
      {{"rule", "even_odd | winding"},
       [](const Style& s) { return word(rules, s.rule); },
       [](Style& s, std::string_view t) { return set_word(s.rule, rules, t); }},
      {{"start", "none | arrow | triangle | dot | bar"},
       [](const Style& s) { return word(arrows, s.start); },
       [](Style& s, std::string_view t) { return set_word(s.start, arrows, t); }},
      {{"end", "none | arrow | triangle | dot | bar"},
       [](const Style& s) { return word(arrows, s.end); },
       [](Style& s, std::string_view t) { return set_word(s.end, arrows, t); }},
      {{"opacity", "NUMBER"},
       [](const Style& s) { return shortest(s.opacity); },
       [](Style& s, std::string_view t) { return set_number(s.opacity, t, 0, 1); }},
      {{"construction", "yes | no"},
       [](const Style& s) { return word(answers, s.construction); },
       [](Style& s, std::string_view t) { return set_word(s.construction, answers, t); }},
  };
  return all;
}

const Part* find_part(std::string_view name) {
  for (const Part& part : parts())
    if (part.part.name == name) return &part;
  return nullptr;
}

}  // namespace

std::string_view swatch_name(int swatch) { return swatches[static_cast<std::size_t>(swatch)]; }

Paint plain(Colour colour) {
  Paint paint;
  paint.kind = Paint::Kind::plain;
  paint.colour = colour;
  return paint;
}

const std::vector<StylePart>& style_parts() {
  static const std::vector<StylePart> names = [] {
    std::vector<StylePart> out;
    for (const Part& part : parts()) out.push_back(part.part);
    return out;
  }();
  return names;
}

std::string style_text(const Style& style, std::string_view part) {
  const Part* found = find_part(part);
  return found ? found->text(style) : "";
}

std::optional<std::string> set_style(Style& style, std::string_view part, std::string_view text) {
  const Part* found = find_part(part);
  if (found) return found->set(style, text);
  std::string names;
  for (const Part& one : parts()) names += (names.empty() ? "" : ", ") + std::string(one.part.name);
  return "a style has no " + std::string(part) + "; there are: " + names;
}

}  // namespace limber
