#include "app/exchange/svg_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "app/exchange/import.h"

namespace limber {

namespace {

constexpr double degree = M_PI / 180;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

struct UnitName {
  std::string_view name;
  Unit unit;
};
// The units of SVG 1.1; others are no lengths to most readers.
constexpr UnitName unit_names[] = {{"px", Unit::px}, {"pt", Unit::pt}, {"pc", Unit::pc},
                                   {"mm", Unit::mm}, {"cm", Unit::cm}, {"in", Unit::in},
                                   {"em", Unit::em}, {"ex", Unit::ex}, {"%", Unit::percent}};

// The name of a function and what stands between its brackets: "rgb(1, 2, 3)".
struct Call {
  std::string name;
  std::string_view inside;
};
std::optional<Call> call_in(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == text.npos || !text.ends_with(')')) return {};
  Call call{std::string(trimmed(text.substr(0, open))),
            text.substr(open + 1, text.size() - open - 2)};
  std::ranges::transform(call.name, call.name.begin(), lower);
  return call;
}

// A number, with a unit of angles or per cents behind it.
struct Part {
  double value = 0;
  bool percent = false;
};
std::optional<std::vector<Part>> parts_of(std::string_view inside) {
  std::vector<Part> parts;
  NumberScanner scanner(inside);
  while (true) {
    scanner.skip_comma();
    if (scanner.peek() == '/') scanner.take(), scanner.skip_blanks();
    if (scanner.done()) return parts;
    const auto number = scanner.number();
    if (!number) return {};
    Part part{*number, false};
    if (scanner.peek() == '%') {
      part.percent = true;
      scanner.take();
    } else {
      std::string unit;
      while (lower(scanner.peek()) >= 'a' && lower(scanner.peek()) <= 'z')
        unit += lower(scanner.take());
      if (unit == "rad") part.value /= degree;
      if (unit == "turn") part.value *= 360;
      if (unit == "grad") part.value *= 0.9;
      if (!unit.empty() && unit != "deg" && unit != "rad" && unit != "turn" && unit != "grad")
        return {};
    }
    parts.push_back(part);
  }
}

std::uint32_t channel(double share) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0, 1.0) * 255));
}

Rgba rgba(double r, double g, double b, double opacity) {
  return {channel(r) << 16 | channel(g) << 8 | channel(b), std::clamp(opacity, 0.0, 1.0)};
}

double share(const Part& part) { return part.percent ? part.value / 100 : part.value; }

Rgba from_hsl(double hue, double saturation, double light, double opacity) {
  hue = std::fmod(std::fmod(hue, 360) + 360, 360) / 60;
  saturation = std::clamp(saturation, 0.0, 1.0), light = std::clamp(light, 0.0, 1.0);
  const double top = light <= 0.5 ? light * (saturation + 1) : light + saturation - light * saturation;
  const double low = light * 2 - top;
  const auto at = [&](double h) {
    h = std::fmod(h + 6, 6);
    if (h < 1) return low + (top - low) * h;
    if (h < 3) return top;
    return h < 4 ? low + (top - low) * (4 - h) : low;
  };
  return rgba(at(hue + 2), at(hue), at(hue - 2), opacity);
}

std::optional<Rgba> colour_call(const Call& call) {
  const auto parts = parts_of(call.inside);
  if (!parts || parts->size() < 3 || parts->size() > 4) return {};
  // With commas, as CSS 3 has it, the opacity is a number; after a slash it may be per cents.
  if (parts->size() == 4 && (*parts)[3].percent && call.inside.find('/') == call.inside.npos) return {};
  const double opacity = parts->size() == 4 ? share((*parts)[3]) : 1;
  if (call.name == "rgb" || call.name == "rgba") {
    const auto one = [&](std::size_t i) {
      return (*parts)[i].percent ? (*parts)[i].value / 100 : (*parts)[i].value / 255;
    };
    return rgba(one(0), one(1), one(2), opacity);
  }
  if (call.name == "hsl" || call.name == "hsla")
    return from_hsl((*parts)[0].value, (*parts)[1].value / 100, (*parts)[2].value / 100, opacity);
  return {};
}

std::optional<Rgba> hex_colour(std::string_view digits) {
  const std::size_t n = digits.size();
  if (n != 3 && n != 4 && n != 6 && n != 8) return {};
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + n, value, 16);
  if (error != std::errc() || end != digits.data() + n) return {};
  if (n == 3 || n == 4) {  // each digit twice
    std::uint32_t wide = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t digit = value >> 4 * (n - 1 - i) & 15;
      wide = wide << 8 | digit << 4 | digit;
    }
    value = wide;
  }
  if (n == 3 || n == 6) return Rgba{value, 1};
  return Rgba{value >> 8, (value & 255) / 255.0};
}

struct ColourName {
  std::string_view name;
  std::uint32_t rgb;
};
// In the order of the alphabet.
constexpr ColourName colour_names[] = {
    {"aliceblue", 0xf0f8ff}, {"antiquewhite", 0xfaebd7}, {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4}, {"azure", 0xf0ffff}, {"beige", 0xf5f5dc}, {"bisque", 0xffe4c4},
    {"black", 0x000000}, {"blanchedalmond", 0xffebcd}, {"blue", 0x0000ff},
    {"blueviolet", 0x8a2be2}, {"brown", 0xa52a2a}, {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0}, {"chartreuse", 0x7fff00}, {"chocolate", 0xd2691e},
    {"coral", 0xff7f50}, {"cornflowerblue", 0x6495ed}, {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c}, {"cyan", 0x00ffff}, {"darkblue", 0x00008b}, {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b}, {"darkgray", 0xa9a9a9}, {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9}, {"darkkhaki", 0xbdb76b}, {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f}, {"darkorange", 0xff8c00}, {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000}, {"darksalmon", 0xe9967a}, {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b}, {"darkslategray", 0x2f4f4f}, {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1}, {"darkviolet", 0x9400d3}, {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff}, {"dimgray", 0x696969}, {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff}, {"firebrick", 0xb22222}, {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22}, {"fuchsia", 0xff00ff}, {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff}, {"gold", 0xffd700}, {"goldenrod", 0xdaa520}, {"gray", 0x808080},
    {"green", 0x008000}, {"greenyellow", 0xadff2f}, {"grey", 0x808080}, {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4}, {"indianred", 0xcd5c5c}, {"indigo", 0x4b0082}, {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c}, {"lavender", 0xe6e6fa}, {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00}, {"lemonchiffon", 0xfffacd}, {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080}, {"lightcyan", 0xe0ffff}, {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3}, {"lightgreen", 0x90ee90}, {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1}, {"lightsalmon", 0xffa07a}, {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa}, {"lightslategray", 0x778899}, {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de}, {"lightyellow", 0xffffe0}, {"lime", 0x00ff00},
    {"limegreen", 0x32cd32}, {"linen", 0xfaf0e6}, {"magenta", 0xff00ff}, {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa}, {"mediumblue", 0x0000cd}, {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db}, {"mediumseagreen", 0x3cb371}, {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a}, {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585}, {"midnightblue", 0x191970}, {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1}, {"moccasin", 0xffe4b5}, {"navajowhite", 0xffdead},
    {"navy", 0x000080}, {"oldlace", 0xfdf5e6}, {"olive", 0x808000}, {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500}, {"orangered", 0xff4500}, {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa}, {"palegreen", 0x98fb98}, {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093}, {"papayawhip", 0xffefd5}, {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f}, {"pink", 0xffc0cb}, {"plum", 0xdda0dd}, {"powderblue", 0xb0e0e6},
    {"purple", 0x800080}, {"rebeccapurple", 0x663399}, {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f}, {"royalblue", 0x4169e1}, {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072}, {"sandybrown", 0xf4a460}, {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee}, {"sienna", 0xa0522d}, {"silver", 0xc0c0c0}, {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd}, {"slategray", 0x708090}, {"slategrey", 0x708090},
    {"snow", 0xfffafa}, {"springgreen", 0x00ff7f}, {"steelblue", 0x4682b4}, {"tan", 0xd2b48c},
    {"teal", 0x008080}, {"thistle", 0xd8bfd8}, {"tomato", 0xff6347}, {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee}, {"wheat", 0xf5deb3}, {"white", 0xffffff}, {"whitesmoke", 0xf5f5f5},
    {"yellow", 0xffff00}, {"yellowgreen", 0x9acd32}};

std::optional<Rgba> named_colour(std::string_view text) {
  std::string name(text);
  std::ranges::transform(name, name.begin(), lower);
  if (name == "transparent") return Rgba{0, 0};
  const auto found = std::ranges::lower_bound(colour_names, name, {}, &ColourName::name);
  if (found == std::end(colour_names) || found->name != name) return {};
  return Rgba{found->rgb, 1};
}

// One function of a list of transforms.
std::optional<Eigen::Affine2d> one_transform(const std::string& name, const std::vector<double>& n) {
  Eigen::Affine2d out = Eigen::Affine2d::Identity();
  const std::size_t count = n.size();
  if (name == "matrix" && count == 6) {
    out.matrix() << n[0], n[2], n[4], n[1], n[3], n[5], 0, 0, 1;
    return out;
  }
  if (name == "translate" && (count == 1 || count == 2))
    return out.translate(Point(n[0], count == 2 ? n[1] : 0));
  if (name == "scale" && (count == 1 || count == 2))
    return out.scale(Point(n[0], count == 2 ? n[1] : n[0]));
  if (name == "rotate" && (count == 1 || count == 3)) {
    const Point about = count == 3 ? Point(n[1], n[2]) : Point(0, 0);
    return out.translate(about).rotate(n[0] * degree).translate(-about);
  }
  if ((name == "skewx" || name == "skewy") && count == 1) {
    out.linear()(name == "skewx" ? 0 : 1, name == "skewx" ? 1 : 0) = std::tan(n[0] * degree);
    return out;
  }
  return {};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

void NumberScanner::skip_blanks() {
  while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
}
void NumberScanner::skip_comma() {
  skip_blanks();
  if (peek() == ',') rest_.remove_prefix(1), skip_blanks();
}
char NumberScanner::take() {
  const char c = peek();
  if (!rest_.empty()) rest_.remove_prefix(1);
  return c;
}
std::optional<double> NumberScanner::number() {
  std::string_view text = rest_;
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const begin = text.data();
  const char* end = begin + text.size();
  // No words: "inf" and "nan" are none of SVG's numbers.
  const std::size_t digit = text.starts_with('-') ? 1 : 0;
  if (text.size() <= digit || !(text[digit] == '.' || (text[digit] >= '0' && text[digit] <= '9')))
    return {};
  double value = 0;
  auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range) value = 0;  // too small, or too large to be meant
  else if (error != std::errc()) return {};
  rest_ = text.substr(static_cast<std::size_t>(stop - begin));
  return value;
}
std::optional<bool> NumberScanner::flag() {
  if (peek() != '0' && peek() != '1') return {};
  return take() == '1';
}

std::optional<Length> take_length(NumberScanner& scanner) {
  const auto value = scanner.number();
  if (!value) return {};
  for (const UnitName& one : unit_names) {
    const std::string_view next = scanner.rest().substr(0, one.name.size());
    if (!same_word(next, one.name)) continue;
    const char after = scanner.rest().size() > one.name.size() ? scanner.rest()[one.name.size()] : ' ';
    if (lower(after) >= 'a' && lower(after) <= 'z') continue;
    for (std::size_t i = 0; i < one.name.size(); ++i) scanner.take();
    return Length{*value, one.unit};
  }
  return Length{*value, Unit::none};
}

std::optional<Length> read_length(std::string_view text) {
  NumberScanner scanner(trimmed(text));
  const auto length = take_length(scanner);
  return length && scanner.done() ? length : std::nullopt;
}

std::optional<Rgba> read_colour(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('#')) return hex_colour(text.substr(1));
  if (const auto call = call_in(text)) return colour_call(*call);
  return named_colour(text);
}

std::optional<double> read_opacity(std::string_view text) {
  const auto length = read_length(text);
  if (!length || (length->unit != Unit::none && length->unit != Unit::percent)) return {};
  const double value = length->unit == Unit::percent ? length->value / 100 : length->value;
  return std::clamp(value, 0.0, 1.0);
}

std::optional<Eigen::Affine2d> read_transform(std::string_view text) {
  Eigen::Affine2d out = Eigen::Affine2d::Identity();
  text = trimmed(text);
  if (text == "none") return out;
  while (!text.empty()) {
    const std::size_t end = text.find(')');
    if (end == text.npos) return {};
    const auto call = call_in(text.substr(0, end + 1));
    if (!call) return {};
    std::vector<double> numbers;
    NumberScanner scanner(call->inside);
    for (scanner.skip_blanks(); !scanner.done(); scanner.skip_comma()) {
      const auto length = take_length(scanner);  // CSS writes units: 10px, 45deg
      if (!length) return {};
      if (scanner.rest().starts_with("deg"))
        for (int i = 0; i < 3; ++i) scanner.take();
      numbers.push_back(length->value);
    }
    const auto one = one_transform(call->name, numbers);
    if (!one) return {};
    out = out * *one;
    NumberScanner after(text.substr(end + 1));
    after.skip_comma();
    text = after.rest();
  }
  return out;
}

std::optional<Reference> read_reference(std::string_view text) {
  text = trimmed(text);
  if (!same_word(text.substr(0, 4), "url(")) return {};
  const std::size_t end = text.find(')');
  if (end == text.npos) return {};
  std::string_view link = trimmed(text.substr(4, end - 4));
  if (link.size() > 1 && (link.front() == '"' || link.front() == '\'') && link.back() == link.front())
    link = trimmed(link.substr(1, link.size() - 2));
  Reference out{"", std::string(trimmed(text.substr(end + 1)))};
  if (link.starts_with('#')) out.id = link.substr(1);
  return out;
}

std::vector<Point> read_points(std::string_view text, bool& whole) {
  std::vector<Point> points;
  NumberScanner scanner(text);
  whole = true;
  for (scanner.skip_blanks(); !scanner.done(); scanner.skip_comma()) {
    const auto x = scanner.number();
    scanner.skip_comma();
    const auto y = x ? scanner.number() : std::nullopt;
    if (!x || !y) {
      whole = false;
      break;
    }
    points.emplace_back(*x, *y);
    if (points.size() > import_limits::segments) {
      whole = false;
      break;
    }
  }
  return points;
}

}  // namespace limber
