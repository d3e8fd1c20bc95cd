// Two LLVMs in one process: Mesa draws OpenGL by machine code it makes with its own LLVM, and
// Limber's formulas become machine code through ours. GL, then a formula, then GL again, on a
// screen of its own (Xvfb); LIMBER_ROUNDS says how often.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include "codegen/interpret.h"
#include "codegen/machine_code.h"
#include "tests/random_program.h"
#include "tests/x_server.h"

using namespace limber;

namespace {

// A window with a GL context, in which a triangle covers the middle.
class Picture {
 public:
  Picture() {
    REQUIRE_MESSAGE(SDL_Init(SDL_INIT_VIDEO) == 0, SDL_GetError());
    window_ = SDL_CreateWindow("two", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
    REQUIRE_MESSAGE(window_, SDL_GetError());
    context_ = SDL_GL_CreateContext(window_);
    REQUIRE_MESSAGE(context_, SDL_GetError());
  }
  ~Picture() {
    SDL_GL_DeleteContext(context_);
    SDL_DestroyWindow(window_);
    SDL_Quit();
  }
  // The colour in the middle, drawn in this one: smooth shading, so that Mesa compiles a shader.
  void check_colour(float red, float green, float blue) const {
    gl<void(GLbitfield)>("glClear")(GL_COLOR_BUFFER_BIT);
    gl<void(GLenum)>("glBegin")(GL_TRIANGLES);
    const auto vertex = gl<void(GLfloat, GLfloat)>("glVertex2f");
    const auto colour = gl<void(GLfloat, GLfloat, GLfloat)>("glColor3f");
    for (const auto& [x, y] : {std::pair{-3.f, -3.f}, {3.f, -3.f}, {0.f, 3.f}}) {
      colour(red, green, blue);
      vertex(x, y);
    }
    gl<void()>("glEnd")();
    gl<void()>("glFinish")();
    unsigned char pixel[4] = {};
    gl<void(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*)>("glReadPixels")(
        32, 32, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[0] == doctest::Approx(255 * red).epsilon(0.02));
    CHECK(pixel[1] == doctest::Approx(255 * green).epsilon(0.02));
    CHECK(pixel[2] == doctest::Approx(255 * blue).epsilon(0.02));
  }

 private:
  template <class F>
  static F* gl(const char* name) {
    void* const found = SDL_GL_GetProcAddress(name);
    REQUIRE_MESSAGE(found, name);
    return reinterpret_cast<F*>(found);
  }
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
};

std::set<std::string> llvms_in_memory() {
  std::set<std::string> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (const auto at = line.find("libLLVM"); at != line.npos) found.insert(line.substr(at));
  return found;
}

int rounds() {
  const char* set = std::getenv("LIMBER_ROUNDS");
  return set ? std::atoi(set) : 2;
}

TEST_CASE("GL, a formula as machine code, GL again: both LLVMs do their work") {
  if (!llvm_library()) return;
  const XServer screen(320, 240);
  use_screen(screen);
  RandomPrograms random(22);
  for (int round = 0; round < rounds(); ++round) {
    CAPTURE(round);
    const Picture picture;
    picture.check_colour(1, 0.5f, 0);
    const Program program = random.program(60);
    const std::vector<Kernel> kernels = compile_in_background({{program, true}});
    finish_compiling();
    REQUIRE(stage_of(kernels[0]) == Stage::optimised);
    CHECK(first_difference(interpret(program), kernels[0], random, 20) == "");
    picture.check_colour(0, 0.25f, 1);
    CHECK(first_difference(interpret(program), kernels[0], random, 20) == "");
  }
  const std::set<std::string> llvms = llvms_in_memory();
  CHECK_MESSAGE(llvms.size() >= 2, "Mesa did not use an LLVM of its own here");
  stop_compiling();
}

}  // namespace
