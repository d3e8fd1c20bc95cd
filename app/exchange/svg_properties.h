// The properties of SVG's elements: attributes, style sheets, the style attribute, and what an
// element has from the one around it.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/style.h"
#include "app/exchange/css.h"
#include "app/exchange/svg_values.h"

namespace limber {

// What a shape is painted with, as written.
struct SvgPaint {
  // The last two: as the shape that a marker stands on.
  enum class Kind { none, colour, current, reference, context_fill, context_stroke };
  Kind kind = Kind::none;
  Rgba colour;
  std::string id;                    // of a reference,
  bool has_fallback = false;         // and what counts when nobody has it
  Kind fallback = Kind::none;
};

enum class Anchor { start, middle, end };

// What an element has from the one around it unless it says otherwise.
struct SvgInherited {
  Rgba color;
  SvgPaint fill{SvgPaint::Kind::colour, {}, {}, false, {}}, stroke;
  double fill_opacity = 1, stroke_opacity = 1;
  FillRule fill_rule = FillRule::winding, clip_rule = FillRule::winding;
  double stroke_width = 1;
  std::vector<double> dash;
  double dash_offset = 0;
  Cap cap = Cap::butt;
  Join join = Join::miter;
  double miter_limit = 4;
  std::string marker_start, marker_mid, marker_end;  // ids
  double font_size = 16;
  std::string font_family;
  Anchor anchor = Anchor::start;
  bool keeps_blanks = false;
  bool visible = true;
};

// What is its own.
struct SvgOwn {
  double opacity = 1;
  bool displayed = true, clips_content = true;  // overflow: hidden
  std::string transform;                        // as written
  std::string clip_path, mask, filter;          // ids
  bool blends = false;
  SvgPaint stop_color{SvgPaint::Kind::colour, {}, {}, false, {}};
  double stop_opacity = 1;
  Rgba background{0, 0};
};

// What lengths depend on.
struct LengthFrame {
  double width = 0, height = 0;  // of the viewport, user units
  double font_size = 16;
};
enum class Axis { x, y, both };
double in_user_units(const Length& length, Axis axis, const LengthFrame& frame);

struct SvgProperties {
  SvgInherited inherited;
  SvgOwn own;
};
SvgProperties properties_of(const SvgTree& tree, int element, StyleSheet& sheet,
                            const SvgProperties& around, const LengthFrame& frame);

}  // namespace limber
