// The style sheet and the scripts of the report, which CMake compiles into the program (web_files.cmake).
#pragma once

#include <string_view>

namespace mb {

struct WebFiles {
  std::string_view css;
  std::string_view still;   // links the pictures; needs no library
  std::string_view bundle;  // with the machine in 3-D and charts; empty where the libraries were missing
  bool hasLibraries = false;
};
const WebFiles& webFiles();

}  // namespace mb
