// Names that other tools allow, as names that are allowed here: letters, digits, '_' and '-', each once.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace mb {

class Names {
 public:
  // The wanted name with every run of other characters as one '_' (none at the ends); `fallback` where nothing is left;
  // with _2, _3, ... where it is taken. Upper and lower case are different. At most limits::kLongestName of it.
  std::string make(std::string_view wanted, std::string_view fallback);

 private:
  std::unordered_map<std::string, int> taken_;  // with the number that was tried last
};

}  // namespace mb
