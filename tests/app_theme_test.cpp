#include <doctest/doctest.h>

#include "app/drawing/assets.h"
#include "app/drawing/icons.h"
#include "app/drawing/theme.h"
#include "include/core/SkSurface.h"

using namespace limber;

TEST_CASE("text has a contrast of 4.5 : 1, marks on the paper 3 : 1, in every theme") {
  CHECK(contrast(SK_ColorWHITE, SK_ColorBLACK) == doctest::Approx(21));
  for (const Theme* t : {&light_theme(), &dark_theme(), &contrast_theme()}) {
    CAPTURE(t->name);
    for (const SkColor back : {t->panel, t->panel_sunk, t->panel_hover})
      CHECK(contrast(t->text, back) >= 4.5);
    CHECK(contrast(t->text_dim, t->panel) >= 4.5);
    CHECK(contrast(t->text_dim, t->panel_sunk) >= 4.5);
    CHECK(contrast(t->panel, t->accent) >= 4.5);  // what is written on a chosen tool
    CHECK(contrast(t->hint_text, t->paper) >= 4.5);
    for (const SkColor mark : {t->ink, t->accent, t->selected, t->snap, t->trouble})
      CHECK(contrast(mark, t->paper) >= 3);
    for (int i = 0; i < curve_colours; ++i) CHECK(contrast(curve_colour(*t, i), t->paper) >= 3);
  }
}

TEST_CASE("every icon file draws something") {
  for (const std::string_view file : assets_ending_in(".svg")) {
    CAPTURE(std::string(file));
    const sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(24, 24));
    const std::string_view name = file.substr(0, file.size() - 4);
    REQUIRE(draw_icon(*surface->getCanvas(), name, SkRect::MakeWH(24, 24), SK_ColorBLACK));
    SkPixmap pixels;
    REQUIRE(surface->peekPixels(&pixels));
    int inked = 0;
    for (int y = 0; y < 24; ++y)
      for (int x = 0; x < 24; ++x) inked += SkColorGetA(pixels.getColor(x, y)) > 128;
    CHECK(inked > 10);
  }
}
