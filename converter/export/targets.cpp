#include "converter/export/targets.h"

#include <algorithm>
#include <vector>

#include "converter/export/c/c_target.h"
#include "converter/export/fmu/fmu_target.h"
#include "converter/export/recursive/recursive_target.h"

namespace mb {

std::span<const Target> targets() {
  static const std::vector<Target> kTargets{
      Target{.name = "recursive",
             .description = "recursive model in XML, as convert writes it",
             .ending = ".recursive.xml",
             .make = &makeRecursive,
             .verify = &verifyRecursive},
      Target{.name = "c",
             .description = "C99 without dependencies, for real time: a folder",
             .ending = "_c",
             .isFolder = true,
             .carriesCertificate = true,
             .hasTunables = true,
             .hasBatch = true,
             .makesDirectional = true,
             .make = &makeC,
             .verify = &verifyC},
      Target{.name = "fmu",
             .description = "FMU for FMI 3.0 or 2.0 (docs/fmu.md)",
             .ending = ".fmu",
             .carriesCertificate = true,
             .hasTunables = true,
             .versions = {3, 2},
             .make = &makeFmu,
             .verify = &verifyFmu},
  };
  return kTargets;
}

const Target* findTarget(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  return found == targets().end() ? nullptr : &*found;
}

}  // namespace mb
