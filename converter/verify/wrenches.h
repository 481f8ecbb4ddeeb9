// Wrenches on bodies and links: the recursive model's reactions under the source's names with the residual they leave
// on each body, and random loads.
#pragma once

#include <optional>

#include "converter/verify/states.h"

namespace mb {

NamedWrenches recursiveReactions(const ModelPair& pair, const CartesianState& state, const Workspace& w);

// Residual of the Newton-Euler equations per body with the recursive accelerations and reactions and the Cartesian
// masses and forces: {force; torque about the origin of the body frame}. Empty where the residual is unknown.
std::vector<std::optional<Vector6>> unbalanced(const ModelPair& pair, const SolvedState& solved,
                                               const std::vector<BodyMotion>& motions, const NamedWrenches& reactions);

// Random loads on the bodies of the Cartesian model, scaled with each body's own inertia. They reveal masses that
// nothing in the model depends on, such as that of a body in free fall. Removed rods get none, because their spin is
// their own.
std::vector<Vector6> randomLoads(const ModelPair& pair, const CartesianState& state, std::mt19937_64& random);
// The same loads as wrenches on the links, about a point.
std::vector<Vector6> onLinks(const ModelPair& pair, const CartesianState& state, const Vector3& point);

}  // namespace mb
