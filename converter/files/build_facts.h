// Facts about this build, fixed when it is configured (build_facts.cpp.in): the same sources and tools give the same
// facts.
#pragma once

#include <string_view>

namespace mb {

struct BuildFacts {
  std::string_view version;
  std::string_view commit;  // with "-dirty" if files were changed; "unknown" outside a checkout
  std::string_view compiler;
  std::string_view buildType;
  std::string_view flags;
  std::string_view sanitizers;
  std::string_view libraries;
};
const BuildFacts& buildFacts();

}  // namespace mb
