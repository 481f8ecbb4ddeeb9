// What the user, drives and couplers require of the tree: checked, and recorded on the edges.
#pragma once

#include <string>
#include <vector>

#include "graph/trees/topology.h"

namespace mb {

// Unknown names are usage errors, or errors of the plan file that contains them. Joints to keep that close a loop, and
// cuts that disconnect bodies, cannot be modelled.
void applyOverrides(const CartesianModel& model, const PlanOptions& options, Topology& topology,
                    Diagnostics& diagnostics);

// Joints with drives or couplers stay in the tree, lightest first, unless they close a loop among themselves.
void keepDrivenJoints(const CartesianModel& model, Topology& topology, std::vector<std::string>& remarks);

// The user's base of each component; -1 if none.
std::vector<int> askedBases(const CartesianModel& model, const PlanOptions& options, const Topology& topology,
                            Diagnostics& diagnostics);

}  // namespace mb
