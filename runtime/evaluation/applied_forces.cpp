// Stage 5 of an evaluation: forces of force elements, friction and stops on links and coordinates.
#include <Eigen/Geometry>

#include "runtime/evaluation/stages.h"
#include "runtime/laws/joint_laws.h"

namespace mb {
namespace {

void setMarkers(const Mechanism& m, Workspace& w) {
  for (const MarkerIndex index : m.model.markers.indexes()) {
    const LinkMarker& marker = m.model.markers[index];
    FrameMotion& motion = w.markers[at(index.value)];
    if (!marker.link.valid()) {
      motion = {marker.X_LM, Vector3::Zero(), Vector3::Zero()};
      continue;
    }
    const Vector6& Z = w.Z[at(marker.link.value)];
    const Pose X = w.X[at(marker.link.value)] * marker.X_LM;
    motion = {{X.R, X.p + w.c}, velocityAt(Z, X.p), Z.tail<3>()};
  }
}

}  // namespace

void setForces(const Mechanism& m, double time, StateView y, Workspace& w) {
  for (std::size_t i = 0; i < m.links.size(); ++i) w.wrench[i].setZero();
  for (int v = 0; v < m.vCount; ++v) w.tau[at(v)] = 0;
  if (!m.forces.isEmpty()) {
    setMarkers(m, w);
    for (std::size_t k = 0; k < m.coordinates.size(); ++k) {
      const Mechanism::Term& term = m.coordinates[k];
      w.coordinates[k] = {term.z >= 0 ? y[at(term.z)] : 0, w.z_dot[at(term.v)]};
    }
    evaluate(m.forces, m.library, w.markers, w.coordinates, time, lawStates(m, y), w.forces);
    setFeedback(m, w);
    for (const Action& action : w.forces.actions) {
      if (!action.on.valid()) continue;
      const LinkIndex link = m.model.markers[action.on].link;
      if (!link.valid()) continue;
      Vector6& wrench = w.wrench[at(link.value)];
      wrench += wrenchAt(action.point - w.c, action.force);
      wrench.tail<3>() += action.torque;
    }
  }
  addJointLaws(m, y, w);
}

void setFeedback(const Mechanism& m, Workspace& w) {
  for (std::size_t k = 0; k < m.forces.feedback.size(); ++k) {
    if (m.forces.feedback[k]) w.signals[at(m.drives[k].signal)].second = w.forces.feedback[k];
  }
}

void addJointLaws(const Mechanism& m, StateView y, Workspace& w) {
  w.jointPotential = w.jointPower = 0;
  for (const auto& friction : m.frictions) {
    const double rate = w.z_dot[at(friction.v)];
    const double force = frictionForce(friction.law, rate);
    w.tau[at(friction.v)] += force;
    w.jointPower += force * rate;
  }
  for (const auto& limit : m.limits) {
    const StopForce stop = stopForce(limit.law, y[at(limit.z)], w.z_dot[at(limit.v)]);
    w.tau[at(limit.v)] += stop.force;
    w.jointPotential += stop.potential;
    w.jointPower += stop.power;
  }
}

}  // namespace mb
