// Maps states of a recursive model to states of the Cartesian model it came from; bodies and joints correspond by name.
#pragma once

#include <string>
#include <vector>

#include "runtime/cartesian/reference.h"
#include "runtime/evaluation/stages.h"
#include "runtime/observation/observe.h"

namespace mb {

struct StateMapping {
  struct BodyRow {
    BodyPlace place;
    bool isRod = false;
    // The two ends of a removed rod in its body frame.
    std::array<Vector3, 2> ends{Vector3::Zero(), Vector3::Zero()};
    std::vector<JointIndex> joints;  // at its ends
  };
  std::vector<BodyRow> bodies;       // by BodyIndex; unset for the ground
  std::vector<int> linkOfJoint;      // by JointIndex: the link whose joint it is, or -1
  std::vector<int> driveOf;          // by drive of the Cartesian model: the mechanism's, or -1
  std::vector<int> lawStateOf;       // by law state of the Cartesian model: the mechanism's
  std::vector<int> inputOf;          // by InputIndex of the Cartesian model: the mechanism's, or -1
  std::vector<std::string> missing;  // bodies, joints, drives and tyres that only one of the models has
};
StateMapping makeMapping(const CartesianSystem& system, const Mechanism& mechanism);

// The workspace holds positions and velocities of y. A removed rod is turned about its axis so that its joints hold,
// where they constrain that angle at all.
CartesianState mapped(const CartesianSystem& system, const CartesianState& initial, const StateMapping& mapping,
                      const Mechanism& mechanism, const Workspace& w, StateView y, double time);

}  // namespace mb
