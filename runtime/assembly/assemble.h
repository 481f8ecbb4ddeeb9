// Assembly: moves initial positions and velocities of a model onto its closing equations, drives and couplers with the
// least change, and keeps what the user wants kept.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "formats/model/recursive.h"
#include "runtime/assembly/prescribed.h"

namespace mb {

// Components of a body's pose and velocity that must not change: x y z rx ry rz along the world axes.
struct KeptPose {
  std::string body;
  LinkIndex link;
  Pose X_LB;  // the body on its link
  Pose X_WB;  // pose to keep
  Vector3 v_WB = Vector3::Zero();
  Vector3 w_WB = Vector3::Zero();
  std::array<bool, 6> position{};
  std::array<bool, 6> velocity{};
  SourceRef at;
};

struct AssemblyReport {
  struct Level {
    double before = 0;  // largest residual; lengths relative to the size of their block
    double after = 0;
    std::string worst;  // the joint, rod, drive or coupler with that residual
  };
  Level positions;
  Level velocities;
  PrescribedFreedoms prescribed;
  double largestMove = 0;     // of a coordinate: rad, or m
  std::string moved;          // its joint
  bool hasOpenLoops = false;  // that cannot be closed even by themselves
};

// Changes z and z_dot of the links. A joint that cannot be assembled, or drives and couplers that cannot be obeyed, are
// errors that name them.
AssemblyReport assemble(RecursiveModel& model, const std::vector<KeptPose>& keeps, Diagnostics& diagnostics);
// Closes positions only, as far as possible. Returns the remaining opening; lengths are relative to the size of their
// block.
double closePositions(RecursiveModel& model);

}  // namespace mb
