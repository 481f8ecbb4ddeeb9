// Runs a program as a user does.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/support/samples.h"
#include "tests/support/scratch_folder.h"

namespace mb::testing {

#ifdef MBCONVERT
inline const std::string kProgram = MBCONVERT;  // the program under test, for the binary that calls it
#endif

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
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
