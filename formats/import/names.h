// Names that other tools allow, as names that are allowed here: letters, digits, '_' and '-', each once.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace mb {

class Names {
 public:
  // The wanted name with every run of other characters as one '_' (none at the ends); `fallback` where nothing is left;
  // with _2, _3, ... where it is taken. Upper and lower case are different.
  std::string make(std::string_view wanted, std::string_view fallback);

 private:
  std::unordered_set<std::string> taken_;
};

}  // namespace mb
