// Positions of the two ends of a removed rod, and their accelerations with their links.
#pragma once

#include <span>

#include "runtime/mechanism/workspace.h"

namespace mb {

using RodPoints = std::array<Vector3, 2>;  // relative to the reference point
RodPoints rodPoints(const Workspace& w, const Mechanism::RodTerm& rod);

struct RodEnds {
  RodPoints p;
  std::array<Vector3, 2> a;
};
// `A` holds the accelerations of the links, with the ground accelerating upwards instead of gravity.
RodEnds rodEnds(const Mechanism& m, const Workspace& w, const Mechanism::RodTerm& rod, std::span<const Vector6> A);
// The term b v1.v2 puts b times the acceleration of one end on the other (see Mechanism::RodTerm); forces by link.
void addRodForces(const Mechanism::RodTerm& rod, const RodEnds& ends, std::span<Vector6> forces);

}  // namespace mb
