// The origin of an entity: its place in the user's file, and the stage that made it.
#pragma once

#include <memory>
#include <string>

namespace mb {

struct SourceFile {
  std::string path;  // as the user gave it; "-" for standard input
  std::string text;
};

struct SourceRef {
  std::shared_ptr<const SourceFile> file;
  int line = 0;    // from 1; 0: the file as a whole
  int column = 0;  // from 1, in bytes
};

struct Origin {
  SourceRef at;
  std::string by;      // the stage that made the entity; empty when the user wrote it
  std::string from{};  // where the source says it came from: "model.adm:12", for a translated file
};

}  // namespace mb
