// Files as they are on the disk.
#pragma once

#include <memory>
#include <string>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// The bytes of a file, or of standard input for "-". Otherwise `fault` says why not; it is empty on success. Folders
// and devices are refused, pipes without a writer are not waited for, and nothing is read past limits::kLargestFile.
struct FileText {
  std::string text;
  std::string fault;
  Code code = Code::cannotRead;  // of the fault
};
FileText readFileText(const std::string& path);

// Reads a file, or standard input for "-". Nothing and an error (ExitCode::io) when it cannot be read.
std::shared_ptr<const SourceFile> readSource(const std::string& path, Diagnostics& diagnostics);

}  // namespace mb
