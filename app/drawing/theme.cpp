#include "app/drawing/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limber {

namespace {

constexpr SkColor rgb(std::uint32_t hex) { return 0xff000000u | hex; }
constexpr SkColor faint(SkColor colour, std::uint32_t alpha) {
  return (colour & 0x00ffffffu) | (alpha << 24);
}

Theme make_light() {
  Theme t;
  t.name = "light";
  t.paper = rgb(0xfdfdfb);
  t.grid = rgb(0xeef0ef);
  t.grid_axis = rgb(0xdfe4e3);
  t.ink = rgb(0x26323b);
  t.hint_text = rgb(0x6a747b);
  t.accent = rgb(0x1769c9);
  t.selected = rgb(0x1769c9);
  t.snap = rgb(0xa85a00);
  t.trouble = rgb(0xc0322b);
  t.panel = rgb(0xffffff);
  t.panel_edge = rgb(0xdcdfe2);
  t.panel_sunk = rgb(0xf1f3f5);
  t.panel_hover = rgb(0xe6eef8);
  t.text = rgb(0x26323b);
  t.text_dim = rgb(0x65707a);
  t.shadow = faint(rgb(0x1b2730), 0x24);
  return t;
}

Theme make_dark() {
  Theme t;
  t.name = "dark";
  t.dark = true;
  t.paper = rgb(0x1d2126);
  t.grid = rgb(0x262b31);
  t.grid_axis = rgb(0x333a42);
  t.ink = rgb(0xe6e9eb);
  t.hint_text = rgb(0x97a2ab);
  t.accent = rgb(0x6db3ff);
  t.selected = rgb(0x6db3ff);
  t.snap = rgb(0xf2ae4b);
  t.trouble = rgb(0xff8078);
  t.panel = rgb(0x2a2f36);
  t.panel_edge = rgb(0x3d444d);
  t.panel_sunk = rgb(0x20242a);
  t.panel_hover = rgb(0x37445a);
  t.text = rgb(0xe6e9eb);
  t.text_dim = rgb(0xa3adb6);
  t.shadow = faint(rgb(0x000000), 0x60);
  return t;
}

Theme make_contrast() {
  Theme t = make_light();
  t.name = "contrast";
  t.paper = t.panel = t.panel_sunk = rgb(0xffffff);
  t.grid = rgb(0xdddddd);
  t.grid_axis = rgb(0xaaaaaa);
  t.ink = t.text = t.text_dim = t.hint_text = t.panel_edge = rgb(0x000000);
  t.accent = t.selected = rgb(0x0040a0);
  t.snap = rgb(0x8a4200);
  t.trouble = rgb(0xa00000);
  t.panel_hover = rgb(0xffe680);
  return t;
}

struct CurveColour {
  std::string_view name;
  SkColor light, dark;
};

// Chosen to differ in lightness as well as in hue, for eyes that see few hues.
constexpr std::array<CurveColour, curve_colours> colours{{
    {"ink", 0, 0},
    {"blue", rgb(0x1f6fc4), rgb(0x7cb8f5)},
    {"teal", rgb(0x0c7f78), rgb(0x4fc9bd)},
    {"green", rgb(0x4a7d1e), rgb(0x9ccf66)},
    {"orange", rgb(0xb85c00), rgb(0xf2a957)},
    {"red", rgb(0xb6322f), rgb(0xf58a80)},
    {"violet", rgb(0x7347b5), rgb(0xbd9bf2)},
    {"grey", rgb(0x78828a), rgb(0x8f99a1)},
}};

double luminance(SkColor colour) {
  const auto linear = [](unsigned byte) {
    const double s = byte / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(SkColorGetR(colour)) + 0.7152 * linear(SkColorGetG(colour)) +
         0.0722 * linear(SkColorGetB(colour));
}

}  // namespace

const Theme& light_theme() {
  static const Theme theme = make_light();
  return theme;
}

const Theme& dark_theme() {
  static const Theme theme = make_dark();
  return theme;
}

const Theme& contrast_theme() {
  static const Theme theme = make_contrast();
  return theme;
}

const Theme& theme_named(std::string_view name) {
  for (const Theme* theme : {&dark_theme(), &contrast_theme()})
    if (theme->name == name) return *theme;
  return light_theme();
}

double contrast(SkColor a, SkColor b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

SkColor curve_colour(const Theme& theme, int index) {
  if (index <= 0 || index >= curve_colours) return theme.ink;
  const CurveColour& colour = colours[static_cast<std::size_t>(index)];
  return theme.dark ? colour.dark : colour.light;
}

std::string_view curve_colour_name(int index) {
  return colours[static_cast<std::size_t>(index >= 0 && index < curve_colours ? index : 0)].name;
}

}  // namespace limber
