# The libraries Limber stands on, as imported targets. Debian's packages are listed in packages.sh; Skia and SymEngine
# are had by skia.sh and symengine.sh. Nothing is downloaded here.

# The core.
find_package(Eigen3 REQUIRED NO_MODULE)          # Eigen3::Eigen
find_package(SymEngine REQUIRED)                 # SymEngine::SymEngine
find_package(Sleef REQUIRED)                     # Sleef::Sleef
find_package(fmt REQUIRED)                       # fmt::fmt
find_package(LLVM19)                             # LLVM::LLVM, shared; without it formulas are interpreted
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)             # nlohmann_json::nlohmann_json
find_package(CLI11 REQUIRED)                     # CLI11::CLI11

# The program.
find_package(PkgConfig REQUIRED)
if(LIMBER_APP)
  find_package(SDL2 QUIET)                       # SDL2::SDL2
  find_package(Skia)                             # Skia::Skia
  pkg_check_modules(HarfBuzz QUIET IMPORTED_TARGET GLOBAL harfbuzz)  # PkgConfig::HarfBuzz
  find_package(pugixml QUIET)                    # pugixml::pugixml
  find_package(ZLIB QUIET)                       # ZLIB::ZLIB
  pkg_check_modules(imgui QUIET IMPORTED_TARGET GLOBAL imgui)
  if(TARGET PkgConfig::imgui)
    add_library(ImGui::ImGui ALIAS PkgConfig::imgui)
  endif()
  if(NOT (TARGET SDL2::SDL2 AND TARGET Skia::Skia AND TARGET ImGui::ImGui AND TARGET pugixml::pugixml AND TARGET ZLIB::ZLIB))
    message(STATUS "app is skipped: SDL2, Skia, Dear ImGui, pugixml or zlib is missing (./run gets them)")
    set(LIMBER_APP OFF)
  endif()
endif()

# The tests. Python is the system's own: that is where Debian's jsonschema is.
if(LIMBER_TESTS)
  find_package(doctest QUIET)                    # doctest::doctest
  if(NOT doctest_FOUND)
    message(STATUS "tests are skipped: doctest is missing (./test gets it)")
    set(LIMBER_TESTS OFF)
  endif()
  find_package(benchmark QUIET)                  # benchmark::benchmark
  find_program(LIMBER_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
endif()

# Fonts are embedded in the program, so that pictures do not depend on what is installed.
set(LIMBER_FONT_FOLDER "" CACHE PATH "Where the fonts are that become part of the program; empty: where Debian has them")
foreach(file Inter-Regular.otf Inter-Medium.otf Inter-SemiBold.otf JetBrainsMono-Regular.ttf)
  find_file(LIMBER_FONT_${file} ${file} PATHS ${LIMBER_FONT_FOLDER} /usr/share/fonts /usr/share/fonts/opentype/inter
    /usr/share/fonts/truetype/jetbrains-mono NO_DEFAULT_PATH)
  mark_as_advanced(LIMBER_FONT_${file})
  if(LIMBER_FONT_${file})
    list(APPEND LIMBER_FONTS ${LIMBER_FONT_${file}})
  elseif(LIMBER_APP)
    message(STATUS "app is skipped: the font ${file} is missing (./run gets it)")
    set(LIMBER_APP OFF)
  endif()
endforeach()
