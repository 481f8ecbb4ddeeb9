#include "formats/model/joints/joint_kinematics.h"
#include "formats/model/basics/decompositions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "formats/model/basics/units.h"
#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

int indexOf(Axis axis) { return static_cast<int>(axis); }
Vector3 unit(Axis axis) { return Vector3::Unit(indexOf(axis)); }

Matrix3 turnMatrix() {  // new x is the old y, new y the old z, new z the old x
  Matrix3 R;
  R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return R;
}

Vector3 bendVector(Axis axis, std::span<const double> z) {
  Vector3 beta = Vector3::Zero();
  beta((indexOf(axis) + 1) % 3) = z[0];
  beta((indexOf(axis) + 2) % 3) = z[1];
  return beta;
}

// w = J(beta) beta_dot for R = exp(skew(beta)), w in the axes before the rotation.
Matrix3 leftJacobian(const Vector3& beta) {
  const double angle = beta.norm();
  const Matrix3 B = skew(beta);
  if (angle < 1e-4) return Matrix3::Identity() + 0.5 * B + B * B / 6;  // error beta^3 / 24 < 1e-13
  return Matrix3::Identity() + (1 - elementary::cos(angle)) / (angle * angle) * B +
         (angle - elementary::sin(angle)) / (angle * angle * angle) * B * B;
}

Pose motionPose(const Motion& motion, const JointParameters& parameters, std::span<const double> z) {
  Pose X;
  switch (motion.kind) {
    case MotionKind::rotation: X.R = rotationAbout(indexOf(motion.axis), z[0]); break;
    case MotionKind::translation: X.p = z[0] * unit(motion.axis); break;
    case MotionKind::ball: X.R = Quaternion(z[0], z[1], z[2], z[3]).toRotationMatrix(); break;
    case MotionKind::bend: X.R = rotationOf(bendVector(motion.axis, z)); break;
    case MotionKind::screw:
      X.R = rotationAbout(indexOf(motion.axis), z[0]);
      X.p = parameters.pitch / kTwoPi * z[0] * unit(motion.axis);
      break;
    case MotionKind::offset: X.p = parameters.length * unit(motion.axis); break;
    case MotionKind::turn: X.R = turnMatrix(); break;
  }
  return X;
}

bool hasAngle(MotionKind kind) { return kind == MotionKind::rotation || kind == MotionKind::screw; }

// Seeds for the Gauss-Newton fit: translations and the ball follow from the target once the plain angles are chosen,
// because no row rotates before it translates or has more than one ball.
std::vector<double> seed(const JointType& type, const JointParameters& parameters, const Pose& X_FM,
                         std::span<const double> angles) {
  std::vector<double> z = zeroPosition(type);
  std::size_t at = 0;
  std::size_t angle = 0;
  std::size_t ballAt = z.size();
  Matrix3 R_after = Matrix3::Identity();  // all rotations after the ball
  for (const Motion& motion : type.motions()) {
    const std::span<double> own{z.data() + at, static_cast<std::size_t>(positionsOf(motion.kind))};
    if (hasAngle(motion.kind)) own[0] = angles[angle++];
    if (motion.kind == MotionKind::translation) own[0] = X_FM.p(indexOf(motion.axis));
    if (motion.kind == MotionKind::bend) {
      const Vector3 beta = rotationVectorOf(X_FM.R);
      own[0] = beta((indexOf(motion.axis) + 1) % 3);
      own[1] = beta((indexOf(motion.axis) + 2) % 3);
    }
    if (motion.kind == MotionKind::ball)
      ballAt = at;
    else
      R_after = R_after * motionPose(motion, parameters, own).R;
    at += own.size();
  }
  if (ballAt < z.size()) {
    const Quaternion q = quaternionOf(X_FM.R * R_after.transpose());
    z[ballAt] = q.w();
    z[ballAt + 1] = q.x();
    z[ballAt + 2] = q.y();
    z[ballAt + 3] = q.z();
  }
  return z;
}

// {position; rotation vector} from the joint's pose to the target, at the origin of M.
Vector6 poseError(const Pose& X, const Pose& target) {
  Vector6 error;
  error.head<3>() = target.p - X.p;
  error.tail<3>() = rotationVectorOf(target.R * X.R.transpose());
  return error;
}

// Converts twists at the origin of F to motions of the origin of M.
template <class Columns>
void moveToM(Columns& columns, const Vector3& p_FM) {
  columns.template topRows<3>() -= skew(p_FM) * columns.template bottomRows<3>();
}

}  // namespace

double lengthAt(const JointType& type, const Pose& X_FM) {
  const auto isRadius = [](const Equation& equation) { return equation.kind == EquationKind::radius; };
  return std::ranges::any_of(type.equations(), isRadius) ? X_FM.p.head<2>().norm() : X_FM.p.norm();
}

double angleAt(const JointType& type, const Pose& X_FM) {
  for (const Equation& equation : type.equations()) {
    if (equation.kind != EquationKind::angle) continue;
    const Vector3 a = unit(equation.a);
    const Vector3 b = X_FM.R.col(indexOf(equation.b));
    return elementary::atan2(a.cross(b).norm(), a.dot(b));
  }
  return 0;
}

std::vector<double> zeroPosition(const JointType& type) {
  std::vector<double> z;
  for (const Motion& motion : type.motions()) {
    if (motion.kind == MotionKind::ball) z.push_back(1);
    z.resize(z.size() + static_cast<std::size_t>(velocitiesOf(motion.kind)));
  }
  return z;
}

Pose jointPose(const JointType& type, const JointParameters& parameters, std::span<const double> z) {
  Pose X;
  std::size_t at = 0;
  for (const Motion& motion : type.motions()) {
    const auto count = static_cast<std::size_t>(positionsOf(motion.kind));
    X = X * motionPose(motion, parameters, z.subspan(at, count));
    at += count;
  }
  return X;
}

Eigen::Matrix<double, 6, Eigen::Dynamic> jointColumns(const JointType& type, const JointParameters& parameters,
                                                      std::span<const double> z) {
  Eigen::Matrix<double, 6, Eigen::Dynamic> H(6, dofOf(type));
  int column = 0;
  Pose X;
  // A rotation about the line through X.p along u moves the point at the origin by p x u [HG12 Eq. 2].
  const auto rotationColumn = [&](const Vector3& u) {
    H.col(column).head<3>() = X.p.cross(u);
    H.col(column).tail<3>() = u;
    ++column;
  };
  std::size_t at = 0;
  for (const Motion& motion : type.motions()) {
    const auto count = static_cast<std::size_t>(positionsOf(motion.kind));
    const std::span<const double> own = z.subspan(at, count);
    const Vector3 u = X.R * unit(motion.axis);
    switch (motion.kind) {
      case MotionKind::rotation: rotationColumn(u); break;
      case MotionKind::translation: H.col(column++) << u, Vector3::Zero(); break;
      case MotionKind::ball:
        for (int k = 0; k < 3; ++k) rotationColumn(X.R.col(k));
        break;
      case MotionKind::bend: {
        const Matrix3 J = X.R * leftJacobian(bendVector(motion.axis, own));
        rotationColumn(J.col((indexOf(motion.axis) + 1) % 3));
        rotationColumn(J.col((indexOf(motion.axis) + 2) % 3));
        break;
      }
      case MotionKind::screw:
        rotationColumn(u);
        H.col(column - 1).head<3>() += parameters.pitch / kTwoPi * u;
        break;
      case MotionKind::offset:
      case MotionKind::turn: break;
    }
    X = X * motionPose(motion, parameters, own);
    at += count;
  }
  return H;
}

void advance(const JointType& type, std::span<double> z, std::span<const double> dz) {
  std::size_t at = 0;
  std::size_t from = 0;
  for (const Motion& motion : type.motions()) {
    const auto count = static_cast<std::size_t>(velocitiesOf(motion.kind));
    if (motion.kind == MotionKind::ball) {
      const Quaternion turned = Quaternion(rotationOf(Vector3(dz[from], dz[from + 1], dz[from + 2]))) *
                                Quaternion(z[at], z[at + 1], z[at + 2], z[at + 3]);
      const Quaternion q = turned.normalized();
      z[at] = q.w();
      z[at + 1] = q.x();
      z[at + 2] = q.y();
      z[at + 3] = q.z();
    } else {
      for (std::size_t k = 0; k < count; ++k) z[at + k] += dz[from + k];
    }
    at += static_cast<std::size_t>(positionsOf(motion.kind));
    from += count;
  }
}

Eigen::VectorXd equationValues(const JointType& type, const JointParameters& parameters, const Pose& X_FM) {
  Eigen::VectorXd values(equationsOf(type));
  const Vector3& d = X_FM.p;
  int row = 0;
  for (const Equation& equation : type.equations()) {
    const int a = indexOf(equation.a);
    const int b = indexOf(equation.b);
    double value = 0;
    switch (equation.kind) {
      case EquationKind::on: value = d(a); break;
      case EquationKind::onMoving: value = X_FM.R.col(a).dot(d); break;
      case EquationKind::perpendicular: value = X_FM.R(a, b); break;
      case EquationKind::noTwist: value = X_FM.R((a + 2) % 3, (a + 1) % 3) - X_FM.R((a + 1) % 3, (a + 2) % 3); break;
      case EquationKind::length:  // divided by 2 l: a length, as the others
        value = (d.squaredNorm() - parameters.length * parameters.length) / (2 * parameters.length);
        break;
      case EquationKind::radius:
        value = (d.head<2>().squaredNorm() - parameters.length * parameters.length) / (2 * parameters.length);
        break;
      case EquationKind::angle: value = X_FM.R(a, b) - elementary::cos(parameters.angle); break;
      case EquationKind::pitch:  // nearest turn, because a pose does not count revolutions
        value = d.z() - parameters.pitch / kTwoPi * elementary::atan2(X_FM.R(1, 0), X_FM.R(0, 0));
        value = std::remainder(value, parameters.pitch);
        break;
    }
    values(row++) = value;
  }
  return values;
}

Eigen::Matrix<double, Eigen::Dynamic, 6> equationRows(const JointType& type, const JointParameters& parameters,
                                                      const Pose& X_FM) {
  // With the twist {v; w} of M at the origin of F, d_dot = v + w x d, and an axis m of M changes by w x m.
  Eigen::Matrix<double, Eigen::Dynamic, 6> rows(equationsOf(type), 6);
  const Vector3& d = X_FM.p;
  int row = 0;
  for (const Equation& equation : type.equations()) {
    const int a = indexOf(equation.a);
    const int b = indexOf(equation.b);
    Vector3 v = Vector3::Zero();
    Vector3 w = Vector3::Zero();
    switch (equation.kind) {
      case EquationKind::on:
        v = unit(equation.a);
        w = d.cross(v);
        break;
      case EquationKind::onMoving: v = X_FM.R.col(a); break;
      case EquationKind::perpendicular:
      case EquationKind::angle: w = X_FM.R.col(b).cross(unit(equation.a)); break;
      case EquationKind::noTwist: {
        const int b1 = (a + 1) % 3;
        const int c1 = (a + 2) % 3;
        w = X_FM.R.col(b1).cross(Vector3::Unit(c1)) - X_FM.R.col(c1).cross(Vector3::Unit(b1));
        break;
      }
      case EquationKind::length: v = d / parameters.length; break;
      case EquationKind::radius:
        v << d.head<2>() / parameters.length, 0;
        w = d.cross(v);
        break;
      case EquationKind::pitch: {
        const Vector3 m = X_FM.R.col(0);
        const double square = m.x() * m.x() + m.y() * m.y();
        const Vector3 angle = (m.x() * m.cross(Vector3::UnitY()) - m.y() * m.cross(Vector3::UnitX())) / square;
        v = Vector3::UnitZ();
        w = d.cross(v) - parameters.pitch / kTwoPi * angle;
        break;
      }
    }
    rows.row(row++) << v.transpose(), w.transpose();
  }
  return rows;
}

bool measuresLength(const Equation& equation) {
  return equation.kind != EquationKind::perpendicular && equation.kind != EquationKind::noTwist &&
         equation.kind != EquationKind::angle;
}

double characteristicLength(std::span<const Vector3> points) {
  const auto count = static_cast<double>(points.size());
  Vector3 centre = Vector3::Zero();
  for (const Vector3& point : points) centre += point / count;
  double sum = 0;
  double farthest = 0;
  for (const Vector3& point : points) {
    sum += (point - centre).squaredNorm();
    farthest = std::max(farthest, point.norm());
  }
  const double size = std::sqrt(sum / count);
  // Smaller sizes arise from how coinciding points were typed, in metres or in the small numbers of a small machine.
  // Points that coincide at the origin except for rotations about it are smaller than any machine.
  constexpr double kSmallestMachine = 1e-12;  // m
  return size > std::max(1e-6 * std::min(farthest, 1.0), kSmallestMachine) ? size : 1;
}

FittedPosition fitPosition(const JointType& type, const JointParameters& parameters, const Pose& X_FM) {
  int angleCount = 0;
  int singleAxis = 2;
  bool isScrew = false;
  bool hasLink = false;
  for (const Motion& motion : type.motions()) {
    hasLink = hasLink || motion.kind == MotionKind::offset;
    if (!hasAngle(motion.kind)) continue;
    ++angleCount;
    singleAxis = indexOf(motion.axis);
    isScrew = motion.kind == MotionKind::screw;
  }
  // For one angle, the closest rotation about its axis is known. For more, or for a swinging link, there is a seed in
  // every quadrant.
  std::vector<std::array<double, 3>> seeds{{0, 0, 0}};
  if (angleCount == 1 && !hasLink) {
    const int b = (singleAxis + 1) % 3;
    const int c = (singleAxis + 2) % 3;
    seeds[0][0] = elementary::atan2(X_FM.R(c, b) - X_FM.R(b, c), X_FM.R(b, b) + X_FM.R(c, c));
    // The translation of a screw shows its full turns.
    if (isScrew) seeds[0][0] += kTwoPi * std::round(X_FM.p(singleAxis) / parameters.pitch - seeds[0][0] / kTwoPi);
  } else {
    for (int k = 0; k < angleCount; ++k) {
      const std::vector<std::array<double, 3>> before = seeds;
      for (const int quarter : {1, 2, 3}) {
        for (std::array<double, 3> more : before) {
          more[static_cast<std::size_t>(k)] = (quarter == 3 ? -1 : quarter) * std::numbers::pi / 2;
          seeds.push_back(more);
        }
      }
    }
  }

  FittedPosition best;
  double bestSquare = -1;
  const int dof = dofOf(type);
  for (const std::array<double, 3>& angles : seeds) {
    std::vector<double> z = seed(type, parameters, X_FM, angles);
    Vector6 error = poseError(jointPose(type, parameters, z), X_FM);
    for (int iteration = 0; dof > 0 && iteration < 30 && error.squaredNorm() > 1e-28; ++iteration) {
      auto H = jointColumns(type, parameters, z);
      moveToM(H, jointPose(type, parameters, z).p);
      const Eigen::VectorXd dz = leastSquares(H, error);
      advance(type, z, {dz.data(), static_cast<std::size_t>(dof)});
      error = poseError(jointPose(type, parameters, z), X_FM);
      if (dz.squaredNorm() < 1e-30) break;
    }
    const double square = error.squaredNorm();
    // Only a clear improvement counts, so that of equal fits the first seed wins, which is closest to the zero
    // position.
    if (bestSquare < 0 || square < 0.99 * bestSquare - 1e-20) {
      bestSquare = square;
      best = {z, {error.head<3>().norm(), error.tail<3>().norm()}};
    }
    if (bestSquare < 1e-20) break;
  }
  return best;
}

FittedVelocity fitVelocity(const JointType& type, const JointParameters& parameters, std::span<const double> z,
                           const Vector6& twist) {
  auto H = jointColumns(type, parameters, z);
  const Vector3 p_FM = jointPose(type, parameters, z).p;
  moveToM(H, p_FM);
  Vector6 target = twist;
  moveToM(target, p_FM);
  FittedVelocity fitted;
  fitted.gap = target;
  if (H.cols() == 0) return fitted;
  const Eigen::VectorXd z_dot = leastSquares(H, target);
  fitted.z_dot.assign(z_dot.data(), z_dot.data() + z_dot.size());
  fitted.gap = target - H * z_dot;
  return fitted;
}

void setInitialValues(const JointFields& joint, std::vector<double>& z) {
  for (const InitialCoordinate& initial : joint.initials) {
    const int place = positionPlace(joint.type, initial.coordinate);
    if (initial.value && place >= 0) z[static_cast<std::size_t>(place)] = *initial.value;
  }
}

void setInitialRates(const JointFields& joint, std::vector<double>& z_dot) {
  for (const InitialCoordinate& initial : joint.initials) {
    if (initial.rate) z_dot[static_cast<std::size_t>(initial.coordinate)] = *initial.rate;
  }
}

}  // namespace mb
