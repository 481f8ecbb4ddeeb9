#include "graph/normalise/lock_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "formats/model/elements/element_visitors.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb {
namespace {

// The frame on body i that marker j occupies at the initial position, so that the frames of the fixed joint coincide.
// The bodies stay where they are except along coordinates with an initial value.
Pose heldPose(const CartesianModel& model, const Joint& joint) {
  const BodyIndex body = bodyI(model, joint);
  const auto hasValue = [](const InitialCoordinate& initial) { return initial.value.has_value(); };
  if (std::ranges::none_of(joint.initials, hasValue)) {
    return inverse(model.bodies[body].X_WB) * worldPose(model, joint.j);
  }
  const JointParameters parameters = parametersOf(joint);
  const Pose X_FM = inverse(worldPose(model, joint.j)) * worldPose(model, joint.i);
  FittedPosition position = fitPosition(joint.type, parameters, X_FM);
  setInitialValues(joint, position.z);
  return model.markers[joint.i].X_BM * inverse(jointPose(joint.type, parameters, position.z));
}

MarkerIndex holdingMarker(CartesianModel& model, const Joint& joint) {
  const BodyIndex body = bodyI(model, joint);
  Marker marker;
  marker.name = fmt::format("{}.{}_locked", model.bodies[body].name, joint.name);
  marker.body = body;
  marker.X_BM = heldPose(model, joint);
  marker.digits = std::max({model.markers[joint.i].digits, model.markers[joint.j].digits, model.bodies[body].digits,
                            model.bodies[bodyJ(model, joint)].digits});
  marker.origin = {joint.origin.at, "lock"};
  return model.markers.add(std::move(marker));
}

void dropDrives(CartesianModel& model, const std::set<JointIndex>& locked) {
  std::erase_if(model.drives, [&](const Drive& drive) {
    if (!drive.coordinate || !locked.contains(drive.coordinate->joint)) return false;
    model.remarks.push_back(fmt::format("motion '{}' is left out: its joint '{}' is locked", drive.name,
                                        model.joints[drive.coordinate->joint].name));
    return true;
  });
}

// A locked coordinate is a constant. Without an offset, the coupler is relative to the initial position, so the
// constant has no effect.
void dropTerms(CartesianModel& model, const std::set<JointIndex>& locked, Diagnostics& diagnostics) {
  const auto isLocked = [&](const Coupler::Term& term) { return locked.contains(term.coordinate.joint); };
  std::erase_if(model.couplers, [&](Coupler& coupler) {
    if (std::ranges::none_of(coupler.terms, isLocked)) return false;
    if (coupler.offset || coupler.function) {
      diagnostics
          .error(coupler.origin.at, Code::badOption,
                 fmt::format("coupler '{}' needs a joint that is locked", coupler.name))
          .withHint("lock all its joints, or none");
      return false;
    }
    model.remarks.push_back(fmt::format("coupler '{}' continues without its locked joints", coupler.name));
    std::erase_if(coupler.terms, isLocked);
    return coupler.terms.empty();
  });
}

}  // namespace

CartesianModel lockJoints(CartesianModel model, const std::vector<JointIndex>& joints, Diagnostics& diagnostics) {
  const std::set<JointIndex> locked(joints.begin(), joints.end());
  for (const std::string& name : namesInExpressions(model, ExpressionFunction::Argument::coordinate)) {
    const auto joint = findJoint(model, name.substr(0, name.find('.')));
    if (!joint || !locked.contains(*joint)) continue;
    diagnostics
        .error(model.joints[*joint].origin.at, Code::badOption,
               fmt::format("joint '{}' cannot be locked: an expression looks at '{}'", model.joints[*joint].name, name))
        .withHint("leave it unlocked", Topic::lockedJoints);
  }
  dropDrives(model, locked);
  dropTerms(model, locked, diagnostics);
  for (const JointIndex index : joints) {
    const Joint old = model.joints[index];
    if (std::ranges::any_of(old.initials, [](const InitialCoordinate& one) { return one.rate.value_or(0) != 0; })) {
      model.remarks.push_back(fmt::format("the initial rate of joint '{}' is left out: it is locked", old.name));
    }
    Joint& joint = model.joints[index];
    joint = Joint{};
    joint.name = old.name;
    joint.type = *findJointType("fixed");
    joint.i = holdingMarker(model, old);
    joint.j = old.j;
    joint.origin = old.origin;
  }
  return model;
}

}  // namespace mb
