// Machines made in code, where a number of parts is a parameter.
#pragma once

#include <string>

#include "formats/model/cartesian.h"

namespace mb::testing {

// IFToMM problem A02: N windows, N + 1 upright cranks and N couplers of 1 kg and 1 m, spatial revolutes about y, the
// tops moving at 1 m/s along x. Frames in the middle of the bars.
inline CartesianModel nFourBar(int windows) {
  CartesianModel model;
  model.name = "n_four_bar";
  model.gravity = {0, 0, -9.81};
  Body ground;
  ground.name = "ground";
  ground.isGround = true;
  const BodyIndex groundIndex = model.bodies.add(ground);
  const auto bar = [&](const std::string& name, const Vector3& middle, const Vector3& along) {
    Body body;
    body.name = name;
    body.X_WB.p = middle;
    body.massProperties.mass = 1;
    body.massProperties.inertia = (Matrix3::Identity() - along * along.transpose()) / 12;
    const bool isCrank = along.z() > 0;
    body.v_WB = {isCrank ? 0.5 : 1.0, 0, 0};
    if (isCrank) body.w_WB = {0, 1, 0};
    return model.bodies.add(body);
  };
  const Matrix3 R = *rotationFromZX(Vector3::UnitY(), Vector3::UnitX());
  const auto hinge = [&](const std::string& name, BodyIndex i, BodyIndex j, const Vector3& point) {
    Joint joint;
    joint.name = name;
    joint.type = *findJointType("revolute");
    const auto marker = [&](BodyIndex body, const std::string& end) {
      return model.markers.add(
          {model.bodies[body].name + "." + name + end, body, {R, point - model.bodies[body].X_WB.p}, {}});
    };
    joint.i = marker(i, "_i");
    joint.j = marker(j, "_j");
    model.joints.add(joint);
  };
  BodyIndex left;
  for (int k = 0; k <= windows; ++k) {
    const std::string number = std::to_string(k);
    const BodyIndex crank = bar("crank" + number, Vector3(k, 0, 0.5), Vector3::UnitZ());
    hinge("a" + number, crank, groundIndex, Vector3(k, 0, 0));
    if (k > 0) {
      const BodyIndex coupler = bar("coupler" + number, Vector3(k - 0.5, 0, 1), Vector3::UnitX());
      hinge("b" + number + "_left", coupler, left, Vector3(k - 1, 0, 1));
      hinge("b" + number + "_right", coupler, crank, Vector3(k, 0, 1));
    }
    left = crank;
  }
  return model;
}

}  // namespace mb::testing
