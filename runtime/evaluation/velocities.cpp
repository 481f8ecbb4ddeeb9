// Stage 4 of an evaluation: consistent velocities, and the accelerations for z_ddot = 0.
#include <Eigen/Geometry>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/stages.h"

namespace mb {
namespace {

// d/dt of the left Jacobian of a rotation vector, times its rate: a bend's contribution to the angular acceleration.
Vector3 leftJacobianRate(const Vector3& beta, const Vector3& beta_dot) {
  const double square = beta.squaredNorm();
  const double angle = std::sqrt(square);
  const bool isSmall = angle < 0.05;
  const double sine = elementary::sin(angle);
  const double cosine = elementary::cos(angle);
  const double c2 = isSmall ? 1.0 / 6 - square / 120 + square * square / 5040 : (angle - sine) / (square * angle);
  // Derivatives of c1 and c2 with respect to the angle, divided by the angle.
  const double e1 = isSmall ? -1.0 / 12 + square / 180 - square * square / 6720
                            : (angle * sine - 2 * (1 - cosine)) / (square * square);
  const double e2 = isSmall ? -1.0 / 60 + square / 1260 - square * square / 60480
                            : ((1 - cosine) / angle - 3 * (angle - sine) / square) / (square * angle);
  const double turning = beta.dot(beta_dot);
  const Vector3 B_rate = beta.cross(beta_dot);
  // With J = 1 + c1 B + c2 B B: (c1' B + c2' B B + c2 B_dot B) beta_dot, as B_dot beta_dot = 0.
  return e1 * turning * B_rate + e2 * turning * beta.cross(B_rate) + c2 * beta_dot.cross(B_rate);
}

}  // namespace

void setVelocities(const Mechanism& m, StateView y, Workspace& w) {
  const double* const given = y.data() + m.velocityAt();
  for (int v = 0; v < m.vCount; ++v) w.z_dot[at(v)] = given[v];
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    w.gamma[r] = m.rows[r].signal >= 0 ? w.signals[at(m.rows[r].signal)].rate : 0;
  }
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
    const Mechanism::Block& block = m.blocks[at(n)];
    BlockWork& work = w.blocks[at(n)];
    const Partition& partition = work.partition;
    const int rank = partition.rank;
    const int free = block.columnCount - rank;
    solveDependent(m, n, w.gamma, w);
    const auto velocity = [&](int k) { return at(m.columns[at(block.firstColumn + partition.columns[at(k)])].v); };
    for (int r = 0; r < rank; ++r) {
      double value = work.x[at(r)];
      for (int c = 0; c < free; ++c) value += work.R[at(r * free + c)] * given[velocity(rank + c)];
      w.z_dot[velocity(r)] = value;
    }
  }
  setMotions(m, y, w);
}

void setMotions(const Mechanism& m, StateView y, Workspace& w) {
  Vector6 resting = Vector6::Zero();
  resting.head<3>() = -m.gravity;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    const Vector6 Z_p = link.parent >= 0 ? w.Z[at(link.parent)] : Vector6(Vector6::Zero());
    Vector6 Z = Z_p;
    for (int k = 0; k < link.vCount; ++k) Z += w.z_dot[at(link.v + k)] * w.b[at(link.v + k)];
    w.Z[i] = Z;
    // A column is fixed in the frame before its motion, so its rate is the cross product with that frame's motion. The
    // walk starts at F: the parent, or the child of a reversed joint.
    Vector6 running = link.reversed ? Z : Z_p;
    const double sign = link.reversed ? -1 : 1;
    Vector6 bias = link.parent >= 0 ? w.A_bias[at(link.parent)] : resting;
    for (int k = 0; k < link.motionCount; ++k) {
      const int index = link.firstMotion + k;
      const Mechanism::Motion& motion = m.motions[at(index)];
      const int count = velocitiesOf(motion.kind);
      if (count == 0) continue;
      Vector6 relative = Vector6::Zero();
      for (int v = 0; v < count; ++v) relative += w.z_dot[at(motion.v + v)] * w.b[at(motion.v + v)];
      bias += crossMotion(running, relative);
      if (motion.kind == MotionKind::bend) {
        Vector3 beta = Vector3::Zero();
        Vector3 beta_dot = Vector3::Zero();
        for (int v = 0; v < 2; ++v) {
          beta((motion.axis + 1 + v) % 3) = y[at(motion.z + v)];
          beta_dot((motion.axis + 1 + v) % 3) = w.z_dot[at(motion.v + v)];
        }
        const Pose& X = w.X_before[at(index)];
        const Vector3 turning = sign * (X.R * leftJacobianRate(beta, beta_dot));
        bias.head<3>() += X.p.cross(turning);
        bias.tail<3>() += turning;
      }
      running += sign * relative;
    }
    w.A_bias[i] = bias;
  }
}

}  // namespace mb
