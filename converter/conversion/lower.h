// Cartesian model + plan -> recursive model: frames, reversal, fitted z and z_dot. graph decides, lower builds.
#pragma once

#include <string>
#include <vector>

#include "formats/model/joints/gap.h"
#include "formats/model/recursive.h"
#include "graph/plan/plan.h"

namespace mb {

// How well the tree's joints hold at the poses and velocities of the source.
struct FitReport {
  struct Joint {
    std::string name;
    Gap gap;
    double gapVelocity = 0;         // m/s
    double gapAngularVelocity = 0;  // rad/s
  };
  std::vector<Joint> joints;  // of the tree, in its order
};

RecursiveModel lower(const CartesianModel& model, const Plan& plan, FitReport& report);

}  // namespace mb
