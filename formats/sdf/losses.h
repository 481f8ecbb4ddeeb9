// What SDFormat files hold beside mechanics: told once a kind, with their number and the first of them.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/import_build.h"
#include "formats/xml/xml_reader.h"

namespace mb::sdf {

class Losses {
 public:
  // One element; those with the same kind, why and meaning are told together. `where` is its owner: "link 'arm'".
  void add(const XmlElement& element, LossEffect effect, std::string kind, std::string_view where, std::string why,
           std::string meaning);
  // All children but those that were read, by the table of what is known not to be mechanics.
  void addOthers(XmlElement& element, std::string_view where, std::initializer_list<std::string_view> read);
  void addPlugin(XmlElement& plugin, std::string_view where);
  void flush(ImportBuild& build) const;

 private:
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
