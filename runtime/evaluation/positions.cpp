// Stage 1 of an evaluation: poses, columns and inertias from relative positions.
#include <Eigen/Geometry>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "runtime/evaluation/stages.h"

namespace mb {
namespace {

// R' = R * (rotation about its own axis).
void turn(Matrix3& R, int axis, double angle) {
  const double c = elementary::cos(angle);
  const double s = elementary::sin(angle);
  const int b = (axis + 1) % 3;
  const int d = (axis + 2) % 3;
  const Vector3 u = R.col(b);
  const Vector3 v = R.col(d);
  R.col(b) = c * u + s * v;
  R.col(d) = c * v - s * u;
}

// The rotation of a quaternion of any length: the stages of an integration leave the unit sphere slightly.
Matrix3 rotationOfQuaternion(const double* q) {
  const double w = q[0];
  const double x = q[1];
  const double y = q[2];
  const double z = q[3];
  const double s = 2 / (w * w + x * x + y * y + z * z);
  Matrix3 R;
  R << 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),  //
      s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x),   //
      s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y);
  return R;
}

// w = J(beta) beta_dot of a rotation vector, in the axes before the rotation.
Matrix3 leftJacobian(const Vector3& beta) {
  const double square = beta.squaredNorm();
  const double angle = std::sqrt(square);
  const Matrix3 B = skew(beta);
  // The series is used below the angle at which the closed form loses digits by cancellation.
  const bool isSmall = angle < 0.05;
  const double c1 = isSmall ? 0.5 - square / 24 + square * square / 720 : (1 - elementary::cos(angle)) / square;
  const double c2 =
      isSmall ? 1.0 / 6 - square / 120 + square * square / 5040 : (angle - elementary::sin(angle)) / (square * angle);
  return Matrix3::Identity() + c1 * B + c2 * B * B;
}

struct Walker {
  const Mechanism& m;
  const double* z;
  Workspace& w;
  double sign;  // of the columns: -1 if the child carries F

  void rotationColumn(int v, const Vector3& p, const Vector3& u) {
    w.b[static_cast<std::size_t>(v)] << sign * p.cross(u), sign * u;
  }

  // Moves X by one motion and writes its columns. For a joint traversed backwards, the caller passes F's frame.
  void motion(int index, Pose& X) {
    const Mechanism::Motion& s = m.motions[static_cast<std::size_t>(index)];
    switch (s.kind) {
      case MotionKind::rotation:
        rotationColumn(s.v, X.p, X.R.col(s.axis));
        turn(X.R, s.axis, z[s.z]);
        break;
      case MotionKind::translation: {
        const Vector3 u = X.R.col(s.axis);
        w.b[static_cast<std::size_t>(s.v)] << sign * u, Vector3::Zero();
        X.p += z[s.z] * u;
        break;
      }
      case MotionKind::ball:
        for (int k = 0; k < 3; ++k) rotationColumn(s.v + k, X.p, X.R.col(k));
        X.R = X.R * rotationOfQuaternion(z + s.z);
        break;
      case MotionKind::bend: {
        Vector3 beta = Vector3::Zero();
        beta((s.axis + 1) % 3) = z[s.z];
        beta((s.axis + 2) % 3) = z[s.z + 1];
        w.X_before[static_cast<std::size_t>(index)] = X;
        const Matrix3 J = X.R * leftJacobian(beta);
        rotationColumn(s.v, X.p, J.col((s.axis + 1) % 3));
        rotationColumn(s.v + 1, X.p, J.col((s.axis + 2) % 3));
        X.R = X.R * rotationOf(beta);
        break;
      }
      case MotionKind::screw: {
        const Vector3 u = X.R.col(s.axis);
        rotationColumn(s.v, X.p, u);
        w.b[static_cast<std::size_t>(s.v)].head<3>() += sign * s.constant * u;
        X.p += s.constant * z[s.z] * u;
        turn(X.R, s.axis, z[s.z]);
        break;
      }
      case MotionKind::offset: X.p += s.constant * X.R.col(s.axis); break;
      case MotionKind::turn: {
        const Matrix3 R = X.R;
        X.R << R.col(1), R.col(2), R.col(0);
        break;
      }
    }
  }
};

Pose poseByMotions(const Mechanism& m, const Mechanism::Link& link, const double* z, Workspace& w, Pose X,
                   double sign) {
  Walker walker{m, z, w, sign};
  for (int k = 0; k < link.motionCount; ++k) walker.motion(link.firstMotion + k, X);
  return X;
}

}  // namespace

void setPositions(const Mechanism& m, StateView y, Workspace& w) {
  const auto place = [&](std::size_t i, const Pose& X_WA) {
    const Mechanism::Link& link = m.links[i];
    if (!link.reversed) {
      w.X[i] = poseByMotions(m, link, y.data(), w, X_WA, 1) * link.X_BL;
      return;
    }
    // The parent carries M, so F = M * inverse(X_FM), and the columns are those of a walk from F.
    const Pose X_FM = poseByMotions(m, link, y.data(), w, {}, 1);
    const Pose X_WF = X_WA * inverse(X_FM);
    poseByMotions(m, link, y.data(), w, X_WF, -1);
    w.X[i] = X_WF * link.X_BL;
  };
  // The reference point is the position of the heaviest base, so that a vehicle far from the origin keeps its digits.
  w.c.setZero();
  if (m.referenceLink >= 0) {
    const auto reference = static_cast<std::size_t>(m.referenceLink);
    place(reference, m.links[reference].X_PA);
    w.c = w.X[reference].p;
  }
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    if (link.parent >= 0) {
      place(i, w.X[static_cast<std::size_t>(link.parent)] * link.X_PA);
    } else {
      place(i, {link.X_PA.R, link.X_PA.p - w.c});
    }
  }
}

void setInertias(const Mechanism& m, Workspace& w) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    const Pose& X = w.X[i];
    const Vector3 r = X * link.com;
    SpatialInertia& inertia = w.inertia[i];
    inertia.m = link.mass;
    inertia.h = link.mass * r;
    inertia.I.noalias() = X.R * link.inertia * X.R.transpose();
    inertia.I.noalias() -= inertia.h * r.transpose();
    inertia.I.diagonal().array() += inertia.h.dot(r);
    w.composite[i] = inertia;
  }
  for (std::size_t i = m.links.size(); i-- > 0;) {
    if (m.links[i].parent < 0) continue;
    SpatialInertia& parent = w.composite[static_cast<std::size_t>(m.links[i].parent)];
    parent.m += w.composite[i].m;
    parent.h += w.composite[i].h;
    parent.I += w.composite[i].I;
  }
}

void advance(const Mechanism& m, std::span<const double> dz, std::span<double> y) {
  for (const Mechanism::Motion& motion : m.motions) {
    if (motion.kind == MotionKind::ball) {
      const Vector3 turned(dz[motion.v], dz[motion.v + 1], dz[motion.v + 2]);
      const double half = 0.5 * turned.norm();
      const double share = half < 1e-8 ? 0.5 : 0.5 * elementary::sin(half) / half;
      const Quaternion by(elementary::cos(half), share * turned.x(), share * turned.y(), share * turned.z());
      const Quaternion q =
          (by * Quaternion(y[motion.z], y[motion.z + 1], y[motion.z + 2], y[motion.z + 3])).normalized();
      y[motion.z] = q.w();
      y[motion.z + 1] = q.x();
      y[motion.z + 2] = q.y();
      y[motion.z + 3] = q.z();
      continue;
    }
    for (int k = 0; k < positionsOf(motion.kind); ++k) y[motion.z + k] += dz[motion.v + k];
  }
}

void positionRates(const Mechanism& m, StateView y, const Workspace& w, std::span<double> rates) {
  for (const Mechanism::Motion& motion : m.motions) {
    if (motion.kind == MotionKind::ball) {
      const Quaternion omega(0, w.z_dot[motion.v], w.z_dot[motion.v + 1], w.z_dot[motion.v + 2]);
      const Quaternion q = omega * Quaternion(y[motion.z], y[motion.z + 1], y[motion.z + 2], y[motion.z + 3]);
      rates[motion.z] = 0.5 * q.w();
      rates[motion.z + 1] = 0.5 * q.x();
      rates[motion.z + 2] = 0.5 * q.y();
      rates[motion.z + 3] = 0.5 * q.z();
      continue;
    }
    for (int k = 0, count = positionsOf(motion.kind); k < count; ++k) rates[motion.z + k] = w.z_dot[motion.v + k];
  }
}

}  // namespace mb
