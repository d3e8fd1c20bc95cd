// limber_tests [--update] [doctest's options]; --update renews the golden files.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstring>

#include "codegen/machine_code.h"
#include "tests/golden.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--update") == 0) limber::update_golden_files();
  doctest::Context context(argc, argv);
  const int status = context.run();
  limber::stop_compiling();
  return status;
}
