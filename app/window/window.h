// The window on the screen. Skia draws into it by OpenGL where there is a graphics processor, and into
// its pixels by the processor otherwise: the same picture (app/window/gl_canvas.h says how nearly).
#pragma once

#include <SDL.h>

#include <memory>
#include <string>
#include <vector>

#include "app/editor/events.h"
#include "app/editor/tool.h"
#include "app/editor/workspace.h"
#include "app/window/gl_canvas.h"
#include "codegen/result.h"
#include "include/core/SkSurface.h"

namespace limber {

// Who draws: `automatic` is OpenGL when it is not the processor under another name.
enum class Renderer { automatic, gl, raster };
Renderer renderer_named(std::string_view name);  // "auto", "gl", "raster"

// The desktop's, while a window is open.
Workspace::Clipboard system_clipboard();

class Window {
 public:
  // `zoom`: pixels to the point where the window system has none of its own (X11); 0: by the
  // density of the screen. What cannot be had of a renderer is no Error: the processor draws then.
  static Result<std::unique_ptr<Window>> open(const std::string& title, int width, int height,
                                              double zoom = 0,
                                              Renderer renderer = Renderer::automatic);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  Point size() const;                    // in window points
  float scale() const;                   // pixels to the point
  double zoom() const { return zoom_; }  // of it, what SDL does not know of: its points to ours
  void set_interface_scale(double scale) { zoom_ = screen_zoom_ * scale; }

  // A canvas scaled to window points, valid until `show`; it holds what was drawn on it before, as
  // long as the window's size stays. Null when there is nothing to draw on (a window shrunk to
  // nothing).
  SkCanvas* begin();
  void show(const std::vector<SkIRect>& changed);  // these parts of it, in pixels

  // OpenGL gave up, and the processor draws from now on: all pictures kept for it are lost. True once.
  bool take_pictures_lost();
  const std::string& drawn_by() const { return drawn_by_; }  // in words, with the reason

  void set_title(const std::string& title);
  void set_cursor(Cursor cursor);
  void show_typing_at(const Box& caret);  // in window points: an input method shows its choices there

 private:
  Window(SDL_Window* window, double zoom);
  void leave_gl();
  SkSurface* raster_surface();
  SDL_Window* window_;
  std::unique_ptr<GlCanvas> gl_;  // null: the processor draws
  std::string drawn_by_ = "the processor";
  bool pictures_lost_ = false;
  sk_sp<SkSurface> surface_;  // around the pixels of the window's own surface, when it does
  SDL_Surface* pixels_ = nullptr;
  double screen_zoom_ = 1;  // as it was opened
  double zoom_ = 1;         // with the scale of the interface
  std::string title_;
  Cursor cursor_ = Cursor::arrow;
  SDL_Cursor* shapes_[7] = {};
};

}  // namespace limber
