# SLEEF, the mathematical functions that give the same bits in one lane and in four: the target Sleef::Sleef.
find_path(Sleef_INCLUDE_DIR sleef.h)
find_library(Sleef_LIBRARY sleef)
mark_as_advanced(Sleef_INCLUDE_DIR Sleef_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sleef REQUIRED_VARS Sleef_LIBRARY Sleef_INCLUDE_DIR)
if(Sleef_FOUND AND NOT TARGET Sleef::Sleef)
  add_library(Sleef::Sleef UNKNOWN IMPORTED)
  set_target_properties(Sleef::Sleef PROPERTIES IMPORTED_LOCATION ${Sleef_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Sleef_INCLUDE_DIR})
endif()
