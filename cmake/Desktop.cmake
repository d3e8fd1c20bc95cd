# What a desktop needs to know the program: entry, type of its files, icon, thumbnails, AppStream data; the list of what
# it is linked with; and a Debian package of it all, by cpack.
set(desktop ${PROJECT_SOURCE_DIR}/data/desktop)
install(FILES ${desktop}/org.limber.Limber.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES ${desktop}/org.limber.Limber.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT program)
install(FILES ${desktop}/org.limber.Limber.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
  COMPONENT program)
install(FILES ${desktop}/org.limber.Limber.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
  RENAME application-x-limber.svg COMPONENT program)
install(FILES ${desktop}/limber.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers COMPONENT program)
install(FILES ${desktop}/org.limber.Limber.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT program)

# CycloneDX: what the program is linked with and under which licences, with the versions it was built with.
set(materials ${PROJECT_BINARY_DIR}/limber.cdx.json)
set(compiler "")
if(TARGET limber_llvm)
  set(compiler $<TARGET_FILE:limber_llvm>)
endif()
install(CODE "
  execute_process(COMMAND python3 ${PROJECT_SOURCE_DIR}/cmake/materials.py ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md ${PROJECT_VERSION}
      $<TARGET_FILE:limber> ${compiler}
    OUTPUT_FILE ${materials} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
install(FILES ${materials} DESTINATION ${CMAKE_INSTALL_DATADIR}/limber COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT program)

# cpack, in the build folder, makes limber_VERSION_ARCHITECTURE.deb.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)   # what is packed is built before, not by cpack
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME limber)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Limber authors <authors@limber.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "drawing program in which every curve can be pulled")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Curves are dragged anywhere and reshape as their equations allow; nailed and joined they
become mechanisms that move. New kinds of curves are typed as formulas.")
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ffmpeg, xclip | wl-clipboard")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
# The same build, the same bytes: files in the package are as old as the release, unless SOURCE_DATE_EPOCH says otherwise.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/cpack-time.cmake CONTENT [[
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(ENV{SOURCE_DATE_EPOCH} 1794960000)
endif()
]])
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/cpack-time.cmake)
include(CPack)
