// Makes names from other tools valid here: letters, digits, '_' and '-', each name once.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/model/basics/limits.h"

namespace mb {

class Names {
 public:
  // Leaves room for a number, so that the name can be read back.
  static constexpr std::size_t kLongest = limits::kLongestName - 16;
  explicit Names(std::size_t longest = kLongest) : longest_(longest) {}

  // Replaces every run of other characters by one '_' (none at the ends), uses `fallback` if nothing is left, and adds
  // _2, _3, ... if the name is taken. Case matters. Names longer than `longest` are cut.
  std::string make(std::string_view wanted, std::string_view fallback);

 private:
  std::size_t longest_;
  std::unordered_map<std::string, int> taken_;  // with the last number tried
};

}  // namespace mb
