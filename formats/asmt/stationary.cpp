// An angle joint holds the cosine of the angle between two axes. If they are parallel, small rotations do not change
// the cosine, and an assembly that follows it never leaves this position, so the parts are rotated first.
#include <fmt/format.h>

#include <cmath>

#include "formats/asmt/build.h"
#include "formats/model/basics/units.h"
#include "formats/model/elementary/elementary.h"

namespace mb::asmt {
namespace {

constexpr double kAlong = 1e-6;  // rad: below this, the slope of the cosine has no useful direction

bool isHeld(const CartesianModel& model, BodyIndex body) {
  if (model.bodies[body].isGround) return true;
  for (const Joint& joint : model.joints) {
    if (dofOf(joint.type) > 0 || (bodyI(model, joint) != body && bodyJ(model, joint) != body)) continue;
    const BodyIndex other = bodyI(model, joint) == body ? bodyJ(model, joint) : bodyI(model, joint);
    if (model.bodies[other].isGround) return true;
  }
  return false;
}

}  // namespace

void leaveStationaryAngles(Build& build) {
  CartesianModel& model = build.import.model;
  for (const Joint& joint : model.joints) {
    if (joint.type.name != "angle") continue;
    const Pose X_WF = worldPose(model, joint.j);
    const Vector3 zI = worldPose(model, joint.i).R.col(2);
    const double sine = X_WF.R.col(2).cross(zI).norm();
    const double angle = elementary::atan2(sine, X_WF.R.col(2).dot(zI));
    if (sine > kAlong || std::abs(angle - joint.angle) <= kAlong) continue;
    const bool turnsI = !isHeld(model, bodyI(model, joint));
    const BodyIndex index = turnsI ? bodyI(model, joint) : bodyJ(model, joint);
    if (!turnsI && isHeld(model, index)) continue;
    Body& body = model.bodies[index];
    const Vector3 point = worldPose(model, turnsI ? joint.i : joint.j).p;
    const double turn = joint.angle - angle;
    const Matrix3 R = rotationOf(turn * X_WF.R.col(0));
    body.X_WB = {R * body.X_WB.R, point + R * (body.X_WB.p - point)};
    model.remarks.push_back(
        fmt::format("part '{}' is turned by {:.4g} degrees at the start: the axes of '{}' lie along each other in the "
                    "file, where small turns do not change their angle",
                    body.name, std::abs(turn) * kDegreesPerRadian, joint.name));
  }
}

}  // namespace mb::asmt
