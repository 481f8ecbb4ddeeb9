// Running a program as a user does.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/samples.h"

namespace mb::testing {

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

// A folder of its own for each test process, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mbconvert_test_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return *this / name;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Runs a shell command in the folder.
inline Outcome runIn(const ScratchFolder& folder, const std::string& command) {
  const std::string err = folder / "stderr.txt";
  const std::string line = "cd '" + folder.path().string() + "' && " + command + " 2>'" + err + "'";
  Outcome outcome;
  std::FILE* const pipe = ::popen(line.c_str(), "r");
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.out.append(buffer.data(), count);
  }
  const int status = ::pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.err = readText(err);
  std::filesystem::remove(err);
  return outcome;
}

}  // namespace mb::testing
