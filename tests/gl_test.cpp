// The frame drawn by OpenGL against the frame drawn by the processor, on a screen of its own (Xvfb).
// OpenGL is Mesa's by software here; Skia's work for it is the same as on a graphics processor.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "app/drawing/assets.h"
#include "app/window/gl_canvas.h"
#include "include/core/SkBitmap.h"
#include "tests/large_drawings.h"
#include "tests/screen.h"
#include "tests/x_server.h"

using namespace limber;

namespace {

const Point size(1280, 800);

// A window for OpenGL to draw in.
class GlWindow {
 public:
  GlWindow() : server_(static_cast<int>(size.x()), static_cast<int>(size.y())) {
    use_screen(server_);
    REQUIRE_MESSAGE(SDL_Init(SDL_INIT_VIDEO) == 0, SDL_GetError());
    window_ = SDL_CreateWindow("gl", 0, 0, static_cast<int>(size.x()), static_cast<int>(size.y()),
                               prepare_gl_window());
    REQUIRE_MESSAGE(window_, SDL_GetError());
    Result<std::unique_ptr<GlCanvas>> made = GlCanvas::make(window_);
    REQUIRE_MESSAGE(made, made.error().message);
    canvas = *std::move(made);
  }
  ~GlWindow() {
    canvas.reset();
    SDL_DestroyWindow(window_);
    SDL_Quit();
  }
  std::unique_ptr<GlCanvas> canvas;

 private:
  XServer server_;
  SDL_Window* window_ = nullptr;
};

SkBitmap pixels_of(SkSurface& surface) {
  SkBitmap pixels;
  pixels.allocPixels(SkImageInfo::MakeN32Premul(surface.width(), surface.height()));
  REQUIRE(surface.readPixels(pixels.pixmap(), 0, 0));
  return pixels;
}

// The part of the pixels in which some colour differs by more than gl_levels_apart.
double part_apart(const SkBitmap& a, const SkBitmap& b) {
  long apart = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const SkColor one = a.getColor(x, y), two = b.getColor(x, y);
      int most = 0;
      for (const int shift : {0, 8, 16})
        most = std::max(most, std::abs(static_cast<int>(one >> shift & 255) -
                                       static_cast<int>(two >> shift & 255)));
      apart += most > gl_levels_apart;
    }
  return static_cast<double>(apart) / (static_cast<double>(a.width()) * a.height());
}

void draw_on(Screen& screen, SkSurface* surface) {
  REQUIRE(surface);
  screen.surface = sk_ref_sp(surface);
  screen.panels.forget_pictures();
  screen.draw();
  for (int i = 0; i < 20 && screen.panels.wants_frame(); ++i) screen.draw();
}

// The same frame by both, kept pictures and all.
double part_apart(GlWindow& window, Screen& screen) {
  const sk_sp<SkSurface> raster = screen.surface;
  draw_on(screen, raster.get());
  const SkBitmap by_processor = pixels_of(*raster);
  draw_on(screen, window.canvas->surface());
  const SkBitmap by_gl = pixels_of(*window.canvas->surface());
  screen.panels.forget_pictures();  // those of OpenGL
  screen.surface = raster;
  return part_apart(by_processor, by_gl);
}

}  // namespace

TEST_CASE("every example looks the same by OpenGL and by the processor, in every theme") {
  GlWindow window;
  CHECK(is_software_renderer(window.canvas->renderer()));
  double worst = 0;
  for (const std::string_view name : assets_ending_in(".limber")) {
    Screen screen(std::string(name).c_str(), size);
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
      CAPTURE(name);
      CAPTURE(theme->name);
      screen.editor().set_theme(*theme);
      screen.settle();
      const double apart = part_apart(window, screen);
      CHECK(apart <= gl_pixels_apart);
      worst = std::max(worst, apart);
    }
  }
  MESSAGE("worst: ", 100 * worst, " % of the pixels");
}

TEST_CASE("a picture kept by OpenGL through a drag, a move and a zoom is the one of the processor") {
  using What = PointerEvent::What;
  GlWindow window;
  Screen screen(nullptr, size);
  screen.editor().open(drawing_of_parts(fresh_document(), 12));
  screen.editor().fit();
  screen.settle();
  const sk_sp<SkSurface> raster = screen.surface;
  draw_on(screen, window.canvas->surface());
  const CurveId wheel = screen.document().find("wheel3").as<Body>();
  const Point from = screen.editor().camera().to_window(end_of(screen.editor().world(), wheel, 0));
  screen.pointer(What::press, from, Button::left);
  for (int i = 1; i <= 5; ++i) {
    screen.pointer(What::move, from + Point(4 * i, -3 * i));
    screen.editor().advance(1.0 / 60);
    screen.draw();
    window.canvas->show();
  }
  screen.pointer(What::release, from + Point(20, -15), Button::left);
  screen.pointer(What::press, Point(600, 400), Button::middle);
  screen.pointer(What::move, Point(540, 437));
  screen.draw();
  screen.pointer(What::release, Point(540, 437), Button::middle);
  PointerEvent zoom;
  zoom.what = What::wheel;
  zoom.at = Point(500, 300);
  zoom.wheel = Point(0, 1);
  for (int i = 0; i < 3; ++i) {
    screen.editor().handle(zoom);
    screen.draw();
    window.canvas->show();
  }
  screen.settle();
  CHECK(!window.canvas->lost());
  const SkBitmap by_gl = pixels_of(*window.canvas->surface());
  draw_on(screen, raster.get());
  CHECK(part_apart(by_gl, pixels_of(*raster)) <= gl_pixels_apart);
}

TEST_CASE("when OpenGL is gone the processor draws the same frame") {
  auto window = std::make_unique<GlWindow>();
  Screen screen("four-bar.limber", size);
  const sk_sp<SkSurface> raster = screen.surface;
  draw_on(screen, raster.get());
  const SkBitmap before = pixels_of(*raster);
  draw_on(screen, window->canvas->surface());
  screen.surface = raster;
  window.reset();  // with pictures still kept on it
  raster->getCanvas()->clear(SK_ColorRED);
  draw_on(screen, raster.get());
  CHECK(part_apart(before, pixels_of(*raster)) == 0);
}

TEST_CASE("drivers that draw by the processor are known by their names") {
  CHECK(is_software_renderer("llvmpipe (LLVM 15.0.6, 256 bits)"));
  CHECK(is_software_renderer("softpipe"));
  CHECK(is_software_renderer("Software Rasterizer"));
  CHECK(is_software_renderer("Gallium 0.4 on SWRAST"));
  CHECK(is_software_renderer("Google SwiftShader"));
  CHECK(!is_software_renderer("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
  CHECK(!is_software_renderer("NVIDIA GeForce RTX 3060/PCIe/SSE2"));
  CHECK(!is_software_renderer("AMD Radeon RX 580 Series (polaris10, LLVM 15.0.6, DRM 3.49)"));
}
