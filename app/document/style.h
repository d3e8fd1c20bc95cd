// Style: how a thing is drawn. Colours are swatches of the palette, which follow the theme, or real
// colours, which do not.
//
// Law: text_of(x) reads back as the same x.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "curves/curve.h"

namespace limber {

// The palette: 0 is the ink of the theme.
inline constexpr int swatch_count = 8;
std::string_view swatch_name(int swatch);  // "ink", "blue", ...

struct Colour {
  int swatch = 0;          // of the palette; -1: the real colour
  std::uint32_t rgb = 0;   // 0xrrggbb
  double opacity = 1;      // 0 to 1
  bool operator==(const Colour&) const = default;
};

struct GradientStop {
  double at = 0;  // 0 to 1, growing
  Colour colour;
  bool operator==(const GradientStop&) const = default;
};

// How a gradient goes on beyond its ends: with the last colour, back and forth, or from the start.
enum class Spread { pad, reflect, repeat };

// Where a radial gradient begins: a circle around `at`, its radius a share of the outer one's.
struct Focus {
  Point at = Point(0.5, 0.5);
  double radius = 0;
  bool operator==(const Focus&) const = default;
};

// What a stroke or a region is painted with. A gradient goes from one place to another in the box of
// the thing: (0, 0) is its lower left corner, (1, 1) the upper right one. A radial one begins in the
// middle, at `from`, and ends on the circle through `to`; with a `side` on the ellipse around `from`
// that the parallelogram with the half sides `to` - `from` and `side` - `from` touches.
struct Paint {
  enum class Kind { none, plain, linear, radial };
  Kind kind = Kind::none;
  Colour colour;                    // plain
  std::vector<GradientStop> stops;  // of a gradient, two or more
  Point from = Point(0, 0), to = Point(1, 0);
  std::optional<Point> side;   // radial
  std::optional<Focus> focus;  // radial; none: its middle
  Spread spread = Spread::pad;
  bool operator==(const Paint&) const = default;
};
Paint plain(Colour colour);

enum class Cap { butt, round, square };
enum class Join { miter, round, bevel };
enum class FillRule { even_odd, winding };
enum class Arrow { none, arrow, triangle, dot, bar };

struct Style {
  Paint stroke = plain({});
  Paint fill;
  double width = 2;              // of the stroke,
  bool width_in_mm = false;      // in drawing units, or in window points whatever the zoom
  std::vector<double> dash;      // lengths on and off, in widths; empty: none
  double dash_offset = 0;
  Cap cap = Cap::round;
  Join join = Join::round;
  double miter_limit = 4;
  FillRule rule = FillRule::even_odd;
  Arrow start = Arrow::none, end = Arrow::none;
  double opacity = 1;            // of all of it: of a curve with its fill, of a group with its members
  bool construction = false;     // a help for drawing: pale, never exported
  bool operator==(const Style&) const = default;
};

// A style that several things share and that is changed in one place.
struct NamedStyle {
  std::string name;
  Style style;
  bool operator==(const NamedStyle&) const = default;
};

// Each part of a style by name and as text: "stroke" "#ff8000", "width" "0.5mm", "dash" "4,2".
// What is wrong with a text, or nothing.
struct StylePart {
  std::string_view name, form;  // "dash", "ON,OFF,... | none"
};
const std::vector<StylePart>& style_parts();
std::string style_text(const Style& style, std::string_view part);
std::optional<std::string> set_style(Style& style, std::string_view part, std::string_view text);

}  // namespace limber
