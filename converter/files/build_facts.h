// What this build is: fixed when it is configured (build_facts.cpp.in), the same for the same sources and tools.
#pragma once

#include <string>
#include <string_view>

namespace mb {

struct BuildFacts {
  std::string_view version;
  std::string_view commit;  // with "-dirty" where files were changed; "unknown" outside of a checkout
  std::string_view compiler;
  std::string_view buildType;
  std::string_view flags;
  std::string_view sanitizers;
  std::string_view libraries;
};
const BuildFacts& buildFacts();

// "mbconvert 0.1.0", and below it the facts, with the kernel that runs on this processor.
std::string versionText();

}  // namespace mb
