// An evaluated state as the user knows it: bodies of the source with poses, velocities and accelerations.
#pragma once

#include <string>
#include <vector>

#include "runtime/mechanism/workspace.h"

namespace mb {

// A body of the source: on a link, in the world, or a removed rod.
struct BodyPlace {
  std::string name;
  int link = -1;  // -1: the world, or a rod
  int rod = -1;
  Pose X_LB;  // its frame on the link, in the world, or in the rod's frame
};
// All bodies but the ground's, in the order of links and rods; welded ones after the body that carries them.
std::vector<BodyPlace> bodiesOf(const Mechanism& m);

struct BodyMotion {
  Pose X;
  Vector3 v = Vector3::Zero();  // of the origin of the body frame; world axes, as all of these
  Vector3 w = Vector3::Zero();
  Vector3 v_dot = Vector3::Zero();
  Vector3 w_dot = Vector3::Zero();
};

// Spatial accelerations of the links about the reference point, by link.
void linkAccelerations(const Mechanism& m, const Workspace& w, std::vector<Vector6>& A);
// A rod's own spin is not in the recursive model: its frame follows its first end about its axis, and w leaves that
// out.
BodyMotion motionOf(const Mechanism& m, const Workspace& w, const std::vector<Vector6>& A, const BodyPlace& body);

}  // namespace mb
