// GlCanvas: Skia on OpenGL in a window of SDL's, for machines with a graphics processor.
//
// What is drawn stays: it goes to a surface of our own in the graphics memory, and `show` copies it to
// the window. So a frame draws only what changed, as it does on the processor.
//
// Law: the picture is that of the processor but for the edges of antialiased shapes: at most
// gl_pixels_apart of the pixels differ by more than gl_levels_apart.
#pragma once

#include <SDL.h>

#include <memory>
#include <string>
#include <string_view>

#include "codegen/result.h"
#include "include/core/SkSurface.h"
#include "include/gpu/ganesh/GrDirectContext.h"

namespace limber {

inline constexpr double gl_pixels_apart = 0.005;  // of all pixels
inline constexpr int gl_levels_apart = 8;         // of 255, in any colour

// The flags of a window that GL can draw in. To be called before it is created.
unsigned prepare_gl_window();

// Whether a driver of this name (GL_RENDERER) draws by the processor: Skia does that faster.
bool is_software_renderer(std::string_view name);

// Whether this machine has a device a driver could use. Where there is none, loading OpenGL costs a
// tenth of a second and a hundred megabytes for nothing.
bool has_graphics_device();

class GlCanvas {
 public:
  static Result<std::unique_ptr<GlCanvas>> make(SDL_Window* window);
  ~GlCanvas();
  GlCanvas(const GlCanvas&) = delete;
  GlCanvas& operator=(const GlCanvas&) = delete;

  const std::string& renderer() const { return renderer_; }  // as the driver calls itself

  // The surface to draw on, which holds what was drawn before as long as its size stays. Null when
  // there is nothing to draw on, or the graphics memory is used up.
  SkSurface* surface();
  void show();  // all of it
  bool lost() const { return lost_; }  // it cannot draw any more

 private:
  GlCanvas(SDL_Window* window, SDL_GLContext gl, sk_sp<GrDirectContext> context,
           std::string renderer);
  SDL_Window* window_;
  SDL_GLContext gl_;
  sk_sp<GrDirectContext> context_;
  std::string renderer_;
  sk_sp<SkSurface> surface_;
  bool lost_ = false;
};

}  // namespace limber
