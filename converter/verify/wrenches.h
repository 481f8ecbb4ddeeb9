// The recursive model's reactions under the source's names, and the residual wrench they leave on each body.
#pragma once

#include <optional>

#include "converter/verify/states.h"

namespace mb {

NamedWrenches recursiveReactions(const ModelPair& pair, const CartesianState& state, const Workspace& w);

// Residual of the Newton-Euler equations per body with the recursive accelerations and reactions and the Cartesian
// masses and forces: {force; torque about the origin of the body frame}. Empty where the residual is unknown.
std::vector<std::optional<Vector6>> unbalanced(const ModelPair& pair, const SolvedState& solved,
                                               const std::vector<BodyMotion>& motions, const NamedWrenches& reactions);

}  // namespace mb
