// What the user, drives and couplers ask of the tree: checked, and written onto the edges.
#pragma once

#include <string>
#include <vector>

#include "graph/trees/topology.h"

namespace mb {

// Unknown names are usage errors, or errors of the plan file that has them; a set of joints to keep that closes a loop,
// and cuts that take bodies off, cannot be modelled.
void applyOverrides(const CartesianModel& model, const PlanOptions& options, Topology& topology,
                    Diagnostics& diagnostics);

// Joints with drives and couplers stay in the tree, the lightest first, as far as they close no loop among themselves.
void keepDrivenJoints(const CartesianModel& model, Topology& topology, std::vector<std::string>& remarks);

// The user's base of every component, -1 without one.
std::vector<int> askedBases(const CartesianModel& model, const PlanOptions& options, const Topology& topology,
                            Diagnostics& diagnostics);

}  // namespace mb
