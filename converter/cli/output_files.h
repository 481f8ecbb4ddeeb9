// Where a command writes, and checks that no file it reads is overwritten and that standard input is read once.
#pragma once

#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// Files that a command reads and writes. Empty: none; "-": standard input or output.
struct CommandFiles {
  std::vector<std::string> read;
  std::vector<std::string> written;
};

// The output without -o: a file in the working folder named after the input, or standard output if the input is
// standard input.
std::string defaultOutput(const std::string& input, const std::string& ending);

// Returns false and adds an error if standard input would be read twice, an input overwritten, or one result
// overwritten by another.
bool checkFiles(const CommandFiles& files, Diagnostics& diagnostics);

// The same for further files that the model was read from.
bool checkFilesOfModel(const std::vector<std::string>& files, const std::vector<std::string>& written,
                       Diagnostics& diagnostics);

}  // namespace mb
