#include "app/window/window.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/window/picture_clipboard.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkImageInfo.h"

namespace limber {

namespace {

// Skia draws into SDL's pixels directly when they are 32 bits with blue first, as on every X11 and
// Wayland desktop; SDL converts otherwise.
bool skia_can_draw(const SDL_Surface& surface) {
  return surface.format->format == SDL_PIXELFORMAT_RGB888 ||
         surface.format->format == SDL_PIXELFORMAT_ARGB8888;
}

constexpr SDL_SystemCursor cursor_shapes[] = {SDL_SYSTEM_CURSOR_ARROW,     SDL_SYSTEM_CURSOR_HAND,
                                         SDL_SYSTEM_CURSOR_CROSSHAIR, SDL_SYSTEM_CURSOR_SIZEALL,
                                         SDL_SYSTEM_CURSOR_NO,        SDL_SYSTEM_CURSOR_IBEAM,
                                         SDL_SYSTEM_CURSOR_SIZENS};

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

// X11 has pixels only. Desktops that scale say so in GDK_SCALE; otherwise the size of the screen
// tells how many pixels an inch has: 96 are one to the point. Halves are steps that can be seen.
double zoom_of_screen() {
  if (std::string_view(SDL_GetCurrentVideoDriver()) != "x11") return 1;
  if (is_set("GDK_SCALE")) return std::clamp(std::atoi(std::getenv("GDK_SCALE")), 1, 4);
  float dpi = 96;
  if (SDL_GetDisplayDPI(0, &dpi, nullptr, nullptr) != 0) return 1;
  return std::clamp(std::round(2 * dpi / 96.0) / 2, 1.0, 4.0);
}

struct Asked {  // of a window, in SDL's own points
  std::string title;
  int width = 0, height = 0;
};

SDL_Window* create_window(const Asked& asked, unsigned flags) {
  return SDL_CreateWindow(asked.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                          asked.width, asked.height,
                          flags | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
}

struct GlWindow {
  SDL_Window* window = nullptr;
  std::unique_ptr<GlCanvas> canvas;
};

// Not shown before it is known to be the one.
Result<GlWindow> create_gl_window(const Asked& asked, Renderer renderer) {
  const auto cannot = [](const std::string& why) { return Error{why, 0, 0, 1, {}, {}}; };
  if (renderer == Renderer::raster) return cannot("as asked for");
  if (renderer == Renderer::automatic && !has_graphics_device())
    return cannot("no graphics device was found");
  GlWindow out;
  out.window = create_window(asked, prepare_gl_window() | SDL_WINDOW_HIDDEN);
  if (!out.window) return cannot(std::string("OpenGL: ") + SDL_GetError());
  Result<std::unique_ptr<GlCanvas>> canvas = GlCanvas::make(out.window);
  const bool software = canvas && is_software_renderer((*canvas)->renderer());
  if (canvas && !(software && renderer == Renderer::automatic)) {
    out.canvas = *std::move(canvas);
    SDL_ShowWindow(out.window);
    return out;
  }
  const Error why = canvas ? cannot("OpenGL is drawn by the processor here, by " +
                                    (*canvas)->renderer())
                           : canvas.error();
  if (canvas) (*canvas).reset();
  SDL_DestroyWindow(out.window);
  return why;
}

}  // namespace

Workspace::Clipboard system_clipboard() {
  return {[](const std::string& text) { SDL_SetClipboardText(text.c_str()); },
          [] {
            char* text = SDL_GetClipboardText();
            std::string copied = text ? text : "";
            SDL_free(text);
            return copied;
          },
          put_picture_on_clipboard, picture_from_clipboard};
}

Renderer renderer_named(std::string_view name) {
  return name == "gl" ? Renderer::gl : name == "raster" ? Renderer::raster : Renderer::automatic;
}

Result<std::unique_ptr<Window>> Window::open(const std::string& title, int width, int height,
                                             double zoom, Renderer renderer) {
  const auto refuse_since = [](const std::string& why) {
    return Error{"Cannot open a window: " + why + ".",
                 0,
                 0,
                 1,
                 "limber render FILE -o OUT.png works without a screen",
                 {}};
  };
  const auto refuse = [&] { return refuse_since(SDL_GetError()); };
  // A window that nobody can see waits for events for ever, so SDL's own ways out (drivers that
  // draw into memory or on a bare console) are taken only when they are asked for.
  if (!is_set("SDL_VIDEODRIVER")) {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
      return refuse_since("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)");
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,wayland");
  }
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return refuse();
  SDL_EnableScreenSaver();
  if (zoom <= 0) zoom = zoom_of_screen();
  const auto pixels = [&](int points) { return static_cast<int>(std::lround(points * zoom)); };
  const Asked asked{title, pixels(width), pixels(height)};
  Result<GlWindow> gl = create_gl_window(asked, renderer);
  SDL_Window* window = gl ? gl->window : create_window(asked, 0);
  if (!window) {
    const Error error = refuse();
    SDL_Quit();
    return error;
  }
  SDL_SetWindowMinimumSize(window, pixels(640), pixels(480));
  std::unique_ptr<Window> result(new Window(window, zoom));
  result->title_ = title;
  result->drawn_by_ = gl ? "OpenGL, " + gl->canvas->renderer()
                         : "the processor (" + gl.error().message + ")";
  if (gl) result->gl_ = std::move(gl->canvas);
  return result;
}

Window::Window(SDL_Window* window, double zoom) : window_(window), screen_zoom_(zoom), zoom_(zoom) {
  for (int i = 0; i < 7; ++i) shapes_[i] = SDL_CreateSystemCursor(cursor_shapes[i]);
  SDL_StartTextInput();
}

Window::~Window() {
  surface_.reset();
  gl_.reset();
  for (SDL_Cursor* shape : shapes_) SDL_FreeCursor(shape);
  SDL_DestroyWindow(window_);
  SDL_Quit();
}

Point Window::size() const {
  int width = 0, height = 0;
  SDL_GetWindowSize(window_, &width, &height);
  return Point(width, height) / zoom_;
}

float Window::scale() const {
  int points = 0, pixels = 0;
  SDL_GetWindowSize(window_, &points, nullptr);
  SDL_GetWindowSizeInPixels(window_, &pixels, nullptr);
  const float dense = points > 0 ? static_cast<float>(pixels) / static_cast<float>(points) : 1.0f;
  return dense * static_cast<float>(zoom_);
}

// The window's own pixels.
SkSurface* Window::raster_surface() {
  // SDL hands out a new surface when the window's size changed; asking is cheap.
  SDL_Surface* pixels = SDL_GetWindowSurface(window_);
  if (!pixels || pixels->w <= 0 || pixels->h <= 0) return nullptr;
  if (pixels != pixels_ || !surface_ || surface_->width() != pixels->w ||
      surface_->height() != pixels->h) {
    const SkImageInfo info =
        SkImageInfo::Make(pixels->w, pixels->h, kBGRA_8888_SkColorType, kOpaque_SkAlphaType);
    surface_ =
        skia_can_draw(*pixels)
            ? SkSurfaces::WrapPixels(info, pixels->pixels, static_cast<std::size_t>(pixels->pitch))
            : SkSurfaces::Raster(info);
    pixels_ = pixels;
  }
  return surface_.get();
}

// The same place on the screen, in a window that the processor can draw in.
void Window::leave_gl() {
  int x = 0, y = 0, width = 0, height = 0;
  SDL_GetWindowPosition(window_, &x, &y);
  SDL_GetWindowSize(window_, &width, &height);
  SDL_Window* plain = create_window({title_, width, height}, 0);
  if (!plain) return;
  SDL_SetWindowPosition(plain, x, y);
  gl_.reset();
  SDL_DestroyWindow(std::exchange(window_, plain));
  drawn_by_ = "the processor (OpenGL gave up)";
  pictures_lost_ = true;
}

bool Window::take_pictures_lost() { return std::exchange(pictures_lost_, false); }

SkCanvas* Window::begin() {
  if (gl_ && gl_->lost()) leave_gl();
  SkSurface* surface = gl_ ? gl_->surface() : raster_surface();
  if (!surface) return nullptr;
  SkCanvas* canvas = surface->getCanvas();
  canvas->resetMatrix();
  canvas->scale(scale(), scale());
  return canvas;
}

void Window::show(const std::vector<SkIRect>& changed) {
  if (changed.empty()) return;
  if (gl_) return gl_->show();
  if (!skia_can_draw(*pixels_)) {
    SkPixmap drawn;
    if (surface_->peekPixels(&drawn))
      SDL_ConvertPixels(drawn.width(), drawn.height(), SDL_PIXELFORMAT_ARGB8888, drawn.addr(),
                        static_cast<int>(drawn.rowBytes()), pixels_->format->format,
                        pixels_->pixels, pixels_->pitch);
  }
  std::vector<SDL_Rect> parts;
  for (const SkIRect& part : changed)
    parts.push_back({part.left(), part.top(), part.width(), part.height()});
  SDL_UpdateWindowSurfaceRects(window_, parts.data(), static_cast<int>(parts.size()));
}

void Window::show_typing_at(const Box& caret) {
  const Point at = zoom_ * caret.min(), size = zoom_ * caret.sizes();
  const SDL_Rect place{static_cast<int>(at.x()), static_cast<int>(at.y()), static_cast<int>(size.x()) + 1,
                       static_cast<int>(size.y())};
  SDL_SetTextInputRect(&place);
}

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  SDL_SetWindowTitle(window_, title.c_str());
}

void Window::set_cursor(Cursor cursor) {
  if (cursor == cursor_) return;
  cursor_ = cursor;
  SDL_SetCursor(shapes_[static_cast<int>(cursor)]);
}

}  // namespace limber
