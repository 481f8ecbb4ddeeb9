// One state of both models side by side.
#pragma once

#include <random>

#include "converter/state_mapping.h"
#include "converter/verify.h"

namespace mb {

// What both sides need, made once.
struct Pair {
  const Mechanism& mechanism;
  const CartesianSystem& system;
  CartesianState initial;
  StateMapping mapping;
};
Pair makePair(const Mechanism& mechanism, const CartesianSystem& system);

// Loads on the bodies of the Cartesian model at this state, each by the body's own inertia: so that masses act which
// nothing in the model tells apart, as that of a body in free fall. None on removed rods, whose spin is their own.
std::vector<Vector6> randomLoads(const Pair& pair, const CartesianState& state, std::mt19937_64& random);
// The same as wrenches on the links, about a point.
std::vector<Vector6> onLinks(const Pair& pair, const CartesianState& state, const Vector3& point);

// Compares at an evaluated state of the recursive model and keeps the worst of each finding.
void compareState(const Pair& pair, const Workspace& w, const CartesianState& state, Verification::States& states);

}  // namespace mb
