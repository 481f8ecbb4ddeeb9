#include "formats/model/checks/spring_axes.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/model/elementary/elementary.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb {
namespace {

constexpr double kOffAxis = 1e-2;  // rad: above the error of axes typed with two or three digits

using BodyPair = std::pair<BodyIndex, BodyIndex>;
BodyPair pairOf(BodyIndex a, BodyIndex b) { return a < b ? BodyPair{a, b} : BodyPair{b, a}; }

// The only axis, in the world, about which a joint rotates; zero if there is none, nothing if there are several.
std::optional<Vector3> onlyAxis(const CartesianModel& model, const Joint& joint) {
  const Pose X_WF = worldPose(model, joint.j);
  const Pose X_FM = inverse(X_WF) * worldPose(model, joint.i);
  const JointParameters parameters = parametersOf(joint);
  const auto H = jointColumns(joint.type, parameters, fitPosition(joint.type, parameters, X_FM).z);
  Vector3 axis = Vector3::Zero();
  for (Eigen::Index column = 0; column < H.cols(); ++column) {
    const Vector3 w = H.col(column).tail<3>();
    if (w.isZero(0)) continue;
    if (axis.cross(w).norm() > 1e-6 * w.norm()) return std::nullopt;
    axis = w.normalized();
  }
  return X_WF.R * axis;
}

// How a joint between the bodies of a spring moves instead; nothing if it rotates about the spring's axis.
std::optional<std::string> misfitOf(const CartesianModel& model, const Joint& joint, const Vector3& axis) {
  const std::optional<Vector3> permitted = onlyAxis(model, joint);
  if (!permitted) return std::nullopt;
  if (permitted->isZero(0)) return "does not let them turn";
  const double off = elementary::atan2(axis.cross(*permitted).norm(), std::abs(axis.dot(*permitted)));
  if (off <= kOffAxis) return std::nullopt;
  return fmt::format("turns about one {:.4g} deg off it", off * kDegreesPerRadian);
}

}  // namespace

void warnOfSpringAxes(const CartesianModel& model, Diagnostics& diagnostics) {
  const auto bodiesOf = [&](const Rsda& spring) {
    return pairOf(model.markers[spring.i].body, model.markers[spring.j].body);
  };
  std::map<BodyPair, std::vector<JointIndex>> jointsOf;
  for (const Force& force : model.forces) {
    if (const auto* spring = std::get_if<Rsda>(&force.law)) jointsOf.try_emplace(bodiesOf(*spring));
  }
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    const auto pair = jointsOf.find(pairOf(bodyI(model, joint), bodyJ(model, joint)));
    if (pair != jointsOf.end()) pair->second.push_back(index);
  }
  for (const Force& force : model.forces) {
    const auto* spring = std::get_if<Rsda>(&force.law);
    if (!spring) continue;
    const Vector3 axis = worldPose(model, spring->j).R.col(2);
    for (const JointIndex index : jointsOf.at(bodiesOf(*spring))) {
      const Joint& joint = model.joints[index];
      const std::optional<std::string> misfit = misfitOf(model, joint, axis);
      if (!misfit) continue;
      diagnostics
          .warning(force.origin.at, Code::turnsElsewhere,
                   fmt::format("rsda '{}' acts about an axis, and joint '{}' between its bodies {}", force.name,
                               joint.name, *misfit))
          .withHint("the axis is z of marker j, or axis= between bodies; joint= uses that of the joint");
      break;
    }
  }
}

}  // namespace mb
