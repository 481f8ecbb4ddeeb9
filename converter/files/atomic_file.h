// Files that are written completely or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// A file written piece by piece to an unnamed file beside the target, which commit() syncs and puts in the target's
// place. A process killed meanwhile leaves the old file intact, and nothing is written without commit(). Links stay,
// and the file they lead to is replaced; the new file gets the owner, group and permissions of the old one. "-" is
// standard output. Standard output, devices, pipes and open descriptors (/dev/fd) receive all pieces at once from
// commit().
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path)
      : path_(path == "-" ? "standard output" : path), isStandardOutput_(path == "-") {}
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Both: false and an error on failure. open() tells before any work is done whether there is a way.
  bool open(Diagnostics& diagnostics);
  bool commit(Diagnostics& diagnostics);
  void append(std::string_view text);
  // Replaces the beginning of the text, for what is known only at the end.
  void replaceStart(std::string_view text);
  // Writes everything to the disk, under no name yet: what is left for commit() hardly fails.
  bool prepare(Diagnostics& diagnostics);
  // After open(): whether the target is a file with a name, so that another can stand beside it.
  bool isNamedFile() const { return !isDirect(); }

 private:
  bool isDirect() const { return descriptor_ < 0; }
  bool openBeside();
  bool claimName();
  bool replaceTarget();
  bool writeOut();
  bool finish();
  bool reportUnless(bool isDone, Diagnostics& diagnostics) const;

  std::string path_;  // as shown in messages
  bool isStandardOutput_;
  std::filesystem::path target_;  // the path with its links resolved
  std::string temporary_;
  std::string text_;         // not written yet
  bool hasWritten_ = false;  // the beginning of the text
  int descriptor_ = -1;      // of the file beside the target; -1: all text waits for commit()
  bool isNameless_ = false;  // the temporary name exists only between link and rename
  bool isOnDisk_ = false;    // under the temporary name
  int fault_ = 0;            // errno of the first failed write
};

// Whether both paths lead to the same existing file. False for standard input and output ("-") and for devices.
bool isSameFile(const std::string& a, const std::string& b);

// The whole text at once. False and an error on failure.
bool writeFile(const std::string& path, const std::string& text, Diagnostics& diagnostics);

}  // namespace mb
