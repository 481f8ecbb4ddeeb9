// Forces and torques that the joints of the tree and the cut joints transmit at an evaluated state.
#pragma once

#include <string>
#include <vector>

#include "runtime/mechanism/workspace.h"

namespace mb {

// The wrench of body j on body i through the joint: constraint, drive, coupler, friction and stop together. World axes,
// torque about the origin of marker i (frame M).
struct Reaction {
  std::string joint;
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  bool isUnique = true;  // false: redundant equations share the load, here with least multipliers
};

// The force at an end of a removed rod, on the body that carries the end. At the hinge of a massless strut it includes
// a torque about the point of the hinge nearest to the ball: the strut is normal to the hinge and does not spin.
struct RodEndForce {
  std::string rod;
  std::string joint;
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  Vector3 point = Vector3::Zero();  // of application, in the world
  bool isHinge = false;
  bool isUnique = true;
};

struct Reactions {
  std::vector<Reaction> joints;  // a distance that stayed in the tree has two entries; its row's is with the cuts
  std::vector<RodEndForce> rodEnds;
};
Reactions reactionsOf(const Mechanism& m, const Workspace& w);

}  // namespace mb
