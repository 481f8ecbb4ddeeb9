// The two ends of a removed rod: where they are, and how they accelerate with their links.
#pragma once

#include <span>

#include "runtime/workspace.h"

namespace mb {

struct RodEnds {
  std::array<Vector3, 2> p;  // from the reference point
  std::array<Vector3, 2> a;
};
// With the accelerations of the links, the ground falling upwards instead of gravity.
RodEnds rodEnds(const Mechanism& m, const Workspace& w, const Mechanism::RodTerm& rod, std::span<const Vector6> A);

}  // namespace mb
