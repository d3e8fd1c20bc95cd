# SymEngine, which differentiates formulas: the target SymEngine::SymEngine. cmake/symengine.sh says where it is; with
# LIMBER_SYSTEM_LIBRARIES it is the system's own, found by its SymEngineConfig.cmake (CMAKE_PREFIX_PATH, SymEngine_ROOT).
include(Prebuilt)
if(NOT TARGET SymEngine::SymEngine AND LIMBER_SYSTEM_LIBRARIES)
  find_package(SymEngine CONFIG QUIET)
  if(SYMENGINE_LIBRARIES)
    add_library(SymEngine::SymEngine INTERFACE IMPORTED GLOBAL)
    target_link_libraries(SymEngine::SymEngine INTERFACE ${SYMENGINE_LIBRARIES})
    target_include_directories(SymEngine::SymEngine SYSTEM INTERFACE ${SYMENGINE_INCLUDE_DIRS})
    message(STATUS "SymEngine::SymEngine: the system's, ${SymEngine_DIR}")
    # Formulas compile in the background.
    set(asked ${CMAKE_REQUIRED_INCLUDES})
    set(CMAKE_REQUIRED_INCLUDES ${SYMENGINE_INCLUDE_DIRS})
    include(CheckCXXSourceCompiles)
    check_cxx_source_compiles("#include <symengine/symengine_config.h>
      #ifndef WITH_SYMENGINE_THREAD_SAFE
      #error not thread safe
      #endif
      int main() {}" LIMBER_SYMENGINE_THREAD_SAFE)
    set(CMAKE_REQUIRED_INCLUDES ${asked})
    if(NOT LIMBER_SYMENGINE_THREAD_SAFE)
      message(FATAL_ERROR "The system's SymEngine was built without WITH_SYMENGINE_THREAD_SAFE, and formulas compile in "
        "the background. Build it with that option, or set LIMBER_SYSTEM_LIBRARIES=OFF.")
    endif()
  endif()
elseif(NOT TARGET SymEngine::SymEngine)
  limber_prebuilt(SymEngine::SymEngine symengine.sh)
endif()
set(SymEngine_FOUND OFF)
if(TARGET SymEngine::SymEngine)
  set(SymEngine_FOUND ON)
elseif(SymEngine_FIND_REQUIRED AND LIMBER_SYSTEM_LIBRARIES)
  message(FATAL_ERROR "The system has no SymEngine that find_package finds: name its folder in CMAKE_PREFIX_PATH, or set "
    "LIMBER_SYSTEM_LIBRARIES=OFF.")
elseif(SymEngine_FIND_REQUIRED)
  message(FATAL_ERROR "SymEngine is missing. ./run gets it, or by itself: cmake/symengine.sh")
endif()
