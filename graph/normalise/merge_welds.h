// Merges bodies that are held together by joints without freedom into one body, with exact inertia. Each original body
// stays addressable by name as a member.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

struct MergeReport {
  std::vector<std::string> remarks;  // which bodies became one, in full sentences
};

// Joints named in `untouched` (the user's cuts) are left as they are. The carrier of a group is the ground, else the
// heaviest body, else the first by name.
CartesianModel mergeWelds(CartesianModel model, const std::set<std::string>& untouched, MergeReport& report,
                          Diagnostics& diagnostics);

}  // namespace mb
