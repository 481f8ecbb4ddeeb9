#include "runtime/cartesian/relative_motion.h"

#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"

namespace mb::cartesian {
namespace {

int indexOf(Axis axis) { return static_cast<int>(axis); }

// The matrix from a body's velocities {v; w} to the twist at the point p, in the axes of F.
Matrix6 twistAt(const Vector3& p, const Pose& X_WB, const Matrix3& R_FW) {
  Matrix6 map = Matrix6::Zero();
  map.topLeftCorner<3, 3>() = R_FW;
  map.topRightCorner<3, 3>() = -R_FW * skew(p - X_WB.p);
  map.bottomRightCorner<3, 3>() = R_FW;
  return map;
}

// The angle of an axis m of M in the plane of two axes of F, from c towards s.
Measurement planeAngle(const Vector3& m, const Vector3& c, const Vector3& s, const Vector3& w) {
  const double x = c.dot(m);
  const double y = s.dot(m);
  const double square = x * x + y * y;
  const Vector3 m_dot = w.cross(m);
  const Vector3 m_ddot = w.cross(m_dot);  // without w_dot
  const double x_dot = c.dot(m_dot);
  const double y_dot = s.dot(m_dot);
  Measurement angle;
  angle.value = elementary::atan2(y, x);
  angle.row.tail<3>() = (x * m.cross(s) - y * m.cross(c)).transpose() / square;
  const double rate = (x * y_dot - y * x_dot) / square;
  angle.bias = (x * s.dot(m_ddot) - y * c.dot(m_ddot) - 2 * (x * x_dot + y * y_dot) * rate) / square;
  return angle;
}

}  // namespace

FrameMotion markerMotion(const CartesianSystem& system, const CartesianState& state, MarkerIndex index) {
  const Marker& marker = system.model.markers[index];
  const FrameMotion& body = state.bodies[static_cast<std::size_t>(marker.body.value)];
  return {body.X * marker.X_BM, body.v + body.w.cross(body.X.R * marker.X_BM.p), body.w};
}

RelativeMotion relativeMotion(const CartesianSystem& system, const CartesianState& state, MarkerIndex i,
                              MarkerIndex j) {
  const Marker& markerI = system.model.markers[i];
  const Marker& markerJ = system.model.markers[j];
  const FrameMotion& bodyI = state.bodies[static_cast<std::size_t>(markerI.body.value)];
  const FrameMotion& bodyJ = state.bodies[static_cast<std::size_t>(markerJ.body.value)];
  const FrameMotion M = markerMotion(system, state, i);
  const FrameMotion F = markerMotion(system, state, j);
  const Matrix3 R_FW = F.X.R.transpose();

  RelativeMotion motion;
  motion.i = markerI.body;
  motion.j = markerJ.body;
  motion.X_WF = F.X;
  motion.X_FM = inverse(F.X) * M.X;
  motion.byI = twistAt(F.X.p, bodyI.X, R_FW);
  motion.byJ = -twistAt(F.X.p, bodyJ.X, R_FW);

  // d_dot is the velocity of M's origin relative to F; v = d_dot - w x d.
  const Vector3 D = M.X.p - F.X.p;
  const Vector3 D_dot = M.v - F.v - F.w.cross(D);
  const Vector3& d = motion.X_FM.p;
  const Vector3 d_dot = R_FW * D_dot;
  const Vector3 w = R_FW * (M.w - F.w);
  motion.V << d_dot - w.cross(d), w;

  // When the body frames do not accelerate, the markers still have centripetal accelerations. Relative to F, its own
  // centripetal and Coriolis terms are subtracted, and w_M - w_F rotates.
  const Vector3 a_M = M.w.cross(M.w.cross(M.X.p - bodyI.X.p));
  const Vector3 a_F = F.w.cross(F.w.cross(F.X.p - bodyJ.X.p));
  const Vector3 d_ddot = R_FW * (a_M - a_F - F.w.cross(F.w.cross(D)) - 2 * F.w.cross(D_dot));
  const Vector3 w_dot = R_FW * M.w.cross(F.w);
  motion.bias << d_ddot - w_dot.cross(d) - w.cross(d_dot), w_dot;
  return motion;
}

Eigen::VectorXd equationBiases(const JointType& type, const JointParameters& parameters, const Pose& X_FM,
                               const Vector6& V) {
  Eigen::VectorXd biases(equationsOf(type));
  const Vector3 v = V.head<3>();
  const Vector3 w = V.tail<3>();
  const Vector3 d_dot = v + w.cross(X_FM.p);
  // The row of axis b of M along axis a of F is M.b x F.a times w; M.b rotates with w.
  const auto axisAlong = [&](int a, int b) { return w.cross(w.cross(X_FM.R.col(b)))(a); };
  int row = 0;
  for (const Equation& equation : type.equations()) {
    const int a = indexOf(equation.a);
    const int next = (a + 1) % 3;
    const int last = (a + 2) % 3;
    double bias = 0;
    switch (equation.kind) {
      case EquationKind::on: bias = w.cross(d_dot)(a); break;
      case EquationKind::onMoving: bias = w.cross(X_FM.R.col(a)).dot(v); break;
      case EquationKind::perpendicular:
      case EquationKind::angle: bias = axisAlong(a, indexOf(equation.b)); break;
      case EquationKind::noTwist: bias = axisAlong(last, next) - axisAlong(next, last); break;
      case EquationKind::length: bias = d_dot.dot(v) / parameters.length; break;
      case EquationKind::radius:
        bias = (d_dot.head<2>().squaredNorm() + X_FM.p.head<2>().dot(w.cross(d_dot).head<2>())) / parameters.length;
        break;
      case EquationKind::pitch: {
        const Measurement angle = planeAngle(X_FM.R.col(0), Vector3::UnitX(), Vector3::UnitY(), w);
        bias = w.cross(d_dot).z() - parameters.pitch / (2 * std::numbers::pi) * angle.bias;
        break;
      }
    }
    biases(row++) = bias;
  }
  return biases;
}

Measurement measuredComponent(int component, const Pose& X_FM, const Vector6& V) {
  const Vector3 w = V.tail<3>();
  const Vector3 x = Vector3::UnitX();
  const Vector3 y = Vector3::UnitY();
  const Vector3 z = Vector3::UnitZ();
  // The angles are those of angleAbout: the z axis of M about x and y, and its x axis about z.
  switch (component) {
    case 3: return planeAngle(X_FM.R.col(2), z, -y, w);
    case 4: return planeAngle(X_FM.R.col(2), z, x, w);
    case 5: return planeAngle(X_FM.R.col(0), x, y, w);
    default: break;
  }
  const Vector3& d = X_FM.p;
  const Vector3 d_dot = V.head<3>() + w.cross(d);
  Measurement along;
  if (component == kDistanceComponent) {
    const double length = d.norm();
    const Vector3 u = d / length;
    const double rate = u.dot(d_dot);
    along.value = length;
    along.row << u.transpose(), 0, 0, 0;
    along.bias = u.dot(w.cross(d_dot)) + (d_dot.squaredNorm() - rate * rate) / length;
    return along;
  }
  const Vector3 axis = Vector3::Unit(component);
  along.value = d(component);
  along.row << axis.transpose(), d.cross(axis).transpose();
  along.bias = axis.dot(w.cross(d_dot));
  return along;
}

}  // namespace mb::cartesian
