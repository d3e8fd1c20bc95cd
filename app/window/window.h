// The window on the screen: Skia draws into its pixels, on the CPU.
#pragma once

#include <SDL.h>

#include <memory>
#include <string>
#include <vector>

#include "app/editor/events.h"
#include "app/editor/tool.h"
#include "codegen/result.h"
#include "include/core/SkSurface.h"

namespace limber {

class Window {
 public:
  // `zoom`: pixels to the point where the window system has none of its own (X11); 0: by the
  // density of the screen.
  static Result<std::unique_ptr<Window>> open(const std::string& title, int width, int height,
                                              double zoom = 0);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  Point size() const;                    // in window points
  float scale() const;                   // pixels to the point
  double zoom() const { return zoom_; }  // of it, what SDL does not know of: its points to ours

  // A canvas scaled to window points, valid until `show`; it holds what was drawn on it before, as
  // long as the window's size stays. Null when there is nothing to draw on (a window shrunk to
  // nothing).
  SkCanvas* begin();
  void show(const std::vector<SkIRect>& changed);  // these parts of it, in pixels

  void set_title(const std::string& title);
  void set_cursor(Cursor cursor);

 private:
  Window(SDL_Window* window, double zoom);
  SDL_Window* window_;
  sk_sp<SkSurface> surface_;  // around the pixels of the window's own surface
  SDL_Surface* pixels_ = nullptr;
  double zoom_ = 1;
  std::string title_;
  Cursor cursor_ = Cursor::arrow;
  SDL_Cursor* shapes_[7] = {};
};

}  // namespace limber
