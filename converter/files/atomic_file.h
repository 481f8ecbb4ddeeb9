// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// A file written piece by piece: to a nameless file beside the target, which commit() syncs and puts in its place.
// Whoever kills the process meanwhile leaves the old file intact. Without commit() nothing is written. Links stay and
// what they lead to is replaced; the new file has the owner, group and permissions of the old one. "-" is standard
// output; it, devices, pipes and open descriptors (/dev/fd) get all pieces at once from commit().
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path)
      : path_(path == "-" ? "standard output" : path), isStandardOutput_(path == "-") {}
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Both: false and an error (ExitCode::io) on failure. open() tells before any work is done whether there is a way.
  bool open(Diagnostics& diagnostics);
  bool commit(Diagnostics& diagnostics);
  void append(std::string_view text);

 private:
  bool isDirect() const { return descriptor_ < 0; }
  bool openBeside();
  bool claimName();
  bool replaceTarget();
  bool finish();
  bool told(bool isDone, Diagnostics& diagnostics) const;

  std::string path_;  // as messages tell it
  bool isStandardOutput_;
  std::filesystem::path target_;  // the path with its links followed
  std::string temporary_;
  std::string text_;         // not written yet
  int descriptor_ = -1;      // of the file beside the target; none: all is kept for commit()
  bool isNameless_ = false;  // the temporary name is on disk for the moment between link and rename only
  bool isOnDisk_ = false;    // under the temporary name
  int fault_ = 0;            // errno of a piece that could not be written
};

// Whether both paths lead to one file that is there. Standard input and output ("-") and devices are none.
bool isSameFile(const std::string& a, const std::string& b);

// The whole text at once. False and an error (ExitCode::io) on failure.
bool writeFile(const std::string& path, const std::string& text, Diagnostics& diagnostics);

}  // namespace mb
