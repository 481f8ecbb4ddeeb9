# The facts of a build for build_facts.cpp.in, without times: the same sources and tools give the same program.
set(mb_commit unknown)
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    RESULT_VARIABLE failed OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(mb_commit ${described})
  endif()
  # Configures again after a commit.
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  endif()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off" mb_all_flags)

set(mb_sanitizers none)
if(MB_SANITIZE)
  set(mb_sanitizers "address,undefined")
elseif(mb_all_flags MATCHES "-fsanitize=([^ ]+)")
  set(mb_sanitizers ${CMAKE_MATCH_1})
endif()

string(CONCAT mb_libraries "Eigen ${Eigen3_VERSION}, Boost ${Boost_VERSION}, tinyxml2 ${tinyxml2_VERSION}, fmt ${fmt_VERSION}, "
  "nlohmann-json ${nlohmann_json_VERSION}")
if(MB_PROGRAM)
  string(APPEND mb_libraries ", CLI11 ${CLI11_VERSION}, OpenSSL ${OPENSSL_VERSION}, zlib ${ZLIB_VERSION_STRING}")
endif()

configure_file(${CMAKE_CURRENT_LIST_DIR}/build_facts.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/build_facts.cpp @ONLY)
