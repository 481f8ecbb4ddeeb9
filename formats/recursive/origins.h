// Origins in a recursive file: the place in the Cartesian source that an entity came from. While the file is read,
// entities have their place in this file, so that errors point to it; the stated origins are restored at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "formats/model/recursive.h"
#include "formats/xml/xml_reader.h"

namespace mb {

class RecursiveOrigins {
 public:
  void setSource(std::string path) { source_ = std::move(path); }
  // Returns the element's own place and keeps its stated origin for restore().
  Origin read(XmlElement& element);
  void restore(RecursiveModel& model) const;

 private:
  std::string source_;
  std::unordered_map<std::uint64_t, Origin> stated_;  // by place
  std::unordered_map<std::string, std::shared_ptr<const SourceFile>> files_;

  std::shared_ptr<const SourceFile> fileOf(const std::string& path);
};

}  // namespace mb
