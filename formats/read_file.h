// Files as they are on the disk.
#pragma once

#include <string>

namespace mb {

// The bytes of a file, or of standard input for "-". Otherwise `fault` says why not; it is empty on success.
struct FileText {
  std::string text;
  std::string fault;
};
FileText readFileText(const std::string& path);

}  // namespace mb
