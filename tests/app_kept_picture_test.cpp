// The frame that is kept, against the frame drawn anew.
#include <doctest/doctest.h>

#include <utility>

#include "app/edits/line.h"
#include "tests/large_drawings.h"
#include "tests/laws.h"
#include "tests/screen.h"

using namespace limber;

namespace {

SkPixmap pixels_of(SkSurface& surface) {
  SkPixmap pixels;
  REQUIRE(surface.peekPixels(&pixels));
  return pixels;
}

int different_pixels(SkSurface& a, SkSurface& b) {
  const SkPixmap one = pixels_of(a), two = pixels_of(b);
  int different = 0;
  for (int y = 0; y < one.height(); ++y)
    for (int x = 0; x < one.width(); ++x) different += *one.addr32(x, y) != *two.addr32(x, y);
  return different;
}

// The same frame on another surface, with nothing kept from before. What the panels keep of it is
// the new one, which is as good.
sk_sp<SkSurface> drawn_anew(Screen& screen) {
  const sk_sp<SkSurface> kept = screen.surface;
  screen.surface = SkSurfaces::Raster(kept->imageInfo());
  screen.panels.forget_pictures();
  screen.draw();
  return std::exchange(screen.surface, kept);
}

void check_same(Screen& screen, const char* what) {
  CAPTURE(what);
  for (int i = 0; i < 20 && screen.panels.wants_frame(); ++i) screen.draw();
  screen.draw();
  const sk_sp<SkSurface> anew = drawn_anew(screen);
  CHECK(different_pixels(*screen.surface, *anew) == 0);
}

void point(Screen& screen, PointerEvent::What what, const Point& window,
           Button button = Button::none) {
  screen.pointer(what, window, button);
}

Document parts_of(int count) { return drawing_of_parts(fresh_document(), count); }

}  // namespace

TEST_CASE("the picture that is kept is the picture drawn anew, pixel for pixel") {
  using What = PointerEvent::What;
  Screen screen(nullptr);
  screen.workspace.editor().open(parts_of(20));
  Editor& editor = screen.editor();
  editor.fit();
  screen.settle();
  Random random(77);
  const Box paper = editor.camera().view();
  const auto somewhere = [&] {
    return Point(random.in(paper.min().x(), paper.max().x()),
                 random.in(paper.min().y(), paper.max().y()));
  };
  const auto at_curve = [&] {
    const CurveId id = editor.world().bodies().at_slot(random.whole(0, 59));
    return id ? editor.camera().to_window(end_of(editor.world(), id, 0.5)) : somewhere();
  };
  check_same(screen, "at first");
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    switch (random.whole(0, 8)) {
      case 0: {
        const Point from = at_curve();
        point(screen, What::move, from);
        point(screen, What::press, from, Button::left);
        for (int i = 1; i <= 5; ++i) {
          point(screen, What::move, from + random.point(40));
          editor.advance(1.0 / 60);
          screen.draw();
          if (i == 3) check_same(screen, "in a drag");
        }
        point(screen, What::release, from, Button::left);
        check_same(screen, "after a drag");
        break;
      }
      case 1: {
        point(screen, What::press, Point(500, 500), Button::middle);
        for (int i = 1; i <= 4; ++i) {
          point(screen, What::move, Point(500 + random.whole(-90, 90), 500 + random.whole(-90, 90)));
          screen.draw();
        }
        point(screen, What::release, Point(500, 500), Button::middle);
        check_same(screen, "after moving the view");
        break;
      }
      case 2: {
        PointerEvent wheel;
        wheel.what = What::wheel;
        wheel.at = somewhere();
        wheel.wheel = Point(0, random.in(0, 1) < 0.5 ? 1 : -1);
        editor.handle(wheel);
        screen.draw();
        check_same(screen, "after a zoom");
        break;
      }
      case 3:
        point(screen, What::move, at_curve());
        screen.draw();
        check_same(screen, "pointing at a curve");
        break;
      case 4:
        screen.click(at_curve());
        check_same(screen, "after a click");
        break;
      case 5:
        editor.set_theme(editor.theme().dark ? light_theme() : dark_theme());
        screen.draw();
        check_same(screen, "in other colours");
        break;
      case 6: {
        const std::string name = "wheel" + std::to_string(random.whole(0, 19));
        const char* edits[] = {"style NAME fill=orange/0.2 width=5", "hide NAME", "show NAME",
                               "delete NAME", "text \"note\" at 40 40 size=9", "raise NAME"};
        std::string line = edits[random.whole(0, 5)];
        if (const auto at = line.find("NAME"); at != line.npos) line.replace(at, 4, name);
        if (const Result<Edit> edit = read_edit(line)) (void)editor.perform(*edit);
        screen.draw();
        check_same(screen, "after an edit");
        break;
      }
      case 7:
        editor.undo();
        screen.draw();
        check_same(screen, "after undo");
        break;
      case 8:
        editor.show_grid(!editor.grid_shown());
        screen.draw();
        check_same(screen, "with or without the grid");
        break;
    }
  }
}

// Skia chooses how it smooths edges by the size of the piece it draws on: the same bound as for
// another renderer.
TEST_CASE("of the picture that is kept 0.5 % of the pixels differ by more than 8 levels from one drawn at once") {
  for (const char* name : {"welcome.limber", "gallery.limber", "bridge-of-springs.limber"}) {
    CAPTURE(name);
    Screen screen(name);
    const sk_sp<SkSurface> at_once = SkSurfaces::Raster(screen.surface->imageInfo());
    screen.editor().draw(*at_once->getCanvas());
    const SkPixmap kept = pixels_of(*screen.surface), direct = pixels_of(*at_once);
    Box paper = screen.editor().camera().view();
    constexpr double bar_of_play = 90;  // it lies over the paper
    if (screen.workspace.play_bar_shown()) paper.max().y() -= bar_of_play;
    int far = 0, all = 0;
    for (int y = static_cast<int>(paper.min().y()); y < static_cast<int>(paper.max().y()); ++y)
      for (int x = static_cast<int>(paper.min().x()); x < static_cast<int>(paper.max().x()); ++x) {
        const SkColor a = kept.getColor(x, y), b = direct.getColor(x, y);
        int apart = 0;
        for (const int shift : {0, 8, 16})
          apart = std::max(apart, std::abs(static_cast<int>(a >> shift & 255) -
                                           static_cast<int>(b >> shift & 255)));
        far += apart > 8;
        ++all;
      }
    CHECK(far <= all / 200);
  }
}

TEST_CASE("only what changed is drawn again") {
  using What = PointerEvent::What;
  Screen screen(nullptr, Point(1920, 1080));
  screen.workspace.editor().open(parts_of(100));
  Editor& editor = screen.editor();
  editor.fit();
  screen.settle();
  const KeptPicture& paper = screen.panels.picture().paper();
  const int all = static_cast<int>(paper.cells().size());
  REQUIRE(all > 100);
  CHECK(paper.sharp());

  screen.draw();
  CHECK(paper.tiles_drawn() == 0);
  CHECK(screen.panels.changed().empty());

  const CurveId wheel = editor.document().find("wheel45").as<Body>();
  const Point at = editor.camera().to_window(end_of(editor.world(), wheel, 0));
  point(screen, What::move, at);
  point(screen, What::press, at, Button::left);
  for (int i = 1; i < 10; ++i) {
    point(screen, What::move, at + Point(2 * i, i));
    editor.advance(1.0 / 60);
    screen.draw();
    CHECK(paper.tiles_drawn() > 0);
    CHECK(paper.tiles_drawn() <= 12);
    CHECK(editor.drawn().renewed() <= 3);
  }
  point(screen, What::release, at + Point(18, 9), Button::left);
  editor.come_to_rest();
  screen.settle();

  point(screen, What::press, Point(900, 900), Button::middle);
  for (int i = 1; i < 6; ++i) {
    point(screen, What::move, Point(900 + 20 * i, 900 + 10 * i));
    screen.draw();
    CHECK(paper.tiles_drawn() <= all / 4);  // a strip at the left and at the top
    CHECK(paper.sharp());
  }
  point(screen, What::release, Point(1000, 950), Button::middle);
  screen.settle();

  PointerEvent zoom;
  zoom.what = What::wheel;
  zoom.at = Point(900, 500);
  zoom.wheel = Point(0, 1);
  editor.handle(zoom);
  screen.draw();
  CHECK(!paper.sharp());
  CHECK(paper.tiles_drawn() == 0);  // closer: all is covered by what was there
  CHECK(screen.panels.wants_frame());
  int frames = 0;
  for (; !paper.sharp() && frames < 100; ++frames) {
    screen.draw();
    CHECK(paper.tiles_drawn() <= all / 5);
  }
  CHECK(frames <= 6);  // a tenth of a second
}

TEST_CASE("panels are drawn again only when they changed") {
  Screen screen("welcome.limber");
  screen.settle();
  screen.draw();
  CHECK(screen.panels.panels_drawn() == 0);
  point(screen, PointerEvent::What::move, Point(640, 600));
  screen.settle();
  point(screen, PointerEvent::What::move, Point(642, 601));
  screen.draw();
  CHECK(screen.panels.panels_drawn() == 1);  // the place of the pointer in the line at the bottom
}
