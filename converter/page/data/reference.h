// The Cartesian run of a verification beside the recursive one: by how much each body is elsewhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/page/data/recorded_run.h"
#include "converter/verify/cartesian_run.h"

namespace mb {

// The distance of the Cartesian run from the recursive one at the first rows of the recorded run.
struct ReferenceRun {
  std::size_t rows = 0;
  std::vector<std::string> bodies;
  std::vector<std::vector<double>> differences;  // seven per body: x y z qw qx qy qz
  double farthest = 0;                           // m: the largest distance of positions
};

// Both runs must begin at the same state. Nothing where fewer than two rows are common.
std::optional<ReferenceRun> referenceOf(const CartesianRun& cartesian, const RecordedRun& run);

}  // namespace mb
