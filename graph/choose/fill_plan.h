// Writes the plan in the model's own terms: tree joints, cuts with their certificates, rods, blocks, and reasons in
// words.
#pragma once

#include <vector>

#include "graph/choose/rooted_forest.h"

namespace mb {

void fillPlan(const CartesianModel& model, const Topology& topology, const BiconnectedTree& blocks,
              const std::vector<TreeChoice>& trees, const std::vector<BaseChoice>& bases,
              const std::vector<int>& loopBlockOf, Plan& plan);

}  // namespace mb
