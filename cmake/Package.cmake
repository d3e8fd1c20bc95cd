# Limber as a library for other programs: one shared library, one header, found by
#   find_package(limber REQUIRED)
#   target_link_libraries(mine PRIVATE limber::limber)
# Everything below solver/limber.h stays inside: its symbols are hidden, and whoever links needs neither Eigen nor
# SymEngine nor any other library of ours.
include(CMakePackageConfigHelpers)

add_library(limber_library SHARED ${PROJECT_SOURCE_DIR}/solver/limber.cpp)
add_library(limber::limber ALIAS limber_library)
set_target_properties(limber_library PROPERTIES
  OUTPUT_NAME limber EXPORT_NAME limber VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON INSTALL_RPATH "$ORIGIN")
target_link_libraries(limber_library PRIVATE limber_solver limber_warnings)
set_property(TARGET limber_library PROPERTY INTERFACE_LINK_LIBRARIES "")   # nothing of ours reaches those who link
target_link_options(limber_library PRIVATE -Wl,--exclude-libs,ALL)
target_include_directories(limber_library INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

install(TARGETS limber_library EXPORT limber COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/solver/limber.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/limber COMPONENT library)
if(TARGET limber_llvm)
  install(TARGETS limber_llvm DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/limber)
install(EXPORT limber NAMESPACE limber:: FILE limber-targets.cmake DESTINATION ${package_folder} COMPONENT library)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/limber-config.cmake @ONLY
  CONTENT [[include("${CMAKE_CURRENT_LIST_DIR}/limber-targets.cmake")
]])
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limber-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/limber-config.cmake ${PROJECT_BINARY_DIR}/limber-config-version.cmake
  DESTINATION ${package_folder} COMPONENT library)
