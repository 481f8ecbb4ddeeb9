// Names that other tools allow, as names that are allowed here: letters, digits, '_' and '-', each once.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/model/basics/limits.h"

namespace mb {

class Names {
 public:
  // A number behind it still makes a name that is read back.
  static constexpr std::size_t kLongest = limits::kLongestName - 16;
  explicit Names(std::size_t longest = kLongest) : longest_(longest) {}

  // The wanted name with every run of other characters as one '_' (none at the ends); `fallback` where nothing is left;
  // with _2, _3, ... where it is taken. Upper and lower case are different. What is longer than `longest` is cut.
  std::string make(std::string_view wanted, std::string_view fallback);

 private:
  std::size_t longest_;
  std::unordered_map<std::string, int> taken_;  // with the number that was tried last
};

}  // namespace mb
