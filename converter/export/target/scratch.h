// A folder that is gone at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace mb {

struct Scratch {
  std::filesystem::path folder;  // empty where none could be made
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "mbconvert-XXXXXX").string();
    if (mkdtemp(name.data())) folder = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

}  // namespace mb
