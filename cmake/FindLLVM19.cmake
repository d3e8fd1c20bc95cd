# LLVM 19, which compiles formulas at run time: the target LLVM::LLVM.
# Always the shared library: Mesa brings another LLVM into the process, and only shared ones keep their symbols apart.
# Where Debian puts it, else where LLVM's own LLVMConfig.cmake says (CMAKE_PREFIX_PATH, LLVM_ROOT).
find_path(LLVM19_INCLUDE_DIR llvm/ExecutionEngine/Orc/LLJIT.h PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
find_library(LLVM19_LIBRARY NAMES libLLVM-19.so PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
if(NOT LLVM19_LIBRARY)
  find_package(LLVM 19 CONFIG QUIET)
  if(LLVM_FOUND)
    find_path(LLVM19_INCLUDE_DIR llvm/ExecutionEngine/Orc/LLJIT.h PATHS ${LLVM_INCLUDE_DIRS} NO_DEFAULT_PATH)
    find_library(LLVM19_LIBRARY NAMES LLVM-19 LLVM PATHS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH)
  endif()
endif()
mark_as_advanced(LLVM19_INCLUDE_DIR LLVM19_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVM19 REQUIRED_VARS LLVM19_LIBRARY LLVM19_INCLUDE_DIR)
if(LLVM19_FOUND AND NOT TARGET LLVM::LLVM)
  add_library(LLVM::LLVM SHARED IMPORTED)
  set_target_properties(LLVM::LLVM PROPERTIES IMPORTED_LOCATION ${LLVM19_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LLVM19_INCLUDE_DIR})
endif()
