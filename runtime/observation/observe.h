// An evaluated state in the user's terms: bodies of the source with poses, velocities and accelerations.
#pragma once

#include <string>
#include <vector>

#include "formats/model/body_places.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

// The bodies of the source, without the links that expanded cuts have added.
std::vector<BodyPlace> bodiesOf(const Mechanism& m);
// Those that are not in the world.
std::vector<BodyPlace> movingBodies(const Mechanism& m);

struct BodyMotion {
  Pose X;
  Vector3 v = Vector3::Zero();  // of the origin of the body frame, in world axes like all vectors here
  Vector3 w = Vector3::Zero();
  Vector3 v_dot = Vector3::Zero();
  Vector3 w_dot = Vector3::Zero();
};

// Spatial accelerations of the links about the reference point, by link.
void linkAccelerations(const Mechanism& m, const Workspace& w, std::vector<Vector6>& A);
// The spin of a rod about its own axis is not part of the recursive model: its frame follows the first end about that
// axis, and w leaves the spin out.
BodyMotion motionOf(const Mechanism& m, const Workspace& w, const std::vector<Vector6>& A, const BodyPlace& body);

}  // namespace mb
