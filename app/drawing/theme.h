// Every colour and stroke of the program, in one place.
// Law: text on its background has a contrast of at least 4.5 : 1, marks on the paper 3 : 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "include/core/SkColor.h"

namespace limber {

struct Theme {
  std::string name;
  bool dark = false;
  // the paper and what is on it
  SkColor paper, grid, grid_axis, ink, hint_text;
  SkColor accent;    // what the hand holds, what a click will do
  SkColor selected;  // what is chosen
  SkColor snap;      // where a point will stick
  SkColor trouble;   // what cannot be met
  // panels
  SkColor panel, panel_edge, panel_sunk, panel_hover, text, text_dim, shadow;
};

const Theme& light_theme();
const Theme& dark_theme();
const Theme& contrast_theme();                    // black on white, for eyes that need it
const Theme& theme_named(std::string_view name);  // the light one when there is no such name

// Sizes on screen, in window points.
inline constexpr float stroke_width = 2.0f;
inline constexpr float halo_width = 7.0f;  // behind a hovered or selected curve
inline constexpr float joint_radius = 4.5f;

// The ratio of luminances, 1 to 21.
double contrast(SkColor a, SkColor b);

// The colours a curve can be given; 0 is the ink of the theme.
inline constexpr int curve_colours = 8;
SkColor curve_colour(const Theme& theme, int index);
std::string_view curve_colour_name(int index);

}  // namespace limber
