// The files that a vehicle is made of. Chrono writes their names relative to its data folder, which is not known here:
// they are looked for in the folder of the file that names them and in a few above, whole and with leading folders
// dropped. A vehicle that was sent by somebody must not reach what else lies there: above its own folder only data of a
// vehicle are read, and nothing of another file is shown.
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
  // After a file of so many bytes.
  DataFiles(std::size_t bytes, Diagnostics& diagnostics) : diagnostics_(diagnostics), bytes_(bytes) {}

  // The whole file as text, by its name in `member` of an object; null and an error when it cannot be found or read.
  std::shared_ptr<const SourceFile> text(const JsonValue& object, std::string_view member);
  // The same as JSON, read once. `type` is what its "Type" must say.
  const JsonValue* part(const JsonValue& object, std::string_view member, std::string_view type);

  // A file that came another way, with the others.
  const JsonValue& keep(JsonValue root) { return *roots_.emplace_back(std::make_unique<JsonValue>(std::move(root))); }

  const std::vector<std::unique_ptr<JsonValue>>& roots() const { return roots_; }
  std::vector<std::string> paths() const;

 private:
  std::shared_ptr<const SourceFile> read(const std::string& path, const SourceRef& at);

  Diagnostics& diagnostics_;
  std::size_t bytes_ = 0;                                           // of all files
  int values_ = 0;                                                  // of all files of JSON
  std::map<std::string, std::shared_ptr<const SourceFile>> texts_;  // by path
  std::map<std::string, const JsonValue*> parsed_;                  // by path; null: not JSON, told already
  std::vector<std::unique_ptr<JsonValue>> roots_;
};

// Where the file is, as seen from another one; nothing when it is nowhere.
struct Located {
  std::optional<std::string> path{};
  bool isAbove = false;              // not in the folder of the file that names it, nor below
  std::optional<PathFault> fault{};  // it leads out of the folder that it is looked for in
};
Located locate(std::string_view reference, const std::string& from);

}  // namespace mb::chrono
