// Styles as they are seen: each part of a style changes the pixels it should.
#include <doctest/doctest.h>

#include "app/drawing/picture.h"
#include "app/edits/line.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

constexpr int side = 400;  // pixels of a picture that shows (-50, -50) to (50, 50)

struct Shot {
  sk_sp<SkSurface> surface;
  SkPixmap pixels;
  SkColor at(double x, double y) const {
    return pixels.getColor(static_cast<int>(side / 2 + 4 * x), static_cast<int>(side / 2 - 4 * y));
  }
  bool is_paper(double x, double y) const { return at(x, y) == light_theme().paper; }
  int painted() const {
    int count = 0;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) count += pixels.getColor(x, y) != light_theme().paper;
    return count;
  }
};

Shot shot(const Document& document, bool construction = false) {
  PictureOptions options;
  options.width = options.height = side;
  options.part = Box(Point(-50, -50), Point(50, 50));
  options.marks.construction = construction;
  const Result<sk_sp<SkSurface>> surface = make_picture(document, options);
  REQUIRE(surface);
  Shot out{*surface, {}};
  REQUIRE(out.surface->peekPixels(&out.pixels));
  return out;
}

Document drawn(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

bool is(SkColor colour, unsigned rgb, int apart = 6) {
  const auto near = [&](unsigned a, unsigned b) {
    return std::abs(static_cast<int>(a) - static_cast<int>(b)) <= apart;
  };
  return near(SkColorGetR(colour), rgb >> 16) && near(SkColorGetG(colour), rgb >> 8 & 255) &&
         near(SkColorGetB(colour), rgb & 255);
}

// A horizontal line from (-30, 0) to (30, 0).
constexpr const char* a_line = "draw line as l a.x=-30 a.y=0 b.x=30 b.y=0";

}  // namespace

TEST_CASE("colours are real or of the palette, and as opaque as they say") {
  Shot seen = shot(drawn({a_line, "style l stroke=#ff8000 width=10mm"}));
  CHECK(seen.at(0, 0) == 0xffff8000);
  seen = shot(drawn({a_line, "style l stroke=#000000/0.5 width=10mm"}));
  CHECK(is(seen.at(0, 0), (light_theme().paper & 0xfefefe) / 2, 4));
  seen = shot(drawn({a_line, "style l stroke=none"}));
  CHECK(seen.painted() == 0);
}

TEST_CASE("gradients go from one place of the thing's box to another") {
  Shot seen = shot(drawn({"draw circle as c r=40",
                          "style c stroke=none fill=linear(0,0,1,0;#ff0000@0;#0000ff@1)"}));
  CHECK(is(seen.at(-38, 0), 0xf90006, 8));
  CHECK(is(seen.at(0, 30), 0x800080, 4));
  CHECK(is(seen.at(38, 0), 0x0600f9, 8));
  seen = shot(drawn({"draw circle as c r=40",
                     "style c stroke=none fill=linear(0,0,0,1;#ff0000@0;#00ff00@0.5;#0000ff@1)"}));
  CHECK(is(seen.at(0, 0), 0x00ff00, 4));
  CHECK(is(seen.at(0, -38), 0xf20d00, 10));  // y goes up
  seen = shot(drawn({"draw circle as c r=40",
                     "style c stroke=none fill=radial(0.5,0.5,1,0.5;#ffffff@0;#000000@1)"}));
  CHECK(is(seen.at(0, 0), 0xffffff, 4));
  CHECK(is(seen.at(20, 0), 0x808080, 5));
  CHECK(is(seen.at(0, -20), 0x808080, 5));
  CHECK(is(seen.at(0, 38), 0x0d0d0d, 8));
  // A stroke, too, and its arrowhead.
  seen = shot(drawn({a_line, "style l width=4mm end=triangle stroke=linear(0,0,1,0;#ff0000@0;#0000ff@1)"}));
  CHECK(is(seen.at(-29, 0), 0xfa0004, 10));
  CHECK(is(seen.at(20, 3), 0x2a00d5, 12));
}

TEST_CASE("a fill covers what its rule says") {
  const char* star =
      "draw closed_polyline as s nodes 0,40 23.5,-32.4 -38,12.4 38,12.4 -23.5,-32.4";
  Shot seen = shot(drawn({star, "style s stroke=none fill=#00aa00 rule=even_odd"}));
  CHECK(seen.is_paper(0, 0));
  CHECK(seen.at(0, 30) == 0xff00aa00);
  seen = shot(drawn({star, "style s stroke=none fill=#00aa00 rule=winding"}));
  CHECK(seen.at(0, 0) == 0xff00aa00);
}

TEST_CASE("the fill of a group covers several outlines as one: what is inside is a hole") {
  Document document = drawn({"draw circle as outer r=40", "draw circle as inner r=20",
                             "draw circle as islet r=8", "group outer inner islet as ring",
                             "style ring stroke=none fill=#0000ff"});
  Shot seen = shot(document);
  CHECK(seen.at(30, 0) == 0xff0000ff);
  CHECK(seen.is_paper(14, 0));
  CHECK(seen.at(0, 0) == 0xff0000ff);
  // As one area, a gradient goes over all of it.
  do_edit(document, "style ring fill=linear(0,0,1,0;#ff0000@0;#0000ff@1)");
  seen = shot(document);
  CHECK(is(seen.at(-30, 0), 0xdf0020, 8));
  CHECK(is(seen.at(30, 0), 0x2000df, 8));
  CHECK(is(seen.at(0, 0), 0x800080, 5));
  // A stroke of its own leaves an outline what it is; a hidden one is none.
  do_edit(document, "style inner stroke=#000000 width=2mm fill=none");
  seen = shot(document);
  CHECK(seen.at(20, 0) == 0xff000000);
  CHECK(seen.is_paper(14, 0));
  do_edit(document, "hide inner");
  CHECK(!shot(document).is_paper(14, 0));
  // Moved, the area goes along; the hand takes hold inside of it, and not in the hole.
  do_edit(document, "show inner");
  do_edit(document, "style ring fill=#0000ff");
  Editor editor(document);
  editor.camera().set_view(Box(Point(0, 0), Point(400, 400)));
  editor.camera().look_at(Point(0, 0), 4);
  editor.scene();
  const auto picked = [&](const Point& paper) { return editor.pick(editor.camera().to_window(paper)); };
  REQUIRE(picked(Point(30, 0)));
  CHECK(picked(Point(30, 0))->curve == document.find("outer").as<Body>());
  CHECK(!picked(Point(0, 14)));
  do_edit(document, "move ring by 5 0");
  seen = shot(document);
  CHECK(seen.is_paper(-36, 0));
  CHECK(seen.at(44, 0) == 0xff0000ff);
}

TEST_CASE("widths are in millimetres, or in points of the window whatever the zoom") {
  CHECK(shot(drawn({a_line, "style l width=10mm cap=butt"})).painted() == 240 * 40);
  CHECK(shot(drawn({a_line, "style l width=10pt cap=butt"})).painted() == 240 * 10);
}

TEST_CASE("dashes are lengths in widths of the stroke, and begin where the offset says") {
  const char* dashed = "style l width=4mm cap=butt stroke=#000000 dash=2,1";
  Shot seen = shot(drawn({a_line, dashed}));
  for (int k = 0; k < 5; ++k) {
    CAPTURE(k);
    CHECK(seen.at(-30 + 12 * k + 4, 0) == 0xff000000);
    CHECK(seen.is_paper(-30 + 12 * k + 10, 0));
  }
  seen = shot(drawn({a_line, dashed, "style l dash_offset=2"}));
  CHECK(seen.is_paper(-28, 0));
  CHECK(seen.at(-22, 0) == 0xff000000);
  seen = shot(drawn({a_line, "style l width=4mm cap=butt dash=1"}));  // on and off alike
  CHECK(seen.is_paper(-24, 0));
  CHECK(!seen.is_paper(-20, 0));
}

TEST_CASE("caps and joins") {
  const auto with = [](const char* style) { return shot(drawn({a_line, style})); };
  Shot seen = with("style l width=10mm cap=butt");
  CHECK(seen.is_paper(32, 0));
  seen = with("style l width=10mm cap=square");
  CHECK(!seen.is_paper(34, 4));
  seen = with("style l width=10mm cap=round");
  CHECK(!seen.is_paper(34, 0));
  CHECK(seen.is_paper(34, 4));

  const char* corner = "draw polyline as p nodes -30,-30 0,0 30,-30";
  const auto bent = [&](const char* style) { return shot(drawn({corner, style})); };
  seen = bent("style p width=10mm join=miter");
  CHECK(!seen.is_paper(0, 6.5));
  seen = bent("style p width=10mm join=miter miter_limit=1.2");  // it asks for 1.41
  CHECK(seen.is_paper(0, 6.5));
  seen = bent("style p width=10mm join=round");
  CHECK(seen.is_paper(0, 6.5));
  CHECK(!seen.is_paper(0, 4.5));
  seen = bent("style p width=10mm join=bevel");
  CHECK(seen.is_paper(0, 4.5));
}

TEST_CASE("arrowheads stand at the ends they are meant for") {
  for (const char* arrow : {"arrow", "triangle", "dot", "bar"}) {
    CAPTURE(std::string(arrow));
    for (const bool end : {false, true}) {
      const std::string style = std::string("style l width=2mm stroke=#000000 ") +
                                (end ? "end=" : "start=") + arrow;
      const Shot seen = shot(drawn({a_line, style.c_str()}));
      int near_start = 0, near_end = 0;  // beside the line, where only a head reaches
      for (double along = 0; along < 12; along += 0.25)
        for (const double aside : {2.0, 2.5, 3.0}) {
          near_start += !seen.is_paper(-32 + along, aside);
          near_end += !seen.is_paper(32 - along, aside);
        }
      CHECK((end ? near_end : near_start) > 2);
      CHECK((end ? near_start : near_end) == 0);
    }
  }
}

TEST_CASE("what is drawn as a help is pale in the window and not in a picture") {
  const Document document = drawn({a_line, "style l width=10mm stroke=#000000 construction=yes",
                                   "text Note at 0 20 size=10 as t", "style t construction=yes"});
  CHECK(shot(document).painted() == 0);
  const Shot seen = shot(document, true);
  CHECK(seen.painted() > 5000);
  CHECK(is(seen.at(0, 0), 0x8c8c8c, 12));
}

TEST_CASE("a style with a name is changed in one place") {
  Document document = drawn({a_line, "draw circle as c r=30", "name_style bold width=10mm stroke=#ff0000",
                             "use_style bold l c"});
  CHECK(shot(document).at(0, 0) == 0xffff0000);
  do_edit(document, "name_style bold stroke=#0000ff");
  const Shot seen = shot(document);
  CHECK(seen.at(0, 0) == 0xff0000ff);
  CHECK(seen.at(0, 30) == 0xff0000ff);
}

TEST_CASE("texts, pictures, guides and marks have the colour of their style") {
  Document document = drawn({"text MMMM at 0 -10 size=30 as t", "style t stroke=#ff0000 fill=#ffff00"});
  Shot seen = shot(document);
  int red = 0;
  for (int x = 0; x < side; ++x) red += is(seen.pixels.getColor(x, side / 2), 0xff0000);
  CHECK(red > 20);
  CHECK(seen.at(0, -15) == 0xffffff00);

  seen = shot(drawn({"picture none.png at -30 -30 60 60 as p", "style p stroke=#0000ff width=6mm"}));
  CHECK(seen.at(-30, 10) == 0xff0000ff);

  seen = shot(drawn({"guide at 0 10 as g", "style g stroke=#ff0000"}), true);
  CHECK(seen.at(20, 10) == 0xffff0000);

  document = drawn({"draw bar as b a.x=-30", "nail b@0 as n", "force b@1 30 0 as f", "motor b as m"});
  const auto reds = [&] {
    const Shot now = shot(document);
    int count = 0;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) count += is(now.pixels.getColor(x, y), 0xff0000);
    return count;
  };
  CHECK(reds() == 0);
  int before = 0;
  for (const char* mark : {"n", "f", "m"}) {
    do_edit(document, std::string("style ") + mark + " stroke=#ff0000");
    CHECK(reds() > before + 10);
    before = reds();
  }
}
