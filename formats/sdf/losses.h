// Contents of SDFormat files other than mechanics: reported once per kind, with their number and the first of them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/import_build.h"
#include "formats/xml/xml_reader.h"

namespace mb::sdf {

class Losses {
 public:
  // Adds one element; those with the same kind, reason and meaning are reported together. `where` is its owner: "link
  // 'arm'".
  void add(const XmlElement& element, LossEffect effect, std::string kind, std::string_view where, std::string why,
           std::string meaning);
  // Adds an element that is known not to be mechanics, or not to be modelled; returns false for any other.
  bool addKnown(XmlElement& element, std::string_view where);
  void flush(ImportBuild& build) const;

 private:
  void addPlugin(XmlElement& plugin, std::string_view where);

  struct Group {
    std::string kind, where, why, meaning;
    LossEffect effect = LossEffect::none;
    int count = 0;
    SourceRef at;
    std::string text;
  };
  std::vector<Group> groups_;
  std::map<std::string, std::size_t> byKey_;
};

}  // namespace mb::sdf
