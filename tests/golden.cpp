#include "tests/golden.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/places.h"

namespace limber {

namespace {

bool updating = false;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

void update_golden_files() { updating = true; }
bool updating_golden_files() { return updating; }

bool matches_golden(const std::string& file, const std::string& text) {
  const std::filesystem::path golden = std::filesystem::path(golden_folder()) / file;
  if (updating) write(golden, text);
  if (read(golden) == text) return true;
  write(std::filesystem::path(golden_out_folder()) / file, text);
  return false;
}

}  // namespace limber
