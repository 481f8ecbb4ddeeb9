// Files written by other tools, if they are available beside the checkout.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tests/support/test.h"

namespace mb::testing {

// ../shared/corpus or a folder in it. Without it, the test case is skipped and says so.
inline std::optional<std::filesystem::path> corpusFolder(const std::string& inside = "") {
  std::filesystem::path folder = std::filesystem::path(MB_SOURCE_DIR) / "../shared/corpus";
  if (!inside.empty()) folder /= inside;
  if (std::filesystem::is_directory(folder)) return folder;
  WARN("SKIPPED: no ../shared/corpus/" << inside << " beside the checkout, other tools' files are not tried");
  return std::nullopt;
}

}  // namespace mb::testing
