# Headers, archive, shared library, CMake package and pkg-config files. None holds a path: an installed tree can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/mbconvert)
install(FILES mbconvert.h mbconvert_c.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
foreach(part cpp c)
  install(TARGETS mbconvert_${part} EXPORT mbconvert_${part} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    ARCHIVE COMPONENT development
    LIBRARY COMPONENT library NAMELINK_COMPONENT development)
  install(EXPORT mbconvert_${part} NAMESPACE mbconvert:: DESTINATION ${package} COMPONENT development)
endforeach()
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/mbconvertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES mbconvertConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/mbconvertConfigVersion.cmake DESTINATION ${package} COMPONENT development)

# "mbconvert" for C, "mbconvert-cpp" for C++.
function(mb_pkg_config name title libraries requires)
  set(pc ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH up /${pc} /)
  list(JOIN instruments " " flags)
  set(libraries "${libraries} ${flags}")
  configure_file(mbconvert.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${pc} COMPONENT development)
endfunction()
mb_pkg_config(mbconvert "Cartesian multibody models to recursive ones: the C interface" -lmbconvert "")
mb_pkg_config(mbconvert-cpp "Cartesian multibody models to recursive ones: the C++ interface" -lmbconvert_cpp "fmt tinyxml2")
