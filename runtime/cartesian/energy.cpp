#include "runtime/cartesian/equations.h"

namespace mb {

using namespace cartesian;

CartesianEnergy energy(const CartesianSystem& system, const CartesianState& state) {
  CartesianEnergy out;
  for (const BodyIndex index : system.model.bodies.indexes()) {
    if (system.columns[index] < 0) continue;
    const FrameMotion& motion = state.bodies[static_cast<std::size_t>(index.value)];
    const BodyInertia body = bodyInertia(system.model.bodies[index], motion);
    const Vector3 centre = motion.X.p + body.arm;
    const Vector3 momentum = body.mass * (motion.v + motion.w.cross(body.arm));
    const Vector3 spin = body.J * motion.w;
    out.kinetic += 0.5 * (momentum.dot(motion.v + motion.w.cross(body.arm)) + spin.dot(motion.w));
    out.gravity -= body.mass * system.model.gravity.dot(centre);
    out.momentum += momentum;
    out.angularMomentum += centre.cross(momentum) + spin;
  }
  const AppliedForces applied = appliedForces(system, state, kinematics(system, state));
  out.springs = applied.potential;
  out.power = applied.power + accelerations(system, state).drivenPower;
  return out;
}

}  // namespace mb
