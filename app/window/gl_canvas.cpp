#include "app/window/gl_canvas.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "include/core/SkCanvas.h"
#include "include/core/SkColorSpace.h"
#include "include/gpu/ganesh/GrBackendSurface.h"
#include "include/gpu/ganesh/GrContextOptions.h"
#include "include/gpu/ganesh/SkSurfaceGanesh.h"
#include "include/gpu/ganesh/gl/GrGLAssembleInterface.h"
#include "include/gpu/ganesh/gl/GrGLBackendSurface.h"
#include "include/gpu/ganesh/gl/GrGLDirectContext.h"
#include "include/gpu/ganesh/gl/GrGLInterface.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr unsigned gl_rgba8 = 0x8058, gl_renderer_name = 0x1f01;  // of OpenGL's tables

// GLX answers for every name, also for those of EGL, which must then not be called.
GrGLFuncPtr gl_function(void*, const char* name) {
  if (std::string_view(name).starts_with("egl")) return nullptr;
  return reinterpret_cast<GrGLFuncPtr>(SDL_GL_GetProcAddress(name));
}

std::string renderer_name() {
  using GetString = const unsigned char*(unsigned);
  auto* const get = reinterpret_cast<GetString*>(SDL_GL_GetProcAddress("glGetString"));
  const unsigned char* const name = get ? get(gl_renderer_name) : nullptr;
  return name ? reinterpret_cast<const char*>(name) : "";
}

Error cannot(const std::string& why) { return {"OpenGL: " + why, 0, 0, 1, {}, {}}; }

}  // namespace

unsigned prepare_gl_window() {
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 8);
  return SDL_WINDOW_OPENGL;
}

bool is_software_renderer(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string_view software[] = {"llvmpipe", "softpipe", "swrast", "software", "swiftshader",
                                       "lavapipe"};
  return std::any_of(std::begin(software), std::end(software), [&](std::string_view one) {
    return lower.find(one) != std::string::npos;
  });
}

bool has_graphics_device() {
  std::error_code ignored;
  for (const char* one : {"/dev/nvidiactl", "/dev/dxg", "/dev/mali0", "/dev/pvr_sync"})
    if (fs::exists(one, ignored)) return true;
  return fs::is_directory("/dev/dri", ignored) && !fs::is_empty("/dev/dri", ignored);
}

Result<std::unique_ptr<GlCanvas>> GlCanvas::make(SDL_Window* window) {
  const SDL_GLContext gl = SDL_GL_CreateContext(window);
  if (!gl) return cannot(SDL_GetError());
  // Skia's shapes are to look like its own on the processor: no multisampling, and small paths as
  // masks made there, not as fields of distances.
  GrContextOptions options;
  options.fInternalMultisampleCount = 0;
  options.fDisableDistanceFieldPaths = true;
  const sk_sp<const GrGLInterface> functions = GrGLMakeAssembledInterface(nullptr, gl_function);
  sk_sp<GrDirectContext> context =
      functions ? GrDirectContexts::MakeGL(functions, options) : nullptr;
  if (!context) {
    SDL_GL_DeleteContext(gl);
    return cannot("this driver lacks what Skia needs");
  }
  SDL_GL_SetSwapInterval(1);
  return std::unique_ptr<GlCanvas>(
      new GlCanvas(window, gl, std::move(context), renderer_name()));
}

GlCanvas::GlCanvas(SDL_Window* window, SDL_GLContext gl, sk_sp<GrDirectContext> context,
                   std::string renderer)
    : window_(window), gl_(gl), context_(std::move(context)), renderer_(std::move(renderer)) {}

// Images of it that are still kept somewhere draw nothing from now on.
GlCanvas::~GlCanvas() {
  SDL_GL_MakeCurrent(window_, gl_);
  surface_.reset();
  context_->releaseResourcesAndAbandonContext();
  SDL_GL_DeleteContext(gl_);
}

SkSurface* GlCanvas::surface() {
  int width = 0, height = 0;
  SDL_GL_GetDrawableSize(window_, &width, &height);
  if (width <= 0 || height <= 0) return nullptr;
  if (!surface_ || surface_->width() != width || surface_->height() != height) {
    const SkImageInfo info =
        SkImageInfo::Make(width, height, kRGBA_8888_SkColorType, kPremul_SkAlphaType);
    surface_ = SkSurfaces::RenderTarget(context_.get(), skgpu::Budgeted::kYes, info);
  }
  lost_ = !surface_;
  return surface_.get();
}

void GlCanvas::show() {
  const GrGLFramebufferInfo screen{0, gl_rgba8};
  const GrBackendRenderTarget target = GrBackendRenderTargets::MakeGL(
      surface_->width(), surface_->height(), 0, 8, screen);
  const sk_sp<SkSurface> window = SkSurfaces::WrapBackendRenderTarget(
      context_.get(), target, kBottomLeft_GrSurfaceOrigin, kRGBA_8888_SkColorType, nullptr,
      nullptr);
  if (window) {
    SkPaint copy;
    copy.setBlendMode(SkBlendMode::kSrc);
    surface_->draw(window->getCanvas(), 0, 0, SkSamplingOptions(), &copy);
    context_->flushAndSubmit(window.get(), GrSyncCpu::kNo);
  }
  lost_ = !window || context_->oomed() || context_->abandoned();
  if (!lost_) SDL_GL_SwapWindow(window_);
}

}  // namespace limber
