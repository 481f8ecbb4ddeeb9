// Assembly: initial positions and velocities of a model onto its closing equations, drives and couplers, with least
// change, and with what the user wants kept.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "formats/model/recursive.h"
#include "runtime/assembly/prescribed.h"

namespace mb {

// Components of a body's pose and velocity that must not change: x y z rx ry rz along the axes of our world.
struct KeptPose {
  std::string body;
  LinkIndex link;
  Pose X_LB;  // the body on its link
  Pose X_WB;  // where it is to stay
  Vector3 v_WB = Vector3::Zero();
  Vector3 w_WB = Vector3::Zero();
  std::array<bool, 6> position{};
  std::array<bool, 6> velocity{};
  SourceRef at;
};

struct AssemblyReport {
  struct Level {
    double before = 0;  // the largest residual; lengths by the size of their block
    double after = 0;
    std::string worst;  // the joint, rod, drive or coupler of the one before
  };
  Level positions;
  Level velocities;
  PrescribedFreedoms prescribed;
  double largestMove = 0;  // of a coordinate: rad, or m
  std::string moved;       // its joint
};

// Changes z and z_dot of the links. What cannot be assembled is an error that names the joint; drives and couplers that
// cannot be obeyed are one that names them.
AssemblyReport assemble(RecursiveModel& model, const std::vector<KeptPose>& keeps, Diagnostics& diagnostics);
// Positions alone, as near to closed as they come: what stays open, lengths by the size of their block.
double closePositions(RecursiveModel& model);

}  // namespace mb
