// Where a command writes, that it is no file that it reads, and that nothing is read twice that cannot be.
#pragma once

#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// Files that a command is asked to read and to write. Empty: none; "-": standard input or output.
struct CommandFiles {
  std::vector<std::string> read;
  std::vector<std::string> written;
};

// What a command writes without -o: in the working folder, by the name of the file that it reads; what comes from
// standard input goes to standard output.
std::string defaultOutput(const std::string& input, const std::string& ending);

// False and an error when standard input is to be read for two things, when a file that is to be read would be
// replaced by what is written, or a result by another one.
bool checkFiles(const CommandFiles& files, Diagnostics& diagnostics);

// The same of files that the model was read from besides.
bool checkFilesOfModel(const std::vector<std::string>& files, const std::vector<std::string>& written,
                       Diagnostics& diagnostics);

}  // namespace mb
