// Reactions of the recursive model as the source names them, and what is not in balance with them.
#pragma once

#include <optional>

#include "converter/verify/states.h"

namespace mb {

NamedWrenches recursiveReactions(const ModelPair& pair, const CartesianState& state, const Workspace& w);

// Newton and Euler for every body, with the recursive accelerations and reactions and the Cartesian masses and forces:
// {force; torque about the origin of the body frame} that is left over. None where it cannot be told.
std::vector<std::optional<Vector6>> unbalanced(const ModelPair& pair, const SolvedState& solved,
                                               const std::vector<BodyMotion>& motions, const NamedWrenches& reactions);

}  // namespace mb
