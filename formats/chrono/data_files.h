// The files of a vehicle. Chrono writes their names relative to its data folder, which is unknown here: they are
// searched in the folder of the referring file and in a few above, whole and with leading folders dropped. A vehicle
// from elsewhere must not reach other files: above its own folder only vehicle data are read, and nothing of any other
// file is shown.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/files/confined_path.h"
#include "formats/json/located_json.h"

namespace mb::chrono {

class DataFiles {
 public:
  explicit DataFiles(Diagnostics& diagnostics) : DataFiles(0, diagnostics) {}
  // `bytes` is the size of the first file.
  DataFiles(std::size_t bytes, Diagnostics& diagnostics) : diagnostics_(diagnostics), bytes_(bytes) {}

  // The whole file as text, by its name in `member` of an object; null after an error if it cannot be found or read.
  std::shared_ptr<const SourceFile> text(const JsonValue& object, std::string_view member);
  // The same as JSON, read once. `type` is the required value of its "Type".
  const JsonValue* part(const JsonValue& object, std::string_view member, std::string_view type);

  // Keeps a file that was read elsewhere with the others.
  const JsonValue& keep(JsonValue root) { return *roots_.emplace_back(std::make_unique<JsonValue>(std::move(root))); }

  const std::vector<std::unique_ptr<JsonValue>>& roots() const { return roots_; }
  std::vector<std::string> paths() const;

 private:
  std::shared_ptr<const SourceFile> read(const std::string& path, const SourceRef& at);

  Diagnostics& diagnostics_;
  std::size_t bytes_ = 0;                                           // of all files
  int values_ = 0;                                                  // of all JSON files
  std::map<std::string, std::shared_ptr<const SourceFile>> texts_;  // by path
  std::map<std::string, const JsonValue*> parsed_;                  // by path; null: not JSON, already reported
  std::vector<std::unique_ptr<JsonValue>> roots_;
};

// The path of a file relative to another one; nothing if it is not found.
struct Located {
  std::optional<std::string> path{};
  bool isAbove = false;              // neither in the folder of the referring file nor below it
  std::optional<PathFault> fault{};  // it leads out of the folder in which it is searched
};
Located locate(std::string_view reference, const std::string& from);

}  // namespace mb::chrono
