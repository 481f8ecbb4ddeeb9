// The tool of this format drops equations that follow from others at the start without checking whether they hold. A
// file may therefore have an axis that contradicts the rest and still give good results. The start shows it: the parts
// are where that tool put them, and all joints fit except for the direction of one axis.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "formats/asmt/build.h"
#include "formats/model/basics/units.h"
#include "formats/model/elementary/elementary.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb::asmt {
namespace {

constexpr double kFits = 1e-6;         // rad, or fractions of the machine's size: far above the digits of files
constexpr double kContradicts = 1e-3;  // rad: far above what an assembly has to correct

struct Loosened {
  std::string_view type;
  std::string_view without;  // the same joint without its axis
};
constexpr std::array kLoosened{Loosened{"revolute", "spherical"}, Loosened{"cylindrical", "in-line"}};

struct Gaps {
  double length = 0;
  double angle = 0;
};

Gaps gapsOf(const CartesianModel& model, const Joint& joint) {
  const Pose X_FM = inverse(worldPose(model, joint.j)) * worldPose(model, joint.i);
  Gaps gaps;
  const Eigen::VectorXd values = equationValues(joint.type, parametersOf(joint), X_FM);
  for (int k = 0; k < values.size(); ++k) {
    double& gap = measuresLength(joint.type.equations()[static_cast<std::size_t>(k)]) ? gaps.length : gaps.angle;
    gap = std::max(gap, std::abs(values(k)));
  }
  return gaps;
}

bool holds(const CartesianModel& model, const Drive& drive, double size) {
  const auto* function = std::get_if<Expression>(&drive.function);
  const std::optional<double> wanted = function ? valueAt(*function, 0) : std::nullopt;
  if (!drive.coordinate || !wanted) return false;
  const Joint& joint = model.joints[drive.coordinate->joint];
  const Pose X_FM = inverse(worldPose(model, joint.j)) * worldPose(model, joint.i);
  const std::vector<double> z = fitPosition(joint.type, parametersOf(joint), X_FM).z;
  const int place = positionPlace(joint.type, drive.coordinate->coordinate);
  if (place < 0) return false;
  const double off = z[static_cast<std::size_t>(place)] - *wanted;
  const bool isRotation =
      coordinateNames(joint.type)[static_cast<std::size_t>(drive.coordinate->coordinate)].isRotation;
  return isRotation ? std::abs(std::remainder(off, 2 * std::numbers::pi)) < kFits : std::abs(off) < kFits * size;
}

}  // namespace

void dropContradiction(Build& build) {
  CartesianModel& model = build.import.model;
  double size = 1e-12;
  for (const Marker& marker : model.markers) {
    size = std::max(size, (model.bodies[marker.body].X_WB * marker.X_BM).p.cwiseAbs().maxCoeff());
  }
  std::optional<JointIndex> odd;
  int freedom = 6 * (static_cast<int>(model.bodies.size()) - 1) - static_cast<int>(model.couplers.size()) -
                static_cast<int>(model.drives.size());
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    freedom -= equationsOf(joint.type);
    const Gaps gaps = gapsOf(model, joint);
    if (gaps.length < kFits * size && gaps.angle < kFits) continue;
    if (odd || gaps.length >= kFits * size || gaps.angle < kContradicts) return;  // not assembled yet; that comes later
    odd = index;
  }
  constexpr int kAxisEquations = 2;
  if (!odd || freedom > -kAxisEquations) return;
  for (const Drive& drive : model.drives) {
    if (drive.coordinate && drive.coordinate->joint == *odd) return;
    if (!holds(model, drive, size)) return;
  }
  Joint& joint = model.joints[*odd];
  for (const Loosened& loosened : kLoosened) {
    if (loosened.type != joint.type.name) continue;
    const double angle = elementary::asin(std::min(1.0, gapsOf(model, joint).angle)) * kDegreesPerRadian;
    joint.type = *findJointType(loosened.without);
    addLoss(build.import, joint.origin.at, LossEffect::motion, fmt::format("the axis of joint '{}'", joint.name),
            fmt::format("its two z axes are {:.3g} degrees apart where all other joints fit, and the others already "
                        "hold the parts",
                        angle),
            fmt::format("the joint is {} here, as in the results of the file's own tool", loosened.without), "");
    return;
  }
}

}  // namespace mb::asmt
