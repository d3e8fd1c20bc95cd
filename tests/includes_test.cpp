// Includes point one way: codegen <- curves <- solver <- app, and inside app document <- edits <-
// files <- script <- editor <- tools <- panels <- window, with drawing above document alone and
// exchange above drawing and files; tests see all. SymEngine and LLVM stay in codegen's .cpp files, SDL in app/window, ImGui in app/panels,
// Skia where something is drawn.
#include <doctest/doctest.h>

#include <algorithm>
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

// The folders of app: those each may include, besides itself. What stands in app alone (main.cpp)
// may include them all.
const std::map<std::string, std::vector<std::string>> may_include_in_app = {
    {"document", {}},
    {"edits", {"document"}},
    {"files", {"document", "edits"}},
    {"script", {"document", "edits", "files"}},
    {"drawing", {"document"}},
    {"exchange", {"document", "edits", "files", "drawing"}},
    {"editor", {"document", "edits", "files", "script", "drawing", "exchange"}},
    {"tools", {"document", "edits", "files", "script", "drawing", "exchange", "editor"}},
    {"panels", {"document", "edits", "files", "script", "drawing", "exchange", "editor", "tools"}},
    {"window",
     {"document", "edits", "files", "script", "drawing", "exchange", "editor", "tools", "panels"}},
    {"cli", {"document", "edits", "files", "script", "drawing", "exchange", "editor"}},
};
// Those that know no pixel.
const std::vector<std::string> without_skia = {"document", "edits", "files", "script"};

// "editor" of "app/editor/editor.h"; empty for what is not in a folder of app.
std::string folder_in_app(const std::string& path) {
  const std::size_t end = path.find('/', 4);
  return path.starts_with("app/") && end != path.npos ? path.substr(4, end - 4) : "";
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool starts_with_any(const std::string& text, const std::vector<std::string>& starts) {
  for (const std::string& start : starts)
    if (text.starts_with(start)) return true;
  return false;
}

std::string objection_in_app(const std::string& file, const std::string& header) {
  const std::string folder = folder_in_app(file), target = folder_in_app(header);
  if (folder.empty() || target.empty() || folder == target) return "";
  const auto allowed = may_include_in_app.find(folder);
  if (allowed == may_include_in_app.end()) return "app/" + folder + " has no place in the order";
  return has(allowed->second, target) ? "" : "app/" + folder + " must not know app/" + target;
}

// Why this line does not belong in this file, or nothing.
std::string objection(const std::string& file, const std::string& header) {
  const std::string folder = file.substr(0, file.find('/'));
  const std::string target = header.substr(0, header.find('/'));
  const auto allowed = may_include.find(folder);
  if (allowed == may_include.end()) return "";
  if (may_include.contains(target)) {
    if (!has(allowed->second, target)) return folder + " must not know " + target;
    return objection_in_app(file, header);
  }
  const bool codegen_source = folder == "codegen" && file.ends_with(".cpp");
  if (starts_with_any(header, {"symengine/", "llvm/", "llvm-c/"}) && !codegen_source)
    return "SymEngine and LLVM stay inside codegen's .cpp files";
  if (starts_with_any(header, {"SDL"}) && !file.starts_with("app/window/"))
    return "SDL stays in app/window";
  if (starts_with_any(header, {"include/", "modules/"}) &&
      (folder != "app" || has(without_skia, folder_in_app(file))))
    return "Skia stays where something is drawn";
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
  CHECK(!objection("app/editor/a.cpp", "app/tools/tools.h").empty());
  CHECK(objection("app/tools/a.cpp", "app/editor/tool.h").empty());
  CHECK(!objection("app/document/a.cpp", "app/files/save.h").empty());
  CHECK(!objection("app/drawing/a.cpp", "app/editor/editor.h").empty());
  CHECK(!objection("app/exchange/a.cpp", "app/editor/editor.h").empty());
  CHECK(objection("app/exchange/a.cpp", "app/files/document_file.h").empty());
  CHECK(!objection("app/files/a.cpp", "include/core/SkCanvas.h").empty());
  CHECK(!objection("app/elsewhere/a.cpp", "app/document/document.h").empty());
  CHECK(objection("app/main.cpp", "app/window/loop.h").empty());
}
