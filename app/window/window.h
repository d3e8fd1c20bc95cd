// The window on the screen: Skia draws into its pixels, on the CPU.
#pragma once

#include <SDL.h>

#include <memory>
#include <string>

#include "app/editor/events.h"
#include "app/tools/tool.h"
#include "codegen/result.h"
#include "include/core/SkSurface.h"

namespace limber {

class Window {
 public:
  static Result<std::unique_ptr<Window>> open(const std::string& title, int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  Point size() const;   // in window points
  float scale() const;  // pixels to the point

  // A canvas scaled to window points, valid until `show`. Null when there is nothing to draw on
  // (a window shrunk to nothing).
  SkCanvas* begin();
  void show();

  void set_title(const std::string& title);
  void set_cursor(Cursor cursor);

 private:
  explicit Window(SDL_Window* window);
  SDL_Window* window_;
  sk_sp<SkSurface> surface_;  // around the pixels of the window's own surface
  SDL_Surface* pixels_ = nullptr;
  std::string title_;
  Cursor cursor_ = Cursor::arrow;
  SDL_Cursor* shapes_[7] = {};
};

}  // namespace limber
