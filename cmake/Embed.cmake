# limber_embed(TARGET NAME FILE...): the files' bytes become part of TARGET, read at build time.
#
# #include "embedded/NAME.h" then offers, in namespace limber::embedded,
#   std::span<const File> NAME();                       all of them: name ("Inter-Regular.otf") and bytes
#   std::span<const unsigned char> inter_regular();     and each by itself, named after its file without the suffix;
#                                                       files whose names clash or are no identifiers: only in the list
set(LIMBER_EMBEDDED_DIR ${PROJECT_BINARY_DIR}/embedded)
file(CONFIGURE OUTPUT ${LIMBER_EMBEDDED_DIR}/embedded/file.h CONTENT [[
#pragma once
#include <span>
#include <string_view>

namespace limber::embedded {

struct File {
  std::string_view name;
  std::span<const unsigned char> bytes;
};

}  // namespace limber::embedded
]])

function(limber_embed target name)
  set(declarations "")
  set(definitions "")
  set(list "")
  set(assembly "")
  set(functions "")
  set(file_list "")
  set(seen ${name})
  set(number 0)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(GET file FILENAME file_name)
    cmake_path(GET file STEM function)
    string(TOLOWER ${function} function)
    string(REGEX REPLACE "[^a-z0-9]+" "_" function ${function})
    set(symbol limber_embedded_${name}_${number})
    math(EXPR number "${number} + 1")
    # One zero byte after each file, so that text can also be read as a C string.
    string(APPEND assembly "    \"${symbol}: .incbin \\\"${file}\\\"\\n${symbol}_end: .byte 0\\n.balign 16\\n\"\n")
    string(APPEND definitions "extern \"C\" const unsigned char ${symbol}[], ${symbol}_end[];\n")
    string(APPEND list "    {\"${file_name}\", {${symbol}, ${symbol}_end}},\n")
    if(function MATCHES "^[a-z]" AND NOT function IN_LIST seen)
      list(APPEND seen ${function})
      string(APPEND declarations "std::span<const unsigned char> ${function}();\n")
      string(APPEND functions "std::span<const unsigned char> ${function}() { return {${symbol}, ${symbol}_end}; }\n")
    endif()
    set(file_list ${file_list} ${file})
  endforeach()

  set(header ${LIMBER_EMBEDDED_DIR}/embedded/${name}.h)
  set(source ${LIMBER_EMBEDDED_DIR}/${target}_${name}.cpp)
  file(CONFIGURE OUTPUT ${header} @ONLY CONTENT "#pragma once
#include \"embedded/file.h\"

namespace limber::embedded {

std::span<const File> ${name}();
${declarations}
}  // namespace limber::embedded
")
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "#include \"embedded/${name}.h\"

${definitions}
asm(\".pushsection .rodata\\n.balign 16\\n\"
${assembly}    \".popsection\\n\");

namespace limber::embedded {

static const File all_${name}[] = {
${list}};
std::span<const File> ${name}() { return all_${name}; }
${functions}
}  // namespace limber::embedded
")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${file_list}")
  target_sources(${target} PRIVATE ${source})
  target_include_directories(${target} SYSTEM PUBLIC ${LIMBER_EMBEDDED_DIR})
endfunction()
