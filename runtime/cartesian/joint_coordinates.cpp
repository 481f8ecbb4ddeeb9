#include "runtime/cartesian/joint_coordinates.h"

#include "formats/model/basics/decompositions.h"

namespace mb::cartesian {
namespace {

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

// Converts a twist at the origin of F to the velocity of the origin of M.
Matrix6 atM(const Vector3& p_FM) {
  Matrix6 map = Matrix6::Identity();
  map.topRightCorner<3, 3>() = -skew(p_FM);
  return map;
}

// J_dot beta_dot for the left Jacobian of a rotation vector, w = J(beta) beta_dot: J = 1 + f B + g B^2 with B =
// skew(beta), f = (1 - cos b) / b^2, g = (b - sin b) / b^3, b = |beta|. As B_dot beta_dot = 0,
//   J_dot beta_dot = f_dot B beta_dot + g_dot B^2 beta_dot + g B_dot B beta_dot.
// f and g are power series in b^2 that converge for every angle, so small angles need no special case.
Vector3 bendBias(const Vector3& beta, const Vector3& beta_dot) {
  const double square = beta.squaredNorm();
  double g = 0;
  double fRate = 0;
  double gRate = 0;
  double term = 1.0 / 2;  // (-1)^k b^2k / (2k + 2)!
  for (int k = 0; k < 16; ++k) {
    const double odd = term / (2 * k + 3);
    g += odd;
    // d(b^2k)/dt = 2k b^(2k-2) beta . beta_dot
    const double next = -term / ((2 * k + 3) * (2 * k + 4));  // term k + 1 without its b^2
    fRate += 2 * (k + 1) * next;
    gRate += 2 * (k + 1) * next / (2 * k + 5);
    term = next * square;
  }
  const double along = beta.dot(beta_dot);
  const Vector3 once = beta.cross(beta_dot);
  return along * (fRate * once + gRate * beta.cross(once)) + g * beta_dot.cross(once);
}

Vector3 bendVector(Axis axis, double first, double second) {
  const int a = static_cast<int>(axis);
  Vector3 beta = Vector3::Zero();
  beta((a + 1) % 3) = first;
  beta((a + 2) % 3) = second;
  return beta;
}

// A joint type with only this motion, for the walk from F to M.
JointType singleMotion(const Motion& motion) {
  JointType type;
  type.motionStore[0] = motion;
  type.motionCount = 1;
  return type;
}

}  // namespace

void refit(const JointType& type, const JointParameters& parameters, const Pose& X_FM, std::span<double> z) {
  constexpr int kIterations = 30;
  constexpr double kRoundOff = 1e-14;
  if (z.empty()) return;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const Pose X = jointPose(type, parameters, z);
    Vector6 error;
    error << X_FM.p - X.p, rotationVectorOf(X_FM.R * X.R.transpose());
    const Columns H = atM(X.p) * jointColumns(type, parameters, z);
    const Eigen::VectorXd dz = pseudoInverse(H) * error;
    advance(type, z, {dz.data(), static_cast<std::size_t>(dz.size())});
    if (dz.cwiseAbs().maxCoeff() < kRoundOff * (1 + X_FM.p.cwiseAbs().maxCoeff())) return;
  }
}

Vector6 columnBias(const JointType& type, const JointParameters& parameters, std::span<const double> z,
                   const Eigen::VectorXd& z_dot) {
  Vector6 bias = Vector6::Zero();
  Pose X;                       // of the frame before the motion
  Vector6 V = Vector6::Zero();  // its twist at the origin of F
  std::size_t at = 0;
  Eigen::Index from = 0;
  for (const Motion& motion : type.motions()) {
    const JointType single = singleMotion(motion);
    const std::span<const double> own = z.subspan(at, static_cast<std::size_t>(positionsOf(motion.kind)));
    const Eigen::VectorXd own_dot = z_dot.segment(from, velocitiesOf(motion.kind));
    // The motion's twist {v; w} in the axes and at the origin of the frame before it. All columns except those of a
    // bend are constant in that frame.
    Vector6 local = Vector6::Zero();
    Vector3 turning = Vector3::Zero();
    if (own_dot.size() > 0) local = jointColumns(single, parameters, own) * own_dot;
    if (motion.kind == MotionKind::bend) {
      turning =
          X.R * bendBias(bendVector(motion.axis, own[0], own[1]), bendVector(motion.axis, own_dot(0), own_dot(1)));
    }
    const Vector3 v = X.R * local.head<3>();
    const Vector3 w = X.R * local.tail<3>();
    // At the origin of F the motion's twist is {v + p x w; w}; p, v and w move with the frame.
    const Vector3 W = V.tail<3>();
    const Vector3 p_dot = V.head<3>() + W.cross(X.p);
    const Vector3 w_dot = W.cross(w) + turning;
    bias.head<3>() += W.cross(v) + p_dot.cross(w) + X.p.cross(w_dot);
    bias.tail<3>() += w_dot;
    V.head<3>() += v + X.p.cross(w);
    V.tail<3>() += w;
    X = X * jointPose(single, parameters, own);
    at += own.size();
    from += own_dot.size();
  }
  return bias;
}

CoordinateMotion coordinateMotion(const Joint& joint, const RelativeMotion& motion, std::span<const double> seed) {
  const JointParameters parameters = parametersOf(joint);
  CoordinateMotion result;
  result.z.assign(seed.begin(), seed.end());
  refit(joint.type, parameters, motion.X_FM, result.z);
  const Matrix6 toM = atM(jointPose(joint.type, parameters, result.z).p);
  const Columns H = toM * jointColumns(joint.type, parameters, result.z);
  result.inverse = pseudoInverse(H) * toM;
  result.z_dot = result.inverse * motion.V;
  result.bias = -result.inverse * columnBias(joint.type, parameters, result.z, result.z_dot);
  return result;
}

CoordinateValue coordinateValue(const JointType& type, const CoordinateMotion& motion, int coordinate) {
  const int place = positionPlace(type, coordinate);
  return {place < 0 ? 0 : motion.z[static_cast<std::size_t>(place)], motion.z_dot(coordinate)};
}

}  // namespace mb::cartesian
