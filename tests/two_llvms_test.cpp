// Two LLVMs in one process: Mesa draws OpenGL by machine code it makes with its own LLVM, and
// Limber's formulas become machine code through ours. GL, then a formula, then GL again, on a
// screen of its own (Xvfb); LIMBER_ROUNDS says how often.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include "codegen/interpret.h"
#include "codegen/machine_code.h"
#include "tests/random_program.h"

using namespace limber;

namespace {

// An X server for as long as it lives.
class Screen {
 public:
  Screen() {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3);
    // Without -noreset the server starts anew whenever the last window has gone, and refuses the
    // next.
    const char* words[] = {"Xvfb",       "-displayfd", "3",   "-screen",  "0",
                           "320x240x24", "-nolisten",  "tcp", "-noreset", nullptr};
    const int failed =
        posix_spawnp(&server_, words[0], &actions, nullptr, const_cast<char**>(words), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    REQUIRE_MESSAGE(failed == 0, "cannot start Xvfb");
    std::string number;
    for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
    close(ends[0]);
    REQUIRE_MESSAGE(!number.empty(), "Xvfb did not start");
    setenv("DISPLAY", (":" + number).c_str(), 1);
    setenv("SDL_VIDEODRIVER", "x11", 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  }
  ~Screen() {
    kill(server_, SIGTERM);
    waitpid(server_, nullptr, 0);
  }

 private:
  pid_t server_ = 0;
};

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
  const Screen screen;
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
