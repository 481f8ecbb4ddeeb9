// Files as they are on disk.
#pragma once

#include <memory>
#include <string>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// The bytes of a file, or of standard input for "-". `fault` says why it cannot be read; empty on success. Folders and
// devices are refused, pipes without a writer are not waited for, and nothing is read beyond limits::kLargestFile.
struct FileText {
  std::string text;
  std::string fault;
  Code code = Code::cannotRead;  // of the fault
};
FileText readFileText(const std::string& path);

// Reads a file, or standard input for "-". Nothing and an error when it cannot be read.
std::shared_ptr<const SourceFile> readSource(const std::string& path, Diagnostics& diagnostics);

}  // namespace mb
