#include "runtime/observation/energy.h"

#include <Eigen/Geometry>

#include "runtime/evaluation/rod_ends.h"
#include "runtime/evaluation/stages.h"

namespace mb {
namespace {

std::array<Vector3, 2> endVelocities(const Mechanism::RodTerm& rod, const RodPoints& p, const Workspace& w) {
  std::array<Vector3, 2> v;
  for (std::size_t e = 0; e < 2; ++e) {
    v[e] = rod.link[e] >= 0 ? velocityAt(w.Z[at(rod.link[e])], p[e]) : Vector3(Vector3::Zero());
  }
  return v;
}

}  // namespace

Energies energiesOf(const Mechanism& m, const Workspace& w) {
  Energies energies;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    energies.kinetic += 0.5 * w.Z[i].dot(apply(w.inertia[i], w.Z[i]));
    energies.gravity -= m.gravity.dot(w.inertia[i].h + w.inertia[i].m * w.c);
  }
  // The squares of the rods are included in the links; a uniform field acts on a rod as its inertia does.
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodPoints p = rodPoints(w, rod);
    const auto [v1, v2] = endVelocities(rod, p, w);
    energies.kinetic += rod.b * v1.dot(v2);
    energies.gravity -= rod.b * m.gravity.dot(p[0] + p[1] + 2 * w.c);
    for (std::size_t e = 0; e < 2; ++e) {
      if (rod.link[e] < 0) energies.gravity -= (e == 0 ? rod.a : rod.c) * m.gravity.dot(p[e] + w.c);
    }
  }
  energies.springs = w.jointPotential + (m.forces.forces.empty() ? 0 : w.forces.potential);
  return energies;
}

Momentum momentumOf(const Mechanism& m, const Workspace& w) {
  Vector6 sum = Vector6::Zero();
  for (std::size_t i = 0; i < m.links.size(); ++i) sum += apply(w.inertia[i], w.Z[i]);
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodPoints p = rodPoints(w, rod);
    const auto [v1, v2] = endVelocities(rod, p, w);
    sum += wrenchAt(p[0], rod.b * v2) + wrenchAt(p[1], rod.b * v1);
  }
  Momentum momentum;
  momentum.linear = sum.head<3>();
  momentum.angular = Vector3(sum.tail<3>()) + w.c.cross(momentum.linear);
  return momentum;
}

}  // namespace mb
