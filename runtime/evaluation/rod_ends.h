// The two ends of a removed rod: where they are, and how they accelerate with their links.
#pragma once

#include <span>

#include "runtime/mechanism/workspace.h"

namespace mb {

using RodPoints = std::array<Vector3, 2>;  // from the reference point
RodPoints rodPoints(const Workspace& w, const Mechanism::RodTerm& rod);

struct RodEnds {
  RodPoints p;
  std::array<Vector3, 2> a;
};
// With the accelerations of the links, the ground falling upwards instead of gravity.
RodEnds rodEnds(const Mechanism& m, const Workspace& w, const Mechanism::RodTerm& rod, std::span<const Vector6> A);
// b v1.v2 puts b times the acceleration of one end on the other [theory at Mechanism::RodTerm]; forces by link.
void addRodForces(const Mechanism::RodTerm& rod, const RodEnds& ends, std::span<Vector6> forces);

}  // namespace mb
