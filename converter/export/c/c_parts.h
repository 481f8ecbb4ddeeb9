// The texts that generated C is shipped with: the runtime compiles the same files.
#pragma once

#include <string>
#include <vector>

namespace mb {

struct CPart {
  std::string name;
  std::string text;
};
const std::vector<CPart>& cParts();

}  // namespace mb
