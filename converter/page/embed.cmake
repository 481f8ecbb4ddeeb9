# Writes a C++ source with the texts of files as raw strings: cmake -DOUTPUT= -DCSS= -DSTILL= -DBUNDLE= -P embed.cmake.
function(literal file result)
  set(text "")
  if(file)
    file(READ ${file} text)
  endif()
  string(FIND "${text}" ")MBWEB\"" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${file} contains the end of a raw string")
  endif()
  set(${result} "R\"MBWEB(${text})MBWEB\"" PARENT_SCOPE)
endfunction()
literal("${CSS}" css)
literal("${STILL}" still)
literal("${BUNDLE}" bundle)
set(has false)
if(BUNDLE)
  set(has true)
endif()
file(WRITE ${OUTPUT} "// Written by converter/page/embed.cmake.
#include \"converter/page/web_files.h\"

namespace mb {
namespace {

constexpr char kCss[] = ${css};
constexpr char kStill[] = ${still};
constexpr char kBundle[] = ${bundle};

}  // namespace

const WebFiles& webFiles() {
  static constexpr WebFiles files{
      .css = {kCss, sizeof(kCss) - 1},
      .still = {kStill, sizeof(kStill) - 1},
      .bundle = {kBundle, sizeof(kBundle) - 1},
      .hasLibraries = ${has},
  };
  return files;
}

}  // namespace mb
")
