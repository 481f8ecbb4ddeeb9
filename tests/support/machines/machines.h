// Machines made in code, whose number of parts is a parameter.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "formats/model/cartesian.h"

namespace mb::testing {

inline BodyIndex addGround(CartesianModel& model) {
  Body ground;
  ground.name = "ground";
  ground.isGround = true;
  return model.bodies.add(ground);
}

// A marker at a world pose, named after its joint.
inline MarkerIndex addMarker(CartesianModel& model, BodyIndex body, const std::string& name, const Pose& X_W) {
  const Body& owner = model.bodies[body];
  return model.markers.add({owner.name + "." + name, body, inverse(owner.X_WB) * X_W, {}});
}

// A joint in its zero position at the world pose X_F; `p_M` is the end on i if that is another point.
inline void addJoint(CartesianModel& model, const std::string& name, std::string_view type, BodyIndex i, BodyIndex j,
                     const Pose& X_F, const std::optional<Vector3>& p_M = {}) {
  Joint joint;
  joint.name = name;
  joint.type = *findJointType(type);
  joint.i = addMarker(model, i, name + "_i", {X_F.R, p_M.value_or(X_F.p)});
  joint.j = addMarker(model, j, name + "_j", X_F);
  if (p_M) joint.length = (*p_M - X_F.p).norm();
  model.joints.add(joint);
}

// IFToMM problem A02: N windows, N + 1 upright cranks and N couplers of 1 kg and 1 m, spatial revolutes about y, the
// tops moving at 1 m/s along x. Frames are in the middle of the bars.
inline CartesianModel nFourBar(int windows) {
  CartesianModel model;
  model.name = "n_four_bar";
  model.gravity = {0, 0, -9.81};
  const BodyIndex ground = addGround(model);
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
    addJoint(model, name, "revolute", i, j, {R, point});
  };
  BodyIndex left;
  for (int k = 0; k <= windows; ++k) {
    const std::string number = std::to_string(k);
    const BodyIndex crank = bar("crank" + number, Vector3(k, 0, 0.5), Vector3::UnitZ());
    hinge("a" + number, crank, ground, Vector3(k, 0, 0));
    if (k > 0) {
      const BodyIndex coupler = bar("coupler" + number, Vector3(k - 0.5, 0, 1), Vector3::UnitX());
      hinge("b" + number + "_left", coupler, left, Vector3(k - 1, 0, 1));
      hinge("b" + number + "_right", coupler, crank, Vector3(k, 0, 1));
    }
    left = crank;
  }
  return model;
}

// The same with all cranks rotated by an angle from upright, at a rate; in line at a right angle.
inline CartesianModel leaningFourBars(int windows, double angle, double rate) {
  CartesianModel model = nFourBar(windows);
  const Matrix3 R = rotationAbout(1, angle);
  for (Body& body : model.bodies) {
    if (body.isGround) continue;
    const bool isCrank = body.name.starts_with("crank");
    const Vector3 foot(body.X_WB.p.x(), 0, 0);
    const Vector3 arm = R * Vector3(0, 0, body.X_WB.p.z());
    body.X_WB.p = foot + arm;
    if (isCrank) body.X_WB.R = R;
    body.v_WB = Vector3(0, rate, 0).cross(arm);
    body.w_WB = isCrank ? Vector3(0, rate, 0) : Vector3(0, 0, 0);
  }
  return model;
}

// A vehicle on four double wishbones at 10 m/s: free chassis; at each corner upper and lower arm (revolutes), knuckle
// (balls on both), tie rod, a rotating wheel (revolute) and a spring-damper: 17 bodies, 30 velocities, 16 rows, 14
// degrees of freedom. A tie rod is a distance, or a bar with axial inertia between a cross on the chassis and a ball on
// the knuckle, which cannot be removed: 21 bodies, 38 velocities, 24 rows.
inline CartesianModel wishboneVehicle(bool tieRodsAsBodies) {
  constexpr double kSpeed = 10;
  constexpr double kWheelRadius = 0.47;
  CartesianModel model;
  model.name = tieRodsAsBodies ? "vehicle_rods" : "vehicle";
  model.gravity = {0, 0, -9.81};
  const auto add = [&](const std::string& name, const Pose& X, double mass, const Vector3& inertia) {
    Body body;
    body.name = name;
    body.X_WB = X;
    body.massProperties.mass = mass;
    body.massProperties.inertia = inertia.asDiagonal();
    body.v_WB = {kSpeed, 0, 0};
    return model.bodies.add(body);
  };
  const BodyIndex chassis = add("chassis", {Matrix3::Identity(), {0, 0, 0.2}}, 2000, {1100, 2900, 3500});
  for (const bool front : {true, false}) {
    for (const bool left : {true, false}) {
      const std::string prefix = std::string(front ? "f" : "r") + (left ? "l_" : "r_");
      const auto at = [&](double x, double y, double z) {  // of the left front corner; the others are its images
        return Vector3(front ? x : -x, left ? y : -y, z);
      };
      const auto frame = [](const Vector3& p) { return Pose{Matrix3::Identity(), p}; };
      const auto alongX = [](const Vector3& p) { return Pose{*rotationFromZX(Vector3::UnitX(), Vector3::UnitY()), p}; };
      const BodyIndex upper = add(prefix + "upper_arm", frame(at(1.62, 0.59, 0.22)), 6, {0.04, 0.03, 0.065});
      const BodyIndex lower = add(prefix + "lower_arm", frame(at(1.67, 0.55, -0.06)), 24, {0.5, 0.45, 0.9});
      const BodyIndex knuckle = add(prefix + "knuckle", frame(at(1.64, 0.79, 0.02)), 30, {0.5, 0.3, 0.4});
      const BodyIndex wheel = add(prefix + "wheel", frame(at(1.65, 0.91, 0.0)), 60, {3.2, 5.6, 3.2});
      model.bodies[wheel].w_WB = {0, kSpeed / kWheelRadius, 0};
      addJoint(model, prefix + "upper_hinge", "revolute", upper, chassis, alongX(at(1.6, 0.46, 0.23)));
      addJoint(model, prefix + "lower_hinge", "revolute", lower, chassis, alongX(at(1.69, 0.31, 0.0)));
      addJoint(model, prefix + "upper_ball", "spherical", knuckle, upper, frame(at(1.636, 0.716, 0.215)));
      addJoint(model, prefix + "lower_ball", "spherical", knuckle, lower, frame(at(1.653, 0.787, -0.118)));
      addJoint(model, prefix + "axle", "revolute", wheel, knuckle,
               {*rotationFromZX(Vector3::UnitY(), Vector3::UnitX()), at(1.65, 0.91, 0.0)});
      const Vector3 inner = at(1.44, 0.45, 0.054);
      const Vector3 outer = at(1.51, 0.82, -0.016);
      if (tieRodsAsBodies) {
        const Pose X{*rotationFromZX(outer - inner, Vector3::UnitX()), (inner + outer) / 2};
        const BodyIndex rod = add(prefix + "tie_rod", X, 1.5, {0.018, 0.018, 0.0002});
        addJoint(model, prefix + "tie_cross", "hooke", rod, chassis, {X.R, inner});
        addJoint(model, prefix + "tie_ball", "spherical", knuckle, rod, frame(outer));
      } else {
        addJoint(model, prefix + "tie_rod", "distance", knuckle, chassis, frame(inner), outer);
      }
      Tsda spring;
      spring.i = addMarker(model, lower, "spring", frame(at(1.78, 0.54, -0.05)));
      spring.j = addMarker(model, chassis, prefix + "spring", frame(at(1.79, 0.51, 0.25)));
      spring.stiffness = 170e3;
      spring.damping = 12e3;
      spring.length = 0.36;
      model.forces.push_back({prefix + "spring", spring, {}});
    }
  }
  return model;
}

// Bars of 1 kg and 0.1 m in a row from the ground along x, on revolutes with axes in an oblique sequence, each rotating
// at 0.5 rad/s relative to the previous one.
inline CartesianModel openChain(int links) {
  constexpr double kLength = 0.1;
  CartesianModel model;
  model.name = "chain" + std::to_string(links);
  model.gravity = {0, 0, -9.81};
  const std::array<Vector3, 3> axes{Vector3(0, 1, 0), Vector3(0.3, 0.2, 1).normalized(),
                                    Vector3(0.4, 1, -0.5).normalized()};
  BodyIndex before = addGround(model);
  Vector3 v = Vector3::Zero();  // of the joint
  Vector3 w = Vector3::Zero();
  for (int k = 0; k < links; ++k) {
    const Vector3& axis = axes[static_cast<std::size_t>(k) % axes.size()];
    w += (k % 2 == 0 ? 0.5 : -0.5) * axis;
    const Vector3 half(kLength / 2, 0, 0);
    Body body;
    body.name = "bar" + std::to_string(k);
    body.X_WB.p = Vector3(k * kLength, 0, 0) + half;
    body.massProperties.mass = 1;
    body.massProperties.inertia = Vector3(2e-4, 1e-3, 1.1e-3).asDiagonal();
    body.v_WB = v + w.cross(half);
    body.w_WB = w;
    v += w.cross(2 * half);
    const BodyIndex bar = model.bodies.add(body);
    addJoint(model, "hinge" + std::to_string(k), "revolute", bar, before,
             {*rotationFromZ(axis), Vector3(k * kLength, 0, 0)});
    before = bar;
  }
  return model;
}

}  // namespace mb::testing
