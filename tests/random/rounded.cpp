#include "tests/random/rounded.h"

#include <cmath>

namespace mb::random {
namespace {

// As `rpy` in the native format: angles about the fixed axes x, y, z.
Pose roundedPose(const Pose& X, int digits) {
  const Matrix3& R = X.R;
  const double roll = std::atan2(R(2, 1), R(2, 2));
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2)));
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  Pose result;
  result.R = rotationAbout(2, rounded(yaw, digits)) * rotationAbout(1, rounded(pitch, digits)) *
             rotationAbout(0, rounded(roll, digits));
  for (int k = 0; k < 3; ++k) result.p(k) = rounded(X.p(k), digits);
  return result;
}

}  // namespace

double rounded(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) + 1 - digits);
  return std::round(value / unit) * unit;
}

CartesianModel roundedCopy(CartesianModel model, int digits) {
  for (Body& body : model.bodies) {
    if (body.isGround) continue;
    body.X_WB = roundedPose(body.X_WB, digits);
    body.digits = digits;
  }
  for (Marker& marker : model.markers) {
    marker.X_BM = roundedPose(marker.X_BM, digits);
    marker.digits = digits;
  }
  for (Joint& joint : model.joints) joint.length = rounded(joint.length, digits);
  return model;
}

}  // namespace mb::random
