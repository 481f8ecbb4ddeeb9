// Origins in a recursive file: where in the Cartesian source an entity came from. While the file is read, entities have
// their place in this file, so that errors point to it; the origins that the file states are put in at the end.
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
  // The element's own place; what it states about its origin is kept for restore().
  Origin read(XmlElement& element);
  void restore(RecursiveModel& model) const;

 private:
  std::string source_;
  std::unordered_map<std::uint64_t, Origin> stated_;  // by place
  std::unordered_map<std::string, std::shared_ptr<const SourceFile>> files_;

  std::shared_ptr<const SourceFile> fileOf(const std::string& path);
};

}  // namespace mb
