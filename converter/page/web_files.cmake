# The report's style sheet and scripts as a source file. The bundle with the libraries is made by scripts/web before the
# build; without it the report has only what our own small script does.
set(MB_WEB ${PROJECT_SOURCE_DIR}/build/web CACHE PATH "Folder with report.js, the report's script with its libraries, from scripts/web")
file(GLOB mb_bundle CONFIGURE_DEPENDS ${MB_WEB}/report.js)
if(NOT mb_bundle)
  message(STATUS "no ${MB_WEB}/report.js: reports have no 3-D view (scripts/web makes it)")
endif()
set(mb_web_folder ${CMAKE_CURRENT_LIST_DIR}/web)
set(mb_embed ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
set(mb_web_files ${CMAKE_CURRENT_BINARY_DIR}/web_files.cpp)
add_custom_command(OUTPUT ${mb_web_files}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${mb_web_files} -DCSS=${mb_web_folder}/page.css -DSTILL=${mb_web_folder}/still.js
    -DBUNDLE=${mb_bundle} -P ${mb_embed}
  DEPENDS ${mb_embed} ${mb_web_folder}/page.css ${mb_web_folder}/still.js ${mb_bundle}
  COMMENT "Embedding the report's style sheet and scripts")
