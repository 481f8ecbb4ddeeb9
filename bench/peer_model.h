// A mechanism in the form that other engines need.
#pragma once

#include "bench/peers.h"
#include "runtime/evaluation/stages.h"

namespace mb::peers {

// The workspace must hold an evaluated state, which shows which loops are planar. Throws std::runtime_error if the
// mechanism contains anything that is not translated.
Model peerModel(const Mechanism& m, const Workspace& w);

// Positions of y and the given velocities, one per velocity of the mechanism.
State peerState(const Mechanism& m, StateView y, const std::vector<double>& z_dot);
// Accelerations of the mechanism as a peer gives them.
std::vector<double> peerAccelerations(const Mechanism& m, StateView y, const std::vector<double>& z_ddot);

}  // namespace mb::peers
