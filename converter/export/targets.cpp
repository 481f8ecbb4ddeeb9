#include "converter/export/targets.h"

#include <algorithm>
#include <vector>

#include "converter/export/recursive/recursive_target.h"

namespace mb {

std::span<const Target> targets() {
  static const std::vector<Target> kTargets{
      Target{.name = "recursive",
             .description = "recursive model in XML, as convert writes it",
             .ending = ".recursive.xml",
             .make = &makeRecursive,
             .verify = &verifyRecursive},
  };
  return kTargets;
}

const Target* findTarget(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  return found == targets().end() ? nullptr : &*found;
}

}  // namespace mb
