// The build-time program: formula files in, C++ out.
//   limber_gen functions OUT.cpp FILE      the functions of one definition
//   limber_gen registry OUT.cpp FILE...    what all of them say about themselves
//   limber_gen maps OUT.cpp FILE...        the same of those nobody picks by name
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "codegen/emit_cpp.h"

namespace {

using namespace limber;

void complain(const std::string& file, const Error& error) {
  std::fprintf(stderr, "%s:%d:%d: error: %s %s\n", file.c_str(), error.line, error.column,
               error.message.c_str(), error.suggestion.c_str());
  for (const Error& other : error.others) complain(file, other);
}

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A file that stays as it was is not compiled again.
bool write_if_changed(const char* path, const std::string& text) {
  if (read(path) == text) return true;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return !out.fail();
}

std::string name_of(const Definition<Program>& definition) {
  return std::visit([](const auto& d) { return d.name; }, definition);
}

// Curves first, then by name: the order does not depend on the order of the files.
bool comes_before(const Definition<Program>& a, const Definition<Program>& b) {
  return a.index() != b.index() ? a.index() < b.index() : name_of(a) < name_of(b);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 3 ? argv[1] : "";
  if (what != "functions" && what != "registry" && what != "maps") {
    std::fprintf(stderr, "usage: limber_gen functions|registry|maps OUT.cpp FILE...\n");
    return 2;
  }
  std::vector<Definition<Program>> definitions;
  for (int i = 3; i < argc; ++i) {
    Result<Definition<Program>> lowered = lower(read(argv[i]));
    if (!lowered) {
      complain(argv[i], lowered.error());
      return 1;
    }
    definitions.push_back(*std::move(lowered));
  }
  std::sort(definitions.begin(), definitions.end(), comes_before);
  const std::string text = what == "functions" ? emit_functions(definitions.front())
                           : what == "maps"    ? emit_registry("compiled_maps", definitions)
                                               : emit_registry("compiled_definitions", definitions);
  return write_if_changed(argv[2], text) ? 0 : 1;
}
