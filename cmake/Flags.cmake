# How everything is compiled. limber_flags reaches every target; limber_warnings is linked by our own, PRIVATE.
#
# The same formula must give the same bits interpreted, compiled at build time and compiled at run time, on every
# machine: so no -ffast-math, no fused multiply-add behind our back, and plain x86-64 rather than -march=native.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The program, and the libraries it loads when it needs them, side by side.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

# The cache must be told that headers read in advance are no obstacle, and that a clone is a clone wherever it lies: what
# was compiled in one folder serves the next.
find_program(LIMBER_CCACHE ccache)
if(LIMBER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true
    CCACHE_SLOPPINESS=pch_defines,time_macros ${LIMBER_CCACHE})
endif()

# limber_read_once(TARGET HEADER...): headers of other people's that most files of TARGET include anyway, read once for
# all of them. Only optimised builds do so: in the others every file must do with what it includes itself.
set(LIMBER_COMMON_HEADERS <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map>
  <memory> <optional> <span> <string> <string_view> <utility> <variant> <vector>)
function(limber_read_once target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# limber_read_with(TARGET OTHER): what was read for OTHER serves TARGET too. Both are compiled alike.
function(limber_read_with target other)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

add_library(limber_flags INTERFACE)
target_include_directories(limber_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(limber_flags INTERFACE -ffp-contract=off -fno-semantic-interposition
  -fdata-sections -ffunction-sections)
target_link_options(limber_flags INTERFACE -Wl,--gc-sections)
link_libraries(limber_flags)

# Sanitizers. No vptr check: Skia is compiled without run-time type information.
if(LIMBER_SANITIZE STREQUAL "thread")
  set(sanitize -fsanitize=thread)
elseif(LIMBER_SANITIZE STREQUAL "fuzzer")
  set(sanitize -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=vptr)
elseif(LIMBER_SANITIZE)
  set(sanitize -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined)
endif()
if(sanitize)
  target_compile_options(limber_flags INTERFACE ${sanitize} -fno-omit-frame-pointer)
  target_link_options(limber_flags INTERFACE ${sanitize})
endif()
if(LIMBER_COVERAGE)
  target_compile_options(limber_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(limber_flags INTERFACE --coverage)
endif()

add_library(limber_warnings INTERFACE)
target_compile_options(limber_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wimplicit-fallthrough)
if(LIMBER_WERROR)
  target_compile_options(limber_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Of g++'s own library: its stable_sort uses what C++17 advises against.
  target_compile_options(limber_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Wrong more often than right in g++ 12, once Eigen or std::string is inlined: shown, not fatal; the first not shown.
  target_compile_options(limber_warnings INTERFACE -Wno-restrict -Wno-error=maybe-uninitialized -Wno-error=array-bounds
    -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=dangling-pointer)
endif()
