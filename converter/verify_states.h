// One state of both models side by side.
#pragma once

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

// Compares at an evaluated state of the recursive model and keeps the worst of each finding.
void compareState(const Pair& pair, const Workspace& w, StateView y, double time, Verification::States& states);

}  // namespace mb
