// Includes point one way: codegen <- curves <- solver <- app; tests see all. SymEngine and LLVM
// stay in codegen's .cpp files, SDL in app/window, Skia in app, ImGui in app/panels.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/places.h"

namespace fs = std::filesystem;

namespace {

const std::map<std::string, std::vector<std::string>> may_include = {
    {"codegen", {"codegen"}},
    {"curves", {"codegen", "curves"}},
    {"solver", {"codegen", "curves", "solver"}},
    {"app", {"codegen", "curves", "solver", "app", "embedded"}},
};

bool starts_with_any(const std::string& text, const std::vector<std::string>& starts) {
  for (const std::string& start : starts)
    if (text.starts_with(start)) return true;
  return false;
}

// Why this line does not belong in this file, or nothing.
std::string objection(const std::string& file, const std::string& header) {
  const std::string folder = file.substr(0, file.find('/'));
  const std::string target = header.substr(0, header.find('/'));
  const auto allowed = may_include.find(folder);
  if (allowed == may_include.end()) return "";
  if (may_include.contains(target)) {
    for (const std::string& name : allowed->second)
      if (name == target) return "";
    return folder + " must not know " + target;
  }
  const bool codegen_source = folder == "codegen" && file.ends_with(".cpp");
  if (starts_with_any(header, {"symengine/", "llvm/", "llvm-c/"}) && !codegen_source)
    return "SymEngine and LLVM stay inside codegen's .cpp files";
  if (starts_with_any(header, {"SDL"}) && !file.starts_with("app/window/"))
    return "SDL stays in app/window";
  if (starts_with_any(header, {"include/", "modules/"}) && folder != "app")
    return "Skia stays in app";
  if (starts_with_any(header, {"imgui"}) && !file.starts_with("app/panels/"))
    return "ImGui stays in app/panels";
  return "";
}

}  // namespace

TEST_CASE("includes point one way") {
  const fs::path root = limber::source_folder();
  const std::regex include_line("^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">]");
  int files = 0;
  for (const auto& [folder, allowed] : may_include) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".h" && ending != ".cpp") continue;
      ++files;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream in(entry.path());
      std::smatch match;
      for (std::string line; std::getline(in, line);)
        if (std::regex_search(line, match, include_line))
          CHECK_MESSAGE(objection(file, match[1]).empty(), file, ": ", line, ": ",
                        objection(file, match[1]));
    }
  }
  CHECK(files > 20);
}

TEST_CASE("the test of includes objects to what it should") {
  CHECK(!objection("codegen/a.h", "curves/curve.h").empty());
  CHECK(!objection("solver/a.cpp", "app/editor/editor.h").empty());
  CHECK(!objection("codegen/a.h", "llvm/IR/Module.h").empty());
  CHECK(objection("codegen/a.cpp", "llvm/IR/Module.h").empty());
  CHECK(!objection("app/editor/a.cpp", "SDL_events.h").empty());
  CHECK(!objection("solver/a.cpp", "include/core/SkCanvas.h").empty());
  CHECK(!objection("app/editor/a.cpp", "imgui/imgui.h").empty());
  CHECK(objection("app/editor/a.cpp", "solver/world.h").empty());
}
