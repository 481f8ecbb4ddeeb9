#include "runtime/implicit/recursion.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "runtime/evaluation/rod_ends.h"
#include "runtime/laws/joint_laws.h"

namespace mb {
namespace {

const Vector6 kStill = Vector6::Zero();

// Variations of the ends of a removed rod and of their accelerations.
RodEnds changesOf(const Mechanism::RodTerm& rod, const RodEnds& ends, const Workspace& w, const Recursion& r) {
  RodEnds changes{{Vector3::Zero(), Vector3::Zero()}, {Vector3::Zero(), Vector3::Zero()}};
  for (std::size_t e = 0; e < 2; ++e) {
    if (rod.link[e] < 0) continue;
    const std::size_t link = at(rod.link[e]);
    const Vector3& p = ends.p[e];
    const Vector3 dp = velocityAt(r.dX[link], p);
    const Vector3 turning = w.Z[link].tail<3>();
    changes.p[e] = dp;
    changes.a[e] = velocityAt(r.dA[link], p) + Vector3(r.A[link].tail<3>()).cross(dp) +
                   Vector3(r.dZ[link].tail<3>()).cross(velocityAt(w.Z[link], p)) +
                   turning.cross(velocityAt(r.dZ[link], p) + turning.cross(dp));
  }
  return changes;
}

// From the root to the leaves: the variation of setPositions and setMotions.
void setMotionChanges(const Mechanism& m, const Workspace& w, Recursion& r) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    const bool isRoot = link.parent < 0;
    const std::size_t parent = isRoot ? 0 : at(link.parent);
    const Vector6& dX_p = isRoot ? kStill : r.dX[parent];
    const Vector6& dZ_p = isRoot ? kStill : r.dZ[parent];
    const double sign = link.reversed ? -1 : 1;
    Vector6 dX = dX_p;
    for (int v = link.v; v < link.v + link.vCount; ++v) dX += r.dz[at(v)] * w.b[at(v)];
    // A column is fixed in the frame before its motion and moves with it.
    Vector6 moved = link.reversed ? dX : dX_p;
    Vector6 dZ = dZ_p;
    for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
      const Mechanism::Motion& motion = m.motions[at(k)];
      const int end = motion.v + velocitiesOf(motion.kind);
      for (int v = motion.v; v < end; ++v) {
        r.db[at(v)] = crossMotion(moved, w.b[at(v)]);
        dZ += w.z_dot[at(v)] * r.db[at(v)] + r.dz_dot[at(v)] * w.b[at(v)];
      }
      for (int v = motion.v; v < end; ++v) moved += sign * r.dz[at(v)] * w.b[at(v)];
    }
    Vector6 running = link.reversed ? w.Z[i] : (isRoot ? kStill : w.Z[parent]);
    Vector6 dRunning = link.reversed ? dZ : dZ_p;
    Vector6 dA = isRoot ? kStill : r.dA[parent];
    for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
      const Mechanism::Motion& motion = m.motions[at(k)];
      const int end = motion.v + velocitiesOf(motion.kind);
      if (end == motion.v) continue;
      Vector6 relative = Vector6::Zero();
      Vector6 dRelative = Vector6::Zero();
      for (int v = motion.v; v < end; ++v) {
        relative += w.z_dot[at(v)] * w.b[at(v)];
        dRelative += w.z_dot[at(v)] * r.db[at(v)] + r.dz_dot[at(v)] * w.b[at(v)];
        dA += r.dz_ddot[at(v)] * w.b[at(v)] + w.z_ddot[at(v)] * r.db[at(v)];
      }
      dA += crossMotion(dRunning, relative) + crossMotion(running, dRelative);
      running += sign * relative;
      dRunning += sign * dRelative;
    }
    r.dX[i] = dX;
    r.dZ[i] = dZ;
    r.dA[i] = dA;
  }
}

// Subtracts the changes of force elements from the links that carry their markers.
void subtractAppliedChanges(const Mechanism& m, const Workspace& w, double time, Recursion& r) {
  if (m.forces.forces.empty()) return;
  for (const MarkerIndex index : m.model.markers.indexes()) {
    const LinkMarker& marker = m.model.markers[index];
    if (!marker.link.valid()) continue;
    const std::size_t link = at(marker.link.value);
    const Vector3 p = w.markers[at(index.value)].X.p - w.c;
    MarkerVariation& variation = r.markers[at(index.value)];
    variation.p = velocityAt(r.dX[link], p);
    variation.turn = r.dX[link].tail<3>();
    variation.v = velocityAt(r.dZ[link], p) + Vector3(w.Z[link].tail<3>()).cross(variation.p);
    variation.w = r.dZ[link].tail<3>();
  }
  for (std::size_t k = 0; k < m.coordinates.size(); ++k) {
    const Mechanism::Term& term = m.coordinates[k];
    r.coordinates[k] = {term.z >= 0 ? r.dz[at(term.v)] : 0, r.dz_dot[at(term.v)]};
  }
  r.laws.evaluate(m, w, time, r.markers, r.coordinates, r.actions);
  for (std::size_t k = 0; k < r.actions.size(); ++k) {
    const Action& action = w.forces.actions[k];
    if (!action.on.valid() || !m.model.markers[action.on].link.valid()) continue;
    const ActionVariation& change = r.actions[k];
    Vector6& carried = r.dCarried[at(m.model.markers[action.on].link.value)];
    carried -= wrenchAt(action.point - w.c, change.force);
    carried.tail<3>() -= change.torque + change.point.cross(action.force);
  }
}

// Friction and stops act along one coordinate; their laws are differenced.
void subtractJointChanges(const Mechanism& m, StateView coordinates, const Workspace& w, Recursion& r) {
  constexpr double kMove = 1e-7;
  for (const auto& friction : m.frictions) {
    const double rate = w.z_dot[at(friction.v)];
    const double slope =
        (frictionForce(friction.law, rate + kMove) - frictionForce(friction.law, rate - kMove)) / (2 * kMove);
    r.dResidual[at(friction.v)] -= slope * r.dz_dot[at(friction.v)];
  }
  for (const auto& limit : m.limits) {
    const double q = coordinates[at(limit.z)];
    const double rate = w.z_dot[at(limit.v)];
    const double force = stopForce(limit.law, q, rate).force;
    const double stiffness = (stopForce(limit.law, q + kMove, rate).force - force) / kMove;
    const double damping = (stopForce(limit.law, q, rate + kMove).force - force) / kMove;
    r.dResidual[at(limit.v)] -= stiffness * r.dz[at(limit.v)] + damping * r.dz_dot[at(limit.v)];
  }
}

}  // namespace

Recursion::Recursion(const Mechanism& m) : laws(m) {
  for (std::vector<Vector6>* byLink : {&A, &inertial, &carried, &dX, &dZ, &dA, &dCarried}) {
    byLink->assign(m.links.size(), Vector6::Zero());
  }
  for (std::vector<double>* byVelocity : {&residual, &dz, &dz_dot, &dz_ddot, &dResidual}) {
    byVelocity->assign(at(m.vCount), 0.0);
  }
  db.assign(at(m.vCount), Vector6::Zero());
  markers.resize(static_cast<std::size_t>(m.model.markers.size()));
  coordinates.resize(m.coordinates.size());
  actions.resize(2 * m.forces.forces.size());
}

void setResidual(const Mechanism& m, const Workspace& w, Recursion& r) {
  // On the way down, carried holds the part of the accelerations due to z_ddot.
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    Vector6 made = link.parent >= 0 ? r.carried[at(link.parent)] : kStill;
    for (int v = link.v; v < link.v + link.vCount; ++v) made += w.z_ddot[at(v)] * w.b[at(v)];
    r.carried[i] = made;
    r.A[i] = w.A_bias[i] + made;
  }
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    r.inertial[i] = neededForce(w.inertia[i], w.Z[i], r.A[i]);
    r.carried[i] = r.inertial[i] - w.wrench[i];
  }
  for (const Mechanism::RodTerm& rod : m.rods) addRodForces(rod, rodEnds(m, w, rod, r.A), r.carried);
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int v = link.v; v < link.v + link.vCount; ++v) {
      r.residual[at(v)] = w.b[at(v)].dot(r.carried[i]) - w.tau[at(v)];
    }
    if (link.parent >= 0) r.carried[at(link.parent)] += r.carried[i];
  }
}

void setResidualChange(const Mechanism& m, const Workspace& w, StateView y, double time, Recursion& r) {
  setMotionChanges(m, w, r);
  // The force on a body that moves rigidly only rotates with it; the rest of the change comes from the inertia.
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const SpatialInertia& inertia = w.inertia[i];
    const Vector6 momentum = apply(inertia, w.Z[i]);
    const Vector6 zeta = r.dZ[i] - crossMotion(r.dX[i], w.Z[i]);
    r.dCarried[i] = crossForce(r.dX[i], r.inertial[i]) + apply(inertia, r.dA[i] - crossMotion(r.dX[i], r.A[i])) +
                    crossForce(zeta, momentum) + crossForce(w.Z[i], apply(inertia, zeta));
  }
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodEnds ends = rodEnds(m, w, rod, r.A);
    const RodEnds changes = changesOf(rod, ends, w, r);
    for (std::size_t e = 0; e < 2; ++e) {
      if (rod.link[e] < 0) continue;
      Vector6& carried = r.dCarried[at(rod.link[e])];
      carried += wrenchAt(ends.p[e], rod.b * changes.a[1 - e]);
      carried.tail<3>() += changes.p[e].cross(rod.b * ends.a[1 - e]);
    }
  }
  subtractAppliedChanges(m, w, time, r);
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int v = link.v; v < link.v + link.vCount; ++v) {
      r.dResidual[at(v)] = w.b[at(v)].dot(r.dCarried[i]) + r.db[at(v)].dot(r.carried[i]);
    }
    if (link.parent >= 0) r.dCarried[at(link.parent)] += r.dCarried[i];
  }
  subtractJointChanges(m, y, w, r);
}

void setInertialChange(const Mechanism& m, const Workspace& w, Recursion& r) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    Vector6 dA = link.parent >= 0 ? r.dA[at(link.parent)] : kStill;
    for (int v = link.v; v < link.v + link.vCount; ++v) dA += r.dz_ddot[at(v)] * w.b[at(v)];
    r.dA[i] = dA;
    r.dCarried[i] = apply(w.inertia[i], dA);
  }
  for (const Mechanism::RodTerm& rod : m.rods) {
    if (rod.link[0] < 0 || rod.link[1] < 0) continue;
    const RodPoints p = rodPoints(w, rod);
    for (std::size_t e = 0; e < 2; ++e) {
      const Vector3 acceleration = velocityAt(r.dA[at(rod.link[1 - e])], p[1 - e]);
      r.dCarried[at(rod.link[e])] += wrenchAt(p[e], rod.b * acceleration);
    }
  }
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int v = link.v; v < link.v + link.vCount; ++v) r.dResidual[at(v)] = w.b[at(v)].dot(r.dCarried[i]);
    if (link.parent >= 0) r.dCarried[at(link.parent)] += r.dCarried[i];
  }
}

}  // namespace mb
