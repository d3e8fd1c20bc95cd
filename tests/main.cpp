// limber_tests [--update] [doctest's options]; --update renews the golden files.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstring>

#include "codegen/machine_code.h"
#include "tests/golden.h"
#include "tests/scratch_folder.h"

namespace {

// Tests, and programs they start, find an empty home: they neither read nor write what the person
// who runs them has chosen.
void move_home(const std::string& folder) {
  setenv("HOME", folder.c_str(), 1);
  for (const char* variable :
       {"LIMBER_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
    unsetenv(variable);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--update") == 0) limber::update_golden_files();
  const limber::ScratchFolder home;
  move_home(home.path.string());
  doctest::Context context(argc, argv);
  const int status = context.run();
  limber::stop_compiling();
  return status;
}
