// A mechanism as other engines are told of it.
#pragma once

#include "bench/peers.h"
#include "runtime/evaluation/stages.h"

namespace mb::peers {

// The workspace holds an evaluated state: it shows which loops are planar. Throws std::runtime_error when the mechanism
// has something that is not translated.
Model peerModel(const Mechanism& m, const Workspace& w);

// Positions of y and the given velocities, one for each of the mechanism's.
State peerState(const Mechanism& m, StateView y, const std::vector<double>& z_dot);
// Accelerations of the mechanism as a peer gives them.
std::vector<double> peerAccelerations(const Mechanism& m, StateView y, const std::vector<double>& z_ddot);

}  // namespace mb::peers
