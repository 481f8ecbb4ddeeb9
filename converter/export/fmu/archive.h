// Zip archives in memory. The same files give the same bytes, whatever the clock and its zone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mb::fmi {

struct ArchivedFile {
  std::string name;
  std::string bytes;
  bool isProgram = false;
};

// Nothing where memory ends.
std::optional<std::string> archiveOf(const std::vector<ArchivedFile>& files);
// Nothing where the bytes are no archive.
std::optional<std::vector<ArchivedFile>> filesIn(std::string_view archive);

}  // namespace mb::fmi
